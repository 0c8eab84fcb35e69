"""Rule `observed-type`."""

from functools import reduce

import pytest

from profiler import types
from profiler.types import ANY, candidates, is_missing, settle
from store.vocabulary import ObservedType


def observed(values: list[str]) -> ObservedType:
    return settle(reduce(lambda bits, value: bits & candidates(value), values, ANY), values)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "-20", "+3"], "INTEGER"),
        (["1,234", "12,345,678", "999"], "INTEGER"),
        (["1,23", "4"], "STRING"),
        (["1.5", "2", ".5"], "NUMBER"),
        (["1,234.5", "1e-5"], "NUMBER"),
        (["12.5%", "3%"], "NUMBER"),
        (["001", "002"], "STRING"),
        (["0", "10"], "INTEGER"),
        (["20240101", "19991231"], "DATE"),
        (["20240101", "20241301"], "INTEGER"),
        (["18991231", "20240101"], "INTEGER"),
        (["2024-01-01", "2024-1-9"], "DATE"),
        (["2024.01.01.", "2024. 1. 2."], "DATE"),
        (["2024년 1월 2일"], "DATE"),
        (["2024-02-30"], "STRING"),
        (["2024-01-01 10:20", "2024-01-01T10:20:30Z"], "DATETIME"),
        (["20240101102030"], "DATETIME"),
        (["2024-01-01", "2024-01-01 10:20"], "STRING"),
        (["10:20", "23:59:59"], "TIME"),
        (["25:00"], "STRING"),
        (["2020", "1999"], "YEAR"),
        (["2020년"], "YEAR"),
        (["2020", "3000"], "INTEGER"),
        (["202401", "202412"], "YEARMONTH"),
        (["202401", "202413"], "INTEGER"),
        (["2017.02", "2017.12"], "YEARMONTH"),
        (["Y", "N", "y"], "BOOLEAN"),
        (["Y", "Y"], "STRING"),
        (["Y", "아니오"], "STRING"),
        (["예", "아니오"], "BOOLEAN"),
        (["O", "X"], "BOOLEAN"),
        (["유", "무"], "BOOLEAN"),
        (["가나다", "1"], "STRING"),
    ],
)
def test_type_holds_for_all_values_or_is_string(values: list[str], expected: str) -> None:
    assert observed(values) == expected


@pytest.mark.parametrize("token", ["-", "N/A", "null", "없음", "해당없음", "해당 없음", "NaN"])
def test_missing_tokens(token: str) -> None:
    assert is_missing(token)


@pytest.mark.parametrize("value", ["0", "없음동", "해당", "x", "no"])
def test_values_are_not_missing_tokens(value: str) -> None:
    assert not is_missing(value)


def test_long_values_cost_no_pattern() -> None:
    assert candidates("1" * 1_000_000) == 0
    assert types.RULE.startswith("observed-type-v")
