"""Excel workbooks: typed cells, several sheets, merged headers, and names that lie."""

from datetime import date

from samples import organizations, terms
from samples.datasets.facilities import places
from samples.files import delimited, workbook
from samples.files.workbook import Sheet
from samples.model import Built, Change, Column, Dataset, Table
from samples.values import business_number, day, pick, spread
from store.vocabulary import Finding
from store.vocabulary import ObservedType as T


def _contracts(revision: int) -> Built:
    rows = range(45 if revision == 1 else 47)
    table = Table(
        (
            Column(name="계약일자", cells=[day(row) for row in rows], type=T.DATE),
            Column(
                name="사업자등록번호",
                cells=[business_number(row * 2) for row in rows],
                type=T.STRING,
                examples=None,
                safety=None,
            ),
            Column(
                name="계약명",
                cells=[f"{pick(row, ('청사', '공원', '하천'))} 정비 {row + 1}차" for row in rows],
                type=T.STRING,
            ),
            Column(
                name="계약금액",
                cells=[spread(row, 900000, 480000000) for row in rows],
                type=T.INTEGER,
                number_format="#,##0",
            ),
            Column(
                name="낙찰률",
                cells=[spread(row, 8000, 9999, 2) / 10000 for row in rows],
                type=T.NUMBER,
                number_format="0.00%",
                examples=None,
            ),
        )
    )
    return Built(workbook.write(Sheet("계약", table)), (table,))


def _relics(_: int) -> Built:
    def table(kinds: tuple[str, ...], count: int, salt: int) -> Table:
        rows = range(count)
        return Table(
            (
                Column(
                    name="유물번호", cells=[f"가온{row + salt:04d}" for row in rows], type=T.STRING
                ),
                Column(name="명칭", cells=[pick(row, kinds) for row in rows], type=T.STRING),
                Column(
                    name="높이(cm)",
                    cells=[spread(row, 30, 900, salt) / 10 + 0.05 for row in rows],
                    type=T.NUMBER,
                ),
            )
        )

    pottery = table(("항아리", "사발", "연적"), 26, 1)
    paintings = table(("산수도", "화조도"), 14, 500)
    return Built(
        workbook.write(Sheet("도자기", pottery), Sheet("회화", paintings)), (pottery, paintings)
    )


def _visitors(_: int) -> Built:
    rows = range(12)

    def count(group: str, name: str, salt: int) -> Column:
        cells = [spread(row, 800, 260000, salt) for row in rows]
        return Column(name=name, group=group, cells=cells, type=T.INTEGER, number_format="#,##0")

    table = Table(
        (
            Column(
                name="기준월",
                cells=[date(2025, row + 1, 1) for row in rows],
                type=T.DATE,
                number_format="yyyy-mm-dd",
            ),
            count("내국인", "숙박객", 1),
            count("내국인", "당일객", 2),
            count("외국인", "체류객", 3),
            count("외국인", "환승객", 4),
        )
    )
    sheet = Sheet(
        "통계", table, before=(("2025년 가평 관광객 통계",), ("", "", "", "", "(단위: 명)"))
    )
    return Built(workbook.write(sheet), (table,))


def _orchards(_: int) -> Built:
    rows = range(24)
    table = Table(
        (
            *places(
                [f"{pick(row, ('감귤', '한라봉'))} 농원 {row + 1}" for row in rows],
                "서귀포시",
                (33.3, 126.5),
            ),
            Column(
                name="재배면적(㎡)", cells=[spread(row, 300, 44000) for row in rows], type=T.INTEGER
            ),
        )
    )
    return Built(workbook.write(Sheet("Sheet1", table)), (table,))


def _surveillance(_: int) -> Built:
    rows = range(52)
    table = Table(
        (
            Column(name="주차", cells=[f"2025년 {row + 1}주" for row in rows], type=T.STRING),
            Column(
                name="의심환자분율",
                cells=[f"{spread(row, 10, 990) / 10:.1f}" for row in rows],
                type=T.NUMBER,
            ),
            Column(
                name="유행여부", cells=[str(row % 4 == 0).lower() for row in rows], type=T.BOOLEAN
            ),
        )
    )
    return Built(delimited.write(table), (table,))


DATASETS = (
    Dataset(
        key="15900701",
        organization=organizations.GARAM,
        subject="관급계약 업체 현황",
        theme="공공행정 - 지방행정·재정지원",
        extension="xlsx",
        cycle="월간",
        terms=terms.NO_RESTRICTION,
        description="시가 맺은 공사 계약의 상대 법인과 금액, 낙찰률입니다.",
        keywords="계약,관급공사,사업자등록번호",
        build=_contracts,
        change=Change.CONTENT,
    ),
    Dataset(
        key="15900702",
        organization=organizations.MUSEUM,
        subject="소장유물 목록",
        theme="문화관광 - 문화재",
        extension="XLSX",
        cycle="연간",
        terms=terms.BY_NC,
        description="도자기와 회화를 시트별로 나눈 소장유물 목록입니다.",
        keywords="박물관,유물,도자기,회화",
        build=_relics,
    ),
    Dataset(
        key="15900703",
        organization=organizations.GAPYEONG,
        subject="관광객 통계",
        theme="문화관광 - 관광",
        extension="xlsx",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="달별 관광객 수입니다. 제목과 단위가 표 위에 있고 제목 칸이 합쳐져 있습니다.",
        keywords="관광객,숙박,외국인",
        build=_visitors,
        listed={"공간범위": "경기도 가평군"},
    ),
    Dataset(
        key="15900704",
        organization=organizations.JEJU,
        subject="감귤 농원 현황",
        theme="농축수산 - 농업·농촌",
        extension="csv",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="감귤 농원의 위치와 재배면적입니다.",
        keywords="감귤,농원,재배면적",
        build=_orchards,
        findings=(Finding.FORMAT_MISMATCH,),
        listed={"공간범위": "대한민국 제주도"},
    ),
    Dataset(
        key="15900705",
        organization=organizations.HEALTH,
        subject="호흡기감염병 표본감시",
        theme="보건의료 - 보건의료",
        extension="xlsx",
        cycle="주간",
        terms=terms.NO_RESTRICTION,
        description="주별 의심환자 분율과 유행 여부입니다.",
        keywords="감염병,표본감시,유행",
        build=_surveillance,
        findings=(Finding.FORMAT_MISMATCH,),
    ),
)
