"""Delimiter, quote character and escape of delimited text.

Each candidate dialect splits a sample; it is rated by how alike the lengths of the records are and
how many cells are whole values (numbers, dates, words), after van den Burg, Nazabal and Sutton,
"Wrangling messy CSV files by detecting row and type patterns" (2019). The sample is the head of the
text and pieces from its middle and end.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _csv import Reader

_COMMON = ",\t;|"
_RARE = "@^~:# "
_CELL = re.compile(
    r"|[+-]?[\d,. ]*\d%?|[\d./:\- T]+|[^\W\d_][\w \-./()%'&]*|[\w.+-]+@[\w.-]+|https?://\S+|[-–—.*?]+"
)
_SAMPLE_RECORDS = 400
_FEW_RECORDS = 4


@dataclass(frozen=True, slots=True)
class Dialect:
    """`quote` is empty where quoting is off; `escape` where quotes are doubled inside quotes.

    `skip_blank_after_delimiter` reads `, "x"` as the quoted cell it is.
    """

    delimiter: str
    quote: str = '"'
    escape: str = ""
    skip_blank_after_delimiter: bool = False

    def reader(self, lines: Iterable[str]) -> "Reader":
        """Records of `lines` (each with its line end) by the csv module."""
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quotechar=self.quote or None,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            doublequote=not self.escape,
            escapechar=self.escape or None,
            skipinitialspace=self.skip_blank_after_delimiter,
            strict=False,
        )


@dataclass(frozen=True, slots=True)
class _Rating:
    dialect: Dialect
    score: float
    width: int
    records: int
    agreement: float
    quoted: bool
    """Do quotes stand beside the delimiter in many lines?"""

    @property
    def uniform(self) -> bool:
        return self.agreement == 1.0

    @property
    def convincing(self) -> bool:
        """Is it a table even where no file name says so? Prose has commas, too."""
        return self.records > 1 and self.agreement >= 0.75

    @property
    def possible(self) -> bool:
        """Signs that words and times are full of must separate cells all over, or beside quotes."""
        if self.dialect.delimiter in _COMMON:
            return True
        return self.quoted or (self.records >= _FEW_RECORDS and self.agreement >= 0.9)


def detect_dialect(sample: str, *, preferred: str | None = None) -> tuple[Dialect, int] | None:
    """(dialect of a text, usual number of cells), or None where nothing separates cells.

    `sample` is whole lines. `preferred` is the delimiter that the file's name promises; it only
    decides between equals.
    """
    lines = _lines(sample)
    ratings = [r for d in _candidates(sample, _COMMON) if (r := _rate(d, lines, preferred))]
    uniform = [r for r in ratings if r.uniform and r.width > 1]
    if len(uniform) != 1 or len(ratings) > 1:
        ratings += [r for d in _candidates(sample, _RARE) if (r := _rate(d, lines, preferred))]
    possible = [rating for rating in ratings if rating.possible]
    best = max(possible, key=lambda rating: rating.score, default=None)
    if best is None or (preferred is None and not best.convincing):
        return None
    return _refined(best.dialect, sample), best.width


def _candidates(sample: str, delimiters: str) -> list[Dialect]:
    quotes = ['"']
    if _single_quotes_enclose(sample):
        quotes.append("'")
    return [
        Dialect(d, q, skip_blank_after_delimiter=_padded(sample, d, q))
        for d in delimiters
        if d in sample
        for q in quotes
    ]


def _padded(sample: str, delimiter: str, quote: str) -> bool:
    """Do blanks stand between delimiters and opening quotes?"""
    edge = re.escape(delimiter)
    padded = len(re.findall(rf"{edge} {quote}", sample))
    return delimiter != " " and padded > len(re.findall(rf"{edge}{quote}", sample))


def _single_quotes_enclose(sample: str) -> bool:
    return len(re.findall(r"(?:^|[,;|\t@])'", sample, re.M)) > len(
        re.findall(r'(?:^|[,;|\t@])"', sample, re.M)
    )


def _lines(sample: str) -> list[str]:
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", sample)


def _rate(dialect: Dialect, lines: Sequence[str], preferred: str | None) -> _Rating | None:
    try:
        records = [r for r in dialect.reader(lines) if any(map(str.strip, r))][:_SAMPLE_RECORDS]
    except csv.Error:
        return None
    if not records:
        return None
    widths = Counter(map(len, records))
    width, count = max(widths.items(), key=lambda item: (item[1] * (item[0] > 1), item[0]))
    if width < 2:
        return None
    agreement = count / len(records)
    distinct = len([w for w, n in widths.items() if w > 1 and n > 1]) or 1
    cells = [cell.strip() for record in records for cell in record][:4_000]
    typed = sum(1 for cell in cells if _CELL.fullmatch(cell)) / len(cells)
    score = agreement * (width - 1) / width * max(typed, 0.01) / (1 + 0.1 * (distinct - 1))
    score *= _weight(dialect, lines, preferred)
    pairs = (dialect.delimiter + dialect.quote, dialect.quote + dialect.delimiter)
    quoted = sum(any(pair in line for pair in pairs) for line in lines)
    return _Rating(dialect, score, width, len(records), agreement, 4 * quoted >= len(records))


def _weight(dialect: Dialect, lines: Sequence[str], preferred: str | None) -> float:
    """Blanks, colons and the like separate cells rarely, and words and times often."""
    weight = 1.0 if dialect.delimiter in _COMMON else 0.6
    if dialect.delimiter in " :#":
        weight = 0.35
    if dialect.delimiter == preferred:
        weight *= 1.15
    if dialect.quote == '"' and not any('"' in line for line in lines):
        return weight
    edge = re.escape(dialect.delimiter)
    pattern = re.compile(rf"(?:^|{edge})\s?{dialect.quote}|{dialect.quote}(?:{edge}|$)")
    total = sum(line.count(dialect.quote) for line in lines)
    at_edges = sum(len(pattern.findall(line.rstrip("\r\n"))) for line in lines)
    return weight * (0.7 + 0.3 * min(1.0, at_edges / max(1, total)))


def _refined(dialect: Dialect, sample: str) -> Dialect:
    """The dialect with its escape, from how quotes stand in the sample."""
    quote, edge = dialect.quote, re.escape(dialect.delimiter)
    escaped = len(re.findall(rf"\\{quote}(?!\s*(?:{edge}|$))", sample, re.M))
    doubled = len(re.findall(rf"(?<!^)(?<!{edge}){quote}{quote}(?!{edge}|$)", sample, re.M))
    return replace(dialect, escape="\\" if escaped > doubled else "")
