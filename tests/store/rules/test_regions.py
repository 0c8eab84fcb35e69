"""Which words are places, and which places a listing is about."""

import pytest

from store.rules.places import NAMES, mention
from store.rules.regions import regions_of
from tests.store.making import record


def codes(**facts: object) -> dict[str, float]:
    listing = record("1", **({"title": "자료", "org_name": None} | facts))
    return {region.code[3:]: region.confidence for region in regions_of(listing)}


@pytest.mark.parametrize(
    "word",
    [
        "부산물",
        "경기장",
        "경기력",
        "세종대왕",
        "세종대학교",
        "대전차",
        "중구난방",
        "동구권",
        "음성인식",
        "예산서",
        "영양사",
        "양산형",
        "구리선",
        "광주리",
        "한강",
        "전국",
        "대한민국",
        "해운",
        "남구로",
    ],
)
def test_ordinary_words_are_no_places(word: str) -> None:
    found = mention(word)
    assert found is None or found.weak or len(found.codes) > 1, found


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("해운대구 주차장", {"26"}),
        ("부산물 처리 현황", set()),
        ("부산물가정보", {"26"}),
        ("대구경북첨단의료산업진흥재단", {"27"}),
        ("공공 경기장 목록", set()),
        ("세종대왕 유적", set()),
        ("서울특별시도서관 목록", {"11"}),
        ("서울시립미술관", {"11"}),
        ("경상북도_상주시_상수도", {"47"}),
        ("경기도 광주시_버스정류장", {"41"}),
        ("광주광역시 서구_공원", {"29"}),
        ("경상남도 고성군 경로당", {"48"}),
        ("강원특별자치도 고성군 경로당", {"42"}),
        ("강원도 화천군_공중위생업", {"42"}),
        ("경남 축제", {"48"}),
        ("경기 수원시 도서관", {"41"}),
        ("축구 경기 일정", set()),
        ("서울·부산·세종 비교", {"11", "26", "50"}),
        ("용인도시공사 채용", {"41"}),
        ("북대구세무서 관할", {"27"}),
        ("고성군 경로당", set()),
        ("영양 성분표", set()),
        ("전북특별자치도 완주군_공장", {"45"}),
    ],
)
def test_places_in_a_title(title: str, expected: set[str]) -> None:
    assert set(codes(title=title)) == expected


def test_the_best_evidence_of_a_code_counts() -> None:
    assert codes(spatial="대한민국 부산", title="부산 공원", org_name="부산광역시") == {"26": 0.95}
    assert codes(org_name="대구광역시 북구", description="서울과 비교") == {"27": 0.6, "11": 0.5}


def test_an_ambiguous_name_follows_the_publisher() -> None:
    assert codes(title="광주시_버스정류장", org_name="경기도 광주시") == {"41": 0.8}
    assert codes(title="중구_주차장", org_name="부산광역시 중구") == {"26": 0.8}
    assert codes(title="중구_주차장") == {}


def test_gwangju_without_help_is_uncertain() -> None:
    assert codes(title="광주 대기오염") == {"29": 0.5}


def test_stated_areas_may_use_short_names() -> None:
    assert codes(spatial="대한민국 영양") == {"47": 0.95}
    assert codes(spatial="경기") == {"41": 0.95}
    assert codes(spatial="대한민국(전국)") == {}


def test_regions_have_the_shape_of_the_contract() -> None:
    (region,) = regions_of(record("1", title="제주도 오름", org_name=None))
    assert region.to_json() == {
        "code": "KR-49",
        "name": "제주특별자치도",
        "evidence": "INFERRED_FROM_TITLE",
        "confidence": 0.8,
    }
    assert len(NAMES) == 17
