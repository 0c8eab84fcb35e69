"""ZIP archives: names in CP949, nested folders, a resource fork, a member that cannot be read."""

from samples import organizations, terms
from samples.datasets.facilities import places
from samples.files import delimited, workbook
from samples.files.archive import Member, write_zip
from samples.files.workbook import Sheet
from samples.model import Built, Column, Dataset, Table
from samples.values import day, pick, spread
from store.vocabulary import CoverageStatus, Finding
from store.vocabulary import ObservedType as T


def _shelters_of(region: str, center: tuple[float, float], count: int) -> Table:
    rows = range(count)
    return Table(
        (
            *places([f"{region} 대피소 {row + 1}" for row in rows], region, center),
            Column(name="수용인원", cells=[spread(row, 20, 3000) for row in rows], type=T.INTEGER),
        )
    )


def _shelters(_: int) -> Built:
    busan = _shelters_of("부산광역시", (35.1, 129.0), 18)
    sejong = _shelters_of("세종특별자치시", (36.5, 127.3), 12)
    body = write_zip(
        (
            Member("지진대피소/", name_encoding="cp949"),
            Member("지진대피소/부산광역시.csv", delimited.write(busan, "cp949"), "cp949"),
            Member("지진대피소/세종특별자치시.csv", delimited.write(sejong, "cp949"), "cp949"),
            Member("__MACOSX/._부산광역시.csv", b"\0\5\x16\7" + bytes(60), "cp949"),
        )
    )
    return Built(body, (busan, sejong))


def _papers(_: int) -> Built:
    def table(year: int) -> Table:
        rows = range(20)
        return Table(
            (
                Column(
                    name="과제번호", cells=[f"R{year}-{row + 1:03d}" for row in rows], type=T.STRING
                ),
                Column(
                    name="연구비(백만원)",
                    cells=[spread(row, 20, 900, year) for row in rows],
                    type=T.INTEGER,
                ),
                Column(name="협약일자", cells=[day(row) for row in rows], type=T.DATE),
            )
        )

    tables = (table(2024), table(2025))
    body = write_zip(
        Member(f"연구과제/{year}년/과제 목록.xlsx", workbook.write(Sheet("과제", item)))
        for year, item in zip((2024, 2025), tables, strict=True)
    )
    return Built(body, tables)


def _hydrants(_: int) -> Built:
    rows = range(30)
    table = Table(
        (
            Column(name="소화전번호", cells=[f"0{row + 101}" for row in rows], type=T.STRING),
            Column(
                name="형식", cells=[pick(row, ("지상식", "지하식")) for row in rows], type=T.STRING
            ),
            Column(name="점검일자", cells=[day(row) for row in rows], type=T.DATE),
        )
    )
    damaged = workbook.write(Sheet("점검", table))[:900]
    body = write_zip(
        (
            Member("소화전.csv", delimited.write(table, "utf-8-sig")),
            Member("소화전 점검표.xlsx", damaged),
        )
    )
    return Built(body, (table,))


DATASETS = (
    Dataset(
        key="15900801",
        organization=organizations.LAND,
        subject="지진옥외대피소 현황",
        theme="재난안전 - 안전관리",
        extension="zip",
        cycle="연간",
        terms=terms.NO_RESTRICTION,
        description="시도별 파일을 한데 묶은 지진옥외대피소 자료입니다.",
        keywords="지진,대피소,재난",
        build=_shelters,
        findings=(Finding.MEMBER_SKIPPED,),
    ),
    Dataset(
        key="15900802",
        organization=organizations.SCIENCE,
        subject="연구과제 목록",
        theme="과학기술 - 과학기술연구",
        extension="ZIP",
        cycle="연간",
        terms=terms.TYPE_4,
        description="연도별 폴더에 담긴 연구과제 목록입니다.",
        keywords="연구과제,연구비,과학기술",
        build=_papers,
    ),
    Dataset(
        key="15900803",
        organization=organizations.HANBIT,
        subject="소방용수시설 현황",
        theme="재난안전 - 안전관리",
        extension="zip",
        cycle="반기",
        terms=terms.NO_RESTRICTION,
        description="소화전 목록과 점검표를 묶은 자료입니다.",
        keywords="소화전,소방용수,점검",
        build=_hydrants,
        coverage=CoverageStatus.PARTIAL,
    ),
)
