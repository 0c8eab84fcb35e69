"""Builds a release: one immutable SQLite file, named after its content."""

import hashlib
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, collate, select
from sqlmodel import col

from store import coverage
from store.database import Database
from store.owner import is_dead, this_owner
from store.release import schema
from store.release.listings import ListingWriter, moment
from store.release.structures import StructureWriter
from store.rules import completeness, freshness, interpret, regions
from store.snapshots import IdentityRule, current_snapshot
from store.tables import Record

SEARCH_RULE = "search-v1.0"
COLUMN_RULE = "column-search-v1.0"
RULES = (
    IdentityRule.ID,
    completeness.RULE,
    freshness.RULE,
    regions.RULE,
    interpret.RULE,
    coverage.RULE,
    SEARCH_RULE,
    COLUMN_RULE,
)
"""The rules that every release applies; those of the observations in it come on top."""

_BATCH = 1_000
_TEMPORARY = ".building-"


class NothingToPublishError(RuntimeError):
    """The store holds no catalogue yet."""


@dataclass(frozen=True, slots=True)
class Built:
    """A finished release file: its id, path, and how many records, structures, columns it holds."""

    release_id: str
    path: Path
    records: int
    structures: int
    columns: int


def build_release(database: Database, folder: Path) -> Built:
    """Writes the newest snapshot and what was observed of it as `folder/<release id>.sqlite`.

    The id is the snapshot month and a hash of the file; the same store content gives the same
    bytes. The file appears under its name when it is complete, never before.

    Raises:
        NothingToPublishError: no catalogue has been imported.
        OSError: the folder cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    _clean(folder)
    temporary = _temporary(folder)
    try:
        with _consistent(database) as source:
            snapshot = current_snapshot(source)
            if snapshot is None:
                raise NothingToPublishError(
                    "there is nothing to publish: no catalogue has been imported yet"
                )
            with closing(_create(temporary)) as target:
                built = _Build(source, target, snapshot)
                built.write()
        release_id = f"{snapshot.month}-{_settle(temporary)}"
        path = folder / f"{release_id}.sqlite"
        temporary.replace(path)
        sync_folder(folder)
    finally:
        temporary.unlink(missing_ok=True)
    return Built(
        release_id,
        path,
        built.listings.records,
        built.structures.structures,
        built.structures.columns,
    )


class _Build:
    """One build: store connection in, release connection out."""

    def __init__(self, source: Connection, target: sqlite3.Connection, snapshot: Any) -> None:
        self.source, self.target, self.snapshot = source, target, snapshot
        self.coverage = coverage.coverage_of_records(source, snapshot.id)
        self.listings = ListingWriter(target, self.coverage)
        self.structures = StructureWriter(source, target)

    def write(self) -> None:
        for batch in self._batches():
            self.structures.add(self.listings.add(batch))
        self.structures.finish()
        distribution = self.listings.finish()
        for statement in schema.INDEXES:
            self.target.execute(statement)
        for key, value in self._meta(distribution).items():
            text = json.dumps(value, ensure_ascii=False, sort_keys=True)
            self.target.execute("INSERT INTO meta VALUES(?,?)", (key, text))
        self.target.execute("COMMIT")

    def _batches(self) -> Iterator[Any]:
        order: Any = col(Record.record_id)
        if self.source.dialect.name == "postgresql":
            order = collate(order, "C")  # the order that SQLite has
        rows = self.source.execution_options(yield_per=_BATCH).execute(
            select(col(Record.record_id), col(Record.normalized), col(Record.source))
            .where(col(Record.snapshot_id) == self.snapshot.id)
            .order_by(order)
        )
        return rows.partitions()

    def _meta(self, distribution: dict[str, dict[int, int]]) -> dict[str, Any]:
        checks = (c.checked_at for c in self.coverage.values() if c.checked_at is not None)
        newest = max(self.snapshot.imported_at, self.structures.newest, *checks, 0.0)
        listings, structures = self.listings, self.structures
        return {
            "snapshot": self.snapshot.month,
            "revision": self.snapshot.revision,
            "sourceName": self.snapshot.source_name,
            "sourceSha256": self.snapshot.source_sha256,
            "baseDate": freshness.base_date(
                self.snapshot.month, self.snapshot.source_name
            ).isoformat(),
            "processedAt": moment(newest),
            "ruleVersions": sorted({*RULES, *structures.rule_versions}),
            "completeness": distribution,
            "counts": {
                "datasets": listings.records,
                "byType": dict(sorted(listings.by_type.items())),
                "byCoverage": dict(sorted(listings.by_coverage.items())),
                "doubleListedKeys": sum(count > 1 for count in listings.keys.values()),
                "structures": structures.structures,
                "columns": structures.columns,
                "columnNames": structures.names,
            },
        }


def _create(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
    connection.execute("PRAGMA journal_mode = OFF")  # an interrupted build is thrown away whole
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("PRAGMA cache_size = -65536")
    connection.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {schema.FORMAT}")
    connection.execute("BEGIN")
    for statement in schema.TABLES:
        connection.execute(statement)
    # Few large segments instead of many small ones that are merged again and again.
    connection.execute("INSERT INTO fts(fts, rank) VALUES('hashsize', 33554432)")
    return connection


def _settle(path: Path) -> str:
    """Puts the file on disk for good and returns the start of its sha256."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def sync_folder(folder: Path) -> None:
    """Makes renames in a folder last through a power cut, where the system can do so."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _consistent(database: Database) -> Iterator[Connection]:
    """A read transaction that sees one state of the store in all its statements."""
    with database.read() as connection:
        if connection.dialect.name == "postgresql":
            connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def _temporary(folder: Path) -> Path:
    owner = this_owner().replace("/", "~")
    handle, name = tempfile.mkstemp(".sqlite", f"{_TEMPORARY}{owner}~", folder)
    os.close(handle)
    return Path(name)


def _clean(folder: Path) -> None:
    """Removes what builds that died have left behind."""
    for path in folder.glob(f"{_TEMPORARY}*"):
        parts = path.name.removeprefix(_TEMPORARY).split("~")
        if len(parts) == 4 and is_dead("/".join(parts[:3])):
            path.unlink(missing_ok=True)
