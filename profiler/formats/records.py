"""Text file -> records of cells, streaming, with bounded memory.

The csv module does the splitting; this module gives it lines that are never longer than a bound,
counts what is odd (NUL, cells of another encoding), and deals with stray quotes: where a record is
not well-formed and has not the width of its table, its first line is split by itself with the stray
quote as a character, and its other lines are read anew.
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
_REREAD_CHARS = 1 << 28
"""Lines read anew in one file, in characters; beyond it quotes are characters to the end."""


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
        # The bound is a setting of the whole process; it only ever goes up to ours.
        csv.field_size_limit(max(csv.field_size_limit(), self.limits.record_chars + 1))
        lines = _Lines(self._decoded_lines(), self.dialect.quote, self.limits.record_chars)
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
            lines.taken.clear()
            yield record

    def _sound(self, record: list[str], lines: "_Lines", splitter: Splitter) -> bool:
        """Is a record that has several lines or a quote in a cell what was meant?

        A malformed one is kept where it has the usual width and its lines alone have not.
        """
        taken = lines.taken
        if lines.exhausted or not record:
            return False
        if len(taken) == 1 and not any(splitter.quote in cell for cell in record):
            return True
        if splitter.is_well_formed("".join(taken)):
            return True
        usual = self.width or len(record)
        alone = {len(splitter.cells(line)) for line in (taken[0], taken[-1])}
        return alone != {usual} and (len(taken) == 1 or len(record) == usual)

    def _recovered(self, record: list[str], lines: "_Lines", splitter: Splitter) -> list[str]:
        """The record of the first line alone; the other lines go back to be read anew."""
        if not record and len(lines.taken) == 1:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        self.findings[Finding.UNCLOSED_QUOTE] += lines.exhausted or len(lines.taken) > 1
        lines.give_back()
        return splitter.cells(lines.taken[0])

    def _next_dialect(self, lines: "_Lines") -> Dialect:
        if lines.reread > _REREAD_CHARS:
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
        for cell in raw.split(self.dialect.delimiter.encode()):
            try:
                cell.decode(self.encoding.name)
            except UnicodeDecodeError:
                bad += 1
        return max(1, bad)


class _Lines:
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

    def give_back(self) -> None:
        """All lines but the first of the record in hand will be read again."""
        self.reread += self._chars
        self._back.extendleft(reversed(self.taken[1:]))
        del self.taken[1:]
