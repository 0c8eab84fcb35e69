"""The real slice of the portal's list, published and searched."""

import pytest

from crawler.catalogs import open_catalog
from store.release import Release, SearchRequest, build_release, open_release
from store.snapshots import import_snapshot
from tests.shared import SHARED, needs_shared
from tests.store.making import database

pytestmark = needs_shared("catalog", "list_split_data_01.csv")


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder = tmp_path_factory.mktemp("real")
    store = database(folder)
    catalog = open_catalog(SHARED / "catalog" / "list_split_data_01.csv")
    import_snapshot(store, "2025-11", catalog.edition, catalog.records())
    built = build_release(store, folder / "releases")
    store.close()
    assert built.records == 3143
    return open_release(built.path)


def titles(release: Release, query: str, count: int = 5) -> list[str]:
    page = release.search(SearchRequest(query=query), 0, count)
    return [hit.listing.record.title for hit in page.items]


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("도서관", "도서관"),
        ("충전소를", "충전소"),
        ("어린이보호구역", "어린이보호구역"),
        ("버스 정류장", "정류장"),
        ("성남시 약국", "약국"),
        ("부산 북구 외국인", "부산광역시 북구"),
        ("유기동물 보호소", "유기동물보호소"),
        ("산후조리원이 어디에 있나요", "산후조리원"),
    ],
)
def test_the_first_hit_is_about_it(release: Release, query: str, word: str) -> None:
    assert word in titles(release, query)[0]


def test_a_part_finds_all_titles_that_hold_it(release: Release) -> None:
    whole = release.search(SearchRequest(), 0, 3143)
    assert whole.total == len({hit.listing.record_id for hit in whole.items}) == 3143
    expected = {h.listing.record_id for h in whole.items if "도서관" in h.listing.record.title}
    found = release.search(SearchRequest(query="도서관"), 0, 3143)
    assert expected <= {hit.listing.record_id for hit in found.items}
    assert not found.relaxed


def test_publishers_that_name_their_place_are_in_its_region(release: Release) -> None:
    page = release.search(SearchRequest(org="부산광역시"), 0, 3143)
    assert page.total > 400
    for hit in page.items:
        assert "KR-26" in {region["code"] for region in hit.listing.regions}, hit.listing.record_id
