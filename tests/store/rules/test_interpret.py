"""Reading filters out of a query."""

import pytest

from store.rules.interpret import interpret


@pytest.mark.parametrize(
    ("query", "rest", "expected"),
    [
        ("서울 도서관", "도서관", [("region", "KR-11", "서울")]),
        ("경남 축제 csv", "축제", [("region", "KR-48", "경남"), ("format", "CSV", "csv")]),
        ("엑셀 매월 파일", None, [("format", "XLSX", "엑셀"), ("updateCycle", "MONTHLY", "매월"),
                              ("listType", "FILE", "파일")]),
        ("서울 부산 비교", "부산 비교", [("region", "KR-11", "서울")]),
        ("서울의 도서관", "서울의 도서관", []),
        ("전라북도 api", None, [("region", "KR-45", "전라북도"), ("listType", "API", "api")]),
        ("  ", None, []),
    ],
)  # fmt: skip
def test_words_that_name_a_filter(
    query: str, rest: str | None, expected: list[tuple[str, str, str]]
) -> None:
    found = interpret(query, ())
    assert found.query_rest == rest
    assert [(f["field"], f["value"], f["sourceToken"]) for f in found.filters] == expected
    assert {f["ruleId"] for f in found.filters} <= {"query-interpret-v1.0"}


def test_an_axis_that_is_filtered_already_is_left_alone() -> None:
    found = interpret("서울 csv", {"region"})
    assert found.query_rest == "서울"
    assert [f["field"] for f in found.filters] == ["format"]
