"""Splitting one record that is not well-formed: which of its quotes enclose cells?

A quote may be stray (`5" pipe`, `"1,2`), a cell's inner quotes may be neither doubled nor escaped
(`"a 5" pipe","b"`), and a delimiter may be missing beside a quote (`text"quoted"`). Each reading
has a cost; the cheapest one that gives the table's usual number of cells wins, else the cheapest.
Nothing is left out: every character of the record stays in a cell, or is a delimiter or a quote
that encloses a cell.
"""

import heapq
import re
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from profiler.formats.dialect import Dialect

_CLEAN, _BARE_QUOTE, _STRAY_INSIDE, _OPENED_ONLY, _MISSING_DELIMITER = 0, 1, 2, 3, 5
"""Costs of a cell: as it should be; a bare cell with a quote inside; an enclosed cell with a stray
quote inside; a bare cell that begins with a quote; two cells without a delimiter between them."""
_CLOSINGS = 6
"""Closing quotes tried for one opening quote."""
_STATES = 20_000
"""Readings of one record that are looked at before the rest is split plainly."""
_ALL_STATES = 1_000_000
"""Readings of all records of one file, likewise."""


_Linked: TypeAlias = "tuple[_Linked, str] | None"
"""Cells as a list linked from the last to the first; readings share what they have in common."""
_Reading: TypeAlias = "tuple[int, _Linked]"
"""(cost, cells)."""


class _Cell(NamedTuple):
    text: str
    end: int
    """Where the next cell begins; the end of the record where there is none."""
    cost: int
    more: bool
    """Does another cell follow?"""


class Splitter:
    """Splits records of one dialect without a state that a stray quote could upset."""

    def __init__(self, dialect: Dialect) -> None:
        self.quote = dialect.quote
        self._dialect = dialect
        self._states = 0
        edge, quote = dialect.edge, re.escape(self.quote)
        escape = re.escape(dialect.escape)
        blank = " *+" if dialect.skip_blank_after_delimiter else ""
        plain, escaped = f"[^{quote}{escape}]++", f"|{escape}." if escape else ""
        self._inner = f"(?:{plain}{escaped}|{quote}{quote})*+"
        enclosed = f"{blank}{quote}{self._inner}{quote}" if quote else "(?!)"
        bare = rf"(?:(?!{edge})[^\r\n])*+"
        whole = f"(?:{enclosed}|(?!{blank}{quote}){bare})" if quote else bare
        self._record = re.compile(rf"{whole}(?:{edge}{whole})*+(?:\r\n|\r|\n)?", re.S)
        self._clean = re.compile(self._inner, re.S)
        self._edge = re.compile(edge)
        self._opening = re.compile(f"{blank}{quote}")
        self._closing = re.compile(rf"{quote}( *+)(?={edge}|\Z)")
        self._bare = re.compile(rf"{blank}((?:(?!{edge}).)*+)", re.S)
        self._enclosed_end = re.compile(f"{self._inner}{quote}", re.S)

    def is_well_formed(self, text: str) -> bool:
        """Is every quote of this record, line end included, one that opens or closes a cell?"""
        return self._record.fullmatch(text) is not None

    def cells(self, line: str, width: int | None = None) -> list[str]:
        """The cells of one record; `width` is how many its table usually has."""
        return self.read(line, width)[0]

    def read(self, line: str, width: int | None = None) -> tuple[list[str], int]:
        """(cells, cost of reading them so)."""
        line = _without_line_end(line)
        if not self.quote or self.quote not in line:
            return self._plain(line, 0), 0
        readings = self._readings(line, max(4 * (width or 0), 64))
        if not readings:
            return self._greedy(line), _OPENED_ONLY
        if width is not None and width in readings:
            cost, cells = readings[width]
        else:
            cost, cells = min(readings.values(), key=lambda reading: reading[0])
        return _unlinked(cells), cost

    def _readings(self, line: str, most: int) -> dict[int, _Reading]:
        """The cheapest reading for each number of cells up to `most`; none where it costs much."""
        begun: dict[int, dict[int, _Reading]] = {0: {0: (0, None)}}
        places = [0]
        done: dict[int, _Reading] = {}
        bound = min(self._states + _STATES, _ALL_STATES)
        while places:
            if self._states > bound:
                return {}
            start = heapq.heappop(places)
            here = begun.pop(start)
            options = list(self._options(line, start))
            self._states += len(options) * len(here)
            for option in options:
                if option.more and option.end not in begun:
                    begun[option.end] = {}
                    heapq.heappush(places, option.end)
            for count, (cost, cells) in here.items():
                if count == most:
                    continue
                for option in options:
                    after = begun[option.end] if option.more else done
                    _keep(after, count + 1, cost + option.cost, (cells, option.text))
        return done

    def _greedy(self, line: str) -> list[str]:
        """Cells by the nearest closing quote that stands beside a delimiter, in linear time."""
        cells: list[str] = []
        place = 0
        while True:
            options = self._options(line, place)
            option = next(options)
            cells.append(option.text)
            if not option.more:
                return cells
            place = option.end

    def _options(self, line: str, start: int) -> Iterator[_Cell]:
        """The cells that may begin at `start`."""
        opening = self._opening.match(line, start)
        if opening:
            yield from self._enclosed(line, opening.end())
        bare = self._bare.match(line, start)
        text = bare[1] if bare else ""
        end = bare.end() if bare else start
        cost = _OPENED_ONLY if opening else _BARE_QUOTE if self.quote in text else _CLEAN
        yield self._ended(line, text, end, cost)
        if not opening and self.quote in text:
            yield from self._before_quote(line, start)

    def _enclosed(self, line: str, start: int) -> Iterator[_Cell]:
        clean = self._clean.match(line, start)
        clean_end = clean.end() if clean else start
        for tried, closing in enumerate(self._closing.finditer(line, start)):
            if tried == _CLOSINGS:
                break
            # A closing quote before the clean end is the second of a doubled one, or escaped.
            cost = _CLEAN if closing.start() == clean_end else _STRAY_INSIDE
            text = self._dialect.unquoted(line[start : closing.start()]) + closing[1]
            yield self._ended(line, text, closing.end(), cost)
            if cost == _CLEAN:
                break
        if clean_end < len(line) and not self._closing.match(line, clean_end):
            text = self._dialect.unquoted(line[start:clean_end])
            yield _Cell(text, clean_end + 1, _MISSING_DELIMITER, more=True)

    def _before_quote(self, line: str, start: int) -> Iterator[_Cell]:
        """A bare cell, and right after it an enclosed one: the delimiter between them is lost."""
        place = line.find(self.quote, start)
        enclosed = self._enclosed_end.match(line, place + 1)
        if enclosed and self._at_edge(line, enclosed.end()):
            yield _Cell(line[start:place], place, _MISSING_DELIMITER, more=True)

    def _at_edge(self, line: str, place: int) -> bool:
        return place == len(line) or self._edge.match(line, place) is not None

    def _ended(self, line: str, text: str, end: int, cost: int) -> _Cell:
        edge = self._edge.match(line, end)
        if edge is None:
            return _Cell(text, len(line), cost, more=False)
        return _Cell(text, edge.end(), cost, more=True)

    def _plain(self, line: str, start: int) -> list[str]:
        """Cells between delimiters; quotes are characters."""
        cells = self._dialect.split(line[start:])
        if self._dialect.skip_blank_after_delimiter:
            return [cell.lstrip(" ") for cell in cells]
        return cells


def _keep(readings: dict[int, _Reading], count: int, cost: int, cells: _Linked) -> None:
    known = readings.get(count)
    if known is None or cost < known[0]:
        readings[count] = (cost, cells)


def _unlinked(cells: _Linked) -> list[str]:
    out: list[str] = []
    while cells is not None:
        cells, text = cells
        out.append(text)
    return out[::-1]


def _without_line_end(line: str) -> str:
    if line.endswith("\r\n"):
        return line[:-2]
    return line[:-1] if line.endswith(("\n", "\r")) else line
