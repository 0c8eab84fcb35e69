"""`pdl show`: one dataset, by default with the structure of its files."""

from enum import StrEnum
from typing import Annotated, Any

import typer

from server.cli.answers import ask, print_answer, print_warnings
from server.cli.home import Home
from server.cli.output import print_json, print_lines
from server.cli.profile import print_profile


class View(StrEnum):
    """What of a dataset is shown."""

    STRUCTURE = "structure"
    CARD = "card"
    NORMALIZED = "normalized"
    SOURCE = "source"
    JSONLD = "jsonld"


def show(
    record_id: Annotated[str, typer.Argument(help="Record id.", metavar="ID")],
    view: Annotated[View, typer.Option(help="What to show.")] = View.STRUCTURE,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Shows one dataset: its observed structure, or a view of its catalogue entry."""
    home = Home()
    if view is View.STRUCTURE:
        answer = ask(home, "get_dataset_structure", {"recordId": record_id})
    else:
        answer = ask(home, "get_dataset", {"recordId": record_id, "view": view.value})
    if json:
        print_answer(answer)
        return
    print_warnings(answer)
    if view is View.STRUCTURE:
        print_structure(answer["data"])
    else:
        print_json(answer["data"]["dataset"])


def print_structure(data: dict[str, Any]) -> None:
    """The `data` of a structure answer for people."""
    status, reason = data["coverageStatus"], data.get("reason") or ""
    if not reason.startswith(f"{status}:"):
        reason = f"{status} ({reason})" if reason else status
    print_lines([f"{data['recordId']}: {reason}"])
    print_profile({"path": data["recordId"], "assets": data.get("assets", [])})
