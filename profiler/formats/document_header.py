"""The header of a document's table: what its author marked, else what the shared rule infers.

Few authors mark title cells (in a corpus of 3,445 tables 5 %), but then it is the header. "Repeat
the header on each page" is on by default and tells nothing. Spans are known here, so labels reach
exactly as far as they do on paper: a label merged down stands for every row of the header it
covers, one merged across names each column under it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from profiler.header import HEAD_ROWS, Header, find_header

if TYPE_CHECKING:
    from profiler.formats.document import Cell, DocumentTable

_MOST_ROWS = 10
"""Rows of the tallest header that spans may make."""

Cover = list[list["Cell | None"]]
"""For each slot of the first rows, the cell that covers it."""


def header_of(table: "DocumentTable", rows: Sequence[Sequence[str]]) -> Header:
    """The header of a table with sound spans; `rows` has each text in its cell's first slot."""
    cover = _cover(table)
    start = _banners(table, cover)
    block = _marked(table, cover, start)
    if not block:
        inferred = find_header(rows[start : start + HEAD_ROWS])
        if not inferred.rows:
            return _nameless(table, start + inferred.body_start if inferred.names else 0)
        block = _completed(table, cover, start + inferred.rows[0], start + inferred.rows[-1])
    labels = [[cover[i][j] for i in block] for j in range(table.columns)]
    names = tuple(_leaf_label(column) for column in labels)
    paths = tuple(_path(column) for column in labels)
    return Header(block, tuple(range(block[0])), block[-1] + 1, names, paths, table.columns)


def _nameless(table: "DocumentTable", body_start: int) -> Header:
    names = tuple(f"column_{n + 1}" for n in range(table.columns))
    return Header((), tuple(range(body_start)), body_start, names, names)


def _cover(table: "DocumentTable") -> Cover:
    height = min(table.rows, HEAD_ROWS)
    cover: Cover = [[None] * table.columns for _ in range(height)]
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        # Cells that overlap are damage; one that begins inside another covers nothing.
        if cell.row < height and cover[cell.row][cell.column] is None:
            for row in cover[cell.row : cell.row + cell.row_span]:
                for j in range(cell.column, cell.column + cell.column_span):
                    row[j] = row[j] or cell
    return cover


def _banners(table: "DocumentTable", cover: Cover) -> int:
    """How many rows of one cell over all columns the table begins with: titles and notes."""
    wide = [row[0] is not None and row[0].column_span == table.columns for row in cover]
    return wide.index(False) if False in wide else 0


def _marked(table: "DocumentTable", cover: Cover, start: int) -> tuple[int, ...]:
    """The rows of title cells alone from `start` on; none where the whole table is marked."""
    end = start
    while end < len(cover) and all(cell is not None and cell.is_title for cell in cover[end]):
        end += 1
    return tuple(range(start, end)) if end < table.rows else ()


def _completed(table: "DocumentTable", cover: Cover, first: int, last: int) -> tuple[int, ...]:
    """The inferred rows, and those that their labels reach into.

    Upwards always. Downwards where the labels fill most of the row below, or where others beside
    them stand over several columns, whose parts come below: one cell merged down alone may as well
    be the first group of a table without header.
    """
    lowest = min(table.rows, len(cover), first + _MOST_ROWS) - 1
    while True:
        cells = [cell for row in cover[first : last + 1] for cell in row if cell is not None]
        top = min([first, *(cell.row for cell in cells)])
        ends = [end for cell in cells if last < (end := cell.row + cell.row_span - 1) < lowest]
        grows = ends and (_has_groups(table, cells, last) or _mostly_filled(cover, last))
        bottom = max(ends) if grows else last
        if (top, bottom) == (first, last):
            return tuple(range(first, last + 1))
        first, last = top, bottom


def _has_groups(table: "DocumentTable", cells: "Sequence[Cell]", last: int) -> bool:
    return any(
        1 < cell.column_span < table.columns and cell.row + cell.row_span - 1 <= last
        for cell in cells
    )


def _mostly_filled(cover: Cover, last: int) -> bool:
    """Do cells from row `last` or above cover most of the row below it?"""
    below = cover[last + 1]
    return 2 * sum(1 for cell in below if cell is not None and cell.row <= last) > len(below)


def _leaf_label(labels: "Sequence[Cell | None]") -> str:
    """The lowest label that is not blank."""
    return next((text for cell in reversed(labels) if cell and (text := cell.text).strip()), "")


def _path(labels: "Sequence[Cell | None]") -> str:
    parts: list[str] = []
    for cell in labels:
        if cell and cell.text.strip() and (not parts or parts[-1] != cell.text):
            parts.append(cell.text)
    return " ".join(parts)
