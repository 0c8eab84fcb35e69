"""The tools for people at a terminal: the same answers as over MCP."""

from typing import Any

from server.cli.home import Home
from server.cli.output import FAILED, complain, print_json, stop


def ask(home: Home, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The success envelope of a tool call; a tool's error ends the command with its sentence."""
    from server.errors import ToolError

    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        answer: dict[str, Any] = tools(home).call(tool, given)
    except ToolError as error:
        stop(error.message, error.code.value, FAILED)
    return answer


def tools(home: Home) -> Any:
    """`server.tools.Tools` on the home's current release, with live coverage from its store."""
    from server.tools import Tools
    from store.release import Releases

    home.start_logging()
    return Tools(
        Releases(home.settings.releases),
        live=_live(home),
        examples_public=home.settings.examples_public,
    )


def _live(home: Home) -> Any:
    """Live coverage where the store can be reached: answers come from the release without it."""
    from store.coverage import live_coverage
    from store.database import StoreUnavailableError, open_database, store_exists

    try:
        if store_exists(home.settings.database):
            return live_coverage(open_database(home.settings.database))
    except StoreUnavailableError:
        pass
    return None


def print_answer(answer: dict[str, Any]) -> None:
    """An envelope as JSON."""
    print_json(answer)


def print_warnings(answer: dict[str, Any]) -> None:
    """What the reader must know, on standard error; the standing disclaimer is left out."""
    for notice in answer.get("notices", []):
        if notice["severity"] == "warning":
            complain(notice["text"])
