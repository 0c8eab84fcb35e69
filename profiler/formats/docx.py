"""Tables of Word documents (WordprocessingML, ECMA-376 part 1, 17.4).

A row may begin and end after grid columns without cells (`gridBefore`, `gridAfter`); a cell covers
`gridSpan` columns, and goes on downwards through cells marked `vMerge`. `tblHeader` is the author's
own mark of header rows. Deleted text, notes, text boxes and the text of tables inside a cell are
not the cell's. Elements are known by their local names: strict documents have other namespaces.
"""

import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from profiler.formats import Content
from profiler.formats.document import Cell, DocumentTable, Tables, content_of
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_CHUNK = 1 << 16
_IS_ENCRYPTED = 1
_BODY = "word/document.xml"
_TYPES = "[Content_Types].xml"
_OVERRIDE = re.compile(rb"<(?:\w+:)?Override\b[^>]{0,2000}>")
_PART_NAME = re.compile(rb"""\bPartName\s*=\s*["']/?([^"']{1,500})["']""")
_SHOWN = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": ""}
_ELSEWHERE = frozenset({"txbxContent", "Fallback", "del", "moveFrom", "rPrChange", "pPrChange"})
"""Text inside these is not shown where it stands, or is shown by something else."""
_OFF = frozenset({"0", "false", "off"})


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a table. Raises `Unreadable`: DAMAGED, ENCRYPTED, NO_TABLE, limits."""
    del found, extension
    return content_of(document_tables(path, limits))


def document_tables(path: Path, limits: Limits) -> Tables:
    """All tables of a document with their cells. Raises `Unreadable` as `read` does."""
    tables = Tables(limits)
    try:
        with zipfile.ZipFile(path) as archive:
            part = _body(archive, limits)
            if part.file_size > limits.document_part_bytes:
                raise Unreadable(FailureReason.ARCHIVE_LIMIT)
            if part.flag_bits & _IS_ENCRYPTED:
                raise Unreadable(FailureReason.ENCRYPTED)
            parser = DefusedXMLParser(target=_Body(tables), forbid_dtd=True)
            with archive.open(part) as file:
                for chunk in iter(partial(file.read, _CHUNK), b""):
                    parser.feed(chunk)
            parser.close()
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, NotImplementedError):
        raise Unreadable(FailureReason.DAMAGED) from None
    except (ParseError, DefusedXmlException, LookupError, ValueError):
        raise Unreadable(FailureReason.DAMAGED) from None
    except RuntimeError:  # zipfile's word for a part that needs a password
        raise Unreadable(FailureReason.ENCRYPTED) from None
    return tables


def _body(archive: zipfile.ZipFile, limits: Limits) -> zipfile.ZipInfo:
    """The part with the text; some writers give it another name than most."""
    names = set(archive.namelist())
    if _BODY in names:
        return archive.getinfo(_BODY)
    if _TYPES in names and archive.getinfo(_TYPES).file_size <= limits.directory_bytes:
        for override in _OVERRIDE.findall(archive.read(_TYPES)):
            name = _PART_NAME.search(override)
            if b"document.main+xml" in override and name and name[1].decode() in names:
                return archive.getinfo(name[1].decode())
    raise Unreadable(FailureReason.DAMAGED)


@dataclass(slots=True)
class _Open:
    """A table being read."""

    table: DocumentTable
    row: int = -1
    column: int = 0
    """Where the next cell begins."""
    is_title: bool = False
    cell: Cell | None = None
    starts: dict[int, Cell] = field(default_factory=dict)
    """By its first column, the cell that a `vMerge` cell in the next row goes on with."""
    row_cells: list[Cell] = field(default_factory=list)
    merges: bool | None = None
    """Of the cell in hand: does it begin a merged one, or (False) go on with one?"""


class _Body:
    """The target of an XML parser: adds the tables of a document to `tables`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._path: list[str] = []
        self._open: list[_Open] = []
        self._hidden = 0

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        name = tag.rpartition("}")[2]
        parent = self._path[-1] if self._path else ""
        self._path.append(name)
        limits = self._tables.limits
        self._tables.elements_left -= 1
        if len(self._path) > limits.markup_depth or self._tables.elements_left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        if name in _ELSEWHERE:
            self._hidden += 1
        if self._hidden:
            return
        if name == "tbl":
            if len(self._open) >= limits.document_depth:
                raise Unreadable(FailureReason.MEMORY_LIMIT)
            self._open.append(_Open(self._tables.start_table()))
        elif self._open:
            self._inside(self._open[-1], name, parent, attributes)

    def _inside(self, inner: _Open, name: str, parent: str, attributes: Mapping[str, str]) -> None:
        if name == "tr":
            inner.row, inner.column, inner.is_title, inner.row_cells = inner.row + 1, 0, False, []
        elif name == "tc":
            cell = Cell(max(0, inner.row), inner.column)
            inner.cell, inner.merges = self._tables.start_cell(inner.table, cell), None
        elif parent == "trPr":
            if name == "gridBefore":
                inner.column += _number(attributes, 0)
            elif name == "tblHeader":
                inner.is_title = _value(attributes, "true") not in _OFF
        elif inner.cell is not None:
            self._in_cell(inner, inner.cell, name, parent, attributes)

    def _in_cell(
        self, inner: _Open, cell: Cell, name: str, parent: str, attributes: Mapping[str, str]
    ) -> None:
        if parent == "tcPr":
            if name == "gridSpan":
                cell.column_span = max(1, _number(attributes, 1))
            elif name == "vMerge":
                inner.merges = _value(attributes, "continue") == "restart"
        elif name == "p":
            cell.paragraphs.append("")
        elif parent == "r" and cell.paragraphs:
            cell.paragraphs[-1] += _SHOWN.get(name, "")

    def end(self, tag: str) -> None:
        name = tag.rpartition("}")[2]
        self._path.pop()
        if name in _ELSEWHERE:
            self._hidden -= 1
        if self._hidden or not self._open:
            return
        inner = self._open[-1]
        if name == "tbl":
            self._open.pop()
        elif name == "tc" and inner.cell is not None:
            self._end_cell(inner, inner.cell)
        elif name == "tr":
            for cell in inner.row_cells:
                cell.is_title = inner.is_title

    def _end_cell(self, inner: _Open, cell: Cell) -> None:
        """A cell that goes on with the one above makes that one taller and is none itself."""
        above = inner.starts.pop(cell.column, None)
        inner.column = cell.column + cell.column_span
        inner.table.columns = max(inner.table.columns, inner.column)
        inner.cell = None
        reaches = above is not None and above.row + above.row_span == cell.row
        if inner.merges is False and above is not None and reaches:
            above.row_span = cell.row - above.row + 1
            inner.table.cells.pop()  # the cell itself: nested tables keep their own
            cell = above
        else:
            inner.row_cells.append(cell)
        if inner.merges is not None:
            inner.starts[cell.column] = cell

    def data(self, data: str) -> None:
        if self._open and not self._hidden and self._path[-1] == "t":
            cell = self._open[-1].cell
            if cell is not None and cell.paragraphs:
                cell.paragraphs[-1] += data

    def close(self) -> None:
        """Part of the parser's protocol; nothing is left to do."""


def _value(attributes: Mapping[str, str], default: str) -> str:
    """The `val` of an element, in whatever namespace."""
    found = (value for key, value in attributes.items() if key.rpartition("}")[2] == "val")
    return next(found, default)


def _number(attributes: Mapping[str, str], default: int) -> int:
    text = _value(attributes, str(default))
    if text.isascii() and text.isdigit() and len(text) < 8:
        return int(text)
    raise Unreadable(FailureReason.DAMAGED)
