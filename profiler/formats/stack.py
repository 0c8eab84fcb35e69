"""The tables of one delimited text: usually one, else one grid for each that is stacked in it."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from profiler.bytescan import begins_line
from profiler.formats.records import Records
from profiler.header import HEAD_ROWS, find_header
from profiler.limits import Limits
from profiler.stacked import split_tables
from profiler.table import Grid
from store.vocabulary import Finding

_REREAD_BYTES = 4 << 30
"""Bytes read for all tables of one file together; each is read from the file's beginning."""
_HEAD_BYTES = 1 << 20


def tables_of(records: Records, limits: Limits) -> list[Grid]:
    """One grid a table. The text is read to its end only where its bytes give reason to."""
    grid = Grid(records.__iter__, ragged=True, notes=lambda: records.findings)
    size = max(1, records.path.stat().st_size)
    most = max(1, min(limits.tables, _REREAD_BYTES // size))
    head = list(islice(grid.rows(), HEAD_ROWS))
    too_wide = max(map(len, head), default=0) > limits.columns
    if most == 1 or too_wide or not _may_be_stacked(head, records):
        return [grid]
    parts = split_tables(grid, most)
    return parts if len(parts) == 1 else [_counted(part, records) for part in parts]


def _may_be_stacked(head: list[list[str]], records: Records) -> bool:
    """Is there a blank row, or a line that begins as the header does? Told by the bytes alone."""
    header = find_header(head, ragged=True)
    width = len(header.names)
    if width <= 1 or records.encoding.name.startswith(("utf-16", "utf-32")):
        return width > 1
    first = head[header.rows[0]][0].strip() if header.rows else ""
    delimiter, encoding = records.dialect.delimiter, records.encoding.name
    blank = delimiter * (width - 1)
    beginnings = ["\n", "\r", f"{blank}\n", f"{blank}\r"]
    beginnings += [f"{mark}{first}" for mark in ("", '"') if first]
    sought = [text.encode(encoding, "replace") for text in beginnings]
    return begins_line(records.path, sought, start=_place_behind(records, first.encode(encoding)))


def _place_behind(records: Records, label: bytes) -> int:
    """Where the search begins: behind the label's first place, which is in the head of the text."""
    with records.path.open("rb") as file:
        return max(0, file.read(_HEAD_BYTES).find(label) + 1)


def _counted(part: Grid, records: Records) -> Grid:
    """A grid whose findings are those of its own rows."""
    counts: Counter[Finding] = Counter()

    def rows() -> Iterator[list[str]]:
        before: Counter[Finding] | None = None
        for row in part.rows():
            if before is None:
                before = Counter(records.findings)
            yield row
        counts.clear()
        counts.update(records.findings - (before or Counter()))

    return Grid(rows, ragged=True, first_row=part.first_row, notes=lambda: counts)
