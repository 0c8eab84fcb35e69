"""`pdl publish`: builds a release and makes it the current one."""

from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import FAILED, print_json, print_lines, stop


def publish(
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Builds a release from the store and activates it."""
    home = Home()
    with home.locked():
        report = publish_release(home)
    if json:
        print_json(report)
    else:
        print_lines([_sentence(report)])


def publish_release(home: Home) -> dict[str, Any]:
    """Builds, activates and tidies up; the report is what `--json` prints."""
    from store.queue import prune_finished
    from store.release import (
        NothingToPublishError,
        activate,
        build_release,
        prune_releases,
    )

    folder = home.settings.releases
    try:
        built = build_release(home.database, folder)
    except NothingToPublishError as error:
        stop(str(error), "NOTHING_TO_PUBLISH", FAILED)
    activate(folder, built.release_id)
    prune_releases(folder, home.settings.keep_releases)
    with home.database.write() as connection:
        prune_finished(connection)
    return {
        "release": built.release_id,
        "records": built.records,
        "structures": built.structures,
        "columns": built.columns,
    }


def _sentence(report: dict[str, Any]) -> str:
    return say(
        f"{report['release']}: 목록 {report['records']}건, 구조 {report['structures']}건, "
        f"컬럼 이름 {report['columns']}개.",
        f"{report['release']}: {report['records']} records, {report['structures']} structures, "
        f"{report['columns']} column names.",
    )
