"""Coverage of the current snapshot: how many records in which state, and why."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select
from sqlmodel import col

from store.coverage import Coverage, count_by_status, coverage_of_records
from store.database import Database
from store.hosts import host_states
from store.queue.jobs import Stage, State
from store.snapshots import current_snapshot
from store.tables import Job, Record
from store.vocabulary import CoverageStatus

Json = dict[str, Any]


EMPTY: Json = {
    "snapshot": None,
    "records": 0,
    "byStatus": count_by_status(()),
    "byReason": {},
    "byFormat": {},
    "byOrganization": [],
    "queue": {
        **{stage.value.lower(): {"queued": 0, "leased": 0} for stage in Stage},
        "done": 0,
        "failed": 0,
        "cancelled": 0,
        "waitingByReason": {},
    },
    "hosts": [],
}
"""The status where there is no store yet."""


def status(database: Database) -> Json:
    """`snapshot, records, byStatus, byReason, byFormat, byOrganization, queue, hosts`.

    `snapshot` is None and every count zero in a store without a catalogue. `byFormat` counts a
    record under its first declared format; organisations come with the most records first.
    """
    with database.read() as connection:
        snapshot = current_snapshot(connection)
        found: dict[str, Coverage] = {}
        groups: list[tuple[str, str, str]] = []
        if snapshot is not None:
            found = coverage_of_records(connection, snapshot.id)
            groups = _groups(connection, snapshot.id)
        return {
            "snapshot": snapshot.month if snapshot else None,
            "records": len(found),
            "byStatus": count_by_status(found.values()),
            "byReason": _by_reason(found),
            "byFormat": _by_format(found, groups),
            "byOrganization": _by_organization(found, groups),
            "queue": _queue(connection),
            "hosts": _hosts(connection),
        }


def _groups(connection: Connection, snapshot_id: int) -> list[tuple[str, str, str]]:
    rows = connection.execute(
        select(col(Record.record_id), col(Record.formats), col(Record.org_name)).where(
            col(Record.snapshot_id) == snapshot_id
        )
    )
    return [
        (row.record_id, row.formats.strip("|").split("|")[0] or "-", row.org_name or "-")
        for row in rows
    ]


def _by_reason(found: dict[str, Coverage]) -> dict[str, int]:
    counts = Counter(coverage.reason.value for coverage in found.values() if coverage.reason)
    return dict(counts.most_common())


def _by_format(found: dict[str, Coverage], groups: list[tuple[str, str, str]]) -> Json:
    counts: defaultdict[str, Counter[CoverageStatus]] = defaultdict(Counter)
    for record_id, form, _ in groups:
        counts[form][found[record_id].status] += 1
    return {form: _share(counts[form]) for form in sorted(counts, key=lambda f: -counts[f].total())}


def _by_organization(found: dict[str, Coverage], groups: list[tuple[str, str, str]]) -> list[Json]:
    counts: defaultdict[str, Counter[CoverageStatus]] = defaultdict(Counter)
    for record_id, _, organization in groups:
        counts[organization][found[record_id].status] += 1
    order = sorted(counts, key=lambda name: (-counts[name].total(), name))
    return [{"organization": name, **_share(counts[name])} for name in order]


def _share(counts: Counter[CoverageStatus]) -> Json:
    return {
        "records": counts.total(),
        "byStatus": {status.value: counts[status] for status in CoverageStatus if counts[status]},
    }


def _queue(connection: Connection) -> Json:
    rows = connection.execute(
        select(col(Job.stage), col(Job.state), func.count().label("jobs")).group_by(
            col(Job.stage), col(Job.state)
        )
    )
    counts = {(row.stage, row.state): row.jobs for row in rows}
    waiting = connection.execute(
        select(col(Job.reason), func.count().label("jobs"))
        .where(col(Job.state) == State.QUEUED, col(Job.reason).is_not(None))
        .group_by(col(Job.reason))
    )
    live = (State.QUEUED, State.LEASED)
    return (
        {
            stage.value.lower(): {
                state.value.lower(): counts.get((stage, state), 0) for state in live
            }
            for stage in Stage
        }
        | {
            state.value.lower(): sum(counts.get((stage, state), 0) for stage in Stage)
            for state in State
            if state not in live
        }
        | {"waitingByReason": {str(row.reason): row.jobs for row in waiting}}
    )


def _hosts(connection: Connection) -> list[Json]:
    return [
        {
            "host": host.name,
            "requests": host.requests,
            "failures": host.failures,
            "pausedUntil": _iso(host.paused_until) if host.paused_until else None,
            "lastRefusedAt": _iso(host.last_refused_at) if host.last_refused_at else None,
        }
        for host in host_states(connection)
    ]


def _iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
