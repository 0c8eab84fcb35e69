"""Runs of cycles: begun, alive, ended, or lost; each recorded with what it did by outcome."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from store.owner import is_dead
from store.tables import Run, Schedule


class RunState(StrEnum):
    """How a run stands; LOST is one whose process went away without a word."""

    RUNNING = "RUNNING"
    DONE = "DONE"
    FAILED = "FAILED"
    INTERRUPTED = "INTERRUPTED"
    LOST = "LOST"


class OverlapError(RuntimeError):
    """A run of the same schedule is under way."""


@dataclass(frozen=True, slots=True)
class RunInfo:
    """A recorded run; moments in seconds since the epoch, `counts` as the cycle reported them."""

    id: int
    schedule: str | None
    source: str
    due_at: float | None
    merged: int
    state: RunState
    started_at: float
    finished_at: float | None
    error: str | None
    counts: Mapping[str, Any] = field(default_factory=dict)


def runs(connection: Connection, schedule: str | None, most: int = 10) -> list[RunInfo]:
    """The latest runs of a schedule, or (None) of all schedules and by hand, the newest first."""
    query = select(*(col(getattr(Run, item.name)) for item in fields(RunInfo)))
    if schedule is not None:
        query = query.where(col(Run.schedule) == schedule)
    rows = connection.execute(query.order_by(col(Run.id).desc()).limit(most))
    return [RunInfo(**{**row._asdict(), "state": RunState(row.state)}) for row in rows]


def begin(
    connection: Connection,
    source: str,
    owner: str,
    now: float,
    seconds: float,
    **facts: Any,
) -> int:
    """Records that a run of `owner` begins, alive until `now + seconds`; returns its id.

    `facts` are `schedule`, `due_at` and `merged` of a scheduled run.

    Raises:
        OverlapError: a run of this schedule is under way.
    """
    values = {"merged": 0, **facts}
    try:
        with connection.begin_nested():
            key = connection.execute(
                insert(Run).values(
                    source=source,
                    state=RunState.RUNNING,
                    owner=owner,
                    lease_until=now + seconds,
                    started_at=now,
                    counts={},
                    **values,
                )
            ).inserted_primary_key
    except IntegrityError:
        raise OverlapError(str(facts.get("schedule"))) from None
    if key is None:
        raise RuntimeError("a run got no id")
    return int(key[0])


def beat(connection: Connection, run_id: int, now: float, seconds: float) -> None:
    """Says that a run is alive until `now + seconds`."""
    connection.execute(
        update(Run)
        .where(col(Run.id) == run_id, col(Run.state) == RunState.RUNNING)
        .values(lease_until=now + seconds)
    )


def finish(
    connection: Connection,
    run_id: int,
    state: RunState,
    counts: Mapping[str, Any],
    now: float,
    error: str | None = None,
) -> None:
    """Records how a run ended and what it did by outcome.

    An interrupted one makes its schedule due again at once: the next call goes on with it.
    """
    values = {"state": state, "finished_at": now, "counts": dict(counts), "error": error}
    connection.execute(update(Run).where(col(Run.id) == run_id).values(**values))
    if state is RunState.INTERRUPTED:
        _go_on(connection, run_id, now)


def mark_lost(connection: Connection, now: float) -> list[int]:
    """Marks runs as LOST whose process is known to be dead or fell silent; returns their ids.

    Their schedules are due again at once, but not twice in a row: what kills its process every
    time waits for its next moment.
    """
    rows = connection.execute(
        select(col(Run.id), col(Run.owner), col(Run.lease_until)).where(
            col(Run.state) == RunState.RUNNING
        )
    ).all()
    lost = [row.id for row in rows if row.lease_until < now or is_dead(row.owner)]
    for run_id in lost:
        connection.execute(
            update(Run).where(col(Run.id) == run_id).values(state=RunState.LOST, finished_at=now)
        )
        _go_on(connection, run_id, now)
    return lost


def _go_on(connection: Connection, run_id: int, now: float) -> None:
    name = connection.scalar(select(col(Run.schedule)).where(col(Run.id) == run_id))
    if name is None:
        return
    before = connection.scalar(
        select(col(Run.state))
        .where(col(Run.schedule) == name, col(Run.id) < run_id)
        .order_by(col(Run.id).desc())
        .limit(1)
    )
    if before != RunState.LOST:
        connection.execute(
            update(Schedule)
            .where(col(Schedule.name) == name, col(Schedule.next_run_at) > now)
            .values(next_run_at=now)
        )
