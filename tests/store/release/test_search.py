"""What a catalogue search finds, in which order, and what it says about it."""

from pathlib import Path
from typing import Any

import pytest

from store.release import Release, SearchRequest
from tests.store.making import record
from tests.store.release.catalogue import published


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    return published(tmp_path_factory.mktemp("release"))


def ids(release: Release, query: str | None = None, **wanted: Any) -> list[str]:
    page = release.search(SearchRequest(query=query, **wanted), 0, 100)
    assert page.total == len(page.items)
    assert [hit.rank for hit in page.items] == list(range(1, page.total + 1))
    return [hit.listing.record_id for hit in page.items]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("충전", {"101", "102"}),
        ("충전소를", {"101", "102"}),
        ("전기차충전소", {"101", "102"}),
        ("전기차 충전소", {"101", "102"}),
        ("서울 도서관", {"103", "105"}),
        ("서울시 도서관", {"103", "105"}),
        ("서울에 있는 도서관 알려줘", {"103", "105"}),
        ("부산 충전소", {"102"}),
        ("해운대", {"102"}),
        ("노선도", {"106"}),
        ("노선", {"106", "107-FILE", "107-API"}),
        ("버스노선", {"106", "107-FILE", "107-API"}),
        ("ai", {"105"}),
        ("br", set()),
        ("독서", {"103"}),
    ],
)
def test_words_are_found_whole_inside_and_run_together(
    release: Release, query: str, expected: set[str]
) -> None:
    assert set(ids(release, query)) == expected


def test_titles_come_before_descriptions_and_whole_words_before_parts(tmp_path: Path) -> None:
    records = [
        record("1", title="공연장", description="근처 도서관 안내"),
        record("2", title="시립도서관 좌석"),
        record("3", title="도서관 좌석"),
        record("4", title="열람실", keywords=("도서관",)),
    ]
    order = ids(published(tmp_path, records), "도서관")
    assert [key for key in order if key != "4"] == ["3", "2", "1"]
    assert [key for key in order if key != "2"] == ["3", "4", "1"]


def test_equal_scores_are_ordered_by_record_id(tmp_path: Path) -> None:
    records = [record(key, title="약국 현황") for key in ("9", "10", "2")]
    release = published(tmp_path, records)
    assert ids(release, "약국") == ["10", "2", "9"]


def test_relaxing_is_disclosed(release: Release) -> None:
    page = release.search(SearchRequest(query="전기차 충전소 폐차장"), 0, 10)
    assert {hit.listing.record_id for hit in page.items} == {"101", "102"}
    assert page.relaxed
    assert page.dropped_words == ["폐차장"]
    assert page.method != release.search(SearchRequest(query="전기차"), 0, 10).method


def test_a_word_may_be_missing_when_no_listing_has_all(release: Release) -> None:
    page = release.search(SearchRequest(query="도서관 충전소 서울"), 0, 10)
    assert page.relaxed
    assert page.dropped_words == []
    assert {hit.listing.record_id for hit in page.items} == {"101", "103", "105"}


def test_a_wrong_letter_is_forgiven_when_nothing_matches(release: Release) -> None:
    page = release.search(SearchRequest(query="도서괸"), 0, 10)
    assert page.relaxed
    assert {"103", "104"} <= {hit.listing.record_id for hit in page.items}


def test_question_words_are_reported(release: Release) -> None:
    page = release.search(SearchRequest(query="도서관 어디"), 0, 10)
    assert (page.relaxed, page.dropped_words) == (False, ["어디"])


@pytest.mark.parametrize(
    "query",
    [
        '"',
        "*",
        "title:도서관 OR",
        "NEAR(도서관 서울)",
        "도서관) OR (",
        "{title} : x",
        "\x00",
        "\ud800",
        "%",
        "_",
        "가" * 500,
        "가 나 " * 125,
        "- ^ + AND NOT",
        "ㆍ",
        "🚌",
        " ".join(
            f"{first}나다라마바사아자차카타파하거너더러머버"
            for first in "갸냐댜랴먀뱌샤야쟈챠캬탸퍄햐"
        ),
        " ".join("abcdefghijkl"),
    ],
)
def test_operators_and_odd_characters_are_harmless(release: Release, query: str) -> None:
    page = release.search(SearchRequest(query=query, org=query, theme=query), 0, 5)
    assert page.total == 0
    release.search(SearchRequest(query=query), 0, 5)


def test_operators_are_only_words(release: Release) -> None:
    assert set(ids(release, '"도서관"*')) == {"103", "104", "105"}


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        ({"theme": "교통물류"}, {"101", "102"}),
        ({"theme": "교통물류 - 도로"}, {"101", "102"}),
        ({"theme": "교통"}, set()),
        ({"format": "CSV", "theme": "교통물류"}, {"101", "102"}),
        ({"format": "xlsx"}, {"102"}),
        ({"list_type": "API"}, {"106", "107-API"}),
        ({"license": "KOGL_BY"}, {"102"}),
        ({"update_cycle": "MONTHLY"}, {"101"}),
        ({"org": "서울특별시"}, {"101", "103"}),
        ({"org": "서울특별시", "org_exact": True}, {"101"}),
        ({"org": "%"}, {"105"}),
        ({"org": "_"}, {"105"}),
        ({"region": "KR-11"}, {"101", "103", "105"}),
        ({"region": "KR-11", "include_inferred": False}, {"105"}),
        ({"region": "KR-27"}, set()),
        ({"updated_after": "2026-08-02"}, set()),
        ({"updated_after": "2026-07-01", "theme": "교통물류"}, {"101"}),
        ({"query": "도서관", "region": "KR-41"}, {"104"}),
    ],
)
def test_filters(release: Release, wanted: dict[str, Any], expected: set[str]) -> None:
    assert set(ids(release, **wanted)) == expected


def test_without_a_query_the_newest_change_comes_first(release: Release) -> None:
    assert ids(release) == ["103", "104", "106", "107-API", "107-FILE", "101", "102", "105"]


def test_sorting_a_query_by_date(release: Release) -> None:
    assert ids(release, "전기차", sort="modified") == ["101", "102"]
    assert ids(release, "도서관", sort="modified") == ["103", "104", "105"]


def test_pages_are_slices_of_one_order(release: Release) -> None:
    for query in ("버스", None):
        request = SearchRequest(query=query)
        whole = release.search(request, 0, 100).items
        pages = [release.search(request, at, 1) for at in range(len(whole))]
        assert [page.items[0] for page in pages] == whole
        assert release.search(request, len(whole), 10).items == []


def test_matched_fields_and_scores(release: Release) -> None:
    first = release.search(SearchRequest(query="도서관을"), 0, 10).items
    fields = {hit.listing.record_id: hit.matched_fields for hit in first}
    assert fields["103"] == ["title", "keywords"]
    assert fields["105"] == ["description"]
    scores = [hit.score for hit in first if hit.score is not None]
    assert scores == sorted(scores)
    assert len(scores) == 3
    assert release.search(SearchRequest(), 0, 1).items[0].score is None
