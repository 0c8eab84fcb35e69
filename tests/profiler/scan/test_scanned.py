"""A table profiled by the scanner is the table that the exact reader would have profiled."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from profiler import _scan_kernel
from profiler import scanned as scanned_module
from profiler.columns import TableScan
from profiler.encoding import Encoding
from profiler.formats.dialect import Dialect
from profiler.formats.records import Records
from profiler.limits import Limits
from profiler.scan import OddRecords, Source, TableCounts
from profiler.scanned import ScannedTable, scanned
from profiler.table import Grid, Table, open_table
from store.vocabulary import Finding
from tests.profiler.scan.texts import Text, tables

TITLES = ("", "지역별 현황\n\n", "연도,인구,비고\n", "구분;값\n")
FOOTERS = ("", "\n※ 자료: 통계청\n", "\n\n출처: 가나다 연구원 자료실\n합계,10\n")


@pytest.fixture(autouse=True)
def _any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanned_module, "LEAST_BYTES", 0)


def opened(
    folder: Path, data: bytes, encoding: str, delimiter: str
) -> tuple[Records, Table] | None:
    path = folder / "file.csv"
    path.write_bytes(data)
    records = Records(path, Encoding(encoding), Dialect(delimiter), Limits(), 3)
    grid = Grid(lambda: iter(records), ragged=True, notes=lambda: records.findings)
    table = open_table(grid, Limits())
    return (records, table) if table else None


def exactly(table: Table) -> tuple[object, ...]:
    scan = TableScan(len(table.names))
    for row in table.rows():
        scan.add(row)
    profiles = scan.finish(table.names, table.header.paths, notes(table), examples_allowed=True)
    findings = {key: value for key, value in table.findings.items() if value}
    return profiles, table.rows_scanned, table.footer_rows, findings


def quickly(table: Table, found: ScannedTable) -> tuple[object, ...]:
    profiles = tuple(
        column.finish(ordinal, name, path, None, examples_allowed=True)
        for ordinal, (column, name, path) in enumerate(
            zip(found.columns, table.names, table.header.paths, strict=True), start=1
        )
    )
    return profiles, found.rows, found.footer_rows, dict(found.findings)


def notes(table: Table) -> list[str | None]:
    return [None] * len(table.names)


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(
    text=tables(),
    title=st.sampled_from(TITLES),
    footer=st.sampled_from(FOOTERS),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "cp949"]),
)
@example(Text("1,2,3\n" * 30, ",", 3), "연도,인구,비고\n", FOOTERS[2], "cp949")
def test_both_ways_give_one_profile(text: Text, title: str, footer: str, encoding: str) -> None:
    data = f"{title}{text.data}\n{footer}".encode(encoding, "ignore")
    with tempfile.TemporaryDirectory() as folder:
        found = opened(Path(folder), data, encoding, text.delimiter)
        if found is None:
            return
        records, table = found
        fast = scanned(table, records)
        if fast is not None:
            assert quickly(table, fast) == exactly(table)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
def test_a_common_file_is_scanned(tmp_path: Path, encoding: str) -> None:
    rows = "".join(f'{n},가{n % 7},"a\n{n}"\n' for n in range(500))
    found = opened(
        tmp_path, f"번호,이름,메모\n{rows}\n출처: 통계청\n".encode(encoding), encoding, ","
    )
    assert found is not None
    records, table = found
    fast = scanned(table, records)
    assert fast is not None
    assert (fast.rows, fast.footer_rows) == (500, (502,))
    assert quickly(table, fast) == exactly(table)


@pytest.mark.parametrize(
    ("encoding", "dialect", "data"),
    [
        (Encoding("utf-16"), Dialect(","), "a,b\n1,2\n".encode("utf-16")),
        (Encoding("utf-8", "cp949", Finding.MIXED_ENCODING), Dialect(","), b"a,b\n1,2\n"),
        (Encoding("utf-8"), Dialect(",", escape="\\"), b"a,b\n1,2\n"),
        (Encoding("utf-8"), Dialect("||"), b"a||b\n1||2\n"),
    ],
    ids=["UTF-16", "two encodings", "escapes", "two signs"],
)
def test_what_only_the_exact_reader_reads_is_left_to_it(
    tmp_path: Path, encoding: Encoding, dialect: Dialect, data: bytes
) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(data)
    records = Records(path, encoding, dialect, Limits(), 2)
    table = open_table(Grid(lambda: iter(records), ragged=True), Limits())
    assert table is not None
    assert scanned(table, records) is None


ODD = {
    "text behind a quote": '"x"y,2,3\n',
    "a quote that is never closed": 'x,"y,3\n',
    "another delimiter": "1;2;3\n",
    "a quote inside a quoted cell": '"a "b" c",2,3\n',
}


@pytest.fixture
def small_units(monkeypatch: pytest.MonkeyPatch) -> list[TableCounts]:
    """Units so small that a file of a few kilobytes has many; counts are put in the list."""
    sizes = _scan_kernel.Sizes(unit=4_096, piece=1_024, overlap=64, tail=256)
    counted: list[TableCounts] = []

    def scan(source: Source, *, odd: OddRecords | None, threads: int | None) -> TableCounts:
        counted.append(_scan_kernel.scan(source, odd=odd, threads=threads or 2, sizes=sizes))
        return counted[-1]

    monkeypatch.setattr(scanned_module, "scan", scan)
    return counted


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp949"])
def test_odd_records_are_read_exactly_where_they_are(
    tmp_path: Path, encoding: str, odd: str, small_units: list[TableCounts]
) -> None:
    block = "".join(f"{n},가{n % 7},다\n" for n in range(900))
    text = f"번호,이름,메모\n{block}{odd}{block}{odd}{block}출처: 통계청\n"
    found = opened(tmp_path, text.encode(encoding), encoding, ",")
    assert found is not None
    records, table = found
    fast = scanned(table, records)
    assert fast is not None
    assert small_units[0].odd_records >= 2
    assert quickly(table, fast) == exactly(table)


def test_after_too_many_lines_read_anew_quotes_are_characters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_units: list[TableCounts]
) -> None:
    block = "".join(f"{n},가,다\n" for n in range(900))
    found = opened(tmp_path, f'a,b,c\n{block}x,"y,3\n{block}'.encode(), "utf-8", ",")
    assert found is not None
    assert scanned(found[1], found[0]) is not None
    assert small_units[0].odd_records == 1
    monkeypatch.setattr(scanned_module, "REREAD_CHARS", 1_000)
    assert scanned(found[1], found[0]) is None


@pytest.mark.parametrize("head", ['"번호,이름,메모\n', '제목 "가"나\n번호,이름,"메모"\n'])
def test_odd_records_in_the_head_are_read_exactly(
    tmp_path: Path, head: str, small_units: list[TableCounts]
) -> None:
    block = "".join(f"{n},가{n % 7},다\n" for n in range(900))
    found = opened(tmp_path, f"{head}{block}".encode(), "utf-8", ",")
    assert found is not None
    records, table = found
    fast = scanned(table, records)
    assert fast is not None
    assert small_units[0].rows > 800
    assert quickly(table, fast) == exactly(table)
