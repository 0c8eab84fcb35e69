"""SpreadsheetML 2003: workbooks as one XML file, usually named `.xls`.

Source: Microsoft, "XML Spreadsheet Reference" (2003). Only non-empty cells are written; `ss:Index`
(1-based) says where rows and cells go on, `ss:MergeAcross` how many more columns a cell covers, and
`ss:Span` how many more rows a row stands for. A merged cell keeps its text in its first slot, as in
other workbooks. The cells of a small workbook are kept; in a large one each sheet is parsed anew
for its rows, so it may have only a few sheets.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import partial
from pathlib import Path

from profiler.encoding import Encoding
from profiler.formats import Content
from profiler.formats.cells import shown
from profiler.formats.xml_outline import local
from profiler.formats.xml_text import parsed, xml_encoding
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_MOST_ROWS = 1 << 20
_KEPT_CELLS = 1_000_000
_SHEETS_PARSED_ANEW = 32
_DAY_ZERO = date(1899, 12, 31)
"""What a time without a date is written with."""


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a sheet with cells.

    Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT, UNSUPPORTED_FORMAT (it has a DTD).
    """
    del found, extension
    encoding = xml_encoding(path)
    book = _Book(limits)
    kept = True
    for _ in parsed(path, encoding, book, limits):
        kept = kept and book.filled <= _KEPT_CELLS
        if not kept:
            _forget_rows(book)
    if not kept and len(book.sheets) > _SHEETS_PARSED_ANEW:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    grids = [
        Grid(
            partial(_spread, sheet.rows, sheet.width)
            if kept
            else partial(_rows, path, encoding, number, sheet.width, limits),
            sheet_name=sheet.name,
        )
        for number, sheet in enumerate(book.sheets)
        if sheet.width
    ]
    if not grids:
        raise Unreadable(FailureReason.NO_TABLE)
    return Content(
        grids,
        encoding.name,
        findings=[encoding.finding] if encoding.finding else [],
        encoding_confidence=encoding.confidence,
    )


def _spread(rows: Iterable[tuple[int, dict[int, str]]], width: int) -> Iterator[list[str]]:
    """All rows from the first of the sheet on, blank ones included, all of one width."""
    position = 0
    for row, cells in rows:
        for _ in range(position, row):
            yield [""] * width
        position = row + 1
        yield [cells.get(column, "") for column in range(width)]


def _rows(
    path: Path, encoding: Encoding, number: int, width: int, limits: Limits
) -> Iterator[list[str]]:
    return _spread(_parsed_rows(path, encoding, number, limits), width)


def _parsed_rows(
    path: Path, encoding: Encoding, number: int, limits: Limits
) -> Iterator[tuple[int, dict[int, str]]]:
    """The rows with cells of one sheet, read from the file."""
    book = _Book(limits, number)
    for _ in parsed(path, encoding, book, limits):
        if number < len(book.sheets):
            yield from book.sheets[number].rows
        _forget_rows(book)
        if number + 1 < len(book.sheets):
            return


def _forget_rows(book: "_Book") -> None:
    for sheet in book.sheets:
        sheet.rows.clear()


@dataclass(slots=True)
class _Sheet:
    name: str | None
    width: int = 0
    height: int = 0
    rows: list[tuple[int, dict[int, str]]] = field(default_factory=list)
    """(0-based row, cells by 0-based column) of rows with cells that nobody has taken yet."""


class _Book:
    """The target of an XML parser: sheets and their rows; of one sheet alone where it is named."""

    def __init__(self, limits: Limits, only: int | None = None) -> None:
        self.sheets: list[_Sheet] = []
        self.elements = 0
        self.filled = 0
        """Cells with text so far."""
        self._limits = limits
        self._only = only
        self._area_left = limits.sheet_cells
        self._path: list[str] = []
        self._next_row = self._next_column = self._row = self._column = 0
        self._cells: dict[int, str] = {}
        self._type = ""
        self._text: list[str] | None = None

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        self.elements += 1
        name, parent = local(tag), self._path[-1] if self._path else ""
        self._path.append(name)
        if len(self._path) > self._limits.record_depth:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        if name not in {"Worksheet", "Row", "Cell", "Data"}:
            return
        told = {local(key): value for key, value in attributes.items()}
        if name == "Worksheet":
            self._start_sheet(told)
        elif name == "Row" and parent == "Table" and self.sheets:
            self._row = _place(told, self._next_row, _MOST_ROWS)
            self._next_row = self._row + 1 + _number(told, "Span")
            self._next_column, self._cells = 0, {}
        elif name == "Cell" and parent == "Row" and self.sheets:
            self._column = _place(told, self._next_column, self._limits.columns)
            self._next_column = self._column + 1 + _number(told, "MergeAcross")
        elif name == "Data" and parent == "Cell" and self.sheets:
            self._type, self._text = told.get("Type", ""), []

    def end(self, tag: str) -> None:
        name = local(tag)
        self._path.pop()
        if name == "Data" and self._text is not None and self._path[-1:] == ["Cell"]:
            if text := _shown("".join(self._text), self._type):
                self._cells[self._column] = text
            self._text = None
        elif name == "Row" and self._path[-1:] == ["Table"] and self._cells:
            self._end_row(self.sheets[-1])

    def data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    def close(self) -> None:
        """Part of the parser's protocol; nothing is left to do."""

    def _start_sheet(self, told: Mapping[str, str]) -> None:
        self.sheets.append(_Sheet(told.get("Name")))
        self._next_row = 0
        self._cells = {}
        if len(self.sheets) > self._limits.tables:
            raise Unreadable(FailureReason.MEMORY_LIMIT)

    def _end_row(self, sheet: _Sheet) -> None:
        self.filled += len(self._cells)
        area = sheet.height * sheet.width
        sheet.width = max(sheet.width, *(column + 1 for column in self._cells))
        sheet.height = max(sheet.height, self._row + 1)
        self._area_left -= sheet.height * sheet.width - area
        if self._area_left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        if self._only in {None, len(self.sheets) - 1}:
            sheet.rows.append((self._row, self._cells))
        self._cells = {}


def _number(told: Mapping[str, str], name: str) -> int:
    """A count; what is no number of at most seven digits is damage."""
    text = told.get(name, "0").strip()
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Unreadable(FailureReason.DAMAGED)
    return int(text)


def _place(told: Mapping[str, str], following: int, most: int) -> int:
    """The 0-based place of a row or cell. Raises `Unreadable`: DAMAGED, MEMORY_LIMIT."""
    place = _number(told, "Index") - 1 if "Index" in told else following
    if place < following:
        raise Unreadable(FailureReason.DAMAGED)
    if place >= most:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    return place


def _shown(text: str, kind: str) -> str:
    """A cell as people see it in other workbooks (`cells.shown`)."""
    try:
        if kind == "Number":
            return shown(float(text))
        if kind == "DateTime":
            moment = datetime.fromisoformat(text)
            return shown(moment.time() if moment.date() == _DAY_ZERO else moment)
    except (ValueError, OverflowError):
        return text
    if kind == "Boolean":
        return {"1": "TRUE", "0": "FALSE"}.get(text.strip(), text)
    return text
