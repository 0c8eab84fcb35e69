"""XML: the elements that come again and again are records (see `xml_outline`).

The file is parsed twice, once for its outline and once for the rows; no tree is built. Fields are
children and attributes, at any depth; one that a record has several times is a JSON array of texts.
"""

import json
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from profiler.encoding import Encoding
from profiler.formats import Content
from profiler.formats.xml_outline import Kind, Outline, columns_of, is_data, local
from profiler.formats.xml_text import parsed, xml_encoding
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a kind of records.

    Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT, UNSUPPORTED_FORMAT (it has a DTD).
    """
    del found, extension
    encoding = xml_encoding(path)
    outline = Outline(limits)
    for _ in parsed(path, encoding, outline, limits):
        pass
    records = outline.records()
    if not records:
        raise Unreadable(FailureReason.NO_TABLE)
    grids = [_grid(path, encoding, outline.top, kind, limits) for kind in records]
    if len(grids) > limits.tables or max(len(grid.names) for grid in grids) > limits.columns:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    return Content(
        grids,
        encoding.name,
        findings=[encoding.finding] if encoding.finding else [],
        encoding_confidence=encoding.confidence,
    )


def _grid(path: Path, encoding: Encoding, top: Kind, record: Kind, limits: Limits) -> Grid:
    names = columns_of(record)
    rows = partial(_rows, path, encoding, top, record, len(names), limits)
    return Grid(rows, names=names, sheet_name=record.name)


def _rows(
    path: Path, encoding: Encoding, top: Kind, record: Kind, width: int, limits: Limits
) -> Iterator[list[str]]:
    target = _Records(top, record, width)
    for _ in parsed(path, encoding, target, limits):
        yield from target.rows
        target.rows.clear()


class _Records:
    """The target of an XML parser that adds the records of one kind to `rows`."""

    def __init__(self, top: Kind, record: Kind, width: int) -> None:
        self.rows: list[list[str]] = []
        self.elements = 0
        self._record = record
        self._width = width
        self._kinds = [top]
        self._texts: list[list[str]] = []
        """Of the elements that are open, from the record on inwards."""
        self._cells: dict[int, list[str]] = {}

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        kind = self._kinds[-1].children[local(tag)]
        self.elements += 1
        self._kinds.append(kind)
        if self._texts or kind is self._record:
            self._texts.append([])
            for name, value in attributes.items():
                if is_data(name):
                    self._cells.setdefault(kind.attributes[local(name)], []).append(value)

    def end(self, tag: str) -> None:
        del tag
        kind = self._kinds.pop()
        if not self._texts:
            return
        text = "".join(self._texts.pop())
        if kind.column is not None and text and not text.isspace():
            self._cells.setdefault(kind.column, []).append(text)
        if kind is self._record:
            row = [""] * self._width
            for column, values in self._cells.items():
                several = len(values) > 1
                row[column] = json.dumps(values, ensure_ascii=False) if several else values[0]
            self.rows.append(row)
            self._cells.clear()

    def data(self, data: str) -> None:
        if self._texts:
            self._texts[-1].append(data)

    def close(self) -> None:
        """Part of the parser's protocol; nothing is left to do."""
