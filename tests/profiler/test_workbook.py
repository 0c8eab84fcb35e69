"""Workbooks: sheets, and cells as people see them."""

import datetime
from pathlib import Path

import pytest
from openpyxl import Workbook

from profiler import profile_file, read_tables
from profiler.formats.cells import shown
from profiler.limits import Limits
from store.vocabulary import FailureReason, Finding


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("  글 ", "  글 "),
        (1.0, "1"),
        (-0.5, "-0.5"),
        (0.1 + 0.2, "0.30000000000000004"),
        (1e20, "1e+20"),
        (True, "TRUE"),
        (False, "FALSE"),
        (datetime.date(2024, 1, 2), "2024-01-02"),
        (datetime.datetime(2024, 1, 2), "2024-01-02"),  # noqa: DTZ001
        (datetime.datetime(2024, 1, 2, 3, 4), "2024-01-02 03:04:00"),  # noqa: DTZ001
        (datetime.time(3, 4, 5), "03:04:05"),
        (datetime.timedelta(hours=30, seconds=5), "30:00:05"),
        (datetime.timedelta(seconds=-61), "-0:01:01"),
    ],
)
def test_cells_are_shown_as_people_see_them(value: object, text: str) -> None:
    assert shown(value) == text


@pytest.fixture
def book(tmp_path: Path) -> Path:
    workbook = Workbook()
    first = workbook.active
    assert first is not None
    first.title = "현황"
    for row in (
        ["월별 현황"],
        [],
        ["월", "건수", "일자", "여부"],
        ["1월", 3, datetime.date(2024, 1, 31), True],
        ["2월", 4.5, datetime.date(2024, 2, 29), False],
        [],
        ["출처: 우리 기관"],
    ):
        first.append(row)
    workbook.create_sheet("빈 시트")
    hidden = workbook.create_sheet("숨김")
    hidden.sheet_state = "hidden"
    hidden["C5"], hidden["D5"] = "코드", "값"
    hidden["C6"], hidden["D6"] = "007", 7
    path = tmp_path / "통계.xlsx"
    workbook.save(path)
    return path


def test_sheets_with_cells_are_tables(book: Path) -> None:
    tables = profile_file(book).assets[0].tables
    assert [(t.sheet_name, t.rows_scanned) for t in tables] == [("현황", 2), ("숨김", 1)]


def test_rows_are_numbered_as_in_the_sheet(book: Path) -> None:
    first, hidden = profile_file(book).assets[0].tables
    assert (first.preamble_rows, first.header_rows, first.footer_rows) == ((0, 1), (2,), (6,))
    assert hidden.header_rows == (4,)


def test_types_come_from_what_is_shown(book: Path) -> None:
    first, hidden = profile_file(book).assets[0].tables
    assert [column.observed_type for column in first.columns] == [
        "STRING",
        "NUMBER",
        "DATE",
        "BOOLEAN",
    ]
    assert [(c.source_name, c.observed_type) for c in hidden.columns] == [
        ("코드", "STRING"),
        ("값", "INTEGER"),
    ]


def test_what_is_printed_is_what_was_profiled(book: Path) -> None:
    table = read_tables(book)[0]
    assert next(table.rows()) == ["1월", "3", "2024-01-31", "TRUE"]
    assert table.to_pandas().shape == (2, 4)


def test_merged_group_labels_become_paths(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.append(["지역", "2023", None, "2024", None])
    sheet.append([None, "남", "여", "남", "여"])
    sheet.append(["서울", 1, 2, 3, 4])
    sheet.append(["부산", 5, 6, 7, 8])
    for cells in ("A1:A2", "B1:C1", "D1:E1"):
        sheet.merge_cells(cells)
    workbook.save(tmp_path / "merged.xlsx")
    table = profile_file(tmp_path / "merged.xlsx").assets[0].tables[0]
    assert table.header_rows == (0, 1)
    assert [column.source_name for column in table.columns] == ["지역", "남", "여", "남", "여"]
    assert [column.note for column in table.columns][1:] == [
        f"헤더 경로: {path}" for path in ("2023 남", "2023 여", "2024 남", "2024 여")
    ]


@pytest.mark.parametrize(
    ("cut", "reason"), [(0.5, FailureReason.DAMAGED), (0.0, FailureReason.EMPTY_FILE)]
)
def test_damaged_workbooks(book: Path, cut: float, reason: FailureReason) -> None:
    data = book.read_bytes()
    book.write_bytes(data[: int(len(data) * cut)])
    assert profile_file(book).failure_reason is reason


def test_a_workbook_that_unpacks_too_large_is_not_opened(book: Path) -> None:
    profile = profile_file(book, limits=Limits(workbook_bytes=1_000))
    assert profile.failure_reason is FailureReason.ARCHIVE_LIMIT


def test_a_workbook_under_another_name_is_read(book: Path) -> None:
    profile = profile_file(book, name="통계.csv")
    assert profile.findings == (Finding.FORMAT_MISMATCH,)
    assert (profile.status, profile.assets[0].format) == ("AVAILABLE", "xlsx")
