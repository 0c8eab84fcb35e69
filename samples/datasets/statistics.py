"""A two-row header, and a column with more than 4,096 distinct values."""

from samples import organizations, terms
from samples.files import delimited
from samples.model import Built, Column, Dataset, Table
from samples.values import pick, spread
from store.vocabulary import ObservedType as T


def _employment(_: int) -> Built:
    rows = range(17)

    def count(group: str, name: str, salt: int) -> Column:
        cells = [spread(row, 20, 900, salt) for row in rows]
        return Column(name=name, group=group, cells=cells, type=T.INTEGER)

    def rate(group: str, salt: int) -> Column:
        cells = [f"{spread(row, 120, 780, salt) / 10:.1f}" for row in rows]
        return Column(name=f"고용률({group})", group=group, cells=cells, type=T.NUMBER)

    regions = "서울 부산 대구 인천 광주 대전 울산 세종 경기 강원 충북 충남 전북 전남 경북 경남 제주"
    table = Table(
        (
            Column(name="시도", cells=regions.split(), type=T.STRING),
            count("청년층", "취업자(천명)", 1),
            rate("청년층", 2),
            count("고령층", "은퇴자(천명)", 3),
            rate("고령층", 4),
        )
    )
    return Built(delimited.write(table, "utf-8-sig"), (table,))


def _nutrition(_: int) -> Built:
    rows = range(6000)
    kinds = ("국", "나물", "전", "구이", "조림", "떡")
    table = Table(
        (
            Column(name="식품코드", cells=[f"D{row + 1:06d}" for row in rows], type=T.STRING),
            Column(
                name="식품명",
                cells=[f"{pick(row, kinds)} {row % 700 + 1}호" for row in rows],
                type=T.STRING,
            ),
            Column(name="식품대분류", cells=[pick(row, kinds) for row in rows], type=T.STRING),
            Column(
                name="에너지(kcal)", cells=[spread(row, 2, 899, 3) for row in rows], type=T.INTEGER
            ),
            Column(
                name="나트륨(mg)",
                cells=[f"{spread(row, 0, 900000, 5) / 100:.2f}" for row in rows],
                type=T.NUMBER,
            ),
        )
    )
    return Built(delimited.write(table, newline="\n"), (table,))


DATASETS = (
    Dataset(
        key="15900401",
        organization=organizations.JOBS,
        subject="연령층별 취업 현황",
        theme="산업고용 - 고용노동",
        extension="csv",
        cycle="반기",
        terms=terms.TYPE_0,
        description="시도별, 연령층별 취업자 수와 고용률입니다. 제목이 두 줄입니다.",
        keywords="고용,취업자,고용률,청년,고령층",
        build=_employment,
        listed={"공간범위": "전국", "시간범위": "2026년 상반기"},
    ),
    Dataset(
        key="15900402",
        organization=organizations.FOOD,
        subject="식품 영양성분 정보",
        theme="식품건강 - 식품의약안전",
        extension="csv",
        cycle="수시",
        terms=terms.NO_RESTRICTION,
        description="음식 6,000가지의 열량과 나트륨을 <p>100그램 기준</p>으로 제공합니다.",
        keywords="식품,영양성분,열량,나트륨",
        build=_nutrition,
        listed={"국가중점여부": "Y"},
    ),
)
