"""Observations: appended, never changed."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select
from sqlmodel import col

from store.tables import Observation


@dataclass(frozen=True, slots=True)
class NewObservation:
    """What profiling one file gave. `profile` is the JSON of the profiled file, gates passed."""

    record_id: str
    observed_at: float
    sha256: str
    size: int
    file_name: str
    source_url: str | None
    etag: str | None
    last_modified: str | None
    license: str
    status: str
    failure_reason: str | None
    profiler_version: str
    rule_versions: tuple[str, ...]
    profile: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Seen:
    """What identifies an observation that is stored already."""

    id: str
    sha256: str
    profiler_version: str
    status: str


def append(connection: Connection, found: NewObservation) -> str:
    """Stores an observation and returns its id.

    The id is derived from the record, the bytes, the rules and the observation before it, so
    that the same history gives the same ids on every machine.
    """
    before = newest(connection, found.record_id)
    parts = (found.record_id, found.sha256, found.profiler_version, before.id if before else "")
    observation_id = "obs-" + hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]
    connection.execute(
        insert(Observation).values(
            id=observation_id,
            record_id=found.record_id,
            observed_at=found.observed_at,
            sha256=found.sha256,
            size=found.size,
            file_name=found.file_name,
            source_url=found.source_url,
            etag=found.etag,
            last_modified=found.last_modified,
            license=found.license,
            status=found.status,
            failure_reason=found.failure_reason,
            profiler_version=found.profiler_version,
            rule_versions=list(found.rule_versions),
            profile=dict(found.profile),
        )
    )
    return observation_id


def newest(connection: Connection, record_id: str) -> Seen | None:
    """The latest observation of a record, or None."""
    row = connection.execute(
        select(
            col(Observation.id),
            col(Observation.sha256),
            col(Observation.profiler_version),
            col(Observation.status),
        )
        .where(col(Observation.record_id) == record_id)
        .order_by(col(Observation.observed_at).desc())
        .limit(1)
    ).one_or_none()
    return Seen(*row) if row else None
