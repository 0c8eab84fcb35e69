"""Workbooks (XLSX, XLSM, XLSB, XLS, ODS) through python-calamine; each sheet with cells is a grid.

Hidden sheets are read like others: what is published is published. Chart sheets are no grids.
"""

import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    load_workbook,
)

from profiler.formats import Content
from profiler.formats.biff import sizes_are_possible
from profiler.formats.cells import shown
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

T = TypeVar("T")


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a sheet. Raises `Unreadable`: ENCRYPTED, DAMAGED, MEMORY_LIMIT, NO_TABLE."""
    del extension
    if found.format != "xls" and _unpacked_bytes(path) > limits.workbook_bytes:
        raise Unreadable(FailureReason.ARCHIVE_LIMIT)
    if found.format == "xls" and not _careful(lambda: sizes_are_possible(path)):
        raise Unreadable(FailureReason.DAMAGED)
    book = _careful(lambda: load_workbook(str(path)))
    sheets = [s.name for s in book.sheets_metadata if s.typ is SheetTypeEnum.WorkSheet]
    if len(sheets) > limits.tables:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    grids, failures = [], []
    for sheet_name in sheets:
        try:
            if grid := _grid(book, sheet_name):
                grids.append(grid)
        except Unreadable as failure:
            failures.append(failure)
    if not grids:
        raise failures[0] if failures else Unreadable(FailureReason.NO_TABLE)
    return Content(grids)


def _grid(book: CalamineWorkbook, sheet_name: str) -> Grid | None:
    sheet = _careful(lambda: book.get_sheet_by_name(sheet_name))
    if not sheet.height or not sheet.width:
        return None
    return Grid(partial(_rows, sheet), sheet_name=sheet_name)


def _rows(sheet: CalamineSheet) -> Iterator[list[str]]:
    """All rows from the first of the sheet; columns from the first used one (so calamine)."""
    for row in sheet.iter_rows():
        yield [shown(cell) for cell in row]


def _careful(call: Callable[[], T]) -> T:
    """Calls into calamine, whose faults and panics are states of the file."""
    try:
        return call()
    except PasswordError:
        reason = FailureReason.ENCRYPTED
    except CalamineError as error:
        # One exception for most faults; its text may quote the file and never leaves this function.
        too_large = "limit exceeded" in str(error).lower()
        reason = FailureReason.MEMORY_LIMIT if too_large else FailureReason.DAMAGED
    except (MemoryError, KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # noqa: BLE001  (a Rust panic is no Exception)
        reason = FailureReason.DAMAGED
    raise Unreadable(reason)


def _unpacked_bytes(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        return sum(info.file_size for info in archive.infolist())
