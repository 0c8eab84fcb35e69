"""What the compiled kernel counts, in plain Python: `ColumnScan` over records split one by one.

The tests hold the kernel against this, and it runs where the kernel could not be compiled.
"""

import io
import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TextIO

from xxhash import xxh64_intdigest

from profiler._scan_source import OddRecords, Source, Unscannable, UnscannableError
from profiler.columns import EXAMPLE_CHARS, ColumnScan
from profiler.counts import ColumnCounts, TableCounts

_BLOCK_ROWS = 1_024
MOST_MARKS = 256
_BLANKS = " \t\n\r\v\f\x1c\x1d\x1e\x1f"


class Record(NamedTuple):
    """Cells, the byte offset where they begin, how many NUL are in them, and was it odd?"""

    offset: int
    cells: list[str]
    nul_bytes: int
    odd: bool = False


class _OddError(Exception):
    """The quotes of a record are odd, or it is too long."""


def scan(source: Source, *, odd: OddRecords | None = None) -> TableCounts:
    """See `profiler.scan.scan`."""
    counts = TableCounts(columns=[], end=source.path.stat().st_size)
    columns = [ColumnScan() for _ in range(source.width)]
    held: deque[Record] = deque()
    rows: list[list[str]] = []
    for record in records(source, odd=odd):
        held.append(record)
        if len(held) > source.tail_records:
            _take(held.popleft(), source, counts, rows)
        if len(rows) == _BLOCK_ROWS:
            _add(columns, rows)
    _add(columns, rows)
    if held:
        counts.end = held[0].offset
    counts.columns = [counts_of(column) for column in columns]
    return counts


def counts_of(column: ColumnScan) -> ColumnCounts:
    """What a `ColumnScan` has counted."""
    return ColumnCounts(
        nulls=column.nulls,
        values=column.values,
        length=column._length,
        common=column._common,
        missing=column.missing,
        kinds=column.kinds,
        distinct=column._sketch,
        examples={
            xxh64_intdigest(value.encode()): value[: EXAMPLE_CHARS + 1]
            for value in column._examples
        },
    )


def records(source: Source, *, odd: OddRecords | None) -> Iterator[Record]:
    """All records from `source.start` on. Raises `UnscannableError`."""
    size = source.path.stat().st_size
    offset = source.start
    while offset < size:
        # A record that is odd is the caller's; what follows it is read from its own place on.
        for record in _sound_records(source, offset):
            if isinstance(record, int):
                offset = record
                break
            yield record
        else:
            return
        if odd is None:
            raise UnscannableError(Unscannable.RECORD, offset)
        rows, following = odd(offset)
        for cells in rows:
            yield Record(offset, cells, sum(cell.count("\0") for cell in cells), odd=True)
        offset = following


def _sound_records(source: Source, offset: int) -> Iterator[Record | int]:
    """Records from `offset` on, and last the offset of the first that is odd, if there is one."""
    splitter = _Splitter(source)
    with source.path.open("rb") as file:
        file.seek(offset)
        text = io.TextIOWrapper(file, source.encoding, newline="")
        try:
            while True:
                try:
                    lines, cells = splitter.next_record(text)
                except _OddError:
                    yield offset
                    return
                if not lines:
                    return
                yield Record(offset, cells, lines.count("\0"))
                offset += len(lines.encode(source.encoding))
        except UnicodeDecodeError as error:
            raise UnscannableError(Unscannable.TEXT, offset) from error
        finally:
            text.detach()


class _Splitter:
    """Splits records that are well-formed after RFC 4180, whatever their line ends are."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._edge, self._quote = source.delimiter, source.quote
        quote = re.escape(self._quote)
        self._quoted = re.compile(f"{quote}((?:[^{quote}]|{quote}{quote})*+){quote}")
        self._quoted_cell = re.compile(f"(?:^|{re.escape(self._edge)}){quote}")
        self._bare = re.compile(rf"[^{re.escape(self._edge)}\r\n]*")

    def next_record(self, text: TextIO) -> tuple[str, list[str]]:
        """(its lines as they are, its cells); no lines at the end. Raises `_OddError`."""
        lines = text.readline()
        cells = self._cells(lines)
        while cells is None:
            line = text.readline()
            lines += line
            if not line or len(lines) > self._source.record_bytes:
                raise _OddError
            cells = self._cells(lines) if self._quote in line else None
        lone = len(cells) == 1 and any(sign in lines for sign in self._source.lone_signs)
        if lone or not self._affordable(lines):
            raise _OddError
        return lines, cells

    def _affordable(self, lines: str) -> bool:
        """Is a record not too long? Where cells are quoted, each of its lines costs more."""
        size = len(lines.encode(self._source.encoding))
        if self._quote and self._quoted_cell.search(lines):
            size += self._source.line_cost * (lines.count("\n") + lines.count("\r"))
        return size <= self._source.record_bytes

    def _opens(self, lines: str, at: int) -> bool:
        return bool(self._quote) and lines.startswith(self._quote, at)

    def _cells(self, lines: str) -> list[str] | None:
        """None where a quote is not closed yet."""
        cells: list[str] = []
        at = 0
        while True:
            if self._opens(lines, at):
                found = self._quoted.match(lines, at)
                if found is None:
                    return None
                if lines[found.end() : found.end() + 1] not in ("", "\r", "\n", self._edge):
                    raise _OddError
                cells.append(found[1].replace(self._quote * 2, self._quote))
            else:
                found = self._bare.match(lines, at)
                cells.append(found[0] if found else "")
            at = found.end() if found else at
            if lines[at : at + 1] != self._edge:
                return cells
            at += 1


def _take(record: Record, source: Source, counts: TableCounts, rows: list[list[str]]) -> None:
    counts.nul_bytes += record.nul_bytes
    counts.odd_records += record.odd
    filled = any(map(str.strip, record.cells))
    if not filled or (source.label and record.cells[0].strip(_BLANKS) == source.label):
        _mark(record, counts)
    if not filled:
        counts.blank_rows += 1
        return
    counts.rows += 1
    counts.ragged_rows += len(record.cells) != source.width
    counts.extra_cells += max(0, len(record.cells) - source.width)
    missing = source.width - len(record.cells)
    rows.append([*record.cells, *[""] * missing] if missing > 0 else record.cells)


def _mark(record: Record, counts: TableCounts) -> None:
    if not record.odd:
        counts.marked += 1
        if len(counts.marks) < MOST_MARKS:
            counts.marks.append(record.offset)


def _add(columns: Sequence[ColumnScan], rows: list[list[str]]) -> None:
    for column, cells in zip(columns, zip(*rows, strict=False), strict=False):
        column.add(cells)
    rows.clear()
