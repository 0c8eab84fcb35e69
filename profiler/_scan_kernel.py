"""The compiled kernel at work: units of a file, threads, and their counts put in order.

A file is cut into units of equal size. Unit k is counted on the guess that its first line end is
the end of a record. Units are committed in order: where the record that ends unit k - 1 does not
end where unit k began, the guess was wrong (a line break inside quotes) and unit k is counted again
from the right place. While the kernel runs it holds no lock, so threads count units side by side.
"""

import os
import threading
from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gates import safety as safety_gate
from profiler import _scan
from profiler._scan_plan import packed
from profiler._scan_source import OddRecords, Source, Unscannable, UnscannableError
from profiler.counts import ColumnCounts, TableCounts
from profiler.sketch import DistinctCounter

_DONE, _MORE, _ODD, _ASK, _, _TEXT = range(6)
"""How a run ends; `records.h` has the same numbers."""
_PADDING = 128
_NO_BASE = -1
_MIB = 1 << 20
_SEEN_BYTES = 4 * _MIB
"""For what one thread remembers of values, all columns together."""
_SEEN_ENTRY = 16


@dataclass(frozen=True, slots=True)
class Sizes:
    """Bytes: of a unit, of a piece of it that is read at once and stays in the processor's cache,
    of what is read behind that for its last record, of the tail at first."""

    unit: int = 8 * _MIB
    piece: int = _MIB // 4
    overlap: int = _MIB // 16
    tail: int = _MIB // 4


@dataclass(slots=True)
class _Outcome:
    """A unit counted from `start` on; `stop` is where the first record is that was not counted."""

    start: int
    stop: int
    ended: int
    state: Any


@dataclass(slots=True)
class _Verdicts:
    """Numbers for the answers of the safety gate, shared by all threads; 0 is "nothing"."""

    numbers: dict[tuple[str, ...], int] = field(default_factory=lambda: {(): 0})
    lock: threading.Lock = field(default_factory=threading.Lock)

    def of(self, value: bytes) -> int:
        kinds = safety_gate.kinds_in(value.decode())
        number = self.numbers.get(kinds)
        if number is None:
            with self.lock:
                number = self.numbers.setdefault(kinds, len(self.numbers))
        return number

    def kinds(self, judged: list[tuple[int, int]]) -> Counter[str]:
        known = list(self.numbers)
        found: Counter[str] = Counter()
        for number, cells in judged:
            for kind in known[number]:
                found[kind] += cells
        return found


def instructions() -> str:
    """`avx2` or `portable`: what this machine has."""
    return str(_scan.simd())


def scan(
    source: Source,
    *,
    odd: OddRecords | None = None,
    threads: int = 1,
    portable: bool = False,
    sizes: Sizes = Sizes(),
) -> TableCounts:
    """See `profiler.scan.scan`; with `portable`, without AVX2. `sizes` are small in tests alone."""
    tail = sizes.tail
    while True:
        task = _Scan(source, odd, threads, portable=portable, sizes=sizes)
        try:
            counts = task.run(tail)
        finally:
            task.file.close()
        if counts is not None:
            return counts
        tail *= 16  # the last records are longer than the tail was


class _Scan:
    """One scan of one source."""

    def __init__(
        self, source: Source, odd: OddRecords | None, threads: int, *, portable: bool, sizes: Sizes
    ) -> None:
        self.source = source
        self.odd = odd
        self.threads = threads
        self.sizes = sizes
        self.file = _File(source.path)
        self.size = self.file.size
        self.plan = _scan.plan(*packed(source, portable=portable))
        entries = _SEEN_BYTES // _SEEN_ENTRY // source.width
        self.seen_bits = min(10, max(4, entries.bit_length() - 1))
        self.total = _scan.state(self.plan, 0)
        self.verdicts = _Verdicts()
        self.idle: list[Any] = []
        self.local = threading.local()
        self.odd_records = 0

    def run(self, tail: int) -> TableCounts | None:
        """The counts; None where the last records are not all in the last `tail` bytes."""
        body_end = max(self.source.start, self.size - tail)
        reached = self._body(body_end)
        end = self._tail(reached, whole=body_end == self.source.start)
        return None if end is None else self._counts(end)

    def _body(self, body_end: int) -> int:
        """Counts all records that begin before `body_end`; where the next one begins."""
        reached = self.source.start
        if body_end - reached <= self.sizes.unit or self.threads < 2:
            for start, end in self._units(body_end):
                if reached < end:
                    reached = self._commit(self._count(max(reached, start), end), end)
            return reached
        with ThreadPoolExecutor(self.threads) as pool:
            units = self._units(body_end)
            waiting: deque[tuple[int, Future[_Outcome]]] = deque()
            try:
                while True:
                    while len(waiting) < self.threads + 1 and (unit := next(units, None)):
                        known = _scan.known(self.total)
                        waiting.append((unit[1], pool.submit(self._guess, *unit, known)))
                    if not waiting:
                        return reached
                    end, future = waiting.popleft()
                    outcome = future.result()
                    if reached >= end or outcome.start != reached:
                        self.idle.append(outcome.state)
                        if reached >= end:
                            continue
                        outcome = self._count(reached, end)
                    reached = self._commit(outcome, end)
            finally:
                for _, future in waiting:
                    future.cancel()

    def _units(self, body_end: int) -> Iterator[tuple[int, int]]:
        for start in range(self.source.start, body_end, self.sizes.unit):
            yield start, min(body_end, start + self.sizes.unit)

    def _guess(self, start: int, end: int, known: bytes) -> _Outcome:
        """Counts the records that seem to begin in a unit; starts at -1 where none does."""
        if start == self.source.start:
            return self._count(start, end, known=known)
        begin = self._first_start(start, end)
        if begin < 0:
            return _Outcome(-1, -1, _DONE, self._state(known))
        return self._count(begin, end, known=known)

    def _count(
        self, start: int, end: int, *, overlap: int | None = None, known: bytes | None = None
    ) -> _Outcome:
        """Counts the records that begin in file[start:end]; one begins at `start`."""
        state = self._state(known or _scan.known(self.total))
        at, ended = start, _DONE
        while ended == _DONE and at < end:
            last = min(end, at + self.sizes.piece)
            buffer, limit = self._read(at, last, overlap)
            ended, stop = self._drive(state, buffer, at, last, limit)
            if ended == _MORE and stop > at:
                ended = _DONE  # the record that was cut begins the next piece
            at = stop
        return _Outcome(start, at, ended, state)

    def _drive(
        self, state: Any, buffer: bytearray, base: int, end: int, limit: int
    ) -> tuple[int, int]:
        """Counts the records of one buffer: (how it ended, where in the file)."""
        final = base + limit >= self.size
        ended, at = _ASK, 0
        while ended == _ASK:
            ended, at = _scan.run(state, buffer, base, at, end - base, limit, final)
            questions = _scan.questions(state)
            if questions:
                _scan.answer(state, list(map(self.verdicts.of, questions)))
        return ended, base + at

    def _first_start(self, start: int, end: int) -> int:
        """Where a record seems to begin first in file[start:end]; -1 where none does."""
        for at in range(start - 1, end, self.sizes.piece):
            last = min(end, at + self.sizes.piece)
            buffer, _ = self._read(at, last, 1)
            begin = _first_start(buffer, last - at + 1)
            if begin >= 0:
                return at + begin if at + begin < end else -1
        return -1

    def _state(self, known: bytes) -> Any:
        try:
            state = self.idle.pop()
        except IndexError:
            state = _scan.state(self.plan, self.seen_bits)
        _scan.reset(state, known)
        return state

    def _commit(self, outcome: _Outcome, end: int) -> int:
        """Adds a unit and what its run stopped at; where the next record begins."""
        overlap = self.sizes.overlap
        while True:
            if outcome.ended == _TEXT:
                raise UnscannableError(Unscannable.TEXT, outcome.stop)
            _scan.merge(self.total, outcome.state)
            self.idle.append(outcome.state)
            reached, ended = outcome.stop, outcome.ended
            if ended == _MORE and overlap <= self.source.record_bytes:
                overlap *= 4
            elif ended in (_MORE, _ODD):
                reached = self._odd(reached)
            if reached >= end:
                return reached
            outcome = self._count(reached, end, overlap=overlap)

    def _odd(self, offset: int) -> int:
        """Counts the rows that the caller reads at `offset`; where the next record begins."""
        if self.odd is None:
            raise UnscannableError(Unscannable.RECORD, offset)
        rows, following = self.odd(offset)
        self.odd_records += 1
        data = "".join(self._written(row) for row in rows).encode(self.source.encoding)
        outcome = self._drive_text(data)
        if outcome.ended != _DONE or following <= offset:
            raise UnscannableError(Unscannable.RECORD, offset)
        _scan.merge(self.total, outcome.state)
        self.idle.append(outcome.state)
        return following

    def _drive_text(self, data: bytes) -> _Outcome:
        state = self._state(_scan.known(self.total))
        buffer = bytearray(data) + bytes(_PADDING)
        ended, at = _scan.run(state, buffer, _NO_BASE, 0, len(data), len(data), True)
        _scan.answer(state, list(map(self.verdicts.of, _scan.questions(state))))
        return _Outcome(0, at, ended, state)

    def _written(self, row: list[str]) -> str:
        quote = self.source.quote
        if not quote:
            raise UnscannableError(Unscannable.RECORD)
        cells = (f"{quote}{cell.replace(quote, quote * 2)}{quote}" for cell in row)
        return self.source.delimiter.join(cells) + "\n"

    def _tail(self, start: int, *, whole: bool) -> int | None:
        """Counts all but the last records from `start` on; where those begin."""
        keep = self.source.tail_records
        if start >= self.size:
            return start if whole or not keep else None
        end = self._last(start, keep, whole=whole) if keep else self.size
        if end is not None and end > start:
            end = self._commit(self._count(start, end, overlap=self.size - end), end)
        return end

    def _last(self, start: int, keep: int, *, whole: bool) -> int | None:
        """Where the last `keep` records begin; None where more is needed to know."""
        buffer, limit = self._read(start, self.size)
        state = self._state(_scan.known(self.total))
        ended, _, seen, starts = _scan.starts(state, buffer, 0, limit, limit, True, limit, keep)
        self.idle.append(state)
        if seen < keep and not whole:
            return None
        # Where the quotes of the tail are odd, all of it is left to the caller.
        return start + starts[0] if ended == _DONE and starts else start

    def _read(self, start: int, end: int, overlap: int | None = None) -> tuple[bytearray, int]:
        """file[start:end] and the overlap in this thread's buffer, and how many bytes that is."""
        wanted = min(self.size, end + (self.sizes.overlap if overlap is None else overlap)) - start
        buffer: bytearray = getattr(self.local, "buffer", bytearray())
        if len(buffer) < wanted + _PADDING:
            buffer = self.local.buffer = bytearray(wanted + _PADDING)
        view = memoryview(buffer)
        self.file.read_into(view[:wanted], start)
        view[wanted : wanted + _PADDING] = bytes(_PADDING)
        return buffer, wanted

    def _counts(self, end: int) -> TableCounts:
        rows, blank, ragged, extra, nul_bytes, marked, marks, columns = _scan.report(self.total)
        return TableCounts(
            columns=[self._column(rows, *column) for column in columns],
            end=end,
            rows=rows,
            blank_rows=blank,
            ragged_rows=ragged,
            extra_cells=extra,
            nul_bytes=nul_bytes,
            marked=marked,
            marks=marks,
            odd_records=self.odd_records,
        )

    def _column(
        self,
        rows: int,
        nulls: int,
        missing_cells: int,
        length: int,
        common: int,
        missing: list[tuple[bytes, int]],
        judged: list[tuple[int, int]],
        examples: list[tuple[int, bytes]],
        distinct: bytes,
        estimated: bool,
    ) -> ColumnCounts:
        hashes = None if estimated else memoryview(distinct).cast("Q")
        return ColumnCounts(
            nulls=nulls,
            values=rows - nulls - missing_cells,
            length=length,
            common=common,
            missing=Counter({token.decode(): count for token, count in missing}),
            kinds=self.verdicts.kinds(judged),
            distinct=DistinctCounter.restored(hashes, distinct if estimated else None),
            examples={digest: value.decode() for digest, value in examples},
        )


class _File:
    """A file that several threads read from, each at its own place."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("rb", buffering=0)
        self._lock = threading.Lock()
        self.size = os.fstat(self._file.fileno()).st_size

    def read_into(self, view: memoryview, offset: int) -> None:
        """Fills `view`. Raises OSError where the file has become shorter."""
        got = 0
        while got < len(view):
            count = self._some(view[got:], offset + got)
            if not count:
                raise OSError("the file was cut while it was read")
            got += count

    def close(self) -> None:
        self._file.close()

    if hasattr(os, "preadv"):

        def _some(self, view: memoryview, offset: int) -> int:
            return os.preadv(self._file.fileno(), [view], offset)

    else:

        def _some(self, view: memoryview, offset: int) -> int:
            with self._lock:
                self._file.seek(offset)
                return self._file.readinto(view) or 0


def _first_start(buffer: bytearray, size: int) -> int:
    """Where a record begins if the first line end before `size` ends one; -1 without a line end."""
    line_feed = buffer.find(b"\n", 0, size)
    end = buffer.find(b"\r", 0, size if line_feed < 0 else line_feed)
    if end < 0:
        end = line_feed
    elif buffer[end + 1] == ord("\n"):
        end += 1
    return end + 1 if 0 <= end < size - 1 else -1
