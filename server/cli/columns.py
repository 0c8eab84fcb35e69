"""`pdl columns`: datasets by the names of their columns."""

from typing import Annotated, Any

import typer

from server.cli.answers import ask, print_answer, print_warnings
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import print_table


def columns(
    keywords: Annotated[list[str], typer.Argument(help="Parts of names.", metavar="KEYWORD…")],
    page_size: Annotated[int | None, typer.Option(help="Results, 1 to 100.")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Finds datasets that have a column for every keyword."""
    answer = ask(Home(), "search_by_columns", {"columnKeywords": keywords, "pageSize": page_size})
    if json:
        print_answer(answer)
        return
    print_warnings(answer)
    print_found(answer["data"])


def print_found(data: dict[str, Any]) -> None:
    """The `data` of a column search for people."""
    searched = data["coverage"]["searchedRecords"]
    total, shown = data["totalEstimate"], len(data["items"])
    print_table(
        say(
            f"구조를 읽은 {searched}건에서 {total}건 찾음, {shown}건 표시",
            f"{total} found in {searched} observed datasets, {shown} shown",
        ),
        ["ID", say("제목", "Title"), say("일치한 컬럼", "Matching columns")],
        [(item["recordId"], item["title"], _matches(item)) for item in data["items"]],
    )


def _matches(item: dict[str, Any]) -> str:
    return "; ".join(
        f"{match['keyword']}: {', '.join(match['columns'])}" for match in item["matchedColumns"]
    )
