"""What callers send: accepted with defaults filled in, or refused with the right code."""

from typing import Any

import pytest

from server.arguments import parse
from server.errors import ToolError
from server.tools.registry import TOOLS
from store.vocabulary import ErrorCode, License, ListingType, UpdateCycle

RULES = {tool.name: tool.rules for tool in TOOLS}
INVALID, FILTER = ErrorCode.INVALID_ARGUMENT, ErrorCode.FILTER_NOT_AVAILABLE


def parsed(tool: str, **arguments: Any) -> dict[str, Any]:
    return parse(tool, arguments, RULES[tool])


def refusal(tool: str, arguments: dict[str, Any]) -> ToolError:
    with pytest.raises(ToolError) as caught:
        parse(tool, arguments, RULES[tool])
    return caught.value


def test_defaults_are_filled_in() -> None:
    assert parsed("search_datasets") == {
        "query": None,
        "theme": None,
        "org": None,
        "orgMatch": "CONTAINS",
        "format": None,
        "updateCycle": None,
        "license": None,
        "listType": None,
        "region": None,
        "includeInferred": True,
        "updatedAfter": None,
        "cursor": None,
        "pageSize": 10,
        "interpret": False,
        "sort": None,
    }


@pytest.mark.parametrize(
    ("tool", "given", "name", "value"),
    [
        ("search_datasets", {"query": "  도서관 "}, "query", "도서관"),
        ("search_datasets", {"query": " \t"}, "query", None),
        ("search_datasets", {"query": "가" * 500}, "query", "가" * 500),
        ("search_datasets", {"query": "도서관"}, "query", "도서관"),
        ("search_datasets", {"format": ".csv"}, "format", "CSV"),
        ("search_datasets", {"pageSize": 100}, "pageSize", 100),
        ("search_datasets", {"pageSize": 5.0}, "pageSize", 5),
        ("search_datasets", {"updatedAfter": "2024-02-29"}, "updatedAfter", "2024-02-29"),
        ("search_datasets", {"listType": None}, "listType", None),
        ("get_dataset", {"recordId": " 1 "}, "recordId", "1"),
        ("search_by_columns", {"columnKeywords": ["위도", " 위도"]}, "columnKeywords", ["위도"]),
        ("compare_datasets", {"recordIds": ["1", "2"]}, "recordIds", ["1", "2"]),
    ],
)
def test_accepted(tool: str, given: dict[str, Any], name: str, value: object) -> None:
    assert parsed(tool, **given)[name] == value


@pytest.mark.parametrize(
    ("tool", "given", "code", "argument"),
    [
        ("search_datasets", {"query": "가" * 501}, INVALID, "query"),
        ("search_datasets", {"query": 5}, INVALID, "query"),
        ("search_datasets", {"query": ["x"]}, INVALID, "query"),
        ("search_datasets", {"query": "a\0b"}, INVALID, "query"),
        ("search_datasets", {"query": "a\ud800b"}, INVALID, "query"),
        ("search_datasets", {"org": "가" * 501}, INVALID, "org"),
        ("search_datasets", {"pageSize": 0}, INVALID, "pageSize"),
        ("search_datasets", {"pageSize": 101}, INVALID, "pageSize"),
        ("search_datasets", {"pageSize": True}, INVALID, "pageSize"),
        ("search_datasets", {"pageSize": "10"}, INVALID, "pageSize"),
        ("search_datasets", {"pageSize": 1.5}, INVALID, "pageSize"),
        ("search_datasets", {"pageSize": None}, INVALID, "pageSize"),
        ("search_datasets", {"pageSize": float("inf")}, INVALID, "pageSize"),
        ("search_datasets", {"interpret": "true"}, INVALID, "interpret"),
        ("search_datasets", {"interpret": 1}, INVALID, "interpret"),
        ("search_datasets", {"orgMatch": "exact"}, INVALID, "orgMatch"),
        ("search_datasets", {"sort": "title"}, INVALID, "sort"),
        ("search_datasets", {"cursor": "x" * 1001}, INVALID, "cursor"),
        ("search_datasets", {"updatedAfter": "2026-13-45"}, INVALID, "updatedAfter"),
        ("search_datasets", {"updatedAfter": "2025-02-29"}, INVALID, "updatedAfter"),
        ("search_datasets", {"updatedAfter": "20250101"}, INVALID, "updatedAfter"),
        ("search_datasets", {"updatedAfter": "2025-1-1"}, INVALID, "updatedAfter"),
        ("search_datasets", {"updatedAfter": "2025-01-01\n"}, INVALID, "updatedAfter"),
        ("search_datasets", {"updatedAfter": "２０２５-01-01"}, INVALID, "updatedAfter"),
        ("search_datasets", {"listType": "file"}, FILTER, "listType"),
        ("search_datasets", {"listType": ""}, FILTER, "listType"),
        ("search_datasets", {"updateCycle": "HOURLY"}, FILTER, "updateCycle"),
        ("search_datasets", {"license": "MIT"}, FILTER, "license"),
        ("search_datasets", {"region": "KR-99"}, FILTER, "region"),
        ("search_datasets", {"region": "서울"}, FILTER, "region"),
        ("search_datasets", {"orgmatch": "EXACT"}, INVALID, "orgmatch"),
        ("get_context", {"verbose": True}, INVALID, "verbose"),
        ("get_context", {"\ud800": 1}, INVALID, "?"),
        ("get_dataset", {}, INVALID, "recordId"),
        ("get_dataset", {"recordId": None}, INVALID, "recordId"),
        ("get_dataset", {"recordId": "  "}, INVALID, "recordId"),
        ("get_dataset", {"recordId": "1", "view": "CARD"}, INVALID, "view"),
        ("get_dataset_structure", {"recordId": "1", "maxExamples": 0}, INVALID, "maxExamples"),
        ("get_dataset_structure", {"recordId": "1", "maxExamples": 11}, INVALID, "maxExamples"),
        ("search_by_columns", {"columnKeywords": []}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": list("abcdef")}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": ["a", "a" * 51]}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": [" "]}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": ["__"]}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": ["a\0"]}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": [1]}, INVALID, "columnKeywords"),
        ("search_by_columns", {"columnKeywords": "위도"}, INVALID, "columnKeywords"),
        ("compare_datasets", {"recordIds": ["1"]}, INVALID, "recordIds"),
        ("compare_datasets", {"recordIds": ["1", "1"]}, INVALID, "recordIds"),
        ("compare_datasets", {"recordIds": ["1", " "]}, INVALID, "recordIds"),
        ("compare_datasets", {"recordIds": ["1", 2, "3", "4", "5", "6"]}, INVALID, "recordIds"),
        (
            "compare_datasets",
            {"recordIds": list("123456")},
            ErrorCode.TOO_MANY_DATASETS,
            "recordIds",
        ),
    ],
)
def test_refused(tool: str, given: dict[str, Any], code: ErrorCode, argument: str) -> None:
    error = refusal(tool, given)
    assert error.code is code
    assert error.details["argument"] == argument
    assert error.message.endswith((".", argument))


@pytest.mark.parametrize(
    ("name", "allowed"),
    [
        ("listType", [kind.value for kind in ListingType]),
        ("updateCycle", [cycle.value for cycle in UpdateCycle]),
        ("license", [terms.value for terms in License]),
    ],
)
def test_a_closed_vocabulary_is_told(name: str, allowed: list[str]) -> None:
    assert refusal("search_datasets", {name: "?"}).details["allowed"] == allowed
    for value in allowed:
        assert parsed("search_datasets", **{name: value})[name] == value


def test_the_regions_are_the_seventeen() -> None:
    allowed = refusal("search_datasets", {"region": "?"}).details["allowed"]
    assert len(allowed) == 17
    assert all(code.startswith("KR-") for code in allowed)


def test_messages_never_repeat_a_value() -> None:
    secret = "900101-1234567"
    for given in ({"listType": secret}, {"updatedAfter": secret}, {"sort": secret}):
        assert secret not in str(refusal("search_datasets", given).envelope())


def test_many_unknown_names_are_cut() -> None:
    error = refusal("get_context", {f"{index:03}" + "x" * 1000: 1 for index in range(100)})
    assert len(str(error.envelope())) < 2_000
