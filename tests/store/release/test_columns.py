"""Searching by the names of observed columns."""

from pathlib import Path

import pytest

from store.release import Release, build_release, open_release
from tests.store.making import database, put
from tests.store.release.catalogue import RECORDS, asset, observe, table


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder = tmp_path_factory.mktemp("release")
    store = database(folder)
    put(store, RECORDS)
    observe(
        store,
        {
            "101": [asset("충전소.csv", table("충전소명", "위도", "경도", "위도"))],
            "102": [
                asset("a.xlsx", table("시설명", "위 도", sheet="1")),
                asset("b.csv", table("X_y")),
            ],
            "103": [asset("도서관.csv", table("위도경도", "도서관명"))],
            "104": [asset("도서관.csv", table("경도위도", "도서관 명", "위도"))],
        },
    )
    built = build_release(store, folder / "releases")
    assert (built.records, built.structures, built.columns) == (8, 4, 12)
    store.close()
    return open_release(built.path)


def found(release: Release, *keywords: str) -> list[str]:
    page = release.search_columns(keywords, 0, 100)
    assert page.total == len(page.items)
    return [hit.listing.record_id for hit in page.items]


@pytest.mark.parametrize(
    ("keywords", "expected"),
    [
        (["위도"], ["101", "104", "102", "103"]),
        (["위도", "경도"], ["101", "104", "103"]),
        (["위도경도"], ["103"]),
        (["도서관명"], ["103", "104"]),
        (["도서관_명"], ["103", "104"]),
        (["xY"], ["102"]),
        (["명"], ["101", "102", "103", "104"]),
        (["명", "위도", "x"], ["102"]),
        (["없는이름"], []),
        (["위도", "없는이름"], []),
        (["%"], []),
        ([" _ "], []),
        (["\x00\ud800"], []),
    ],
)
def test_names_contain_the_keyword(
    release: Release, keywords: list[str], expected: list[str]
) -> None:
    assert found(release, *keywords) == expected


def test_hits_show_the_names_they_were_found_by(release: Release) -> None:
    hit = release.search_columns(["위도", "명"], 0, 1).items[0]
    assert hit.listing.record_id == "101"
    assert hit.columns == {"위도": ["위도"], "명": ["충전소명"]}
    assert release.search_columns(["위도"], 1, 1).items[0].columns == {"위도": ["위도", "경도위도"]}


def test_the_population_is_stated(release: Release) -> None:
    page = release.search_columns(["없는이름"], 0, 10)
    assert (page.searched_records, page.file_records_total) == (4, 6)


def test_column_names_are_distinct_and_in_order_over_all_tables(release: Release) -> None:
    assert release.column_names("101") == ["충전소명", "위도", "경도"]
    assert release.column_names("102") == ["시설명", "위 도", "X_y"]
    assert release.column_names("105") == []
    assert release.column_names("nobody") == []


def test_a_structure_shows_each_asset_with_its_observation(release: Release) -> None:
    structure = release.structure("102")
    assert structure is not None
    assert structure.coverage == {"availableAssets": 2, "totalAssets": 2}
    assert [a["fileName"] for a in structure.assets] == ["a.xlsx", "b.csv"]
    observation = structure.assets[0]["observation"]
    assert observation["observationId"].startswith("obs-")
    assert observation["observedAt"] == structure.observed_at == "2026-08-29T10:40:00Z"
    assert observation["provenance"]["sha256"] == "b" * 64
    assert observation["scanScope"] == "FULL"
    assert release.structure("105") is None


def test_listings_say_how_far_they_are_observed(release: Release) -> None:
    seen, api, waiting = (release.listing(key) for key in ("101", "106", "105"))
    assert seen
    assert api
    assert waiting
    assert (seen.structure_available, seen.coverage_status) == (True, "AVAILABLE")
    assert api.coverage_status == "API_STRUCTURE_NOT_SUPPORTED_YET"
    assert (waiting.structure_available, waiting.coverage_status) == (False, "QUEUED")
    assert "header-v1.0" in release.info.rule_versions


def test_records_that_left_the_catalogue_are_not_found(tmp_path: Path) -> None:
    store = database(tmp_path)
    put(store, RECORDS)
    observe(store, {"101": [asset("a.csv", table("위도"))], "102": [asset("b.csv", table("위도"))]})
    put(store, RECORDS[1:], month="2026-09", sha="c")
    later = open_release(build_release(store, tmp_path / "releases").path)
    store.close()
    assert found(later, "위도") == ["102"]
    assert later.search_columns(["위도"], 0, 10).searched_records == 1
