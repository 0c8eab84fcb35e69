"""What becomes of a leased job: a step further, done, later, or failed. One transaction each."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update
from sqlmodel import col

from store.observations import NewObservation, append, newest
from store.queue.jobs import Download, Outcome, Stage, State
from store.tables import Check, Job, Record
from store.vocabulary import FAILURES, FailureReason

_LONGEST_PAUSE = 3_600.0


class LeaseLostError(RuntimeError):
    """The job is no longer held by this owner; whoever took it over will finish it."""


@dataclass(frozen=True, slots=True)
class Settled:
    """How a job stands now: its state, and when it is due again (None when it is not)."""

    state: State
    due_at: float | None = None


def downloaded(
    connection: Connection, job_id: int, owner: str, body: Download, rules: str, now: float
) -> Settled:
    """The body is in the blob store.

    Bytes equal to those of the newest observation by the same rules end the job with a check;
    everything else goes on to profiling.
    """
    job = _held(connection, job_id, owner)
    seen = newest(connection, job.record_id)
    if seen and seen.sha256 == body.sha256 and seen.profiler_version == rules:
        return _finish(connection, job, Outcome.UNCHANGED, now, observation_id=seen.id)
    connection.execute(
        update(Job)
        .where(col(Job.id) == job_id)
        .values(
            stage=Stage.PROFILE,
            attempts=0,
            reason=None,
            sha256=body.sha256,
            size=body.size,
            file_name=body.file_name,
            source_url=body.source_url,
            content_type=body.content_type,
            etag=body.etag,
            last_modified=body.last_modified,
            **_back_in_queue(now, now),
        )
    )
    return Settled(State.QUEUED, now)


def unchanged(connection: Connection, job_id: int, owner: str, now: float) -> Settled:
    """The source answered 304 to the validators of the newest observation."""
    job = _held(connection, job_id, owner)
    seen = newest(connection, job.record_id)
    return _finish(
        connection, job, Outcome.UNCHANGED, now, observation_id=seen.id if seen else None
    )


def observed(
    connection: Connection, job_id: int, owner: str, found: NewObservation, now: float
) -> Settled:
    """The file was profiled: the observation is appended and the job is done, both or neither."""
    job = _held(connection, job_id, owner)
    observation_id = append(connection, found)
    return _finish(
        connection,
        job,
        Outcome.OBSERVED,
        now,
        observation_id=observation_id,
        reason=found.failure_reason,
    )


def failed(
    connection: Connection,
    job_id: int,
    owner: str,
    reason: FailureReason,
    now: float,
    *,
    base_delay: float,
    retry_after: float | None = None,
) -> Settled:
    """It did not work: again later while the retry budget of `reason` lasts, else for good.

    The delay doubles with each attempt from `base_delay` seconds, with up to a quarter of jitter,
    and is never shorter than `retry_after` seconds.
    """
    job = _held(connection, job_id, owner)
    if job.attempts >= FAILURES[reason].retries:
        return _finish(connection, job, Outcome.FAILED, now, reason=reason)
    delay = min(base_delay * 2**job.attempts, _LONGEST_PAUSE) * random.uniform(1, 1.25)  # noqa: S311
    due_at = now + max(delay, retry_after or 0.0)
    connection.execute(
        update(Job)
        .where(col(Job.id) == job_id)
        .values(attempts=job.attempts + 1, reason=reason, **_back_in_queue(due_at, now))
    )
    return Settled(State.QUEUED, due_at)


def postponed(
    connection: Connection, job_id: int, owner: str, due_at: float, now: float
) -> Settled:
    """Back into the queue until `due_at` without using up an attempt (its host is paused)."""
    _held(connection, job_id, owner)
    connection.execute(
        update(Job).where(col(Job.id) == job_id).values(**_back_in_queue(due_at, now))
    )
    return Settled(State.QUEUED, due_at)


def refetch(connection: Connection, job_id: int, owner: str, now: float) -> Settled:
    """Back to downloading: the raw file of a job in stage PROFILE is gone."""
    _held(connection, job_id, owner)
    connection.execute(
        update(Job)
        .where(col(Job.id) == job_id)
        .values(stage=Stage.DOWNLOAD, sha256=None, **_back_in_queue(now, now))
    )
    return Settled(State.QUEUED, now)


def _held(connection: Connection, job_id: int, owner: str) -> Row[*tuple[Any, ...]]:
    row = connection.execute(
        select(
            col(Job.id),
            col(Job.record_id),
            col(Job.attempts),
            col(Record.modified_date),
            col(Record.file_name),
        )
        .join(
            Record,
            (col(Record.snapshot_id) == col(Job.snapshot_id))
            & (col(Record.record_id) == col(Job.record_id)),
        )
        .where(
            col(Job.id) == job_id,
            col(Job.lease_owner) == owner,
            col(Job.state) == State.LEASED,
        )
    ).one_or_none()
    if row is None:
        raise LeaseLostError(f"job {job_id} is not held by this process any more")
    return row


def _finish(
    connection: Connection,
    job: Row[*tuple[Any, ...]],
    outcome: Outcome,
    now: float,
    *,
    observation_id: str | None = None,
    reason: str | None = None,
) -> Settled:
    state = State.FAILED if outcome is Outcome.FAILED else State.DONE
    connection.execute(
        insert(Check).values(
            record_id=job.record_id,
            checked_at=now,
            outcome=outcome,
            reason=reason,
            observation_id=observation_id,
            listed_modified=job.modified_date,
            listed_file=job.file_name,
        )
    )
    connection.execute(
        update(Job)
        .where(col(Job.id) == job.id)
        .values(state=state, reason=reason, lease_owner=None, lease_until=None, updated_at=now)
    )
    return Settled(state)


def _back_in_queue(due_at: float, now: float) -> Mapping[str, Any]:
    return {
        "state": State.QUEUED,
        "not_before": due_at,
        "lease_owner": None,
        "lease_until": None,
        "updated_at": now,
    }
