"""Tables in word-processor documents: a merged header in HWP, two tables in HWPX."""

from samples import organizations, terms
from samples.files import hwp, hwpx
from samples.files.document import Document, of_table
from samples.model import Built, Column, Dataset, Table
from samples.values import day, pick, spread
from store.vocabulary import ObservedType as T


def _households(_: int) -> Built:
    rows = range(18)
    table = Table(
        (
            Column(
                name="행정동",
                cells=[f"{pick(row, ('가온', '누리', '다솜'))}{row // 3 + 1}동" for row in rows],
                type=T.STRING,
            ),
            Column(
                name="남",
                group="인구",
                cells=[f"{spread(row, 900, 9900):,}" for row in rows],
                type=T.INTEGER,
            ),
            Column(
                name="여",
                group="인구",
                cells=[f"{spread(row, 900, 9900, 5):,}" for row in rows],
                type=T.INTEGER,
            ),
            Column(
                name="세대수", cells=[spread(row, 300, 4000, 7) for row in rows], type=T.INTEGER
            ),
        )
    )
    return Built(hwp.write(["2026년 7월 인구 현황", of_table(table)]), (table,))


def _notices(_: int) -> Built:
    rows = range(12)
    works = Table(
        (
            Column(
                name="공사명",
                cells=[f"{pick(row, ('도로', '하천', '공원'))} 정비 {row + 1}" for row in rows],
                type=T.STRING,
            ),
            Column(name="착공일", cells=[f"{day(row):%Y-%m-%d}" for row in rows], type=T.DATE),
            Column(
                name="공사비(천원)",
                cells=[f"{spread(row, 1200, 880000):,}" for row in rows],
                type=T.INTEGER,
            ),
        )
    )
    offices = Table(
        (
            Column(name="분야", cells=["도로", "하천", "공원"], type=T.STRING),
            Column(name="담당부서", cells=["도로과", "치수과", "녹지과"], type=T.STRING),
        )
    )
    document: Document = ["공사 발주 계획", of_table(works), "담당부서", of_table(offices)]
    return Built(hwpx.write(document), (works, offices))


DATASETS = (
    Dataset(
        key="15900751",
        organization=organizations.JEONNAM,
        subject="행정동별 인구 현황",
        theme="공공행정 - 일반행정",
        extension="hwp",
        cycle="월간",
        terms=terms.NO_RESTRICTION,
        description="행정동별 남녀 인구와 세대수입니다. 한글 문서의 표로 제공합니다.",
        keywords="인구,세대,행정동",
        build=_households,
    ),
    Dataset(
        key="15900752",
        organization=organizations.LAND,
        subject="공사 발주 계획",
        theme="국토관리 - 지역및도시",
        extension="hwpx",
        cycle="분기",
        terms=terms.BY,
        description="발주할 공사와 담당부서입니다. 표 두 개가 있는 한글 문서입니다.",
        keywords="공사,발주,도로,하천",
        build=_notices,
    ),
)
