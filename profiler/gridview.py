"""The first rows of a grid of cell strings, with what the header rule wants to know of them."""

import re
from collections import Counter
from collections.abc import Sequence

Row = Sequence[str]

WORD, PLAIN, DATED = "word", "plain", "dated"

_PLAIN = re.compile(r"[\s\d.,:/()+%*~'^$€£₩-]*\d[\s\d.,:/()+%*~'^$€£₩-]*|[-+\d.,]+[eE][-+]?\d+")
_DATED = re.compile(r"(?:\d+[년월일시분초]\s?)+")
_RUNS = re.compile(r"\d+|[^\W\d_]+")
_MISSING = {"-", "--", "…", "...", "n/a", "na", "null", "nan", "none", "x", "*"}


class GridView:
    """The grid's first rows with what is measured of them once."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.fill = [sum(1 for cell in row if cell.strip()) for row in rows]
        self.filled_rows = [i for i, fill in enumerate(self.fill) if fill]
        body = self.filled_rows[len(self.filled_rows) // 2 :]
        self.width = modal([len(rows[i]) for i in body]) if body else 0
        self.used = modal([_used(rows[i]) for i in body]) if body else 0
        self.typical_fill = modal([self.fill[i] for i in body]) if body else 0
        self.looks = [self._look_of_column(j, body) for j in range(self.width)]
        self.numeric = [look in {PLAIN, DATED} for look in self.looks]

    def _look_of_column(self, j: int, body: Sequence[int]) -> str:
        looks = Counter(
            _look(text)
            for i in body
            if j < len(self.rows[i]) and (text := self.rows[i][j].strip()) and not _is_gap(text)
        )
        plain, dated = looks[PLAIN], looks[DATED]
        if not looks or 2 * (plain + dated) < looks.total():
            return WORD
        return PLAIN if plain >= dated else DATED

    def without(self, i: int, j: int) -> "GridView":
        """The same rows with cell `j` of row `i` left out."""
        rows = list(self.rows)
        rows[i] = [*rows[i][:j], *rows[i][j + 1 :]]
        return GridView(rows)

    def contrast(self, i: int) -> tuple[int, int]:
        """(cells of another look, cells of the same look) of row `i` in the numeric columns."""
        other = same = 0
        for cell, look in zip(self.rows[i], self.looks, strict=False):
            text = cell.strip()
            if look is not WORD and text and not _is_gap(text):
                if _look(text) is look:
                    same += 1
                else:
                    other += 1
        return other, same

    def alike(self, i: int) -> int:
        """In how many columns of words row `i` has a code or date shaped like the cells below."""
        return sum(
            1
            for j, cell in enumerate(self.rows[i][: self.width])
            if self.looks[j] is WORD and _shape(cell) in self._shapes_below(i, j)
        )

    def _shapes_below(self, i: int, j: int) -> set[str]:
        below = [k for k in self.filled_rows if k > i and j < len(self.rows[k])]
        return {shape for k in below[:20] if (shape := _shape(self.rows[k][j]))}

    def stands_out(self, i: int) -> bool:
        other, same = self.contrast(i)
        return other > same + self.alike(i) and 2 * other >= min(sum(self.numeric), self.fill[i])

    def full(self, i: int, share: float = 0.6) -> bool:
        return self.fill[i] >= share * min(self.typical_fill, self.width)


def _look(text: str) -> str:
    """`plain` for digits with punctuation, `dated` for digits with units of time, else `word`."""
    if len(text) > 40:
        return WORD
    if _PLAIN.fullmatch(text):
        return PLAIN
    return DATED if _DATED.fullmatch(text) else WORD


def is_digits(text: str) -> bool:
    return _look(text) is not WORD


def _is_gap(text: str) -> bool:
    return len(text) <= 4 and text.lower() in _MISSING


def _shape(cell: str) -> str | None:
    """A code's pattern with runs of letters and digits as one sign each; None where no code."""
    text = cell.strip()
    if len(text) < 4 or not any(map(str.isdigit, text)):
        return None
    return _RUNS.sub("x", text)


def _used(row: Row) -> int:
    """Cells of a row without blank ones at its end."""
    return max((j + 1 for j, cell in enumerate(row) if cell.strip()), default=0)


def modal(values: Sequence[int]) -> int:
    """The commonest value, the larger of equally common ones."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value))
