"""What a scan counts: one object a column, one a table. Pieces of a table can be put together."""

from collections import Counter
from dataclasses import dataclass, field

from profiler import types
from profiler.columns import EXAMPLES
from profiler.sketch import DistinctCounter


@dataclass(slots=True)
class ColumnCounts:
    """A column over some rows, with the meanings of `profiler.columns.ColumnScan`.

    `values` are cells that are neither blank nor missing tokens, `length` is their total length in
    characters, `common` what their types have in common (`profiler.types`), `kinds` cells by
    evidence key of the safety gate. `examples` are the first distinct values in file order, at most
    ten and longer ones cut after 201 characters, by XXH64 of the whole value.
    """

    nulls: int = 0
    values: int = 0
    length: int = 0
    common: int = types.ANY
    missing: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    distinct: DistinctCounter = field(default_factory=DistinctCounter)
    examples: dict[int, str] = field(default_factory=dict)

    def merge(self, following: "ColumnCounts") -> None:
        """Counts in rows that come after those counted here."""
        self.nulls += following.nulls
        self.values += following.values
        self.length += following.length
        self.common &= following.common
        self.missing.update(following.missing)
        self.kinds.update(following.kinds)
        self.distinct.merge(following.distinct)
        for digest, value in following.examples.items():
            if len(self.examples) < EXAMPLES:
                self.examples.setdefault(digest, value)


@dataclass(slots=True)
class TableCounts:
    """Records of one table up to `end`, a byte offset where the last records begin.

    `rows` have a cell that is not blank; `ragged_rows` of them have not the table's width,
    `extra_cells` are beyond it. `nul_bytes` are all NUL up to `end`, `odd_records` those that were
    left to the caller. `marked` records are blank ones and those that begin with the label of the
    first column, as where another table may begin; `marks` are the offsets of the first 256.
    """

    columns: list[ColumnCounts]
    end: int
    rows: int = 0
    blank_rows: int = 0
    ragged_rows: int = 0
    extra_cells: int = 0
    nul_bytes: int = 0
    odd_records: int = 0
    marked: int = 0
    marks: list[int] = field(default_factory=list)
