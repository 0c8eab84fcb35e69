"""`pdl run`: one scheduled cycle."""

from typing import Annotated

import typer

from server.cli.catalog import import_list
from server.cli.crawl import crawl_queue
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import complain, print_json
from server.cli.profile_queue import profile_downloads
from server.cli.publish import publish_release


def run(
    source: Annotated[str, typer.Argument(help="Catalogue list: a file.")],
    snapshot: Annotated[
        str | None,
        typer.Option(help="Month YYYY-MM; default: from the file's name, else this month."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Catalogue protocol; default: recognised by content.")
    ] = None,
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait at most for a retry that falls due.")
    ] = 60.0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; default: one a processor.")
    ] = None,
) -> None:
    """Imports a list, crawls, profiles and publishes; prints what each step did as JSON."""
    from store.queue import Filter

    home = Home()
    with home.locked():
        report = {"import": import_list(home, source, snapshot, kind)}
        report["crawl"] = crawl_queue(home, limit=None, wanted=Filter(), wait=wait)
        if not report["crawl"]["interrupted"]:
            report["profile"] = profile_downloads(home, workers)
            report["publish"] = publish_release(home)
    print_json(report)
    if report["crawl"]["interrupted"]:
        complain(
            say(
                "중단되었습니다. 다시 실행하면 이어서 합니다.",
                "interrupted; run it again to go on.",
            )
        )
        raise typer.Exit(130)
