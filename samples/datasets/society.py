"""Companies with registration numbers; ragged and blank rows; what the second edition adds."""

from samples import organizations, terms
from samples.datasets.facilities import places
from samples.files import delimited
from samples.model import Built, Cell, Change, Column, Dataset, Table
from samples.values import business_number, day, pick, spread
from store.vocabulary import Finding
from store.vocabulary import ObservedType as T


def _factories(_: int) -> Built:
    rows = range(64)
    table = Table(
        (
            Column(
                name="사업자등록번호",
                cells=[business_number(row) for row in rows],
                type=T.STRING,
                examples=None,
                safety=None,
            ),
            Column(
                name="업체명",
                cells=[f"(주){pick(row, ('가온', '누리', '라온'))}산업 {row + 1}" for row in rows],
                type=T.STRING,
            ),
            Column(
                name="업종코드",
                cells=[f"0{spread(row, 1000, 9900)}" for row in rows],
                type=T.STRING,
            ),
            Column(name="등록일자", cells=[day(row) for row in rows], type=T.DATE),
            Column(
                name="종업원수", cells=[f"{spread(row, 3, 2400):,}" for row in rows], type=T.INTEGER
            ),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


def _islands(_: int) -> Built:
    rows = range(28)
    table = Table(
        (
            *places(
                [f"{pick(row, ('솔', '달', '별'))}섬 {row + 1}" for row in rows],
                "신안군",
                (34.8, 126.1),
            ),
            Column(name="인구수", cells=[spread(row, 0, 1500) for row in rows], type=T.INTEGER),
            Column(name="특산물", cells=["소금, 김"] * len(rows), type=T.STRING),
        )
    )
    lines: list[list[Cell]] = []
    for number, row in enumerate(table.rows()):
        lines.append(
            [*row, "조사 중"] if number == 9 else list(row[:4]) if number == 17 else list(row)
        )
        if number % 10 == 9:
            lines.append([])
    body = delimited.write_rows([*table.header(), *lines], "utf-8")
    return Built(body, (table,))


def _schools(_: int) -> Built:
    rows = range(22)
    names = [f"{pick(row, ('가온', '누리', '다솜'))}초등학교 {row + 1}분교" for row in rows]
    table = Table(
        (
            *places(names, "가람시", (37.86, 127.73)),
            Column(name="학생수", cells=[spread(row, 4, 640) for row in rows], type=T.INTEGER),
            Column(name="개교일", cells=[f"{day(row):%Y.%m.%d}" for row in rows], type=T.DATE),
        )
    )
    return Built(delimited.write(table, "utf-8-sig"), (table,))


def _budget(_: int) -> Built:
    rows = range(33)
    table = Table(
        (
            Column(name="회계연도", cells=[2024 + row % 3 for row in rows], type=T.YEAR),
            Column(
                name="세부사업명",
                cells=[f"{pick(row, ('도로', '복지', '교육'))} 사업 {row + 1}" for row in rows],
                type=T.STRING,
            ),
            Column(
                name="예산액(천원)",
                cells=[f"{spread(row, 1200, 8800000):,}" for row in rows],
                type=T.INTEGER,
            ),
            Column(
                name="전년대비증감(천원)",
                cells=[spread(row, -500000, 500000, 8) for row in rows],
                type=T.INTEGER,
            ),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


DATASETS = (
    Dataset(
        key="15900501",
        organization=organizations.INDUSTRY,
        subject="공장등록 기업 현황",
        theme="산업고용 - 산업·중소기업일반",
        extension="csv",
        cycle="분기",
        terms=terms.NO_RESTRICTION,
        description="공장을 등록한 법인의 등록번호와 업종, 종업원수입니다.",
        keywords="공장,기업,사업자등록번호,업종",
        build=_factories,
        listed={"보유근거": "산업집적활성화 및 공장설립에 관한 법률"},
    ),
    Dataset(
        key="15900502",
        organization=organizations.JEONNAM,
        subject="섬 현황",
        theme="국토관리 - 지역및도시",
        extension="csv",
        cycle="연간",
        terms=terms.BY,
        description="섬의 위치와 인구, 특산물입니다. 열 칸은 빈 줄로 나뉘어 있습니다.",
        keywords="섬,도서,특산물",
        build=_islands,
        findings=(Finding.RAGGED_ROWS,),
        change=Change.REMOVED,
        listed={"공간범위": "전라남도 신안군"},
    ),
    Dataset(
        key="15900503",
        organization=organizations.EDUCATION,
        subject="초등학교 분교 현황",
        theme="교육 - 유아및초·중등교육",
        extension="csv",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="가람교육지원청이 관할하는 분교의 위치와 학생수입니다.",
        keywords="학교,분교,학생수",
        build=_schools,
        change=Change.ADDED,
        registered="2026-08-19",
        modified="2026-08-19",
    ),
    Dataset(
        key="15900504",
        organization=organizations.FINANCE,
        subject="세부사업별 예산 현황",
        theme="재정금융 - 재정·금융",
        extension="csv",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="회계연도와 세부사업별 예산액, 전년 대비 증감입니다.",
        keywords="예산,재정,세부사업",
        build=_budget,
        change=Change.ADDED,
        registered="2026-08-21",
        modified="2026-08-21",
    ),
)
