"""Taking jobs, holding them, and taking them over from holders that are gone."""

from collections.abc import Iterable
from typing import Any, TypeVarTuple

from sqlalchemy import Connection, Row, Select, and_, func, or_, select, update
from sqlmodel import col

from store.hosts import claim_hosts, free_hosts
from store.owner import is_dead
from store.queue.jobs import Download, Filter, LeasedJob, Stage, State
from store.tables import Job, Observation, Record
from store.vocabulary import Delivery, License

Selected = TypeVarTuple("Selected")


def reclaim(connection: Connection, now: float) -> int:
    """Requeues jobs whose lease ended or whose holder is known to be dead; returns how many."""
    holders = connection.scalars(
        select(col(Job.lease_owner)).where(col(Job.state) == State.LEASED).distinct()
    )
    dead = [holder for holder in holders if holder and is_dead(holder)]
    result = connection.execute(
        update(Job)
        .where(
            col(Job.state) == State.LEASED,
            or_(col(Job.lease_until) < now, col(Job.lease_owner).in_(dead)),
        )
        .values(state=State.QUEUED, lease_owner=None, lease_until=None, updated_at=now)
    )
    return result.rowcount


def lease(
    connection: Connection,
    stage: Stage,
    owner: str,
    limit: int,
    wanted: Filter,
    now: float,
    seconds: float,
) -> list[int]:
    """Takes up to `limit` due jobs for `owner` until `now + seconds`; returns their ids.

    Download jobs come only from hosts that `owner` holds or could take: a host belongs to one
    spider at a time, so that its delay between requests holds whatever the number of spiders.
    """
    reclaim(connection, now)
    due = (
        select(col(Job.id), col(Job.host))
        .join(Record, same_record())
        .where(
            col(Job.stage) == stage,
            col(Job.state) == State.QUEUED,
            col(Job.not_before) <= now,
        )
        .order_by(col(Job.priority).desc(), col(Job.id))
    )
    due = narrowed(due, wanted)
    if stage is Stage.DOWNLOAD:
        hosts = connection.scalars(due.with_only_columns(col(Job.host)).order_by(None).distinct())
        free = free_hosts(connection, [host for host in hosts if host], owner, now)
        due = due.where(or_(col(Job.host).is_(None), col(Job.host).in_(free)))
    rows = connection.execute(due.limit(limit).with_for_update(skip_locked=True)).all()
    ids = [row.id for row in rows]
    if stage is Stage.DOWNLOAD:
        # Only the hosts of the jobs taken: the others stay free for other spiders.
        taken = {row.host for row in rows if row.host}
        claim_hosts(connection, sorted(taken), owner, now, seconds)
    connection.execute(
        update(Job)
        .where(col(Job.id).in_(ids))
        .values(state=State.LEASED, lease_owner=owner, lease_until=now + seconds, updated_at=now)
    )
    return ids


def heartbeat(connection: Connection, owner: str, now: float, seconds: float) -> int:
    """Prolongs every lease of `owner`; returns how many jobs it still holds."""
    result = connection.execute(
        update(Job)
        .where(col(Job.lease_owner) == owner, col(Job.state) == State.LEASED)
        .values(lease_until=now + seconds)
    )
    return result.rowcount


def release(connection: Connection, owner: str, now: float) -> int:
    """Gives back every job that `owner` still holds, untouched."""
    result = connection.execute(
        update(Job)
        .where(col(Job.lease_owner) == owner, col(Job.state) == State.LEASED)
        .values(state=State.QUEUED, lease_owner=None, lease_until=None, updated_at=now)
    )
    return result.rowcount


def narrowed(query: Select[*Selected], wanted: Filter) -> Select[*Selected]:
    """`query` (which has `record` joined) restricted to what `wanted` asks for."""
    if wanted.organization:
        query = query.where(col(Record.org_name).contains(wanted.organization, autoescape=True))
    if wanted.format:
        token = f"|{wanted.format.upper()}|"
        query = query.where(col(Record.formats).contains(token, autoescape=True))
    if wanted.record_id:
        query = query.where(col(Job.record_id) == wanted.record_id)
    return query


def load(connection: Connection, ids: Iterable[int], rules: str) -> list[LeasedJob]:
    """The jobs with their records, in queue order; validators only for observations by `rules`."""
    newest = (
        select(
            col(Observation.record_id),
            col(Observation.etag),
            col(Observation.last_modified),
            col(Observation.source_url),
            col(Observation.sha256),
            col(Observation.profiler_version),
            func.row_number()
            .over(
                partition_by=col(Observation.record_id),
                order_by=col(Observation.observed_at).desc(),
            )
            .label("age"),
        )
        .where(
            col(Observation.record_id).in_(
                select(col(Job.record_id)).where(col(Job.id).in_(list(ids)))
            )
        )
        .subquery()
    )
    rows = connection.execute(
        select(
            Job,
            Record,
            newest.c.etag.label("seen_etag"),
            newest.c.last_modified.label("seen_modified"),
            newest.c.source_url.label("seen_url"),
            newest.c.sha256.label("seen_sha256"),
        )
        .join(Record, same_record())
        .outerjoin(
            newest,
            and_(
                newest.c.record_id == col(Job.record_id),
                newest.c.age == 1,
                newest.c.profiler_version == rules,
            ),
        )
        .where(col(Job.id).in_(list(ids)))
        .order_by(col(Job.priority).desc(), col(Job.id))
    )
    return [_leased(row) for row in rows]


def same_record() -> Any:
    """Join condition of a job and its record in the snapshot that made it."""
    return and_(
        col(Record.snapshot_id) == col(Job.snapshot_id), col(Record.record_id) == col(Job.record_id)
    )


def _leased(row: Row[*tuple[Any, ...]]) -> LeasedJob:
    job = row._mapping
    jobs, records = Job.__table__.c, Record.__table__.c  # type: ignore[attr-defined]
    download = None
    if job[jobs.sha256]:
        download = Download(
            sha256=job[jobs.sha256],
            size=job[jobs.size],
            file_name=job[jobs.file_name],
            source_url=job[jobs.source_url],
            content_type=job[jobs.content_type],
            etag=job[jobs.etag],
            last_modified=job[jobs.last_modified],
        )
    return LeasedJob(
        id=job[jobs.id],
        record_id=job[jobs.record_id],
        list_key=job[records.list_key],
        stage=Stage(job[jobs.stage]),
        attempts=job[jobs.attempts],
        title=job[records.title],
        org_name=job[records.org_name],
        list_url=job[records.list_url],
        delivery=Delivery(job[records.delivery]),
        formats=tuple(part for part in job[records.formats].split("|") if part),
        license=License(job[records.license]),
        third_party_rights=job[records.third_party_rights],
        etag=job["seen_etag"],
        last_modified=job["seen_modified"],
        seen_url=job["seen_url"],
        seen_sha256=job["seen_sha256"],
        download=download,
    )
