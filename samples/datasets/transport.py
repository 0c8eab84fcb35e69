"""Station counts of two years: the same organisation, the same structure."""

from functools import partial

from samples import organizations, terms
from samples.files import delimited
from samples.model import Built, Column, Dataset, Table
from samples.values import pick, spread
from store.vocabulary import Finding
from store.vocabulary import ObservedType as T

_STATIONS = ("가온역", "누리역", "다솜역", "라온역", "마루역", "바름역")


def _boardings(year: int, _: int) -> Built:
    rows = range(12 * len(_STATIONS))
    count = len(_STATIONS)
    table = Table(
        (
            Column(
                name="승차월",
                cells=[f"{year}-{row // count + 1:02d}" for row in rows],
                type=T.YEARMONTH,
            ),
            Column(name="역번호", cells=[f"0{150 + row % count}" for row in rows], type=T.STRING),
            Column(name="역명", cells=[_STATIONS[row % count] for row in rows], type=T.STRING),
            Column(
                name="승차인원",
                cells=[f"{spread(row, 900, 480000, year):,}" for row in rows],
                type=T.INTEGER,
            ),
            Column(
                name="하차인원",
                cells=[f"{spread(row, 900, 480000, year + 1):,}" for row in rows],
                type=T.INTEGER,
            ),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


def _nodes(_: int) -> Built:
    rows = range(60)
    table = Table(
        (
            Column(name="column_1", cells=[3300100 + row for row in rows], type=T.INTEGER),
            Column(name="column_2", cells=[spread(row, 101, 109) for row in rows], type=T.INTEGER),
            Column(
                name="column_3",
                cells=[f"{spread(row, 200000, 240000) / 10:.1f}" for row in rows],
                type=T.NUMBER,
            ),
            Column(
                name="column_4",
                cells=[pick(row, ("교차로", "시종점", "속성변화점")) for row in rows],
                type=T.STRING,
            ),
        )
    )
    return Built(delimited.write(table, header=False), (table,))


DATASETS = (
    *(
        Dataset(
            key=key,
            organization=organizations.TRANSIT,
            subject=f"역별 승하차 인원_{year}",
            theme="교통물류 - 철도",
            extension="csv",
            cycle="수시 (1회성 데이터)",
            terms=terms.TYPE_1,
            description=f"{year}년 누리교통공사가 운영한 역의 달별 승차와 하차 인원입니다.",
            keywords="도시철도,승하차,역별,승객",
            build=partial(_boardings, year),
            as_of=f"{year}1231",
            listed={"시간범위": f"{year}년 1월 ~ {year}년 12월"},
        )
        for key, year in (("15900201", 2024), ("15900202", 2025))
    ),
    Dataset(
        key="15900203",
        organization=organizations.LAND,
        subject="표준노드 목록",
        theme="교통물류 - 물류등기타",
        extension="csv",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="도로망의 마디점 번호와 권역, 좌표입니다.<br>제목 줄이 없습니다.",
        keywords="노드,링크,도로망",
        build=_nodes,
        findings=(Finding.NO_HEADER,),
    ),
)
