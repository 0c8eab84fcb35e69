"""Every tool at every boundary of every argument: a valid answer, or a proper error."""

import itertools
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server import contract
from server.envelope import DISCLAIMER
from server.errors import ToolError
from server.tools import Tools
from server.tools.registry import TOOLS
from store.vocabulary import License, ListingType, UpdateCycle
from tests.server import catalogue as made

Json = dict[str, Any]
OK, INVALID, FILTER, MISSING, MANY = [
    "OK",
    "INVALID_ARGUMENT",
    "FILTER_NOT_AVAILABLE",
    "DATASET_NOT_FOUND",
    "TOO_MANY_DATASETS",
]

_JUNK: list[Any] = [[], {}, [[]], {"$ref": "#"}, 1e400, -1.5, "\0", "\udfff"]
_TEXTS: list[tuple[Any, str]] = [
    *((value, OK) for value in (None, "", " ", "현황", "가" * 500, "%", "_", '"', "' OR 1=1 --")),
    *((value, OK) for value in ("a AND (b OR", "NEAR(x y)", "*", "-", "😀", "\u202e", "서울 서울")),
    *((value, INVALID) for value in ("가" * 501, 0, True, *_JUNK)),
]
_FLAGS = [(True, OK), (False, OK), *((v, INVALID) for v in (None, 0, 1, "true", *_JUNK))]
_IDS = [
    *((key, OK) for key in (made.CHARGERS, made.MANY, made.LOCKED, made.NEVER, made.STD)),
    *((key, OK) for key in (made.API, made.HOSTILE, f"{made.TWICE}-FILE", f"{made.TWICE}-API")),
    *((key, MISSING) for key in (made.TWICE, "nothing", "%", "' OR 1=1 --", "가" * 500)),
    *((value, INVALID) for value in (None, "", " ", 15000001, True, "가" * 501, *_JUNK)),
]


def _sizes(most: int) -> list[tuple[Any, str]]:
    wrong = (None, 0, -1, most + 1, 10**30, True, "1", *_JUNK)
    return [(1, OK), (most, OK), (2.0, OK), *((value, INVALID) for value in wrong)]


def _vocabulary(*allowed: str) -> list[tuple[Any, str]]:
    return [
        (None, OK),
        *((value, OK) for value in allowed),
        *((value, FILTER) for value in ("", "?", "file", "가" * 1000)),
        *((value, INVALID) for value in (0, True, *_JUNK)),
    ]


def _options(*allowed: str) -> list[tuple[Any, str]]:
    return [
        *((value, OK) for value in allowed),
        *((value, INVALID) for value in ("", "?", allowed[0].swapcase(), 0, True, *_JUNK)),
    ]


ARGUMENTS: dict[str, dict[str, list[tuple[Any, str]]]] = {
    "get_context": {"anything": [(1, INVALID)]},
    "search_datasets": {
        "query": _TEXTS,
        "theme": _TEXTS,
        "org": _TEXTS,
        "format": _TEXTS,
        "orgMatch": _options("CONTAINS", "EXACT"),
        "updateCycle": _vocabulary(*UpdateCycle),
        "license": _vocabulary(*License),
        "listType": _vocabulary(*ListingType),
        "region": _vocabulary("KR-11", "KR-49"),
        "includeInferred": _FLAGS,
        "updatedAfter": [
            *((value, OK) for value in (None, "2026-01-01", "0001-01-01", "9999-12-31")),
            *((v, INVALID) for v in ("", "2026-02-30", "26-01-01", "2026-1-1", "어제", 20260101)),
            *((value, INVALID) for value in _JUNK),
        ],
        "cursor": [(None, OK), *((v, INVALID) for v in ("", "x", "bnVsbA", "가", "x" * 2000, 1))],
        "pageSize": _sizes(100),
        "interpret": _FLAGS,
        "sort": [(None, OK), *_options("relevance", "modified")],
        "unknown": [(1, INVALID)],
    },
    "get_dataset": {
        "recordId": _IDS,
        "view": _options("card", "normalized", "source", "jsonld"),
        "unknown": [(None, INVALID)],
    },
    "get_dataset_structure": {
        "recordId": _IDS,
        "includeExamples": _FLAGS,
        "maxExamples": _sizes(10),
        "Unknown": [("", INVALID)],
    },
    "search_by_columns": {
        "columnKeywords": [
            *((value, OK) for value in (["위도"], ["위도", "경도"], ["가" * 50], ["%"], ["a"] * 5)),
            *((v, INVALID) for v in (None, "위도", [], ["a"] * 6, ["a", ""], [" "], ["가" * 51])),
            *((value, INVALID) for value in ([None], [1], ["\0"], ["a", ["b"]], *_JUNK)),
        ],
        "pageSize": _sizes(100),
        "page": [(1, INVALID)],
    },
    "compare_datasets": {
        "recordIds": [
            ([made.CHARGERS, made.PARKS], OK),
            ([made.CHARGERS, made.LOCKED, made.API, made.STD, made.NEVER], OK),
            ([f"{made.TWICE}-FILE", f"{made.TWICE}-API"], OK),
            ([made.CHARGERS, made.TWICE], MISSING),
            ([made.CHARGERS, "nothing"], MISSING),
            (list("123456"), MANY),
            *((v, INVALID) for v in ([], ["1"], ["1", "1"], ["1", None], ["1", ""], "12", None)),
            *((value, INVALID) for value in _JUNK),
        ],
        "unknown": [([], INVALID)],
    },
}
BASE: dict[str, Json] = {
    "get_context": {},
    "search_datasets": {"query": "현황"},
    "get_dataset": {"recordId": made.CHARGERS},
    "get_dataset_structure": {"recordId": made.CHARGERS},
    "search_by_columns": {"columnKeywords": ["위도"]},
    "compare_datasets": {"recordIds": [made.CHARGERS, made.PARKS]},
}


def calls() -> Iterator[Any]:
    """One argument off its base at a time; and every pair of listing filters that are accepted."""
    for tool, arguments in ARGUMENTS.items():
        yield pytest.param(tool, BASE[tool], OK, id=f"{tool}-base")
        for name, values in arguments.items():
            for number, (value, expected) in enumerate(values):
                sent = BASE[tool] | {name: value}
                yield pytest.param(tool, sent, expected, id=f"{tool}-{name}-{number}")


def answer(tools: Tools, tool: str, sent: Json) -> str:
    """Calls a tool, checks what comes back whatever it is, and returns OK or the error's code."""
    try:
        body = tools.call(tool, sent)
    except ToolError as error:
        return told(tool, error)
    assert_valid(tool, body)
    return OK


def told(tool: str, error: ToolError) -> str:
    """A proper error envelope with a whole sentence; returns its code."""
    contract.error_validator(tool).validate(error.envelope())
    json.dumps(error.envelope(), ensure_ascii=False).encode()
    assert error.source_snapshot == "2026-08"
    assert error.message.endswith((".", *map(str, error.details.get("arguments", ()))))
    return error.code.value


def assert_valid(tool: str, body: Json) -> None:
    """A success envelope: valid, serialisable, with the standing notice and matching notices."""
    contract.output_validator(tool).validate(body)
    json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    assert body["meta"]["schemaVersion"] == contract.SPEC_VERSION
    assert datetime.fromisoformat(body["meta"]["processedAt"]).tzinfo is not None
    assert body["warnings"][0] == DISCLAIMER
    assert [notice["text"] for notice in body["notices"]] == body["warnings"]


def test_the_matrix_has_every_argument_of_every_tool() -> None:
    assert set(ARGUMENTS) == {tool.name for tool in TOOLS}
    for tool, arguments in ARGUMENTS.items():
        assert set(contract.input_schema(tool)["properties"]) <= set(arguments)


@pytest.mark.parametrize(("tool", "sent", "expected"), list(calls()))
def test_one_argument_at_its_boundary(tools: Tools, tool: str, sent: Json, expected: str) -> None:
    assert answer(tools, tool, sent) == expected


def test_filters_in_pairs(tools: Tools) -> None:
    accepted = {
        name: [value for value, expected in values if expected == OK and value is not None][:4]
        for name, values in ARGUMENTS["search_datasets"].items()
        if name not in ("cursor", "unknown")
    }
    for first, second in itertools.combinations(accepted, 2):
        for one, two in itertools.product(accepted[first], accepted[second]):
            sent = {first: one, second: two}
            assert answer(tools, "search_datasets", sent) == OK, sent


_SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20))
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=2),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_anything_at_all(tools: Tools, data: st.DataObject) -> None:
    tool = data.draw(st.sampled_from(sorted(BASE)))
    names = st.sampled_from(sorted(contract.input_schema(tool)["properties"]) or ["x"])
    sent = data.draw(st.dictionaries(names | st.text(max_size=5), _VALUES, max_size=3))
    assert answer(tools, tool, BASE[tool] | sent) != "INTERNAL_ERROR"
