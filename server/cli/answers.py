"""The tools for people at a terminal: the same answers as over MCP."""

import json
from typing import Any

from server.cli.home import Home
from server.cli.language import Language, language, say
from server.cli.output import FAILED, WRONG_USAGE, complain, print_json, stop


def ask(home: Home, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """The success envelope of a tool call; a tool's error ends the command with its sentence."""
    from server.errors import ToolError
    from store.vocabulary import ErrorCode

    given = {name: value for name, value in arguments.items() if value is not None}
    try:
        answer: dict[str, Any] = tools(home).call(tool, given)
    except ToolError as error:
        wrong = error.code in (ErrorCode.INVALID_ARGUMENT, ErrorCode.FILTER_NOT_AVAILABLE)
        stop(_told(home, error), error.code.value, WRONG_USAGE if wrong else FAILED)
    return answer


_ENGLISH = {
    "INVALID_ARGUMENT": "an argument cannot be used",
    "DATASET_NOT_FOUND": "the catalogue has no such record",
    "FILTER_NOT_AVAILABLE": "there is no such filter value",
    "TOO_MANY_DATASETS": "too many records at once",
    "RATE_LIMITED": "too many requests; try again later",
    "INTERNAL_ERROR": "a fault of this program prevented an answer",
}


def _told(home: Home, error: Any) -> str:
    """A tool's error in the reader's language; tools themselves speak Korean."""
    code = error.code.value
    if code == "INDEX_NOT_READY":
        return say(
            f"{home.settings.home} 에 발행된 것이 없습니다. 먼저 pdl publish 를 실행하십시오.",
            f"nothing is published in {home.settings.home}; run pdl publish first.",
        )
    details = json.dumps(error.details, ensure_ascii=False)
    if language() is Language.KO:
        return f"{error.message} {details}" if error.details else str(error.message)
    return f"{_ENGLISH.get(code, code)} {details}" if error.details else _ENGLISH.get(code, code)


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
