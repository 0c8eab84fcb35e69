"""Which arrays of a JSON text are tables, and their records as rows of cell strings.

A table is an array of objects that is in no other such array. An object whose only content is more
arrays of objects is an envelope and no record (`[{"head": [...]}, {"row": [...]}]`); then what it
holds counts, taken together by name. Columns are the fields in the order in which they first
appear, fields of nested objects under dotted paths; a missing field, `null`, `{}` and `[]` are
empty cells, other arrays are JSON text. No tables are arrays whose objects have no field in common,
and lists of fields: objects of which each names a column of a table beside them.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from profiler.formats.json_window import Number
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

Path = tuple[str, ...]
Record = dict[str, Any]
Found = tuple[Path, Record]

_SURROGATE = re.compile("[\ud800-\udfff]")
_LABELLED_RECORDS = 1_000
_LABELS = 100
"""A list of fields has at most so many records, of at most so many fields."""


def outermost(path: Path, item: object, depth: int) -> Iterator[Found]:
    """(path, object) of each object that may be a record in one item of the array at `path`.

    Raises `Unreadable` (MEMORY_LIMIT) where arrays are nested deeper than `depth`.
    """
    _check(depth)
    if isinstance(item, list):
        for inner in item:
            yield from outermost(path, inner, depth - 1)
    elif isinstance(item, dict):
        yield path, item
        if _is_envelope(item, depth):
            yield from _inside(path, item, depth - 1)


def _inside(path: Path, record: Record, depth: int) -> Iterator[Found]:
    _check(depth)
    for name, value in record.items():
        if isinstance(value, dict):
            yield from _inside((*path, name), value, depth - 1)
        elif isinstance(value, list):
            yield from outermost((*path, name), value, depth - 1)


def _is_envelope(record: Record, depth: int) -> bool:
    _check(depth)
    for value in record.values():
        if isinstance(value, dict):
            holds_records = _is_envelope(value, depth - 1)
        else:
            holds_records = isinstance(value, list) and (
                not value or any(isinstance(inner, dict) for inner in value)
            )
        if not holds_records:
            return False
    return True


def _check(depth: int) -> None:
    if depth < 0:
        raise Unreadable(FailureReason.MEMORY_LIMIT)


def fields(record: Record, depth: int) -> Iterator[tuple[Path, str]]:
    """(path, cell) of each field. Raises `Unreadable` (MEMORY_LIMIT) as `outermost`."""
    _check(depth)
    for name, value in record.items():
        if isinstance(value, str):
            yield (name,), sound(value)
        elif isinstance(value, dict):
            for path, cell in fields(value, depth - 1):
                yield (name, *path), cell
        else:
            yield (name,), "" if value in (None, []) else _json_text(value, depth - 1)


def sound(text: str) -> str:
    """Text without lone surrogates, which escapes can spell and no encoding can hold."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _json_text(value: object, depth: int) -> str:
    _check(depth)
    if isinstance(value, Number):
        return value
    if isinstance(value, list):
        return f"[{', '.join(_json_text(item, depth - 1) for item in value)}]"
    if isinstance(value, dict):
        parts = (f"{_json_text(k, 0)}: {_json_text(v, depth - 1)}" for k, v in value.items())
        return f"{{{', '.join(parts)}}}"
    return json.dumps(sound(value) if isinstance(value, str) else value, ensure_ascii=False)


@dataclass(slots=True)
class Candidate:
    """What is known of the records at one path after all of them were seen."""

    path: Path
    outer: Path
    """Of the array in the text itself that has them, perhaps inside envelopes."""
    starts: list[int] = field(default_factory=list)
    """Where that array begins, in characters; more than once where its name is repeated."""
    columns: dict[Path, int] = field(default_factory=dict)
    records: int = 0
    _again: bool = False
    _labels: list[set[str]] = field(default_factory=list)

    def add(self, record: Record, limits: Limits) -> None:
        """Counts a record in. Raises `Unreadable` (MEMORY_LIMIT): too many columns, too deep."""
        known = len(self.columns)
        filled = dict(fields(record, limits.record_depth))
        for path in filled:
            self.columns.setdefault(path, len(self.columns))
        self._again = self._again or len(self.columns) < known + len(filled)
        if len(self.columns) > limits.columns:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        self.records += 1
        if self.records <= _LABELLED_RECORDS:
            self._labels.append(set(filled.values()) if len(filled) < _LABELS else set())

    @property
    def is_table(self) -> bool:
        return bool(self.columns) and (self.records == 1 or self._again)

    def lists_fields_of(self, other: "Candidate") -> bool:
        """Does each of the records name a column of the other table beside this one?"""
        if self.path[:-1] != other.path[:-1] or len(self._labels) < self.records:
            return False
        names = {".".join(path) for path in other.columns}
        return all(labels & names for labels in self._labels)

    def names(self) -> tuple[str, ...]:
        return tuple(sound(".".join(path)) for path in self.columns)


Shape = Callable[[Record], Record | None]
"""What of an object is the record; None where it is none."""


class Survey:
    """Collects the candidates of one text."""

    def __init__(self, limits: Limits, shape: Shape) -> None:
        self._limits = limits
        self._shape = shape
        self._found: dict[Path, Candidate] = {}
        self._mixed: Counter[Path] = Counter()

    def add(self, outer: Path, start: int, item: object) -> None:
        """Counts in one item of the array at `outer` that begins at `start`."""
        if not isinstance(item, dict | list | None):
            self._mixed[outer] += 1
        for path, found in outermost(outer, item, self._limits.record_depth):
            candidate = self._found.get(path)
            if candidate is None:
                candidate = self._found[path] = Candidate(path, outer)
            starts = candidate.starts
            if start not in starts[-1:]:
                starts.append(start)
            if max(len(self._found), len(starts)) > self._limits.tables:
                raise Unreadable(FailureReason.MEMORY_LIMIT)
            record = self._shape(found)
            if record is not None and not _is_envelope(record, self._limits.record_depth):
                candidate.add(record, self._limits)

    def tables(self) -> list[Candidate]:
        """The tables in the order in which they begin."""
        sound_ones = [
            c for c in self._found.values() if c.is_table and self._mixed[c.outer] < c.records
        ]
        paths = {candidate.path for candidate in sound_ones}
        top = [c for c in sound_ones if not _enclosing(c) & paths]
        return [c for c in top if not any(c.lists_fields_of(o) for o in top if o is not c)] or top


def _enclosing(candidate: Candidate) -> set[Path]:
    """Paths of the arrays around an array inside envelopes."""
    path = candidate.path
    return {path[:length] for length in range(len(candidate.outer), len(path))}
