"""Filters as bit sets of listing ids, read from the release once and then kept."""

import sqlite3
from collections import OrderedDict
from collections.abc import Callable, Iterator
from threading import Lock
from typing import TypeVar

from store.release.bitmaps import to_bits, unpack_ids, unpack_set
from store.release.shapes import SearchRequest
from store.rules.words import fold

T = TypeVar("T")
_DATE = "SELECT modified_date FROM listing WHERE id = ?"


class Kept:
    """A small cache that drops what was used longest ago; safe from several threads."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[object, object] = OrderedDict()
        self._lock = Lock()

    def get(self, key: object, make: Callable[[], T]) -> T:
        """The value kept under `key`, made first if need be."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]  # type: ignore[return-value]
        value = make()
        with self._lock:
            self._values[key] = value
            while len(self._values) > self._size:
                self._values.popitem(last=False)
        return value


class Filters:
    """The facets of one release. `size` is one more than its number of listings."""

    def __init__(self, connection: sqlite3.Connection, records: int) -> None:
        self._size = records + 1
        self._kept = Kept(256)
        rows = connection.execute("SELECT id, name FROM org ORDER BY id")
        self._orgs = [(number, name, fold(name)) for number, name in rows]
        packed = connection.execute("SELECT data FROM vector WHERE name = 'by_modified'")
        self._by_modified = unpack_ids(packed.fetchone()[0])
        self._everything = (1 << self._size) - 2

    def allowed(self, connection: sqlite3.Connection, wanted: SearchRequest) -> int | None:
        """The listings that pass all filters of a request, or None when it has no filter."""
        region = "region" if wanted.include_inferred else "region_explicit"
        axes = (
            ("theme", wanted.theme and _theme(wanted.theme)),
            ("format", wanted.format and wanted.format.upper()),
            ("cycle", wanted.update_cycle),
            ("license", wanted.license),
            ("type", wanted.list_type),
            (region, wanted.region),
        )
        sets = [self._facet(connection, axis, value) for axis, value in axes if value is not None]
        if wanted.org is not None:
            sets.append(self._org(connection, wanted.org, wanted.org_exact))
        if wanted.updated_after is not None:
            sets.append(self._changed_since(connection, wanted.updated_after))
        if not sets:
            return None
        allowed = self._everything
        for found in sets:
            allowed &= found
        return allowed

    def newest_first(self, allowed: int | None) -> Iterator[int]:
        """The allowed listings by date of last change, newest first, then by record id."""
        if allowed is None:
            yield from self._by_modified
            return
        bits = allowed.to_bytes(self._size // 8 + 1, "little")
        for number in self._by_modified:
            if bits[number >> 3] >> (number & 7) & 1:
                yield number

    def everything(self) -> int:
        """The set of all listings."""
        return self._everything

    def _facet(self, connection: sqlite3.Connection, axis: str, value: str) -> int:
        def read() -> int:
            row = connection.execute(
                "SELECT ids FROM facet WHERE axis = ? AND value = ?", (axis, _bindable(value))
            ).fetchone()
            return unpack_set(row[0], self._size) if row else 0

        return self._kept.get((axis, value), read)

    def _org(self, connection: sqlite3.Connection, name: str, exact: bool) -> int:
        def read() -> int:
            wanted = fold(name.strip())
            found = 0
            for number, _, folded in self._orgs:
                if wanted == folded or (not exact and wanted in folded):
                    found |= self._facet(connection, "org", str(number))
            return found

        return self._kept.get(("org name", name, exact), read)

    def _changed_since(self, connection: sqlite3.Connection, day: str) -> int:
        def read() -> int:
            low, high = 0, len(self._by_modified)
            while low < high:
                middle = (low + high) // 2
                row = connection.execute(_DATE, (self._by_modified[middle],)).fetchone()
                if (row[0] or "") >= day:
                    low = middle + 1
                else:
                    high = middle
            return to_bits(self._by_modified[:low], self._size)

        return self._kept.get(("changed since", day), read)


def _theme(text: str) -> str:
    """`대 - 중` with whatever blanks around the hyphen, or the top word."""
    return " - ".join(part.strip() for part in text.split("-", 1))


def _bindable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
