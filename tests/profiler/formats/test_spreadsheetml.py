"""SpreadsheetML 2003: places of rows and cells, values as people see them, limits."""

from pathlib import Path

import pytest

from profiler import profile_file
from profiler.formats import spreadsheetml
from store.vocabulary import FailureReason, Finding
from tests.profiler.formats.reading import reason_of, save, table_of, tables_of

HEAD = (
    '<?xml version="1.0" encoding="{}"?>\n<?mso-application progid="Excel.Sheet"?>\n'
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
    'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'
)


def cell(value: str, kind: str = "String", **told: object) -> str:
    return f'<Cell{attributes(told)}><Data ss:Type="{kind}">{value}</Data></Cell>'


def row(*cells: str, **told: object) -> str:
    return f"<Row{attributes(told)}>{''.join(cells)}</Row>"


def attributes(told: dict[str, object]) -> str:
    return "".join(f' ss:{name}="{value}"' for name, value in told.items())


def book(*sheets: str, encoding: str = "UTF-8") -> str:
    parts = (
        f'<Worksheet ss:Name="표{n}"><Table><Column/>{rows}</Table></Worksheet>'
        for n, rows in enumerate(sheets)
    )
    return f"{HEAD.format(encoding)}<Styles><Style/></Styles>{''.join(parts)}</Workbook>"


LABELS = row(cell("이름"), cell("값"), cell("비고"))
DATA = row(cell("가"), cell("1", "Number"), cell("x")) + row(cell("나"), cell("2", "Number"))


@pytest.mark.parametrize("encoding", ["utf-8", "euc-kr"])
def test_sheets_and_the_name_that_lies(tmp_path: Path, encoding: str) -> None:
    text = book(LABELS + DATA, "", LABELS + DATA + DATA, encoding=encoding)
    path = save(tmp_path, "a.xls", text, encoding)
    first, second = tables_of(path)
    assert (first.sheet, first.names) == ("표0", ("이름", "값", "비고"))
    assert first.rows == [["가", "1", "x"], ["나", "2", ""]]
    assert (second.sheet, second.rows) == ("표2", first.rows * 2)
    profile = profile_file(path)
    assert (profile.status, profile.assets[0].format) == ("AVAILABLE", "spreadsheetml")
    assert profile.assets[0].findings == (Finding.FORMAT_MISMATCH,)


@pytest.mark.parametrize(
    ("kind", "text", "shown"),
    [
        ("Number", "3", "3"),
        ("Number", "1.0", "1"),
        ("Number", "0.10000000000000001", "0.1"),
        ("Number", "text", "text"),
        ("DateTime", "2020-01-02T00:00:00.000", "2020-01-02"),
        ("DateTime", "2020-01-02T03:04:05.000", "2020-01-02 03:04:05"),
        ("DateTime", "1899-12-31T09:30:00.000", "09:30:00"),
        ("DateTime", "2020-99-99", "2020-99-99"),
        ("Boolean", "1", "TRUE"),
        ("Boolean", "0", "FALSE"),
        ("Error", "#N/A", "#N/A"),
        ("String", "007", "007"),
        ("String", "<B>굵은</B> 글자", "굵은 글자"),
    ],
)
def test_values(tmp_path: Path, kind: str, text: str, shown: str) -> None:
    rows = LABELS + DATA * 3 + row(cell("다"), cell(text, kind), cell("x"))
    assert table_of(save(tmp_path, "a.xml", book(rows))).rows[-1][1] == shown


def test_places(tmp_path: Path) -> None:
    commented = cell("다", Index=3).replace(
        "</Cell>", "<Comment><Data>메모</Data></Comment></Cell>"
    )
    rows = (
        LABELS
        + row(cell("가"), cell("x", Index=3), Index=3)
        + row(cell("나", MergeAcross=1), cell("y"), Span=2)
        + row(commented)
    )
    path = save(tmp_path, "a.xml", book(rows))
    assert table_of(path).rows == [["가", "", "x"], ["나", "", "y"], ["", "", "다"]]
    (asset,) = profile_file(path).assets
    assert asset.tables[0].header_rows == (0,)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ("", FailureReason.NO_TABLE),
        (row(cell("가", Index=0)), FailureReason.DAMAGED),
        (row(cell("가", Index="x")), FailureReason.DAMAGED),
        (row(cell("가"), cell("나", Index=1)), FailureReason.DAMAGED),
        (row(cell("가", Index=20_000)), FailureReason.MEMORY_LIMIT),
        (row(cell("가"), Index=2_000_000), FailureReason.MEMORY_LIMIT),
        (
            row(cell("가", Index=16_000)) + row(cell("나"), Index=1_000_000),
            FailureReason.MEMORY_LIMIT,
        ),
        ("<Row>" + "<a>" * 300, FailureReason.MEMORY_LIMIT),
        ("<Row>", FailureReason.DAMAGED),
    ],
)
def test_refused(tmp_path: Path, rows: str, reason: FailureReason) -> None:
    assert reason_of(save(tmp_path, "a.xls", book(rows))) is reason


def test_no_document_type(tmp_path: Path) -> None:
    text = book(LABELS + DATA).replace("<Workbook", "<!DOCTYPE a [<!ENTITY b 'c'>]><Workbook")
    assert reason_of(save(tmp_path, "a.xls", text)) is FailureReason.UNSUPPORTED_FORMAT


def test_large_workbooks_are_read_as_small_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = save(
        tmp_path, "a.xls", book(LABELS + DATA, "", LABELS + row(cell("다"), Index=5) + DATA)
    )
    small = tables_of(path)
    monkeypatch.setattr(spreadsheetml, "_KEPT_CELLS", 3)
    assert tables_of(path) == small
    monkeypatch.setattr(spreadsheetml, "_SHEETS_PARSED_ANEW", 2)
    assert reason_of(path) is FailureReason.MEMORY_LIMIT
