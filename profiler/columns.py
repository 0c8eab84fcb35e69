"""One pass over all rows of a table: counts, types, distinct values, examples, safety per column.

Rows come in blocks; each block is turned into one counter a column, so a value that repeats inside
a block costs one dictionary step, and one that repeats across blocks is found in a bounded cache
and not judged again. Memory is flat: per column `_CACHE` verdicts, a sketch and ten examples.

A cell is read without surrounding blanks. Blank cells are nulls. Missing tokens (`-`, `N/A`, …) are
counted in `missingTokens`; they are no nulls, count as distinct values, and decide no type. Rule
`example-extraction-v1.0`: the first distinct values in file order, missing tokens left out, at most
ten, cut at 200 characters, and only after the licence and the safety gate let the column pass.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from gates import safety as safety_gate
from profiler import types
from profiler.observation import ColumnProfile
from profiler.sketch import DistinctCounter
from store.vocabulary import ExampleStatus, ObservedType, SafetyStatus

EXAMPLE_RULE = "example-extraction-v1.0"
EXAMPLES = 10
EXAMPLE_CHARS = 200
NAME_CHARS = 1_000
"""Longer names are no names (a whole file read as one cell); they are cut, `…` says so."""
_CACHE = 8_192
_CACHED_CHARS = 256
_MISSING: Sequence[str] = ["missing"]
"""Stands in the cache for a missing token; only its identity matters."""


class ColumnScan:
    """What is known of one column so far."""

    __slots__ = (
        "_cache",
        "_common",
        "_examples",
        "_length",
        "_sketch",
        "kinds",
        "missing",
        "nulls",
        "values",
    )

    def __init__(self) -> None:
        self._cache: dict[str, Sequence[str]] = {}
        self._common = types.ANY
        self._examples: dict[str, None] = {}
        self._length = 0
        self._sketch = DistinctCounter()
        self.nulls = 0
        self.values = 0
        self.kinds: Counter[str] = Counter()
        self.missing: Counter[str] = Counter()

    def add(self, cells: Iterable[str]) -> None:
        """Counts a block of cells in, in file order."""
        cache, kinds_seen = self._cache, self.kinds
        for raw, count in Counter(cells).items():
            value = raw.strip()
            if not value:
                self.nulls += count
                continue
            kinds = cache.get(value)
            if kinds is None:
                kinds = self._judge(value)
            if kinds is _MISSING:
                self.missing[value] += count
                continue
            self.values += count
            self._length += count * len(value)
            for kind in kinds:
                kinds_seen[kind] += count

    def _judge(self, value: str) -> Sequence[str]:
        """Everything that only a value not seen before needs; its kinds, or `_MISSING`."""
        self._sketch.add(value)
        kinds: Sequence[str]
        if types.is_missing(value):
            kinds = _MISSING
        else:
            if self._common:
                self._common = types.candidates(value, self._common)
            kinds = safety_gate.kinds_in(value)
            if len(self._examples) < EXAMPLES:
                self._examples.setdefault(value)
        if len(value) <= _CACHED_CHARS:
            if len(self._cache) >= _CACHE:
                self._cache.clear()
            self._cache[value] = kinds
        return kinds

    def finish(
        self, ordinal: int, name: str, path: str, note: str | None, *, examples_allowed: bool
    ) -> ColumnProfile:
        """The profile; `path` is the full header path of `name`, which the safety gate judges.

        Values leave this object only if both gates let the column pass.
        """
        shown, masked = safety_gate.mask_name(name)
        mean_length = self._length / self.values if self.values else 0.0
        verdict = safety_gate.judge(path, self.kinds, self.values, mean_length=mean_length)
        status = self._example_status(examples_allowed, verdict.status)
        examples = tuple(map(_cut, self._examples)) if status is ExampleStatus.AVAILABLE else ()
        return ColumnProfile(
            ordinal=ordinal,
            source_name=shown if len(shown) <= NAME_CHARS else shown[:NAME_CHARS] + "…",
            observed_type=self._type(),
            null_count=self.nulls,
            distinct_count=min(self._sketch.count(), self.values + self.missing.total()),
            distinct_approx=not self._sketch.exact,
            missing_tokens=dict(self.missing),
            example_status=status,
            examples=examples,
            safety=verdict,
            note="; ".join(filter(None, (note, MASKED_NOTE if masked else None))) or None,
            name_masked=masked,
        )

    def _type(self) -> ObservedType:
        if not self.values:
            return ObservedType.EMPTY
        return types.settle(self._common, self._examples)

    def _example_status(self, allowed: bool, safety: SafetyStatus) -> ExampleStatus:
        if not self.values:
            return ExampleStatus.NO_NON_NULL_VALUES
        if not allowed:
            return ExampleStatus.WITHHELD_BY_LICENSE
        if safety is not SafetyStatus.CLEAR:
            return ExampleStatus.WITHHELD_BY_SAFETY
        return ExampleStatus.AVAILABLE


MASKED_NOTE = "이름에 개인정보가 있어 가림"


class TableScan:
    """All columns of one table; rows are given in blocks."""

    def __init__(self, width: int) -> None:
        self._columns = [ColumnScan() for _ in range(width)]
        self._block: list[Sequence[str]] = []
        self._block_rows = max(1, min(4_096, 262_144 // max(1, width)))
        self.rows = 0

    @classmethod
    def of(cls, counted: list[ColumnScan]) -> "TableScan":
        """The scan of a table whose columns were counted elsewhere; only `finish` is left."""
        scan = cls(0)
        scan._columns = counted
        return scan

    def add(self, row: Sequence[str]) -> None:
        """One data row; missing trailing cells are nulls, cells beyond the width do not count."""
        self.rows += 1
        width = len(self._columns)
        if len(row) < width:
            row = [*row, *[""] * (width - len(row))]
        self._block.append(row)
        if len(self._block) >= self._block_rows:
            self.flush()

    def flush(self) -> None:
        if self._block:
            for column, cells in zip(self._columns, zip(*self._block, strict=False), strict=False):
                column.add(cells)
            self._block = []

    def finish(
        self,
        names: Sequence[str],
        paths: Sequence[str],
        notes: Sequence[str | None],
        *,
        examples_allowed: bool,
    ) -> tuple[ColumnProfile, ...]:
        """The profiles in column order; `paths` and `notes` have one entry a name."""
        self.flush()
        return tuple(
            column.finish(ordinal, name, path, note, examples_allowed=examples_allowed)
            for ordinal, (column, name, path, note) in enumerate(
                zip(self._columns, names, paths, notes, strict=True), start=1
            )
        )


def _cut(value: str) -> str:
    return value if len(value) <= EXAMPLE_CHARS else value[:EXAMPLE_CHARS] + "…"
