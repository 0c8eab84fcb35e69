"""JSON: each array of objects that is in no other one is a table (see `json_tables`).

The text is read twice, value after value: once to find the tables and all their columns, and again
for the rows, from where a table's array begins. A text that is one object without such an array, a
configuration for instance, is no table.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from profiler.encoding import Encoding, detect_encoding
from profiler.formats import Content
from profiler.formats.decoded import text_chunks
from profiler.formats.json_tables import Candidate, Record, Shape, Survey, fields, outermost
from profiler.formats.json_window import Window
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a table. Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT."""
    del found, extension
    return content_of(JsonText(path, detect_encoding(path), limits))


def _whole(found: Record) -> Record | None:
    return found


@dataclass(frozen=True)
class JsonText:
    """A file of JSON; `joined` is one of several texts (JSON Lines, RFC 7464 sequences)."""

    path: Path
    encoding: Encoding
    limits: Limits
    joined: bool = False
    shape: Shape = _whole

    def tables(self) -> list[Candidate]:
        """All tables with all their columns. Raises `Unreadable`: DAMAGED, MEMORY_LIMIT."""
        survey = Survey(self.limits, self.shape)
        for outer, start, item in self._items():
            survey.add(outer, start, item)
        return survey.tables()

    def rows(self, table: Candidate) -> Iterator[list[str]]:
        """The records of a table as rows, one cell a column."""
        depth = self.limits.record_depth
        for item in self._items_of(table):
            for path, found in outermost(table.outer, item, depth):
                record = self.shape(found) if path == table.path else None
                if record is not None and (cells := dict(fields(record, depth))):
                    yield [cells.get(column, "") for column in table.columns]

    def window(self, skipped: int = 0) -> Window:
        """The text from its character `skipped` on."""
        chunks = text_chunks(self.path, self.encoding)
        return Window(chunks, self.limits.record_text, skipped)

    def _items(self) -> Iterator[tuple[tuple[str, ...], int, Any]]:
        """(path of an array, where it begins, item) of all arrays that are in no other one."""
        window = self.window()
        if not self.joined:
            yield from _walk(window, (), self.limits.record_depth)
            if window.peek():
                raise SeveralTexts
            return
        while character := window.peek():
            values = window.items() if character == "[" else iter([window.value()])
            for item in values:
                yield (), 0, item

    def _items_of(self, table: Candidate) -> Iterator[Any]:
        if self.joined:
            yield from (item for _, _, item in self._items())
        else:
            for start in table.starts:
                yield from self.window(start).items()


class SeveralTexts(Exception):  # noqa: N818  (it says how to read on)
    """After a JSON text comes another."""


def _walk(
    window: Window, path: tuple[str, ...], depth: int
) -> Iterator[tuple[tuple[str, ...], int, Any]]:
    if depth < 0:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    character = window.peek()
    if character == "{":
        for name in window.names():
            yield from _walk(window, (*path, name), depth - 1)
    elif character == "[":
        start = window.offset
        for item in window.items():
            yield path, start, item
    else:
        window.value()


def content_of(text: JsonText) -> Content:
    """The grids of a text. Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT."""
    try:
        tables = text.tables()
    except SeveralTexts:
        text = replace(text, joined=True)
        tables = text.tables()
    if not tables:
        raise Unreadable(FailureReason.NO_TABLE)
    found = text.encoding
    return Content(
        [_grid(text, table) for table in tables],
        found.name,
        findings=[found.finding] if found.finding else [],
        encoding_confidence=found.confidence,
    )


def _grid(text: JsonText, table: Candidate) -> Grid:
    sheet_name = ".".join(table.path) or None
    return Grid(partial(text.rows, table), names=table.names(), sheet_name=sheet_name)
