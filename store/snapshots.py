"""Snapshots: editions of a catalogue list, immutable once they are in."""

import time
from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Connection, insert, select, update
from sqlmodel import col

from store.database import Database
from store.records import CatalogRecord
from store.tables import Record, Snapshot
from store.vocabulary import ListingType

_BATCH = 2_000


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
    """`record-identity-v1.0`: record ids from list keys, in one reading of the list.

    The id is the list key. A key that occurs on several rows gives `KEY-TYPE` to each of them;
    where key and type both repeat, the second row and later ones are `KEY-TYPE-2` and so on, in
    order. Only at the end is it known which first rows are not alone: `renamed` tells.
    """

    ID = "record-identity-v1.0"

    def __init__(self) -> None:
        self._first: dict[str, ListingType] = {}
        self._given: set[str] = set()
        self._settled: set[str] = set()
        self.renamed: dict[str, str] = {}
        """Id given to the first row of a repeated key -> the id that it has in the end."""
        self.duplicates = 0
        """Rows beyond the first of their list key."""

    def record_id(self, record: CatalogRecord) -> str:
        """The id of the next row, final but for `renamed`."""
        key, kind = record.list_key, record.list_type
        if key not in self._first:
            self._first[key] = kind
            if key not in self._given:
                self._given.add(key)
                return key
            self._settled.add(key)  # it looks like an id made for another key
            return self._free(key, kind)
        self.duplicates += 1
        if key not in self._settled:
            self._settled.add(key)
            self.renamed[key] = self._free(key, self._first[key])
        return self._free(key, kind)

    def _free(self, key: str, kind: ListingType) -> str:
        base = made = f"{key}-{kind.value}"
        number = 1
        while made in self._given:
            number += 1
            made = f"{base}-{number}"
        self._given.add(made)
        return made


def import_snapshot(
    database: Database, month: str, edition: Edition, records: Iterable[CatalogRecord]
) -> Imported:
    """Writes one edition as the newest revision of its month: all of it, or nothing.

    Any exception of `records` (an unreadable list) passes through and leaves the store as it was.
    An edition whose bytes are the newest revision already is not read at all.
    """
    with database.write() as connection:
        last = connection.execute(
            select(col(Snapshot.revision), col(Snapshot.source_sha256), col(Snapshot.records))
            .where(col(Snapshot.month) == month)
            .order_by(col(Snapshot.revision).desc())
            .limit(1)
        ).one_or_none()
        if last and last.source_sha256 == edition.sha256:
            return Imported(month, last.revision, last.records, 0, new=False)
        revision = last.revision + 1 if last else 1
        identity = IdentityRule()
        count = _write(connection, month, revision, edition, records, identity)
    return Imported(month, revision, count, identity.duplicates, new=True)


def _write(
    connection: Connection,
    month: str,
    revision: int,
    edition: Edition,
    records: Iterable[CatalogRecord],
    identity: IdentityRule,
) -> int:
    key = connection.execute(
        insert(Snapshot).values(
            month=month,
            revision=revision,
            source_name=edition.name,
            source_sha256=edition.sha256,
            encoding=edition.encoding,
            records=0,
            imported_at=time.time(),
        )
    ).inserted_primary_key
    snapshot_id = key[0] if key else None
    unread, count = iter(records), 0
    while batch := list(islice(unread, _BATCH)):
        rows = [_row(snapshot_id, identity.record_id(record), record) for record in batch]
        connection.execute(insert(Record), rows)
        count += len(batch)
    for given, final in identity.renamed.items():
        connection.execute(
            update(Record)
            .where(col(Record.snapshot_id) == snapshot_id, col(Record.record_id) == given)
            .values(record_id=final)
        )
    connection.execute(
        update(Snapshot).where(col(Snapshot.id) == snapshot_id).values(records=count)
    )
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
        "update_cycle": record.update_cycle,
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


def has_record(connection: Connection, snapshot_id: int, record_id: str) -> bool:
    """Whether a snapshot lists a record."""
    found = connection.scalar(
        select(col(Record.id)).where(
            col(Record.snapshot_id) == snapshot_id, col(Record.record_id) == record_id
        )
    )
    return found is not None
