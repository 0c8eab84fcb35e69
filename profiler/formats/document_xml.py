"""The XML of HWPX and HWPML -> tables: the same elements under different names.

Elements are known by their local names, because the namespaces of HWPX change with the year of the
writing program (2011, 2016, 2024). Nothing is kept of the document but its tables: the parser calls
back and builds no tree. No DTD, no entity of the file's own.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from profiler.formats.document import Cell, DocumentTable, Tables
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_SHOWN = {
    "fwspace": " ",
    "hypen": "-",
    "hyphen": "-",
    "linebreak": "\n",
    "nbspace": "\N{NO-BREAK SPACE}",
    "tab": "\t",
}
"""Characters that have elements of their own, in lower case (HWPML really says HYPEN)."""


@dataclass(frozen=True, slots=True)
class Names:
    """What a format calls its elements and their attributes."""

    table: str
    rows: str
    columns: str
    cell: str
    title: str
    list: str
    """Holds the paragraphs of a cell, and of captions, notes and text boxes."""
    paragraph: str
    text: str
    address: tuple[str, str, str]
    """The element with a cell's address, and its attributes for row and column."""
    span: tuple[str, str, str]


@dataclass(slots=True)
class _Open:
    """A table being read; `cell` is None between its cells."""

    table: DocumentTable
    cell: Cell | None = None
    has_address: bool = False


class Reader:
    """The target of an XML parser: adds the tables of one XML document to `tables`."""

    def __init__(self, names: Names, tables: Tables) -> None:
        self._names = names
        self._tables = tables
        self._path: list[str] = []
        self._open: list[_Open] = []
        self._lists: list[Cell | None] = []
        """For each list of paragraphs around here, the cell it belongs to, if it is a cell's."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        names, name = self._names, tag.rpartition("}")[2]
        parent = self._path[-1] if self._path else ""
        self._path.append(name)
        self._tables.elements_left -= 1
        if len(self._path) > self._tables.limits.markup_depth or self._tables.elements_left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        if name == names.table:
            self._start_table(attributes)
        elif name == names.cell and self._open:
            title = attributes.get(names.title, "").lower() in {"1", "true"}
            inner = self._open[-1]
            inner.cell = self._tables.start_cell(inner.table, Cell(0, 0, is_title=title))
            inner.has_address = False
        elif name == names.list:
            self._lists.append(self._open[-1].cell if self._open and parent == names.cell else None)
        elif self._lists and name == names.paragraph:
            if (cell := self._lists[-1]) is not None:
                cell.paragraphs.append("")
        elif parent == names.text:
            self._add(_SHOWN.get(name.lower(), ""))
        if self._open and (cell := self._open[-1].cell) is not None:
            self._place(name, attributes, cell)

    def end(self, tag: str) -> None:
        names, name = self._names, tag.rpartition("}")[2]
        self._path.pop()
        if name == names.table:
            self._open.pop()
        elif name == names.cell and self._open:
            if not self._open[-1].has_address:
                raise Unreadable(FailureReason.DAMAGED)
            self._open[-1].cell = None
        elif name == names.list:
            self._lists.pop()

    def data(self, data: str) -> None:
        if self._path[-1] == self._names.text:
            self._add(data)

    def close(self) -> None:
        """Part of the parser's protocol; nothing is left to do."""

    def _start_table(self, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= self._tables.limits.document_depth:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        rows, columns = (
            _number(attributes, key, 0) for key in (self._names.rows, self._names.columns)
        )
        self._open.append(_Open(self._tables.start_table(rows, columns)))

    def _place(self, name: str, attributes: Mapping[str, str], cell: Cell) -> None:
        element, row, column = self._names.address
        if name == element and row in attributes and column in attributes:
            cell.row, cell.column = _number(attributes, row, 0), _number(attributes, column, 0)
            self._open[-1].has_address = True
        element, row, column = self._names.span
        if name == element:
            cell.row_span = _number(attributes, row, 1)
            cell.column_span = _number(attributes, column, 1)

    def _add(self, text: str) -> None:
        cell = self._lists[-1] if self._lists else None
        if cell is not None and cell.paragraphs:
            cell.paragraphs[-1] += text


def read_xml(chunks: Iterable[bytes], names: Names, tables: Tables) -> None:
    """Adds the tables of an XML document. Raises `Unreadable`: DAMAGED, MEMORY_LIMIT."""
    parser = DefusedXMLParser(target=Reader(names, tables), forbid_dtd=True)
    try:
        for chunk in chunks:
            parser.feed(chunk)
        parser.close()
    except (ParseError, DefusedXmlException, LookupError, ValueError):
        # Not well-formed, a DTD, or an encoding that expat or Python does not have.
        raise Unreadable(FailureReason.DAMAGED) from None


def _number(attributes: Mapping[str, str], name: str, default: int) -> int:
    """A count or address; sizes beyond seven digits are none that a document can have."""
    text = attributes.get(name, "")
    if text.isascii() and text.isdigit() and len(text) < 8:
        return int(text)
    if text:
        raise Unreadable(FailureReason.DAMAGED)
    return default
