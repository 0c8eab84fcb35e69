"""A grid of cell strings -> a table: preamble, header, data rows, footer, counted on the way.

A grid can be read again and again; a `Table` reads its head once to find the header, and its rows
whenever they are asked for. `rows()` is what profiling counts and what `pdl cat` prints.
"""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import TYPE_CHECKING

from profiler.header import HEAD_ROWS, Header, find_header
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

if TYPE_CHECKING:
    import pandas as pd

    from profiler.formats.records import Records

_FOOTER_ROWS = 12
_NOTE = re.compile(
    r"\s*(?:출처|자료|주\s?\d*\s?[):.]|주석|비고|참고|※|\*|#|//|☞|Source|Note)", re.I
)


@dataclass(frozen=True, slots=True)
class Grid:
    """Source rows of one sheet or one text file.

    `rows` starts over on each call; a blank row is a row. `ragged` rows have as many cells as the
    file gives them. `first_row` is the source number of the first row it yields.
    """

    rows: Callable[[], Iterator[list[str]]]
    ragged: bool = False
    names: tuple[str, ...] = ()
    """Names that the format itself gives its columns; then no row is a header."""
    header: Header | None = None
    """The header where the reader knows more than the cells tell (merged cells, marked titles)."""
    records: "Records | None" = None
    """The text that the grid reaches over from head to end; the scanner can count it as bytes."""
    first_row: int = 0
    sheet_name: str | None = None
    source_path: str | None = None
    notes: Callable[[], Mapping[Finding, int]] = dict
    """Findings of the reader itself; complete only after the rows were read to their end."""


@dataclass
class Table:
    """One table. `findings`, `footer_rows` and `rows_scanned` are complete after `rows()` ended."""

    grid: Grid
    header: Header
    file_name: str = ""
    container_name: str | None = None
    member_path: str | None = None
    """Where the table's file is inside its archive."""
    encoding: str | None = None
    delimiter: str | None = None
    footer_rows: tuple[int, ...] = ()
    rows_scanned: int = 0
    findings: Counter[Finding] = field(default_factory=Counter)
    holder: object = None
    """Keeps the folder of an unpacked archive alive as long as the table is."""

    @property
    def names(self) -> tuple[str, ...]:
        """The product's column names: the leaf labels verbatim, or `column_1` and so on."""
        return self.header.names

    @property
    def has_header(self) -> bool:
        return self.header.labelled > 0

    @property
    def sheet_name(self) -> str | None:
        return self.grid.sheet_name

    @property
    def source_path(self) -> str | None:
        return self.member_path or self.grid.source_path

    @property
    def header_rows(self) -> tuple[int, ...]:
        return self._source_rows(self.header.rows)

    @property
    def preamble_rows(self) -> tuple[int, ...]:
        return self._source_rows(self.header.preamble)

    def header_path_names(self) -> tuple[str, ...]:
        """The labels of a multi-row header joined with a blank, top to bottom.

        As many as the header has cells, which may be fewer than there are columns.
        """
        return self.header.paths[: self.header.labelled or None]

    def rows(self) -> Iterator[list[str]]:
        """Data rows in file order, cells unaltered, blank rows and footers left out.

        A row with fewer cells than the table has is as short as in the file; one with more keeps
        them all. Either is counted as RAGGED_ROWS in text.
        """
        self.findings = Counter()
        self.rows_scanned = 0
        width = len(self.header.names)
        numbered = enumerate(islice(self.grid.rows(), self.header.body_start, None))
        held: deque[tuple[int, list[str]]] = deque()
        for number, row in numbered:
            held.append((number, row))
            if len(held) > _FOOTER_ROWS:
                yield from self._data(held.popleft()[1], width)
        body, self.footer_rows = self._split_footer(list(held), width)
        for row in body:
            yield from self._data(row, width)
        self.findings.update(self.grid.notes())
        if not self.has_header:
            self.findings[Finding.NO_HEADER] = 1

    def to_pandas(self) -> "pd.DataFrame":
        """The table as a DataFrame of strings; missing trailing cells are empty strings."""
        import pandas as pd

        width = len(self.names)
        padded = ([*row, *[""] * (width - len(row))][:width] for row in self.rows())
        return pd.DataFrame(list(padded), columns=pd.Index(self.names), dtype=str)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as an Arrow stream of strings (PyCapsule protocol), row batches read on demand.

        pyarrow, polars, DuckDB and others take the table as it is: `polars.DataFrame(table)`. A
        requested schema is not followed, as the protocol allows.
        """
        from profiler.arrow import stream

        del requested_schema
        return stream(self)

    def _data(self, row: list[str], width: int) -> Iterator[list[str]]:
        if any(map(str.strip, row)):
            self.rows_scanned += 1
            if self.grid.ragged and len(row) != width:
                self.findings[Finding.RAGGED_ROWS] += 1
            yield row

    def _split_footer(
        self, tail: list[tuple[int, list[str]]], width: int
    ) -> tuple[list[list[str]], tuple[int, ...]]:
        """Splits off notes and sources below the data, with blank rows among and before them.

        Where the format itself names the columns, every record is data.
        """
        end = len(tail)
        if self.grid.names:
            return [row for _, row in tail], ()
        for position in range(len(tail) - 1, -1, -1):
            if _is_note([row for _, row in tail], position, width):
                end = position
            elif any(map(str.strip, tail[position][1])):
                break
        offset = self.header.body_start + self.grid.first_row
        noted = [number for number, row in tail[end:] if any(map(str.strip, row))]
        return [row for _, row in tail[:end]], tuple(offset + number for number in noted)

    def _source_rows(self, rows: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.grid.first_row + row for row in rows)


def _is_note(rows: Sequence[Sequence[str]], position: int, width: int) -> bool:
    """A row below the data with one cell, in a table of several columns, that reads like a note."""
    filled = [cell for cell in rows[position] if cell.strip()]
    if len(filled) != 1 or width < 2 or filled[0] not in rows[position][:2]:
        return False
    if _NOTE.match(filled[0]):
        return True
    after_blank = position > 0 and not any(map(str.strip, rows[position - 1]))
    return after_blank and len(filled[0].split()) > 2


def open_table(grid: Grid, limits: Limits) -> Table | None:
    """The table of a grid, or None where the grid has no filled cell.

    Raises `Unreadable` where it has more columns than the limit.
    """
    if grid.names:
        width = len(grid.names)
        return Table(grid, Header((), (), 0, grid.names, grid.names, width))
    if grid.header is not None:
        return Table(grid, grid.header)
    head = list(islice(grid.rows(), HEAD_ROWS))
    if not any(cell.strip() for row in head for cell in row):
        leading = _first_filled(grid)
        if leading is None:
            return None
        grid = _skipping(grid, leading)
        head = list(islice(grid.rows(), HEAD_ROWS))
    if max(map(len, head)) > limits.columns:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    header = find_header(head, ragged=grid.ragged)
    return Table(grid, header) if header.names else None


def _first_filled(grid: Grid) -> int | None:
    for number, row in enumerate(grid.rows()):
        if any(map(str.strip, row)):
            return number
    return None


def _skipping(grid: Grid, count: int) -> Grid:
    def rows() -> Iterator[list[str]]:
        return chain(islice(grid.rows(), count, None))

    return replace(grid, rows=rows, first_row=grid.first_row + count)
