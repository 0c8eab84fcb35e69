"""How delimited text is written: delimiter, quote character, escape, and reading records so."""

import csv
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

_BACKSLASH = "\\"


@dataclass(frozen=True)
class Dialect:
    """`quote` is empty where quoting is off; `escape` where quotes are doubled inside quotes.

    `delimiter` may have several characters; with `runs` any number of it counts as one.
    `skip_blank_after_delimiter` reads `, "x"` as the quoted cell it is. A backslash escapes a
    quote, a delimiter, a line end or itself and is a plain character before anything else.
    """

    delimiter: str
    quote: str = '"'
    escape: str = ""
    skip_blank_after_delimiter: bool = False
    runs: bool = False

    @property
    def plain(self) -> bool:
        """Can the csv module read it exactly?"""
        return len(self.delimiter) == 1 and not self.escape and not self.runs

    @cached_property
    def edge(self) -> str:
        """The delimiter as a regular expression."""
        return f"(?:{re.escape(self.delimiter)})++" if self.runs else re.escape(self.delimiter)

    def reader(self, lines: Iterable[str]) -> Iterator[list[str]]:
        """Records of `lines` (each with its line end): by the csv module where it can."""
        if not self.plain:
            return _exact(iter(lines), self)
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quotechar=self.quote or None,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            doublequote=True,
            skipinitialspace=self.skip_blank_after_delimiter,
            strict=False,
        )

    def split(self, line: str) -> list[str]:
        """Cells of a line without quotes, line end taken off."""
        if not self.runs:
            return line.split(self.delimiter)
        return re.split(self.edge, line.strip(self.delimiter))

    def unquoted(self, text: str) -> str:
        """What stands between a cell's quotes, without the escapes and doublings."""
        if self.escape and self.escape in text:
            text = self._escaped.sub(r"\1", text)
        return text.replace(self.quote * 2, self.quote) if self.quote else text

    @cached_property
    def _escaped(self) -> re.Pattern[str]:
        signs = "|".join(map(re.escape, filter(None, (self.delimiter, self.quote, self.escape))))
        return re.compile(rf"{re.escape(self.escape)}({signs}|\r\n|\r|\n)")

    @cached_property
    def inner(self) -> re.Pattern[str]:
        """Text inside quotes, up to the closing quote or the end of the line."""
        quote, escape = re.escape(self.quote), re.escape(self.escape)
        escaped = rf"|{escape}(?:\r\n|.|\Z)" if escape else ""
        return re.compile(rf"(?:[^{quote}{escape}]++{escaped}|{quote}{quote})*+", re.S)

    @cached_property
    def bare(self) -> re.Pattern[str]:
        """A cell without quotes around it, up to the delimiter or the end of the line."""
        escape = re.escape(self.escape)
        escaped = rf"{escape}(?:\r\n|{self.edge}|.)|" if escape else ""
        return re.compile(rf"(?:{escaped}(?!{self.edge})[^\r\n])*+", re.S)


def _exact(lines: Iterator[str], dialect: Dialect) -> Iterator[list[str]]:
    """Records of a dialect that the csv module does not know."""
    for line in lines:
        body = line.rstrip("\r\n")
        if not (dialect.quote and dialect.quote in body) and (
            not dialect.escape or dialect.escape not in body
        ):
            cells = dialect.split(body) if body else []
            if dialect.skip_blank_after_delimiter:
                cells = [cell.lstrip(" ") for cell in cells]
            yield cells
        else:
            yield _record(line, lines, dialect)


def _record(line: str, lines: Iterator[str], dialect: Dialect) -> list[str]:
    """The record that begins with `line`; more lines are taken where a cell goes on in them."""
    cells: list[str] = []
    edge = re.compile(dialect.edge)
    place = len(line) - len(line.lstrip(dialect.delimiter)) if dialect.runs else 0
    while True:
        if dialect.skip_blank_after_delimiter:
            place += len(line[place:]) - len(line[place:].lstrip(" "))
        text = ""
        if dialect.quote and line.startswith(dialect.quote, place):
            text, line, place = _enclosed(line, place + len(dialect.quote), lines, dialect)
        more, line, place = _bare(line, place, lines, dialect)
        cells.append(text + more)
        found = edge.match(line, place)
        if found is None:
            return cells
        place = found.end()
        if dialect.runs and not line[place:].rstrip("\r\n"):
            return cells


def _enclosed(
    line: str, place: int, lines: Iterator[str], dialect: Dialect
) -> tuple[str, str, int]:
    """(text up to the closing quote, the line it is in, the place after it)."""
    parts: list[str] = []
    while True:
        found = dialect.inner.match(line, place)
        end = found.end() if found else place
        parts.append(line[place:end])
        if end < len(line):
            return dialect.unquoted("".join(parts)), line, end + len(dialect.quote)
        following = next(lines, None)
        if following is None:
            return dialect.unquoted("".join(parts)), line, end
        line, place = following, 0


def _bare(line: str, place: int, lines: Iterator[str], dialect: Dialect) -> tuple[str, str, int]:
    parts: list[str] = []
    while True:
        found = dialect.bare.match(line, place)
        end = found.end() if found else place
        parts.append(line[place:end])
        escaped_end = dialect.escape and end == len(line) and line[place:end].endswith(("\n", "\r"))
        following = next(lines, None) if escaped_end else None
        if following is None:
            text = "".join(parts)
            return (dialect._escaped.sub(r"\1", text) if dialect.escape else text), line, end
        line, place = following, 0
