"""Names of Korean places: the 17 시·도 with their 시·군·구, and how a word is read as one of them.

Codes are ISO 3166-2:KR as the contract uses them. The names are public knowledge (행정구역).
"""

from dataclasses import dataclass
from functools import lru_cache

from store.rules.words import listed


@dataclass(frozen=True, slots=True)
class Sido:
    """A 시·도: code, official name, further full names, short name, and its districts."""

    code: str
    name: str
    full: tuple[str, ...]
    short: str
    districts: tuple[str, ...]


def _sido(code: str, name: str, full: str, short: str, districts: str) -> Sido:
    return Sido(f"KR-{code}", name, listed(full), short, listed(districts))


SIDO: tuple[Sido, ...] = (
    _sido(
        "11",
        "서울특별시",
        "서울시",
        "서울",
        "종로구 중구 용산구 성동구 광진구 동대문구 중랑구 성북구 강북구 도봉구 노원구 은평구 "
        "서대문구 마포구 양천구 강서구 구로구 금천구 영등포구 동작구 관악구 서초구 강남구 "
        "송파구 강동구",
    ),
    _sido(
        "26",
        "부산광역시",
        "부산시 부산직할시",
        "부산",
        "중구 서구 동구 영도구 부산진구 동래구 남구 북구 해운대구 사하구 금정구 강서구 "
        "연제구 수영구 사상구 기장군",
    ),
    _sido(
        "27",
        "대구광역시",
        "대구시",
        "대구",
        "중구 동구 서구 남구 북구 수성구 달서구 달성군 군위군",
    ),
    _sido(
        "28",
        "인천광역시",
        "인천시",
        "인천",
        "중구 동구 미추홀구 연수구 남동구 부평구 계양구 서구 강화군 옹진군 제물포구 영종구 검단구",
    ),
    _sido("29", "광주광역시", "", "광주", "동구 서구 남구 북구 광산구"),
    _sido("30", "대전광역시", "대전시", "대전", "동구 중구 서구 유성구 대덕구"),
    _sido("31", "울산광역시", "울산시", "울산", "중구 남구 동구 북구 울주군"),
    _sido("50", "세종특별자치시", "세종시", "세종", ""),
    _sido(
        "41",
        "경기도",
        "",
        "경기",
        "수원시 성남시 고양시 용인시 부천시 안산시 안양시 남양주시 화성시 평택시 의정부시 "
        "시흥시 파주시 김포시 광명시 광주시 군포시 오산시 이천시 양주시 안성시 구리시 포천시 "
        "의왕시 하남시 여주시 동두천시 과천시 가평군 양평군 연천군 장안구 권선구 팔달구 "
        "영통구 수정구 중원구 분당구 만안구 동안구 상록구 단원구 덕양구 일산동구 일산서구 "
        "처인구 기흥구 수지구 원미구 소사구 오정구",
    ),
    _sido(
        "42",
        "강원특별자치도",
        "강원도",
        "강원",
        "춘천시 원주시 강릉시 동해시 태백시 속초시 삼척시 홍천군 횡성군 영월군 평창군 정선군 "
        "철원군 화천군 양구군 인제군 고성군 양양군",
    ),
    _sido(
        "43",
        "충청북도",
        "",
        "충북",
        "청주시 충주시 제천시 보은군 옥천군 영동군 증평군 진천군 괴산군 음성군 단양군 상당구 "
        "서원구 흥덕구 청원구",
    ),
    _sido(
        "44",
        "충청남도",
        "",
        "충남",
        "천안시 공주시 보령시 아산시 서산시 논산시 계룡시 당진시 금산군 부여군 서천군 청양군 "
        "홍성군 예산군 태안군 동남구 서북구",
    ),
    _sido(
        "45",
        "전북특별자치도",
        "전라북도",
        "전북",
        "전주시 군산시 익산시 정읍시 남원시 김제시 완주군 진안군 무주군 장수군 임실군 순창군 "
        "고창군 부안군 완산구 덕진구",
    ),
    _sido(
        "46",
        "전라남도",
        "",
        "전남",
        "목포시 여수시 순천시 나주시 광양시 담양군 곡성군 구례군 고흥군 보성군 화순군 장흥군 "
        "강진군 해남군 영암군 무안군 함평군 영광군 장성군 완도군 진도군 신안군",
    ),
    _sido(
        "47",
        "경상북도",
        "",
        "경북",
        "포항시 경주시 김천시 안동시 구미시 영주시 영천시 상주시 문경시 경산시 의성군 청송군 "
        "영양군 영덕군 청도군 고령군 성주군 칠곡군 예천군 봉화군 울진군 울릉군",
    ),
    _sido(
        "48",
        "경상남도",
        "",
        "경남",
        "창원시 진주시 통영시 사천시 김해시 밀양시 거제시 양산시 의령군 함안군 창녕군 고성군 "
        "남해군 하동군 산청군 함양군 거창군 합천군 의창구 성산구 마산합포구 마산회원구 "
        "진해구",
    ),
    _sido("49", "제주특별자치도", "제주도", "제주", "제주시 서귀포시"),
)
NAMES: dict[str, str] = {sido.code: sido.name for sido in SIDO}
"""Code -> official name."""
ALIASES: dict[str, str] = {
    alias: sido.code for sido in SIDO for alias in (sido.name, *sido.full, sido.short)
} | {"광주시": "KR-29"}
"""Every name of a 시·도 -> code, for words that stand alone (a query, an argument)."""

GWANGJU, GYEONGGI = "KR-29", "KR-41"

_NOT_THE_PLACE: dict[str, tuple[str, ...]] = {
    "서울": ("서울우유",),
    "부산": ("부산물", "부산스"),
    "대구": ("대구경", "대구탕", "대구어", "대구획", "대구모", "대구치"),
    "대전": ("대전차", "대전제", "대전료", "대전액", "대전방지", "대전상대"),
    "울산": ("울산바위",),
    "전남": ("전남편",),
    "충남": ("충남대",),
}
"""Words that begin with a short name and mean something else (or lie elsewhere)."""
_THE_PLACE_AFTER_ALL = ("부산물가", "대구경북")
_ONLY_WITH: dict[str, tuple[str, ...]] = {
    "세종": listed(
        "시 청사 교육청 지역 지방 지사 지청 지점 본부 도시 시설 경찰 소방 신도시 테크노 "
        "권 호수공원 중앙공원 창조"
    ),
    "경기": listed(
        "북부 남부 동부 서부 중부 지역 지방 교통공사 주택 관광공사 문화재단 신용보증 "
        "평택 대진 콘텐츠 테크노 연구원 복지재단 아트센터 교육청 경제과학 도시공사 도민 "
        "권 도청 본부"
    ),
}
"""Short names that are ordinary words too: what must follow for them to be the place."""
_ELSEWHERE = {"광주도시관리공사": GYEONGGI, "울산바위": "KR-42"}
_SAFE_TOWNS = frozenset(
    listed(
        "수원 성남 용인 부천 안산 안양 남양주 평택 의정부 시흥 파주 김포 군포 하남 포천 "
        "동두천 의왕 가평 양평 연천 춘천 원주 강릉 속초 삼척 태백 홍천 횡성 영월 평창 철원 "
        "화천 청주 충주 제천 천안 아산 서산 논산 당진 태안 보령 군산 익산 정읍 김제 고창 "
        "목포 여수 순천 광양 담양 해남 고흥 화순 포항 구미 경산 안동 영덕 울진 울릉 봉화 "
        "칠곡 문경 김천 창원 김해 거제 통영 밀양 서귀포 해운대 영등포 마산 진해"
    )
)
"""Towns whose name without 시·군·구 is no ordinary word."""
_TOWN_ENDINGS = frozenset(listed("역 항 선 점 권 호 만 댐 의 은 는 을 를 에 과 와"))
_COMPASS = "동서남북"


@dataclass(frozen=True, slots=True)
class Mention:
    """A word read as a place. Several `codes`: the name exists in each of them. `weak`: the word is
    an ordinary one too and needs company, or a field that holds places only."""

    codes: tuple[str, ...]
    weak: bool = False


def _towns() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for sido in SIDO:
        for district in sido.districts:
            found.setdefault(district, []).append(sido.code)
    return {name: tuple(codes) for name, codes in found.items()}


_DISTRICTS = _towns() | {"광주시": (GWANGJU, GYEONGGI)}
_BARE = {
    name[:-1]: codes
    for name, codes in _DISTRICTS.items()
    if len(name) > 2 and len(codes) == 1 and name[:-1] not in ALIASES
} | {"마산": ("KR-48",), "고성": ("KR-42", "KR-48")}
_FULL = {name: s.code for s in SIDO for name in (s.name, *s.full)}
_SHORT = {s.short: s.code for s in SIDO}
_LONGEST = max(map(len, (*_FULL, *_DISTRICTS)))


@lru_cache(maxsize=1 << 17)
def mention(word: str) -> Mention | None:
    """Reads one word (letters only) as a place, or None. Never looks inside a word: a name counts
    at its beginning only, and what follows must not make another word of it."""
    if word in _ELSEWHERE:
        return Mention((_ELSEWHERE[word],))
    for size in range(min(_LONGEST, len(word)), 1, -1):
        head = word[:size]
        if head in _FULL:
            return Mention((_FULL[head],))
        if head in _DISTRICTS and _is_district(head, word[size:]):
            return Mention(_DISTRICTS[head])
    if word[:2] in _SHORT:
        return _short_name(word[:2], word)
    if word[0] in _COMPASS and word[1:3] in ("부산", "대구", "인천", "울산", "대전"):
        return Mention((_SHORT[word[1:3]],))
    return _bare_town(word)


def _is_district(name: str, rest: str) -> bool:
    if len(name) > 2:
        return True
    # 중구, 동구 …: 중구난방 and 동구권 are no places, 중구청 and 중구의 are.
    return not rest or rest[0] in "의은는을를에와과청민립도" or rest.startswith(("보건소", "관내"))


def _short_name(short: str, word: str) -> Mention | None:
    rest = word[2:]
    if short == "광주":
        return Mention((GWANGJU, GYEONGGI))
    if short in _ONLY_WITH:
        if not rest:
            return Mention((_SHORT[short],), weak=short == "경기")
        known = rest.startswith(_ONLY_WITH[short]) or rest in ("의", "은", "는", "에", "에서", "와")
        return Mention((_SHORT[short],)) if known else None
    if word.startswith(_NOT_THE_PLACE.get(short, ())):
        return Mention((_SHORT[short],)) if word.startswith(_THE_PLACE_AFTER_ALL) else None
    return Mention((_SHORT[short],))


def _bare_town(word: str) -> Mention | None:
    for size in (3, 2):
        name, rest = word[:size], word[size:]
        codes = _BARE.get(name)
        if codes is None or len(name) < size:
            continue
        if name in _SAFE_TOWNS and (not rest or rest in _TOWN_ENDINGS or len(rest) > 1):
            return Mention(codes)
        return Mention(codes, weak=True) if not rest else None
    return None
