"""Which dialect a text is written in.

Each candidate dialect splits samples of the text; it is rated by how alike the lengths of the
records are and how many cells are whole values (numbers, dates, words), after van den Burg,
Nazabal and Sutton, "Wrangling messy CSV files by detecting row and type patterns" (2019). The
samples are the head of the text and pieces from the whole length of it.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from profiler.formats.dialect import Dialect
from profiler.formats.tolerant import Splitter

_COMMON = ",\t;|"
_RARE = "@^~:# "
_CELL = re.compile(
    r"|[+-]?[\d,. ]*\d%?|[\d./:\- T]+|[^\W\d_][\w \-./()%'&]*|[\w.+-]+@[\w.-]+|https?://\S+|[-–—.*?]+"
)
_SAMPLE_RECORDS = 400
_SWALLOWED = 20
"""Lines a record on average from which on quotes are taken to be stray."""
_FEW_RECORDS = 4
_MANY_RECORDS = 3


@dataclass(frozen=True, slots=True)
class Rating:
    """How well a dialect fits the samples."""

    dialect: Dialect
    score: float
    width: int
    """The usual number of cells."""
    records: int
    agreement: float
    """The share of records with the usual number of cells."""
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
        if self.dialect.delimiter[0] in _COMMON or len(self.dialect.delimiter) > 1:
            return True
        return self.quoted or (self.records >= _FEW_RECORDS and self.agreement >= 0.9)


def detect_dialect(
    sample: str, pieces: Sequence[str] = (), *, preferred: str | None = None
) -> tuple[Dialect, int] | None:
    """(dialect of a text, usual number of cells), or None where nothing separates cells.

    `sample` is the head of the text and `pieces` are parts from further down, all whole lines.
    `preferred` is the delimiter that the file's name promises; it only decides between equals.
    """
    best = next(iter(ranked(sample, pieces, preferred=preferred)), None)
    return None if best is None else (best.dialect, best.width)


def ranked(
    sample: str, pieces: Sequence[str] = (), *, preferred: str | None = None
) -> list[Rating]:
    """The dialects that a text may be written in, the likeliest first."""
    lines = _lines(sample)
    parts = [lines, *([] if _breaks_in_cells(lines) else map(_lines, pieces))]
    ratings = _rated(_candidates(sample, [*_multiple(sample, lines), *_COMMON]), parts, preferred)
    uniform = [r for r in ratings if r.uniform and r.width > 1]
    if len(uniform) != 1 or len(ratings) > 1:
        ratings += _rated([*_candidates(sample, _RARE), *_runs(lines)], parts, preferred)
    possible = [
        replace(rating, dialect=_refined(rating.dialect, sample))
        for rating in sorted(ratings, key=lambda rating: rating.score, reverse=True)
        if rating.possible
    ]
    if possible and preferred is None and not possible[0].convincing:
        return []
    return possible


def _rated(
    dialects: Sequence[Dialect], parts: Sequence[Sequence[str]], preferred: str | None
) -> list[Rating]:
    return [r for dialect in dialects if (r := _rate(dialect, parts, preferred))]


def _candidates(sample: str, delimiters: Sequence[str]) -> list[Dialect]:
    quotes = ['"']
    if _single_quotes_enclose(sample):
        quotes.append("'")
    return [
        Dialect(d, q, escape, skip_blank_after_delimiter=_padded(sample, d, q))
        for d in delimiters
        if d in sample and not any(d != longer and d in longer for longer in delimiters)
        for q in quotes
        for escape in (["", "\\"] if f"\\{d}" in sample or f"\\{q}" in sample else [""])
    ]


def _multiple(sample: str, lines: Sequence[str]) -> list[str]:
    """Delimiters of several signs, as `||`, `;;` or `^|^`: in every line, as often as in others."""
    if not any(_SIGN_RUNS.search(line) for line in lines[:_MANY_RECORDS]):
        return []
    outside = _ENCLOSED.sub("", sample)
    filled = [line for line in _lines(outside) if line.strip()][:50]
    if len(filled) < _MANY_RECORDS - 1:
        return []
    counts = Counter(run for line in filled for run in set(_SIGN_RUNS.findall(line)))
    runs = [run for run, count in counts.items() if 5 * count >= 4 * len(filled)]
    return [run for run in runs if all(_only_in(outside, sign, run) for sign in set(run))]


_ENCLOSED = re.compile(r'"(?:[^"\\]++|\\.|"")*+"', re.S)
_SIGN_RUNS = re.compile(r"(?<![^\w\s\"'])[|;:~^#@&$*=<>!¦\t]{2,4}(?![^\w\s\"'])")


def _only_in(sample: str, sign: str, longer: str) -> bool:
    """Does `sign` stand hardly anywhere but in the delimiter `longer`?"""
    return 0.9 * sample.count(sign) <= longer.count(sign) * sample.count(longer)


def _runs(lines: Sequence[str]) -> list[Dialect]:
    """Columns aligned with blanks."""
    filled = [line for line in lines if line.strip()]
    aligned = sum(1 for line in filled if re.search(r"\S {2,}\S", line))
    return [Dialect(" ", runs=True)] if 2 * aligned >= len(filled) > 0 else []


def _padded(sample: str, delimiter: str, quote: str) -> bool:
    """Do blanks follow the delimiters: before nearly all opening quotes, or nearly everywhere?"""
    if delimiter.isspace():
        return False
    padded, beside = sample.count(f"{delimiter} {quote}"), sample.count(f"{delimiter}{quote}")
    if padded > beside:
        return True
    if 2 * sample.count(f"{delimiter} ") < sample.count(delimiter):
        return False
    edge = re.escape(delimiter)
    following = Counter(re.findall(rf"{edge}( ?)(?=[^\s]|[\r\n])", sample))
    return following[" "] >= _FEW_RECORDS and following[" "] >= 49 * following[""]


def _single_quotes_enclose(sample: str) -> bool:
    if "'" not in sample:
        return False
    edges = r"(?:^|[,;|\t@ ])"
    return len(re.findall(rf"{edges}'", sample, re.M)) > len(re.findall(rf'{edges}"', sample, re.M))


def _lines(sample: str) -> list[str]:
    return re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$", sample)


def _breaks_in_cells(lines: Sequence[str]) -> bool:
    """May a piece of this text begin inside a quoted cell? Some lines have an odd quote."""
    return any(line.count('"') % 2 for line in lines)


def _records(dialect: Dialect, lines: Sequence[str], most: int) -> list[list[str]]:
    """Filled records; line by line where a stray quote swallows nearly all of them."""
    records = _filled(dialect.reader(lines), most)
    if len(records) * _SWALLOWED < min(most, len(lines)):
        splitter = Splitter(dialect)
        return _filled((splitter.cells(line) for line in lines), most)
    return records


def _filled(records: Iterable[list[str]], most: int) -> list[list[str]]:
    return list(islice((r for r in records if any(map(str.strip, r))), most))


def _rate(dialect: Dialect, parts: Sequence[Sequence[str]], preferred: str | None) -> Rating | None:
    try:
        share = max(1, _SAMPLE_RECORDS // len(parts))
        records = _records(dialect, parts[0], _SAMPLE_RECORDS)
        for part in parts[1:]:
            records += _records(dialect, part, share)
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
    lines = parts[0]
    score *= _weight(dialect, lines, preferred)
    pairs = (dialect.delimiter + dialect.quote, dialect.quote + dialect.delimiter)
    quoted = sum(any(pair in line for pair in pairs) for line in lines)
    return Rating(dialect, score, width, len(records), agreement, 4 * quoted >= len(lines) > 0)


def _weight(dialect: Dialect, lines: Sequence[str], preferred: str | None) -> float:
    """Blanks, colons and the like separate cells rarely, and words and times often."""
    weight = 1.0 if dialect.delimiter[0] in _COMMON or len(dialect.delimiter) > 1 else 0.6
    if dialect.delimiter in {" ", ":", "#"}:
        weight = 0.35
    if dialect.delimiter == preferred:
        weight *= 1.15
    if dialect.quote == '"' and not any('"' in line for line in lines):
        return weight
    edge = dialect.edge
    pattern = re.compile(rf"(?:^|{edge})\s?{dialect.quote}|{dialect.quote}(?:{edge}|$)")
    total = sum(line.count(dialect.quote) for line in lines)
    quoted = (line.rstrip("\r\n") for line in lines if dialect.quote in line)
    at_edges = sum(len(pattern.findall(line)) for line in quoted)
    return weight * (0.7 + 0.3 * min(1.0, at_edges / max(1, total)))


def _refined(dialect: Dialect, sample: str) -> Dialect:
    """The dialect with its escape, from how quotes and delimiters stand in the sample.

    Quotes inside cells are escaped, doubled or left as they are; the commonest way wins.
    """
    if not dialect.quote or dialect.escape or f"\\{dialect.quote}" not in sample:
        return dialect
    quote, edge, last = dialect.quote, dialect.edge, re.escape(dialect.delimiter[-1])
    inside = rf"(?<!\\)\\{quote}(?!\s*(?:{edge}|$))|(?<!\\)\\{quote}{quote}\s*(?:{edge}|$)"
    doubled = rf"(?<!^)(?<!\\)(?<!{last}){quote}{quote}(?!{edge}|$)"
    plain = rf"(?<=\w){quote}(?=\w)"
    escaped = len(re.findall(inside, sample, re.M))
    others = max(len(re.findall(pattern, sample, re.M)) for pattern in (doubled, plain))
    return replace(dialect, escape="\\" if escaped > others else "")
