"""`pdl run`: one scheduled cycle."""

from typing import Annotated

import typer

from server.cli.cycle import Plan, begin_by_hand, cycle, interrupted
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import complain, print_json


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
    home = Home()
    with home.locked():
        run_id = begin_by_hand(home, source)
        report = cycle(home, run_id, Plan(source, snapshot, kind, wait, workers))
    print_json(report)
    if interrupted(report):
        complain(
            say(
                "중단되었습니다. 다시 실행하면 이어서 합니다.",
                "interrupted; run it again to go on.",
            )
        )
        raise typer.Exit(130)
