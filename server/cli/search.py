"""`pdl search`: datasets by words."""

from typing import Annotated, Any

import typer

from server.cli.answers import ask, print_answer, print_warnings
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import print_table


def search(
    words: Annotated[list[str] | None, typer.Argument(help="Words.", metavar="WORDS…")] = None,
    theme: Annotated[str | None, typer.Option(help="Theme, first word or whole.")] = None,
    org: Annotated[str | None, typer.Option(help="Organisation.")] = None,
    format: Annotated[str | None, typer.Option(help="Format, such as CSV.")] = None,  # noqa: A002
    update_cycle: Annotated[str | None, typer.Option(help="Update cycle code.")] = None,
    license: Annotated[str | None, typer.Option(help="Licence code.")] = None,  # noqa: A002
    list_type: Annotated[str | None, typer.Option(help="FILE, API or STD.")] = None,
    region: Annotated[str | None, typer.Option(help="ISO 3166-2:KR code, such as KR-11.")] = None,
    updated_after: Annotated[str | None, typer.Option(help="Date YYYY-MM-DD.")] = None,
    sort: Annotated[str | None, typer.Option(help="relevance or modified.")] = None,
    interpret: Annotated[
        bool, typer.Option("--interpret", help="Take region, format and cycle words as filters.")
    ] = False,
    cursor: Annotated[str | None, typer.Option(help="nextCursor of the page before.")] = None,
    page_size: Annotated[int | None, typer.Option(help="Results, 1 to 100.")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Searches the catalogue by words and filters."""
    answer = ask(
        Home(),
        "search_datasets",
        {
            "query": " ".join(words) if words else None,
            "theme": theme,
            "org": org,
            "format": format,
            "updateCycle": update_cycle,
            "license": license,
            "listType": list_type,
            "region": region,
            "updatedAfter": updated_after,
            "sort": sort,
            "interpret": interpret or None,
            "cursor": cursor,
            "pageSize": page_size,
        },
    )
    if json:
        print_answer(answer)
        return
    print_warnings(answer)
    data = answer["data"]
    total, shown = data["totalEstimate"], len(data["items"])
    print_table(
        say(f"{total}건 가운데 {shown}건", f"{shown} of {total} found"),
        ["#", "ID", say("제목", "Title"), say("기관", "Organisation"), say("구조", "Structure")],
        [_row(item) for item in data["items"]],
    )
    if data["nextCursor"]:
        typer.echo(f"--cursor {data['nextCursor']}", err=True)


def _row(item: dict[str, Any]) -> tuple[object, ...]:
    structure = say("있음", "yes") if item.get("structureAvailable") else "-"
    return (item["rank"], item["recordId"], item["title"], item["orgName"], structure)
