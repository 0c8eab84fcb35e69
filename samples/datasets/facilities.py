"""Places with coordinates: parking, chargers, sports grounds. They share their columns."""

from samples import organizations, terms
from samples.files import delimited
from samples.model import Built, Change, Column, Dataset, Table
from samples.values import address, day, landline, latitude, longitude, pick, spread
from store.vocabulary import ExampleStatus
from store.vocabulary import ObservedType as T


def places(names: list[str], region: str, center: tuple[float, float]) -> tuple[Column, ...]:
    """시설명, 소재지도로명주소, 위도, 경도 for the given names."""
    rows = range(len(names))
    return (
        Column(name="시설명", cells=names, type=T.STRING),
        Column(
            name="소재지도로명주소",
            cells=[address(row, region) for row in rows],
            type=T.STRING,
            examples=None,
            safety=None,
        ),
        Column(name="위도", cells=[latitude(row, center[0]) for row in rows], type=T.NUMBER),
        Column(name="경도", cells=[longitude(row, center[1]) for row in rows], type=T.NUMBER),
    )


def _parking(revision: int) -> Built:
    rows = range(48 if revision == 1 else 51)
    names = [f"{pick(row, ('중앙', '역전', '시장', '공원'))} 제{row + 1}공영주차장" for row in rows]
    table = Table(
        (
            Column(name="관리번호", cells=[f"{row + 1:05d}" for row in rows], type=T.STRING),
            *places(names, "가람시", (37.86, 127.73)),
            Column(name="주차면수", cells=[spread(row, 8, 420) for row in rows], type=T.INTEGER),
            Column(
                name="일일요금(원)",
                cells=[f"{spread(row, 3, 24) * 500:,}" for row in rows],
                type=T.INTEGER,
            ),
            Column(
                name="운영시작시각",
                cells=[pick(row, ("06:00", "08:30", "09:00"), 2) for row in rows],
                type=T.TIME,
            ),
            Column(
                name="무료여부", cells=["Y" if row % 5 else "N" for row in rows], type=T.BOOLEAN
            ),
            Column(
                name="관리사무소 전화번호", cells=[landline(row) for row in rows], type=T.STRING
            ),
            Column(name="데이터기준일자", cells=["2026-06-30"] * len(rows), type=T.DATE),
        )
    )
    return Built(delimited.write(table, "utf-8-sig"), (table,))


def _chargers(revision: int) -> Built:
    rows = range(36)
    names = [
        f"{pick(row, ('군청', '보건소', '문화원', '체육관'))} 충전소 {row + 1}" for row in rows
    ]
    added = 4 if revision == 2 else 0
    table = Table(
        (
            *places(names, "한빛군", (36.81, 127.79)),
            Column(
                name="충전기타입",
                cells=[pick(row, ("DC콤보", "DC차데모", "AC완속"), 6) for row in rows],
                type=T.STRING,
            ),
            Column(
                name="충전기수", cells=[spread(row, 1, 8) + added for row in rows], type=T.INTEGER
            ),
            Column(
                name="24시간운영여부",
                cells=["예" if row % 3 else "아니오" for row in rows],
                type=T.BOOLEAN,
            ),
            Column(name="설치연도", cells=[spread(row, 2016, 2025) for row in rows], type=T.YEAR),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


def _sports(_: int) -> Built:
    rows = range(30)
    names = [f"{pick(row, ('구민', '청소년', '어르신'))}체육센터 {row + 1}관" for row in rows]
    table = Table(
        (
            *places(names, "서울특별시 종로구", (37.58, 126.98)),
            Column(name="수영장", cells=["O" if row % 4 else "X" for row in rows], type=T.BOOLEAN),
            Column(
                name="주차장", cells=["유" if row % 3 else "무" for row in rows], type=T.BOOLEAN
            ),
            Column(name="개관일", cells=[day(row) for row in rows], type=T.DATE),
            Column(
                name="비고",
                cells=[""] * len(rows),
                type=T.EMPTY,
                examples=ExampleStatus.NO_NON_NULL_VALUES,
            ),
        )
    )
    return Built(delimited.write(table, newline="\n"), (table,))


def _kiosks(_: int) -> Built:
    rows = range(25)
    names = [
        f"{pick(row, ('우동', '중동', '좌동', '반여'))} 주민센터 {row + 1}호기" for row in rows
    ]
    table = Table(
        (
            *places(names, "부산광역시 해운대구", (35.16, 129.16)),
            Column(
                name="행정동코드",
                cells=[f"26350{spread(row, 510, 790)}00" for row in rows],
                type=T.INTEGER,
                examples=None,
                safety=None,
            ),
            Column(name="설치일자", cells=[f"{day(row):%Y%m%d}" for row in rows], type=T.DATE),
            Column(
                name="점검일시",
                cells=[f"2026-06-{row % 28 + 1:02d} {9 + row % 9:02d}:30:00" for row in rows],
                type=T.DATETIME,
            ),
            Column(
                name="발급종수",
                cells=["-" if row % 9 == 4 else spread(row, 60, 120) for row in rows],
                type=T.INTEGER,
            ),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


DATASETS = (
    Dataset(
        key="15900101",
        organization=organizations.GARAM,
        subject="공영주차장 현황",
        theme="교통물류 - 도로",
        extension="csv",
        cycle="월간",
        terms=terms.NO_RESTRICTION,
        description="가람시가 운영하는 공영주차장의 위치와 면수, 요금을 달마다 정리한 자료입니다."
        "<br/><br/>면수는 장애인 전용 구획을 포함합니다.",
        keywords="주차장,공영주차장,주차요금,주차면수",
        build=_parking,
        change=Change.CONTENT,
        listed={"차기 등록 예정일": "2026-08-31", "국가중점여부": "Y", "시간범위": "2026년 6월"},
    ),
    Dataset(
        key="15900102",
        organization=organizations.HANBIT,
        subject="전기차충전소 현황",
        theme="환경기상 - 대기",
        extension="CSV",
        cycle="분기",
        terms=terms.NO_RESTRICTION,
        description="한빛군 안의 전기차충전소 위치와 충전기 종류입니다.",
        keywords="전기차,충전소,친환경차",
        build=_chargers,
        change=Change.CONTENT,
    ),
    Dataset(
        key="15900103",
        organization=organizations.JONGNO,
        subject="공공체육시설 현황",
        theme="문화관광 - 체육",
        extension="csv",
        cycle="연간",
        terms=terms.BY,
        description="구에서 관리하는 체육시설의 위치와\n부대시설 유무, 개관일을 제공합니다.",
        keywords="체육시설,수영장,체육센터",
        build=_sports,
        listed={
            "공간범위": "서울특별시 종로구",
            "기타 유의사항": "비고는 아직 조사하지 않았습니다.",
        },
    ),
    Dataset(
        key="15900104",
        organization=organizations.HAEUNDAE,
        subject="무인민원발급기 설치 현황",
        theme="공공행정 - 일반행정",
        extension="csv",
        cycle="반기",
        terms=terms.NO_RESTRICTION,
        description="무인민원발급기의 설치 장소와 설치일자, 최근 점검일시입니다.",
        keywords="무인민원발급기,민원,발급기",
        build=_kiosks,
        listed={"차기 등록 예정일": "2026-12-31", "공간범위": "대한민국 부산"},
    ),
)
