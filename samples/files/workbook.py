"""Excel workbooks (Office Open XML) without a trace of when they were written."""

import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from samples.files.archive import Member, write_zip
from samples.model import Cell, Table

_WRITTEN_AT = re.compile(rb"(<dcterms:(created|modified)[^>]*>)[^<]*")
_FIXED = rb"\g<1>2026-07-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet: rows above the table, then its header (merged where it has groups) and its rows."""

    title: str
    table: Table
    before: Sequence[Sequence[Cell]] = ()
    after: Sequence[Sequence[Cell]] = ()


def write(*sheets: Sheet) -> bytes:
    """The sheets as one `.xlsx`. Dates and numbers are stored as such, with their formats."""
    book = Workbook()
    book.remove(book.worksheets[0])
    for sheet in sheets:
        _fill(book.create_sheet(sheet.title), sheet)
    saved = io.BytesIO()
    book.save(saved)
    return _without_times(saved.getvalue())


def _fill(target: Worksheet, sheet: Sheet) -> None:
    header = sheet.table.header()
    # An empty row given to append() would not move its cursor on.
    for row in (*sheet.before, *header, *sheet.table.rows(), *sheet.after):
        target.append([None if cell == "" else cell for cell in row] or [None])
    if sheet.before:
        target.merge_cells(
            start_row=1, end_row=1, start_column=1, end_column=len(sheet.table.columns)
        )
    first = len(sheet.before) + 1
    if len(header) == 2:
        _merge_header(target, sheet.table, first)
    for index, column in enumerate(sheet.table.columns, start=1):
        if column.number_format:
            for row_number in range(first + len(header), target.max_row + 1):
                target.cell(row_number, index).number_format = column.number_format


def _merge_header(target: Worksheet, table: Table, first: int) -> None:
    groups = [column.group for column in table.columns]
    start = 0
    while start < len(groups):
        end = start
        while groups[start] and end + 1 < len(groups) and groups[end + 1] == groups[start]:
            end += 1
        if not groups[start]:
            target.merge_cells(
                start_row=first, end_row=first + 1, start_column=start + 1, end_column=start + 1
            )
        elif end > start:
            target.merge_cells(
                start_row=first, end_row=first, start_column=start + 1, end_column=end + 1
            )
        start = end + 1


def _without_times(saved: bytes) -> bytes:
    """The same package with fixed times, in the ZIP headers and in the core properties."""
    with zipfile.ZipFile(io.BytesIO(saved)) as package:
        parts = [(info.filename, package.read(info)) for info in package.infolist()]
    return write_zip(
        Member(name, _WRITTEN_AT.sub(_FIXED, part) if name == "docProps/core.xml" else part)
        for name, part in parts
    )
