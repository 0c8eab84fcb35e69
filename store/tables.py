"""The tables of the store.

`snapshot` and `record` are immutable once written, `observation` and `record_check` are only
appended to, `job` is the working state of the queue. Moments are seconds since the epoch (UTC).
"""

from typing import ClassVar

from sqlalchemy import JSON, BigInteger, Column, Index, LargeBinary, text
from sqlmodel import Field, SQLModel

LIVE_STATES = "state IN ('QUEUED', 'LEASED')"
RUNNING = "state = 'RUNNING'"


class Snapshot(SQLModel, table=True):
    """One edition of a catalogue list. A corrected edition of a month is a further revision."""

    id: int | None = Field(default=None, primary_key=True)
    month: str = Field(index=True)
    revision: int
    source_name: str
    source_sha256: str
    encoding: str
    records: int
    imported_at: float


class Record(SQLModel, table=True):
    """One row of a snapshot: identity, what the queue filters by, and both views of the row.

    `normalized` is the JSON of the normalised record, `source` the zlib-compressed JSON object of
    the original fields.
    """

    __table_args__: ClassVar[tuple[Index, ...]] = (
        Index("record_identity", "snapshot_id", "record_id", unique=True),
    )

    id: int | None = Field(default=None, primary_key=True)
    snapshot_id: int = Field(foreign_key="snapshot.id")
    record_id: str
    list_key: str
    list_type: str
    row_no: int
    title: str
    org_name: str | None
    formats: str
    delivery: str
    update_cycle: str
    license: str
    third_party_rights: bool
    list_url: str | None
    file_name: str | None
    modified_date: str | None
    normalized: str
    source: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Job(SQLModel, table=True):
    """One record's way from the queue to an observation; at most one live job a record.

    `tries` counts the failed attempts of the current stage by reason.
    """

    __table_args__: ClassVar[tuple[Index, ...]] = (
        Index(
            "job_live",
            "record_id",
            unique=True,
            sqlite_where=text(LIVE_STATES),
            postgresql_where=text(LIVE_STATES),
        ),
        Index("job_due", "stage", "state", "priority", "not_before"),
    )

    id: int | None = Field(default=None, primary_key=True)
    record_id: str = Field(index=True)
    snapshot_id: int = Field(foreign_key="snapshot.id")
    host: str | None
    stage: str
    state: str
    why: str
    priority: int = 0
    not_before: float = 0.0
    attempts: int = 0
    tries: dict[str, int] | None = Field(default=None, sa_column=Column(JSON, nullable=True))
    lease_owner: str | None = None
    lease_until: float | None = None
    reason: str | None = None
    sha256: str | None = Field(default=None, index=True)
    size: int | None = Field(default=None, sa_type=BigInteger)
    file_name: str | None = None
    source_url: str | None = None
    content_type: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    tls_verified: bool | None = None
    created_at: float
    updated_at: float


class Observation(SQLModel, table=True):
    """What was seen inside one file of one record. Never updated, never deleted.

    `tls_verified` is False where the file came from a host whose certificate is not checked, None
    where no certificate was asked for or nobody noted it.
    """

    id: str = Field(primary_key=True)
    record_id: str = Field(index=True)
    observed_at: float
    sha256: str
    size: int = Field(sa_type=BigInteger)
    file_name: str
    source_url: str | None
    etag: str | None
    last_modified: str | None
    tls_verified: bool | None = None
    license: str
    status: str
    failure_reason: str | None
    profiler_version: str
    rule_versions: list[str] = Field(sa_column=Column(JSON, nullable=False))
    profile: dict[str, object] = Field(sa_column=Column(JSON, nullable=False))


class Check(SQLModel, table=True):
    """One look at a record: it gave an observation, nothing new, or a failure. Append-only.

    `listed_modified` and `listed_file` are what the catalogue said then (수정일, 파일데이터명).
    `pace_days` is how long the record is left alone as long as nothing fails, `next_check_at` when
    it is due again; both are unknown for looks of older versions.
    """

    __tablename__ = "record_check"

    id: int | None = Field(default=None, primary_key=True)
    record_id: str = Field(index=True)
    checked_at: float
    outcome: str
    reason: str | None = None
    listed_modified: str | None = None
    listed_file: str | None = None
    observation_id: str | None = Field(default=None, foreign_key="observation.id")
    pace_days: float | None = None
    next_check_at: float | None = None


class Host(SQLModel, table=True):
    """A host that is fetched from: who holds it, until when it is left alone, how it behaved.

    `delay` is the pause between two requests that it was last given (seconds), `failing` how many
    requests in a row got no useful answer, for `failing_reason`; `day`, `day_requests` and
    `day_bytes` are what was taken from it on that day (ISO date, UTC).
    """

    name: str = Field(primary_key=True)
    lease_owner: str | None = None
    lease_until: float | None = None
    paused_until: float = 0.0
    last_refused_at: float | None = None
    pauses: int = 0
    delay: float | None = None
    failing: int = 0
    failing_reason: str | None = None
    broken_until: float = 0.0
    requests: int = 0
    failures: int = 0
    bytes: int = Field(default=0, sa_type=BigInteger)
    day: str | None = None
    day_requests: int = 0
    day_bytes: int = Field(default=0, sa_type=BigInteger)


class RobotsFile(SQLModel, table=True):
    """The robots.txt of an origin (scheme, host, port) as it was last loaded."""

    __tablename__ = "robots_file"

    origin: str = Field(primary_key=True)
    fetched_at: float
    body: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class Schedule(SQLModel, table=True):
    """A cycle that is to be run at the times of a cron expression, in a named time zone."""

    name: str = Field(primary_key=True)
    cron: str
    time_zone: str
    source: str
    created_at: float
    next_run_at: float


class Run(SQLModel, table=True):
    """One cycle of import, crawl, profiling and publishing, by a schedule or (NULL) by hand.

    `due_at` is the moment it was due, `merged` how many further moments it stands for, `counts`
    what it did by outcome, `error` the code of what ended it. At most one run of a schedule runs.
    """

    __table_args__: ClassVar[tuple[Index, ...]] = (
        Index(
            "run_live",
            "schedule",
            unique=True,
            sqlite_where=text(RUNNING),
            postgresql_where=text(RUNNING),
        ),
    )

    id: int | None = Field(default=None, primary_key=True)
    schedule: str | None = Field(default=None, index=True)
    source: str
    due_at: float | None = None
    merged: int = 0
    state: str
    owner: str
    lease_until: float
    started_at: float
    finished_at: float | None = None
    error: str | None = None
    counts: dict[str, object] = Field(sa_column=Column(JSON, nullable=False))
