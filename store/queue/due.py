"""Which records are due, and one job for each of them."""

from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection, Row, delete, exists, func, insert, select, update
from sqlmodel import col

from store.looks import last_look
from store.queue.jobs import Due, Outcome, Stage, State, Why
from store.tables import Check, Job, Observation, Record
from store.vocabulary import Delivery, FailureReason, ListingType, UpdateCycle

_DAY = 86_400.0
RECHECK_DAYS: dict[UpdateCycle, float] = {
    UpdateCycle.DAILY: 1,
    UpdateCycle.WEEKLY: 7,
    UpdateCycle.MONTHLY: 30,
    UpdateCycle.QUARTERLY: 90,
    UpdateCycle.SEMIANNUAL: 180,
    UpdateCycle.ANNUAL: 360,
}
"""Days after which a record is looked at again although the catalogue shows no change."""
_OTHER_DAYS = 90.0
_FAILED_DAYS = 7.0
_PRIORITY = {Why.CHANGED: 3, Why.NEW: 2, Why.RULES: 1, Why.RECHECK: 0}


def enqueue_due(
    connection: Connection,
    snapshot_id: int,
    rules: str,
    now: float,
    *,
    retry_failed: bool = False,
) -> Due:
    """Makes a job for each FILE record of the snapshot that is due and has no live job.

    A record is due when it was never looked at, when the catalogue shows another 수정일 or file
    name than at the last look, when its newest observation was made by other rules than `rules`,
    or when its next check has come. Offline media are settled at once, without a request. Jobs
    of records that the snapshot no longer lists are withdrawn. With `retry_failed`, records whose
    last look failed are due too, whenever that was.
    """
    cancelled = _withdraw(connection, snapshot_id, now)
    jobs: list[dict[str, Any]] = []
    offline: list[dict[str, Any]] = []
    for row in _candidates(connection, snapshot_id):
        why = _why(row, rules, now, retry_failed)
        if why is None:
            continue
        if row.delivery == Delivery.OFFLINE_MEDIA:
            if why in (Why.NEW, Why.CHANGED):
                offline.append(_offline_check(row, now))
            continue
        jobs.append(_job(row, snapshot_id, why, now))
    if jobs:
        connection.execute(insert(Job), jobs)
    if offline:
        connection.execute(insert(Check), offline)
    return Due(queued=len(jobs), cancelled=cancelled, settled=len(offline))


def prune_finished(connection: Connection) -> int:
    """Deletes finished jobs that a later job of the same record has superseded."""
    final = (State.DONE, State.FAILED, State.CANCELLED)
    newest = select(func.max(col(Job.id))).group_by(col(Job.record_id))
    result = connection.execute(
        delete(Job).where(col(Job.state).in_(final), col(Job.id).not_in(newest))
    )
    return result.rowcount


def _withdraw(connection: Connection, snapshot_id: int, now: float) -> int:
    listed = exists().where(
        col(Record.snapshot_id) == snapshot_id, col(Record.record_id) == col(Job.record_id)
    )
    waiting = (col(Job.state) == State.QUEUED, col(Job.stage) == Stage.DOWNLOAD)
    connection.execute(
        update(Job)
        .where(*waiting, col(Job.snapshot_id) != snapshot_id, listed)
        .values(snapshot_id=snapshot_id, updated_at=now)
    )
    result = connection.execute(
        update(Job).where(*waiting, ~listed).values(state=State.CANCELLED, updated_at=now)
    )
    return result.rowcount


def _candidates(connection: Connection, snapshot_id: int) -> list[Row[*tuple[Any, ...]]]:
    """FILE records without a live job, each with its last look and its newest rules."""
    live = exists().where(
        col(Job.record_id) == col(Record.record_id),
        col(Job.state).in_((State.QUEUED, State.LEASED)),
    )
    return list(
        connection.execute(
            select(
                col(Record.record_id),
                col(Record.list_url),
                col(Record.delivery),
                col(Record.modified_date),
                col(Record.file_name),
                col(Record.update_cycle),
                col(Check.outcome),
                col(Check.checked_at),
                col(Check.listed_modified),
                col(Check.listed_file),
                col(Observation.profiler_version),
            )
            .select_from(Record)
            .outerjoin(Check, col(Check.id) == last_look())
            .outerjoin(Observation, col(Observation.id) == col(Check.observation_id))
            .where(
                col(Record.snapshot_id) == snapshot_id,
                col(Record.list_type) == ListingType.FILE,
                ~live,
            )
            .order_by(col(Record.id))
        )
    )


def _why(row: Row[*tuple[Any, ...]], rules: str, now: float, retry_failed: bool) -> Why | None:
    if row.outcome is None:
        return Why.NEW
    if (row.modified_date, row.file_name) != (row.listed_modified, row.listed_file):
        return Why.CHANGED
    if row.profiler_version is not None and row.profiler_version != rules:
        return Why.RULES
    if row.outcome == Outcome.FAILED:
        days = 0.0 if retry_failed else _FAILED_DAYS
    else:
        days = RECHECK_DAYS.get(UpdateCycle(row.update_cycle), _OTHER_DAYS)
    return Why.RECHECK if row.checked_at + days * _DAY <= now else None


def _job(row: Row[*tuple[Any, ...]], snapshot_id: int, why: Why, now: float) -> dict[str, Any]:
    return {
        "record_id": row.record_id,
        "snapshot_id": snapshot_id,
        "host": _host(row.list_url),
        "stage": Stage.DOWNLOAD,
        "state": State.QUEUED,
        "why": why,
        "priority": _PRIORITY[why],
        "not_before": 0.0,
        "attempts": 0,
        "created_at": now,
        "updated_at": now,
    }


def _host(url: str | None) -> str | None:
    """The host of a published URL; None where there is none to be read from it."""
    try:
        return urlsplit(url).hostname if url else None
    except ValueError:
        return None


def _offline_check(row: Row[*tuple[Any, ...]], now: float) -> dict[str, Any]:
    return {
        "record_id": row.record_id,
        "checked_at": now,
        "outcome": Outcome.FAILED,
        "reason": FailureReason.OFFLINE_MEDIA,
        "listed_modified": row.modified_date,
        "listed_file": row.file_name,
    }
