"""Stored schedules: which cycles are to be run, and when the next one is due."""

import re
from dataclasses import dataclass, fields

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import col

from store.cron import missed, next_after
from store.runs import begin
from store.tables import Schedule

_NAME = re.compile(r"\w[\w.-]{0,63}")


class ScheduleError(ValueError):
    """A schedule that cannot be stored; the message says why."""


class ScheduleExistsError(ScheduleError):
    """The name is taken."""


@dataclass(frozen=True, slots=True)
class ScheduleInfo:
    """A stored schedule; moments in seconds since the epoch."""

    name: str
    cron: str
    time_zone: str
    source: str
    created_at: float
    next_run_at: float


def add(
    connection: Connection, name: str, cron: str, zone: str, source: str, now: float
) -> ScheduleInfo:
    """Stores a schedule whose first run is due at the next moment of `cron` in `zone`.

    Raises:
        CronError: `cron` or `zone` is none.
        ScheduleError: the name is malformed.
        ScheduleExistsError: the name is taken.
    """
    if not _NAME.fullmatch(name):
        raise ScheduleError("a name has 1 to 64 letters, digits, dots, hyphens and underscores")
    made = ScheduleInfo(name, cron, zone, source, now, next_after(cron, zone, now))
    try:
        with connection.begin_nested():
            connection.execute(
                insert(Schedule).values(
                    **{item.name: getattr(made, item.name) for item in fields(made)}
                )
            )
    except IntegrityError:
        raise ScheduleExistsError(f"there is a schedule {name} already") from None
    return made


def remove(connection: Connection, name: str) -> bool:
    """Forgets a schedule, not its runs; whether there was one."""
    return bool(connection.execute(delete(Schedule).where(col(Schedule.name) == name)).rowcount)


def schedules(connection: Connection, due_by: float | None = None) -> list[ScheduleInfo]:
    """Every schedule, or those due at `due_by`, the most urgent first."""
    query = select(*(col(getattr(Schedule, item.name)) for item in fields(ScheduleInfo)))
    if due_by is not None:
        query = query.where(col(Schedule.next_run_at) <= due_by)
    rows = connection.execute(query.order_by(col(Schedule.next_run_at), col(Schedule.name)))
    return [ScheduleInfo(*row) for row in rows]


def claim(
    connection: Connection, due: ScheduleInfo, owner: str, now: float, seconds: float
) -> int | None:
    """Begins a due run for `owner` and sets the schedule to its next moment after `now`.

    Moments that passed meanwhile are merged into this run. Returns the run's id, or None when
    another process was faster.

    Raises:
        OverlapError: a run of this schedule is under way; it stays due.
    """
    later = next_after(due.cron, due.time_zone, now)
    won = connection.execute(
        update(Schedule)
        .where(col(Schedule.name) == due.name, col(Schedule.next_run_at) == due.next_run_at)
        .values(next_run_at=later)
    ).rowcount
    if not won:
        return None
    merged = missed(due.cron, due.time_zone, due.next_run_at, now)
    return begin(
        connection,
        due.source,
        owner,
        now,
        seconds,
        schedule=due.name,
        due_at=due.next_run_at,
        merged=merged,
    )
