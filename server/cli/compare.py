"""`pdl compare`: what two to five datasets have in common."""

from typing import Annotated, Any

import typer

from server.cli.answers import ask, print_answer, print_warnings
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import print_table


def compare(
    ids: Annotated[list[str], typer.Argument(help="Record ids, two to five.", metavar="ID…")],
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Compares datasets: facts that differ, facts they share, columns."""
    answer = ask(Home(), "compare_datasets", {"recordIds": ids})
    if json:
        print_answer(answer)
        return
    print_warnings(answer)
    data = answer["data"]
    named = [dataset["recordId"] for dataset in data["datasets"]]
    print_table(
        say("다른 점", "Differences"),
        [say("항목", "Field"), *named],
        [
            (difference["field"], *(_shown(difference["values"].get(name)) for name in named))
            for difference in data["differences"]
        ],
    )
    print_table(
        say("같은 점", "Shared"),
        [say("항목", "Field"), say("값", "Value")],
        [(shared["field"], _shown(shared["value"])) for shared in data["sharedFields"]],
    )
    if structure := data.get("structureComparison"):
        print_table(
            say("컬럼", "Columns"),
            ["", say("컬럼 이름", "Column names")],
            [
                (say("공통", "common"), ", ".join(structure["commonColumns"])),
                *((name, ", ".join(own)) for name, own in structure["onlyIn"].items()),
            ],
        )


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "-" if value is None else str(value)
