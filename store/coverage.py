"""How far each record has been observed: the rule that turns store states into coverage."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, Select, and_, select
from sqlalchemy.orm import aliased
from sqlmodel import col

from store.database import Database
from store.looks import last_look
from store.queue.jobs import Stage, State
from store.snapshots import current_snapshot
from store.tables import Check, Job, Observation, Record
from store.vocabulary import CoverageStatus, FailureReason, ListingType, coverage_of

RULE = "record-coverage-v1.0"
_READ = (CoverageStatus.AVAILABLE, CoverageStatus.PARTIAL)


@dataclass(frozen=True, slots=True)
class Coverage:
    """Coverage of one record. `observation_id` names the observation to show, where there is one;
    `checked_at` is the last look, in seconds since the epoch."""

    status: CoverageStatus
    reason: FailureReason | None = None
    observation_id: str | None = None
    checked_at: float | None = None


def coverage_of_records(
    connection: Connection, snapshot_id: int, record_id: str | None = None
) -> dict[str, Coverage]:
    """Coverage of every record of a snapshot (or of one), by record id; rule `record-coverage`.

    API rows are not looked into yet, STD rows are not collected yet. For FILE rows, in this order:
    a structure that was read is shown whatever happened since; a job under way says COLLECTING,
    a waiting one QUEUED; else the last look's failure decides; never looked at is NOT_COLLECTED.
    """
    return {row.record_id: _coverage(row) for row in _rows(connection, snapshot_id, record_id)}


def count_by_status(found: Iterable[Coverage]) -> dict[str, int]:
    """Records by coverage status, every status present, in the contract's order."""
    counts = Counter(coverage.status for coverage in found)
    return {status.value: counts[status] for status in CoverageStatus}


def _rows(
    connection: Connection, snapshot_id: int, record_id: str | None
) -> Iterable[Row[*tuple[Any, ...]]]:
    seen = aliased(Check)
    query: Select[*tuple[Any, ...]] = (
        select(
            col(Record.record_id),
            col(Record.list_type),
            col(Job.state),
            col(Job.stage),
            col(Check.reason),
            col(Check.checked_at),
            col(Observation.id).label("observation_id"),
            col(Observation.status).label("observed"),
        )
        .select_from(Record)
        .outerjoin(
            Job,
            and_(
                col(Job.record_id) == col(Record.record_id),
                col(Job.state).in_((State.QUEUED, State.LEASED)),
            ),
        )
        .outerjoin(Check, col(Check.id) == last_look())
        .outerjoin(seen, col(seen.id) == last_look(observed=True))
        .outerjoin(Observation, col(Observation.id) == col(seen.observation_id))
        .where(col(Record.snapshot_id) == snapshot_id)
        .order_by(col(Record.id))
    )
    if record_id is not None:
        query = query.where(col(Record.record_id) == record_id)
    return connection.execute(query)


def _coverage(row: Row[*tuple[Any, ...]]) -> Coverage:
    if row.list_type == ListingType.API:
        return Coverage(CoverageStatus.API_STRUCTURE_NOT_SUPPORTED_YET)
    if row.observed in _READ:
        status = CoverageStatus(row.observed)
        return Coverage(status, None, row.observation_id, row.checked_at)
    if row.state is not None:
        working = row.state == State.LEASED or row.stage == Stage.PROFILE
        status = CoverageStatus.COLLECTING if working else CoverageStatus.QUEUED
        return Coverage(status, None, row.observation_id, row.checked_at)
    if row.reason is not None:
        reason = FailureReason(row.reason)
        return Coverage(coverage_of(reason), reason, row.observation_id, row.checked_at)
    return Coverage(CoverageStatus.NOT_COLLECTED, None, None, row.checked_at)


def live_coverage(database: Database) -> Callable[[str], Coverage | None]:
    """A function telling a record's coverage in the store at the moment it is called.

    It gives None for records that the current snapshot does not list.
    """

    def coverage(record_id: str) -> Coverage | None:
        with database.read() as connection:
            snapshot = current_snapshot(connection)
            if snapshot is None:
                return None
            return coverage_of_records(connection, snapshot.id, record_id).get(record_id)

    return coverage
