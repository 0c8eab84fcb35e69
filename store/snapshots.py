"""Snapshots: editions of a catalogue list, immutable once they are in."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, insert, select
from sqlmodel import col

from store.database import Database
from store.records import CatalogRecord
from store.tables import Record, Snapshot

_BATCH = 2_000

RecordSource = Callable[[], Iterator[CatalogRecord]]
"""Reads the list from its start, each time it is called."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What is known about a list file: its name, sha256 (hex) and text encoding."""

    name: str
    sha256: str
    encoding: str


@dataclass(frozen=True, slots=True)
class Imported:
    """An import that took place, or (`new` False) was not needed: the same bytes are in already."""

    month: str
    revision: int
    records: int
    duplicates: int
    new: bool


@dataclass(frozen=True, slots=True)
class SnapshotInfo:
    """A stored edition; `imported_at` in seconds since the epoch."""

    id: int
    month: str
    revision: int
    records: int
    source_name: str
    source_sha256: str
    encoding: str
    imported_at: float


class IdentityRule:
    """`record-identity-v1.0`: record ids from list keys.

    The id is the list key. A key that occurs on several rows gets `KEY-TYPE` on each of them; where
    key and type both repeat, the second row and later ones get `KEY-TYPE-2` and so on, in order.
    """

    ID = "record-identity-v1.0"

    def __init__(self, records: Iterable[CatalogRecord]) -> None:
        self._rows = Counter(record.list_key for record in records)
        self._taken: Counter[str] = Counter()

    @property
    def rows(self) -> int:
        """All rows of the list."""
        return self._rows.total()

    @property
    def duplicates(self) -> int:
        """Rows beyond the first of their list key."""
        return self._rows.total() - len(self._rows)

    def record_id(self, record: CatalogRecord) -> str:
        """The id of the next row; call it once for each row, in list order."""
        if self._rows[record.list_key] == 1:
            return record.list_key
        base = f"{record.list_key}-{record.list_type.value}"
        self._taken[base] += 1
        return base if self._taken[base] == 1 else f"{base}-{self._taken[base]}"


def import_snapshot(
    database: Database, month: str, edition: Edition, read: RecordSource
) -> Imported:
    """Writes one edition as the newest revision of its month: all of it, or nothing.

    Any exception of `read` (an unreadable list) passes through and leaves the store as it was.
    """
    identity = IdentityRule(read())
    with database.write() as connection:
        last = connection.execute(
            select(col(Snapshot.revision), col(Snapshot.source_sha256), col(Snapshot.records))
            .where(col(Snapshot.month) == month)
            .order_by(col(Snapshot.revision).desc())
            .limit(1)
        ).one_or_none()
        if last and last.source_sha256 == edition.sha256:
            return Imported(month, last.revision, last.records, identity.duplicates, new=False)
        revision = last.revision + 1 if last else 1
        count = _write(connection, month, revision, edition, read, identity)
    return Imported(month, revision, count, identity.duplicates, new=True)


def _write(
    connection: Connection,
    month: str,
    revision: int,
    edition: Edition,
    read: RecordSource,
    identity: IdentityRule,
) -> int:
    key = connection.execute(
        insert(Snapshot).values(
            month=month,
            revision=revision,
            source_name=edition.name,
            source_sha256=edition.sha256,
            encoding=edition.encoding,
            records=identity.rows,
            imported_at=time.time(),
        )
    ).inserted_primary_key
    snapshot_id = key[0] if key else None
    records, count = read(), 0
    while batch := list(islice(records, _BATCH)):
        rows = [_row(snapshot_id, identity.record_id(record), record) for record in batch]
        connection.execute(insert(Record), rows)
        count += len(batch)
    return count


def _row(snapshot_id: Any, record_id: str, record: CatalogRecord) -> dict[str, Any]:
    return {
        "snapshot_id": snapshot_id,
        "record_id": record_id,
        "list_key": record.list_key,
        "list_type": record.list_type,
        "row_no": record.row_no,
        "title": record.title,
        "org_name": record.org_name,
        "formats": "|" + "".join(f"{token}|" for token in record.formats),
        "delivery": record.delivery,
        "license": record.license,
        "third_party_rights": record.third_party_rights,
        "list_url": record.list_url,
        "file_name": record.file_data_name,
        "modified_date": record.modified_date,
        "normalized": record.dump(),
        "source": record.pack_source(),
    }


def current_snapshot(connection: Connection) -> SnapshotInfo | None:
    """The newest month's newest revision, or None in an empty store."""
    return _newest(connection)


def previous_snapshot(connection: Connection, month: str) -> SnapshotInfo | None:
    """The newest revision of the last month before `month`, or None."""
    return _newest(connection, col(Snapshot.month) < month)


def _newest(connection: Connection, *conditions: ColumnElement[bool]) -> SnapshotInfo | None:
    row = connection.execute(
        select(*(col(getattr(Snapshot, field.name)) for field in fields(SnapshotInfo)))
        .where(*conditions)
        .order_by(col(Snapshot.month).desc(), col(Snapshot.revision).desc())
        .limit(1)
    ).one_or_none()
    return SnapshotInfo(*row) if row else None


def count_snapshots(connection: Connection) -> int:
    """How many editions are stored."""
    return connection.scalar(select(func.count()).select_from(Snapshot)) or 0
