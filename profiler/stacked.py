"""Rule `stacked-v1.0`: where one sheet of text holds several tables below each other.

A new table begins

1. at a row that repeats the labels of the table above it in their places (at least two labels; the
   row may have more or fewer cells), with or without a blank row before it; or
2. after a blank row, at a block of rows with a header of its own: words over columns of numbers,
   where the table above has numbers too or is of another width; or, in a table of words alone,
   a title of one cell and below it a row of labels that is wider or narrower than the table above.

Blank rows inside a table, groups of rows with blank rows between them, notes and totals below a
table begin nothing.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from profiler.gridview import GridView, Row, is_digits
from profiler.header import HEAD_ROWS, Header, find_header
from profiler.table import Grid

RULE = "stacked-v1.0"
_BLOCK_ROWS = 40
"""Rows after a blank one that decide whether they begin a table."""
_TITLE_ROWS = 4


@dataclass(frozen=True)
class _Above:
    """What is known of the table above."""

    view: GridView
    labels: tuple[str, ...]
    used: int


def split_tables(grid: Grid, most: int) -> list[Grid]:
    """The grids of the tables of one text grid, at most `most`; `[grid]` where it holds one.

    Reads the grid once to its end; each grid it gives reads the text up to its own last row.
    """
    starts = list(islice(_starts(grid), most - 1))
    if not starts:
        return [grid]
    ends: list[int | None] = [*starts, None]
    return [_part(grid, a, b) for a, b in zip([0, *starts], ends, strict=True)]


def _part(grid: Grid, start: int, end: int | None) -> Grid:
    def rows() -> Iterator[list[str]]:
        return islice(grid.rows(), start, end)

    return replace(grid, rows=rows, first_row=grid.first_row + start)


def _starts(grid: Grid) -> Iterator[int]:
    """Row numbers where a table begins, but the first."""
    rows = _Ahead(grid.rows())
    header, above = _opened(rows.peek(HEAD_ROWS), grid)
    rows.skip(header.body_start)
    blank_before = False
    while (row := rows.next_row) is not None:
        blank = not any(map(str.strip, row))
        if not blank and (_repeats(row, above.labels) or (blank_before and _begins(rows, above))):
            yield rows.number
            header, above = _opened(rows.peek(HEAD_ROWS), grid)
            rows.skip(max(1, header.body_start))
            blank_before = False
            continue
        blank_before = blank
        rows.skip(1)


class _Ahead:
    """Rows that can be looked at before they are taken; `number` is that of the next one."""

    def __init__(self, rows: Iterator[list[str]]) -> None:
        self._rows = rows
        self._held: deque[list[str]] = deque()
        self.number = 0

    @property
    def next_row(self) -> list[str] | None:
        if not self._held:
            self._held.extend(islice(self._rows, 1))
        return self._held[0] if self._held else None

    def peek(self, count: int) -> list[list[str]]:
        self._held.extend(islice(self._rows, max(0, count - len(self._held))))
        return list(islice(self._held, count))

    def skip(self, count: int) -> None:
        for _ in self.peek(count):
            self._held.popleft()
            self.number += 1


def _opened(head: list[list[str]], grid: Grid) -> tuple[Header, _Above]:
    header = find_header(head, ragged=grid.ragged)
    leaf = head[header.rows[-1]] if header.rows else []
    view = GridView(_block(head[header.rows[0] if header.rows else header.body_start :]))
    labels = tuple(cell.strip() for cell in leaf)
    return header, _Above(view, labels, max(view.used, _used(leaf)))


def _repeats(row: Row, labels: Sequence[str]) -> bool:
    """Does the row have the labels of the table above in their places, as far as both go?"""
    cells = [cell.strip() for cell in row]
    common = min(len(cells), len(labels))
    same = cells[:common] == list(labels[:common])
    words = sum(1 for cell in cells[:common] if cell and not is_digits(cell))
    return same and words > 1 and 2 * common >= max(len(cells), len(labels))


def _begins(rows: _Ahead, above: _Above) -> bool:
    """Do the next rows begin a table with a header of its own?"""
    block = _block(rows.peek(_BLOCK_ROWS))
    header = find_header(block, ragged=True)
    if not header.rows or header.rows[0] > _TITLE_ROWS or header.body_start >= len(block):
        return False
    view, leaf = GridView(block), header.rows[-1]
    labels = [cell.strip() for cell in block[leaf] if cell.strip()]
    if len(labels) < 2 or any(map(is_digits, labels)) or len(set(labels)) < len(labels):
        return False
    titled = [view.fill[i] for i in header.preamble]
    if any(fill > 2 for fill in titled):
        return False
    other_width = _used(block[leaf]) != above.used
    if any(view.numeric) and view.stands_out(leaf):
        words, numbers = _against(above, block[leaf])
        return numbers == 0 and (words > 0 or other_width)
    fullest = max(view.fill[leaf:]) == view.fill[leaf] > 2
    return titled[-1:] == [1] and other_width and fullest


def _block(rows: Sequence[list[str]]) -> list[list[str]]:
    """Rows up to the next blank one; a blank row right after titles does not end it."""
    block: list[list[str]] = []
    for row in rows:
        filled = sum(1 for cell in row if cell.strip())
        if not filled and any(sum(1 for c in kept if c.strip()) > 1 for kept in block):
            break
        block.append(row)
    return block


def _against(above: _Above, row: Row) -> tuple[int, int]:
    """(words, numbers) of a row in the columns of numbers of the table above."""
    cells = [
        cell.strip()
        for cell, numeric in zip(row, above.view.numeric, strict=False)
        if numeric and cell.strip()
    ]
    numbers = sum(map(is_digits, cells))
    return len(cells) - numbers, numbers


def _used(row: Row) -> int:
    return max((j + 1 for j, cell in enumerate(row) if cell.strip()), default=0)
