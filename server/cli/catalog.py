"""`pdl catalog import`: a catalogue list becomes a snapshot, and its due records become jobs."""

from datetime import UTC, datetime
from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import FAILED, WRONG_USAGE, print_json, print_lines, stop

app = typer.Typer(help="Catalogue lists.", no_args_is_help=True)


@app.command("import")
def import_(
    source: Annotated[str, typer.Argument(help="Catalogue list: a file.")],
    snapshot: Annotated[
        str | None,
        typer.Option(help="Month YYYY-MM; default: from the file's name, else this month."),
    ] = None,
    kind: Annotated[
        str | None, typer.Option(help="Catalogue protocol; default: recognised by content.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Reads a catalogue list into the store, whole or not at all."""
    home = Home()
    with home.locked():
        report = import_list(home, source, snapshot, kind)
    if json:
        print_json(report)
    else:
        print_lines([_sentence(report)])


def import_list(home: Home, source: str, month: str | None, kind: str | None) -> dict[str, Any]:
    """Imports a list and queues what is due; the report is what `--json` prints."""
    from crawler.catalogs import CatalogError, month_of, open_catalog
    from store.snapshots import import_snapshot

    if month is not None:
        month = _month(month)
    try:
        catalog = open_catalog(source, kind)
        month = month or _month(month_of(catalog.edition.name))
        imported = import_snapshot(home.database, month, catalog.edition, catalog.records())
    except CatalogError as error:
        stop(str(error), "CATALOG_UNREADABLE", FAILED)
    due = home.queue.enqueue_due()
    return {
        "snapshot": imported.month,
        "revision": imported.revision,
        "records": imported.records,
        "duplicates": imported.duplicates,
        "new": imported.new,
        "encoding": catalog.edition.encoding,
        "queued": due.queued,
        "withdrawn": due.cancelled,
        "settledWithoutRequest": due.settled,
    }


def _month(text: str | None) -> str:
    if text is None:
        return datetime.now(UTC).strftime("%Y-%m")
    try:
        if len(text) != len("2026-08"):
            raise ValueError
        return datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC).strftime("%Y-%m")
    except ValueError:
        stop(
            say(
                f"--snapshot 은 2026-08 처럼 연-월이어야 합니다: {text}",
                f"--snapshot takes a month such as 2026-08, not {text}",
            ),
            exit_code=WRONG_USAGE,
        )


def _sentence(report: dict[str, Any]) -> str:
    if not report["new"]:
        return say(
            f"{report['snapshot']}: 같은 목록을 이미 읽었습니다({report['records']}건). "
            f"새로 대기열에 넣은 것: {report['queued']}건.",
            f"{report['snapshot']}: this list is in already ({report['records']} records); "
            f"{report['queued']} newly queued.",
        )
    return say(
        f"{report['snapshot']}: {report['records']}건을 읽고 {report['queued']}건을 "
        f"대기열에 넣었습니다.",
        f"{report['snapshot']}: {report['records']} records read, {report['queued']} queued.",
    )
