"""A table of delimited text profiled by the scanner; None where only the exact reader will do.

The exact reader (`Records`, `Table`) has found the header in the head of the text. The scanner
counts everything from the first data row on but the last records; those are read exactly again,
because footers are among them. What both count is put together.
"""

import codecs
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from profiler.columns import ColumnScan, TableScan
from profiler.counts import ColumnCounts
from profiler.formats.records import REREAD_CHARS, Lines, Records
from profiler.scan import (
    Source,
    Unscannable,
    UnscannableError,
    counts_of,
    scan,
)
from profiler.table import Grid, Table
from profiler.unreadable import Unreadable
from store.vocabulary import Finding

LEAST_BYTES = 1 << 20
"""Below this the exact reader is quicker than getting the scanner ready."""
_ENCODINGS = {"utf-8": "utf-8", "utf-8-sig": "utf-8", "ascii": "utf-8", "cp949": "cp949"}


@dataclass(frozen=True, slots=True)
class ScannedTable:
    """What `Table.rows()` and `TableScan` would have counted."""

    columns: list[ColumnScan]
    rows: int
    footer_rows: tuple[int, ...]
    findings: Counter[Finding]


@dataclass
class _RecordsFrom(Records):
    """Records that begin at a byte offset."""

    start: int = 0
    reread: int = 0
    """Characters that were read anew at `record_at`."""

    def offset_after(self, count: int) -> int:
        """The byte offset where the record after the first `count` begins, or the file ends."""
        lines = self.lines()
        place = self.start
        for _ in islice(self.read(lines), count):
            place += self._bytes_of(lines)
        self.reread += lines.reread
        return place

    def record_at(self, offset: int) -> tuple[list[list[str]], int]:
        """The one record that begins at a byte offset, and the offset behind it.

        Raises `UnscannableError` where so many lines were read anew that quotes no longer count.
        """
        self.start = offset
        lines = self.lines()
        record = next(self.read(lines), None)
        self.reread += lines.reread
        if record is None or self.reread > REREAD_CHARS:
            raise UnscannableError(Unscannable.RECORD, offset)
        return [record], offset + self._bytes_of(lines)

    def _bytes_of(self, lines: Lines) -> int:
        """What the lines of the record in hand take in the file."""
        encoding = _ENCODINGS[self.encoding.name]
        return sum(len(line.encode(encoding)) for line in lines.taken)

    def _plain_lines(self) -> Iterator[str]:
        with self.path.open("rb") as file:
            file.seek(self.start)
            text = io.TextIOWrapper(file, _ENCODINGS[self.encoding.name], newline="")
            while line := text.readline(self.limits.record_chars + 1):
                yield line
            text.detach()


def scanned(table: Table, records: Records, *, threads: int | None = None) -> ScannedTable | None:
    """The counts of a table that reaches from the head of a text to its end."""
    source = _source(table, records)
    if source is None:
        return None
    last, odd = _records_from(records), _records_from(records)
    odd.start = source.start
    try:
        begin = odd.offset_after(table.grid.first_row + table.header.body_start)
        counts = scan(replace(source, start=begin), odd=odd.record_at, threads=threads)
    except (UnscannableError, Unreadable, UnicodeDecodeError):
        return None
    last.start = counts.end
    passed = table.header.body_start + counts.rows + counts.blank_rows
    tail = Table(
        Grid(
            lambda: iter(last),
            ragged=True,
            first_row=table.grid.first_row + passed,
            notes=lambda: last.findings,
        ),
        replace(table.header, body_start=0),
    )
    rest = TableScan(source.width)
    for row in tail.rows():
        rest.add(row)
    rest.flush()
    findings = tail.findings
    findings[Finding.RAGGED_ROWS] += counts.ragged_rows
    findings[Finding.UNCLOSED_QUOTE] += odd.findings[Finding.UNCLOSED_QUOTE]
    findings[Finding.NUL_BYTES] += counts.nul_bytes + _zeros(source, begin)
    for column, more in zip(counts.columns, rest._columns, strict=True):
        column.merge(counts_of(more))
    return ScannedTable(
        columns=list(map(column_scan_of, counts.columns)),
        rows=counts.rows + tail.rows_scanned,
        footer_rows=tail.footer_rows,
        findings=+findings,
    )


def _records_from(records: Records) -> _RecordsFrom:
    return _RecordsFrom(
        records.path, records.encoding, records.dialect, records.limits, records.width
    )


def column_scan_of(counts: ColumnCounts) -> ColumnScan:
    """A `ColumnScan` that has counted all this; only `finish` may be asked of it."""
    column = ColumnScan()
    column.nulls, column.values = counts.nulls, counts.values
    column.missing, column.kinds = counts.missing, counts.kinds
    column._common, column._length = counts.common, counts.length
    column._sketch = counts.distinct
    column._examples = dict.fromkeys(counts.examples.values())
    return column


def _source(table: Table, records: Records) -> Source | None:
    encoding, dialect = records.encoding, records.dialect
    name = _ENCODINGS.get(encoding.name)
    if name is None or encoding.other or encoding.finding:
        return None
    if not dialect.plain or dialect.skip_blank_after_delimiter:
        return None
    if records.path.stat().st_size < LEAST_BYTES:
        return None
    signs = ",;\t|".replace(dialect.delimiter, "")
    source = Source(
        path=records.path,
        start=len(codecs.BOM_UTF8) if encoding.name == "utf-8-sig" else 0,
        encoding=name,
        delimiter=dialect.delimiter,
        quote=dialect.quote,
        width=len(table.names),
        record_bytes=records.limits.record_chars,
        lone_signs=signs if (records.width or 0) > len("ab") else "",
    )
    try:
        source.check()
    except UnscannableError:
        return None
    return source


def _zeros(source: Source, end: int) -> int:
    """NUL in the head of the text, which the scan has not seen."""
    with source.path.open("rb") as file:
        return file.read(end).count(0)
