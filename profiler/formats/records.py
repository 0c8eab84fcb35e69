"""Text file -> records of cells, streaming, with bounded memory.

The csv module does the splitting; this module gives it lines that are never longer than a bound,
counts what is odd (NUL, cells of another encoding), and deals with stray quotes: a record that is
not well-formed is split as `profiler.formats.tolerant` finds likeliest, first its first line alone,
and the lines that are not part of it are read anew.
"""

import csv
import io
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from profiler.encoding import Encoding
from profiler.formats.dialect import Dialect
from profiler.formats.tolerant import Splitter
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

_LINE_COST = 64
"""What keeping one more line costs beside its characters."""
REREAD_CHARS = 1 << 25
"""Lines read anew in one file, in characters; beyond it quotes are characters to the end."""


_JOINED_LINES = 8
"""Lines of one malformed record that are tried together."""
_SIGNS = ",;\t|"
"""Delimiters that one row may have where the rest has another."""


class _RecordTooLongError(Exception):
    """The lines of one record are longer than the bound."""


@dataclass
class Records:
    """Records of one text file; iterating starts over, `findings` are those of a whole pass.

    `width` is the usual number of cells, where it is known.
    """

    path: Path
    encoding: Encoding
    dialect: Dialect
    limits: Limits
    width: int | None = None
    findings: Counter[Finding] = field(default_factory=Counter)

    def __iter__(self) -> Iterator[list[str]]:
        """Yields every record, blank ones as `[]` or blank cells.

        Raises `Unreadable(MEMORY_LIMIT)` where a line or a record is beyond the bound.
        """
        self.findings = Counter()
        return self.read(self.lines())

    def lines(self) -> "Lines":
        """The decoded lines of the text, for `read`."""
        return Lines(self._decoded_lines(), self.dialect.quote, self.limits.record_chars)

    def read(self, lines: "Lines") -> Iterator[list[str]]:
        """Yields the records of some lines; those of the last one yielded are `lines.taken`."""
        # The bound is a setting of the whole process; it only ever goes up to ours.
        csv.field_size_limit(max(csv.field_size_limit(), self.limits.record_chars + 1))
        splitter = Splitter(self.dialect)
        reader = self.dialect.reader(lines)
        while True:
            try:
                record = next(reader, None)
            except (_RecordTooLongError, csv.Error):
                record = []
            if record is None:
                return
            if lines.odd and splitter.quote and not self._sound(record, lines, splitter):
                record = self._recovered(record, lines, splitter)
                reader = self._next_dialect(lines).reader(lines)
            elif self.width is not None and len(record) == 1 < self.width - 1:
                record = self._otherwise_delimited(lines.taken[0]) or record
            yield record
            lines.taken.clear()

    def _sound(self, record: list[str], lines: "Lines", splitter: Splitter) -> bool:
        """Is a record that has several lines or a quote in a cell well-formed?"""
        taken = lines.taken
        if lines.exhausted or not record:
            return False
        if len(taken) == 1 and not any(splitter.quote in cell for cell in record):
            return True
        return splitter.is_well_formed("".join(taken))

    def _recovered(self, record: list[str], lines: "Lines", splitter: Splitter) -> list[str]:
        """The record as its quotes and the table's width make it likeliest; lines that are not
        part of it go back to be read anew."""
        taken, width = lines.taken, self.width
        if not record and len(taken) == 1:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        alone = splitter.cells(taken[0], width)
        whole = self._over_lines(record, alone, lines, splitter)
        if whole is not None:
            return whole
        self.findings[Finding.UNCLOSED_QUOTE] += lines.exhausted or len(taken) > 1
        lines.give_back(1)
        return alone

    def _over_lines(
        self, record: list[str], alone: list[str], lines: "Lines", splitter: Splitter
    ) -> list[str] | None:
        """A record of several lines that has the usual width, where no line has it by itself."""
        taken, width = lines.taken, self.width or len(record)
        if not record or len(taken) == 1 or len(alone) == width or lines.exhausted:
            return None
        for count in range(2, min(len(taken), _JOINED_LINES) + 1):
            if len(splitter.cells(taken[count - 1], width)) == width:
                return None
            cells = splitter.cells("".join(taken[:count]), width)
            if len(cells) == width:
                lines.give_back(count)
                return cells
        usual = len(record) == width and len(splitter.cells(taken[-1], width)) != width
        return record if usual else None

    def _otherwise_delimited(self, line: str) -> list[str] | None:
        """The cells of a line that another sign splits into the usual number of them."""
        for sign in _SIGNS.replace(self.dialect.delimiter, ""):
            cells = Splitter(replace(self.dialect, delimiter=sign)).cells(line, self.width)
            if len(cells) == self.width:
                return cells
        return None

    def _next_dialect(self, lines: "Lines") -> Dialect:
        if lines.reread > REREAD_CHARS:
            return replace(self.dialect, quote="")
        return self.dialect

    def _decoded_lines(self) -> Iterator[str]:
        for line in self._mixed_lines() if self.encoding.other else self._plain_lines():
            if "\0" in line:
                self.findings[Finding.NUL_BYTES] += line.count("\0")
            yield line

    def _plain_lines(self) -> Iterator[str]:
        bound = self.limits.record_chars + 1
        errors = "replace" if self.encoding.finding else "strict"
        with self.path.open(encoding=self.encoding.name, errors=errors, newline="") as file:
            while line := file.readline(bound):
                if errors == "replace" and "\ufffd" in line:
                    self.findings[Finding.MIXED_ENCODING] += 1
                yield line

    def _mixed_lines(self) -> Iterator[str]:
        bound = self.limits.record_chars + 1
        with self.path.open("rb") as file:
            while raw := file.readline(bound):
                yield from io.StringIO(self._decoded(raw), newline="")

    def _decoded(self, raw: bytes) -> str:
        """A line in the file's encoding, else in the other one, else with replacements."""
        try:
            return raw.decode(self.encoding.name)
        except UnicodeDecodeError:
            self.findings[Finding.MIXED_ENCODING] += self._bad_cells(raw)
        try:
            return raw.decode(self.encoding.other or "utf-8")
        except UnicodeDecodeError:
            return raw.decode(self.encoding.name, "replace")

    def _bad_cells(self, raw: bytes) -> int:
        bad = 0
        for cell in raw.split(self.dialect.delimiter.encode(self.encoding.name)):
            try:
                cell.decode(self.encoding.name)
            except UnicodeDecodeError:
                bad += 1
        return max(1, bad)


class Lines:
    """Lines for the csv module, which asks for one more only where a record goes on.

    `taken` are the lines of the record in hand; `exhausted` says that it wanted more than there
    are; `reread` counts characters that were given back.
    """

    def __init__(self, lines: Iterator[str], quote: str, bound: int) -> None:
        self._lines = lines
        self._quote = quote
        self._bound = bound
        self._back: deque[str] = deque()
        self._chars = 0
        self.taken: list[str] = []
        self.exhausted = False
        self.reread = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if not self.taken:
            self._chars, self.exhausted = 0, False
        line = self._back.popleft() if self._back else next(self._lines, None)
        if line is None:
            self.exhausted = bool(self.taken)
            raise StopIteration
        self.taken.append(line)
        self._chars += len(line) + _LINE_COST * (len(self.taken) > 1)
        if self._chars > self._bound:
            raise _RecordTooLongError
        return line

    @property
    def odd(self) -> bool:
        """May the record in hand be other than it was meant? It has several lines, or a quote."""
        return len(self.taken) > 1 or self._chars > self._bound or self._quote in self.taken[0]

    def give_back(self, kept: int) -> None:
        """All lines of the record in hand but the first `kept` will be read again."""
        self.reread += self._chars
        self._back.extendleft(reversed(self.taken[kept:]))
        del self.taken[kept:]
