"""Rule `header-v1.0`: where a table's labels are, under titles, units, dates and blank rows.

Decided from the first rows of a grid of cell strings, the same for text and for sheets:

1. A column is *numeric* when at least half of its filled cells in the lower half of the rows look
   like numbers, dates or codes of digits.
2. The *leaf* row is the first row that is about as full as the table and stands out: its cells in
   numeric columns are words. In a table of words alone it is the first full row, unless its cells
   come again below it. A row of numbers is one when it numbers or dates its columns (2017, 2018 …).
3. Rows right above the leaf that are filled like labels belong to the header (group labels, years);
   rows with one cell, or that name a unit or a date, are preamble. Rows below it that stand out in
   the same way belong to the header too, and the last of them is the leaf.
4. A column's name is the leaf label, or the nearest label above it where the leaf cell is empty.
   Its path is the labels from top to bottom, equal neighbours once (merged cells), but as often as
   they stand there where a whole row of labels is repeated; a label reaches over the empty cells to
   its right in every row but the leaf, and not into columns without any label.
5. In text, a header row with one cell more than every row below it and one empty cell before its
   last has a delimiter too many: that cell is no column.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from profiler.gridview import GridView, Row, is_digits, modal

RULE = "header-v1.0"
HEAD_ROWS = 200
"""How many rows of a grid decide."""
_SEARCHED = 30

_UNIT = re.compile(r"단위|작성일|기준일|출처|^\s*[(\[<※*◎○●■□▶].*|^\s*\d{4}[.년-]\s*\d")


@dataclass(frozen=True, slots=True)
class Header:
    """Row numbers are indexes into the grid; `names` and `paths` have one entry a column."""

    rows: tuple[int, ...]
    preamble: tuple[int, ...]
    body_start: int
    names: tuple[str, ...]
    paths: tuple[str, ...]
    labelled: int = 0
    """How many columns the header itself has; rows below may have more."""


def find_header(rows: Sequence[Row], *, ragged: bool = False) -> Header:
    """The header of the grid that begins with `rows` (at most `HEAD_ROWS` are looked at).

    `ragged` says that rows have the cells the file gives them (text), so a row shorter than the
    table is not one of its rows of labels; sheets have rows of equal length.
    """
    rows = rows[:HEAD_ROWS]
    view = GridView(rows)
    if not view.filled_rows:
        return Header((), tuple(range(len(rows))), len(rows), (), ())
    block = _with_neighbours(view, _leaf(view, ragged=ragged), ragged=ragged)
    if not block:
        start = _first_body_row(view)
        width = view.width
        names = tuple(f"column_{n + 1}" for n in range(width))
        return Header((), tuple(range(start)), start, names, names)
    return _named(view, block, ragged=ragged)


def _leaf(view: GridView, *, ragged: bool) -> int | None:
    """The row with the labels nearest to the data, or None where there is no header."""
    full = [i for i in view.filled_rows[:_SEARCHED] if _is_row(view, i, ragged=ragged)]
    if not full:
        return None
    if any(view.numeric):
        for position, row in enumerate(full):
            if view.stands_out(row):
                labels = all(_could_be_labels(view, above) for above in full[:position])
                return row if labels else None
    first = full[0]
    if _numbers_columns(view, first):
        return first
    text = [cell.strip() for cell in view.rows[first] if cell.strip()]
    words, numbers = view.contrast(first)
    if all(map(is_digits, text)) or (len(view.filled_rows) == 1 and any(map(is_digits, text))):
        return None
    if any(view.numeric) and numbers >= max(1, words):
        return None
    if _comes_again(view, first):
        above = first - 1
        whole = above >= 0 and view.fill[above] > 1 and len(view.rows[above]) >= view.used
        return above if whole else None
    return first


def _is_row(view: GridView, i: int, *, ragged: bool) -> bool:
    """Is row `i` a row of the table and no title, unit or note line?"""
    if ragged and len(view.rows[i]) < view.used:
        below = [k for k in view.filled_rows if k > i]
        same = sum(1 for k in below if len(view.rows[k]) == len(view.rows[i]))
        if not (len(view.rows[i]) > 1 and (2 * same >= len(below) or _names_the_start(view, i))):
            return False
    if view.full(i):
        return True
    above_rows = i + 1 < len(view.rows) and view.fill[i + 1] > 0
    return view.fill[i] > 1 and above_rows and view.stands_out(i) and view.full(i, 0.4)


def _names_the_start(view: GridView, i: int) -> bool:
    """A first row that is a little short, every cell of it filled: a header before longer rows."""
    first = i == view.filled_rows[0]
    return first and view.fill[i] == len(view.rows[i]) and 2 * view.fill[i] >= view.used


def _could_be_labels(view: GridView, i: int) -> bool:
    """May this row be part of a header although it does not stand out? Words, years, numbers."""
    words, numbers = view.contrast(i)
    return numbers == 0 or words > numbers or _numbers_columns(view, i)


def _numbers_columns(view: GridView, i: int) -> bool:
    """Does row `i` number or date its columns: 2017 2018 2019, or 1 2 3, after a word or a blank?

    A row of the same look as the rows below it does so only where its numbers ascend, or are years,
    and its first cell is a word or blank.
    """
    cells = [cell.strip() for cell in view.rows[i]]
    first = cells[0] if cells else ""
    rest = [cell for cell in cells if cell and is_digits(cell)]
    if len(rest) < 2 or (first and is_digits(first)):
        return False
    if not all(cell.isascii() and cell.isdigit() for cell in rest):
        return False
    numbers = [int(cell) for cell in rest]
    if all(1900 <= n <= 2100 for n in numbers):
        return not _mostly_years(view, i)
    if first and not view.numeric[0] and first in _column(view, 0, i):
        return False
    ascends = all(a < b for a, b in pairwise(numbers))
    return ascends and (not first or view.numeric[0] or len(rest) >= 3)


def _mostly_years(view: GridView, i: int) -> bool:
    """Do the cells below look like years as well?"""
    below = [c.strip() for k in view.filled_rows if k > i for c in view.rows[k] if c.strip()]
    years = sum(1 for c in below if len(c) == 4 and c.isdigit() and 1900 <= int(c) <= 2100)
    return 2 * years > len(below)


def _comes_again(view: GridView, i: int) -> bool:
    """Are most of the row's cells found again in their columns below? Then it is data."""
    cells = [(j, cell.strip()) for j, cell in enumerate(view.rows[i]) if cell.strip()]
    again = sum(1 for j, cell in cells if cell in _column(view, j, i))
    return 2 * again >= len(cells) and len(view.filled_rows) > 2


def _column(view: GridView, j: int, above: int) -> set[str]:
    return {
        view.rows[k][j].strip() for k in view.filled_rows if k > above and j < len(view.rows[k])
    }


def _with_neighbours(view: GridView, leaf: int | None, *, ragged: bool) -> tuple[int, ...]:
    """All rows of the header around its first found row."""
    if leaf is None:
        return ()
    block = [leaf]
    for i in range(leaf - 1, -1, -1):
        if not _is_group_row(view, i, ragged=ragged):
            break
        block.insert(0, i)
    for i in range(leaf + 1, min(leaf + 10, len(view.rows) - 1)):
        if not (view.fill[i] > 1 and any(view.numeric) and _continues(view, block[-1], i)):
            break
        block.append(i)
    return tuple(block)


def _continues(view: GridView, above: int, i: int) -> bool:
    """Is row `i`, right below a header row, one more: words where the columns have numbers?"""
    words, numbers = view.contrast(i)
    typed = sum(view.numeric)
    if numbers or words <= view.alike(i):
        return False
    merged_down = bool(view.rows[i]) and (
        not view.rows[i][0].strip() or view.rows[i][0] == view.rows[above][0]
    )
    return 2 * words >= typed or (merged_down and 4 * words >= typed)


def _is_group_row(view: GridView, i: int, *, ragged: bool) -> bool:
    """Is row `i`, right above a header row, a row of group labels?"""
    if view.fill[i] < 2 or (ragged and len(view.rows[i]) < view.used):
        return False
    cells = [cell.strip() for cell in view.rows[i] if cell.strip()]
    if len(cells) < 3 and any(_UNIT.search(cell) for cell in cells):
        return False
    return _could_be_labels(view, i)


def _first_body_row(view: GridView) -> int:
    """Where data begin without a header: the first row that is no title."""
    for i in view.filled_rows:
        if view.full(i, 0.5) or view.fill[i] > 1:
            return i
    return view.filled_rows[0]


def _named(view: GridView, block: tuple[int, ...], *, ragged: bool) -> Header:
    if ragged and len(block) == 1 and (place := _surplus(view, block[0])) is not None:
        view = view.without(block[0], place)
    width = _width(view, block[-1])
    grid = [[*view.rows[i], *[""] * (width - len(view.rows[i]))][:width] for i in block]
    names = tuple(_leaf_label([row[j] for row in grid]) for j in range(width))
    labelled_columns = [any(row[j].strip() for row in grid) for j in range(width)]
    spread = [_spread(row, labelled_columns) for row in grid[:-1]] + [grid[-1]]
    again = [above == below for above, below in pairwise(grid)]
    paths = tuple(_path([row[j] for row in spread], again) for j in range(width))
    preamble = tuple(i for i in range(block[0]))
    labelled = max(len(view.rows[i]) for i in block)
    return Header(block, preamble, block[-1] + 1, names, paths, min(labelled, width))


def _surplus(view: GridView, row: int) -> int | None:
    """The place of the empty cell that makes a header row one cell longer than all rows below."""
    labels = view.rows[row]
    below = [len(view.rows[i]) for i in view.filled_rows if i > row]
    empty = [j for j, label in enumerate(labels[:-1]) if not label.strip()]
    if len(below) < 2 or max(below) != len(labels) - 1 or len(empty) != 1:
        return None
    return empty[0] if modal(below) == len(labels) - 1 else None


def _width(view: GridView, leaf: int) -> int:
    """Columns of the table: those of the leaf row, or more where most rows below have more."""
    own = len(view.rows[leaf])
    below = [len(view.rows[i]) for i in view.filled_rows if i > leaf]
    longer = [length for length in below if length > own]
    return modal(longer) if 2 * len(longer) > len(below) else own


def _leaf_label(labels: Sequence[str]) -> str:
    return next((label for label in reversed(labels) if label.strip()), labels[-1])


def _spread(row: Sequence[str], labelled: Sequence[bool]) -> list[str]:
    """A group label reaches over the empty cells to its right."""
    out: list[str] = []
    label = ""
    for cell, reached in zip(row, labelled, strict=True):
        label = cell if cell.strip() or not out else label
        out.append(label if reached else cell)
    return out


def _path(labels: Sequence[str], again: Sequence[bool]) -> str:
    """Labels joined from top to bottom; `again` says which rows repeat the row above them."""
    parts: list[str] = []
    for label, repeated in zip(labels, [False, *again], strict=True):
        if label.strip() and (not parts or parts[-1] != label or repeated):
            parts.append(label)
    return " ".join(parts)
