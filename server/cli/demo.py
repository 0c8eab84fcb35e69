"""`pdl demo`: the whole way on samples of our own, on loopback, in under a minute."""

from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli.answers import ask
from server.cli.catalog import import_list
from server.cli.columns import print_found
from server.cli.crawl import crawl_queue
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import FAILED, stop
from server.cli.profile_queue import profile_downloads
from server.cli.publish import publish_release
from server.cli.serve import serve_tools
from server.cli.show import print_structure
from server.cli.status import print_coverage

_SETTINGS: dict[str, Any] = {
    "allowed_private_networks": "127.0.0.0/8",
    "crawl_delay": 0.05,
    "retry_base": 0.2,
    "idle_timeout": 2.0,
}
"""The portal is our own and on loopback: no need to wait a second between requests."""

_WAIT = 3.0
_KEYWORDS = ["위도", "경도"]


def demo(
    serve: Annotated[
        bool, typer.Option("--serve", help="Go on serving MCP and HTTP afterwards.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; default: one a processor.")
    ] = None,
) -> None:
    """Serves the samples as a portal, crawls both editions of its list, publishes, and asks."""
    home = Home()
    with home.locked():
        _refuse_a_real_home(home)
        _fill(home, workers)
    from store.status import status

    print_coverage(status(home.database))
    found = ask(home, "search_by_columns", {"columnKeywords": _KEYWORDS, "pageSize": 5})
    best = found["data"]["items"][0]["recordId"]
    structure = ask(home, "get_dataset_structure", {"recordId": best, "maxExamples": 3})
    print_structure(structure["data"])
    print_found(found["data"])
    if serve:
        serve_tools(home)


def _refuse_a_real_home(home: Home) -> None:
    from store.snapshots import current_snapshot

    with home.database.read() as connection:
        snapshot = current_snapshot(connection)
    if snapshot is not None and not home.sample_lists(snapshot.source_name):
        stop(
            say(
                f"{home.settings.home} 에는 이미 다른 목록이 있습니다. PDL_HOME 으로 빈 폴더를 "
                "지정하십시오.",
                f"{home.settings.home} holds a catalogue of yours; name an empty PDL_HOME.",
            ),
            "HOME_IN_USE",
            FAILED,
        )


def _fill(home: Home, workers: int | None) -> None:
    from samples.make import make
    from samples.portal import SamplePortal
    from store.queue import Filter

    folder = _folder(home)
    make(folder)
    lists = sorted(folder.glob("list-*.csv"))
    with SamplePortal(folder) as portal:
        for source in lists:
            edition = source.stem.removeprefix("list-")
            portal.edition = edition
            stand_in = Home(portal_data_go_kr_url=portal.url, **_SETTINGS)
            _step(say(f"목록 {edition} 읽기", f"importing the list of {edition}"))
            import_list(stand_in, str(source), edition, None)
            _step(say("내려받기", "crawling"))
            crawl_queue(stand_in, limit=None, wanted=Filter(), wait=_WAIT)
            _step(say("파일 들여다보기", "profiling"))
            profile_downloads(stand_in, workers)
    _step(say("발행", "publishing"))
    publish_release(home)


def _folder(home: Home) -> Path:
    return home.settings.home / "samples"


def _step(sentence: str) -> None:
    typer.echo(f"- {sentence}", err=True)
