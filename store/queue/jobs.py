"""What goes into and comes out of the queue."""

from dataclasses import dataclass
from enum import StrEnum

from store.vocabulary import Delivery, License


class Stage(StrEnum):
    """What a job needs next."""

    DOWNLOAD = "DOWNLOAD"
    PROFILE = "PROFILE"


class State(StrEnum):
    """Where a job stands; the first two are live, the others final."""

    QUEUED = "QUEUED"
    LEASED = "LEASED"
    DONE = "DONE"
    FAILED = "FAILED"
    CANCELLED = "CANCELLED"


class Why(StrEnum):
    """Why a record is due."""

    NEW = "NEW"
    CHANGED = "CHANGED"
    RULES = "RULES"
    RECHECK = "RECHECK"


class Outcome(StrEnum):
    """What one look at a record gave."""

    OBSERVED = "OBSERVED"
    UNCHANGED = "UNCHANGED"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class Filter:
    """Which jobs to take: organisation (literal part of its name), format token, record id."""

    organization: str | None = None
    format: str | None = None
    record_id: str | None = None


@dataclass(frozen=True, slots=True)
class Download:
    """A body that is in the blob store under `sha256`, and how the source named and stamped it."""

    sha256: str
    size: int
    file_name: str
    source_url: str
    content_type: str | None = None
    etag: str | None = None
    last_modified: str | None = None


@dataclass(frozen=True, slots=True)
class LeasedJob:
    """A job that this process holds, with what the catalogue says about its record.

    `etag` and `last_modified` are the validators of the newest observation where a conditional
    request makes sense (same rules), else None; `seen_url` and `seen_sha256` are where that
    observation's file came from and what it was. `download` is set in stage PROFILE.
    """

    id: int
    record_id: str
    list_key: str
    stage: Stage
    attempts: int
    title: str
    org_name: str | None
    list_url: str | None
    delivery: Delivery
    formats: tuple[str, ...]
    license: License
    third_party_rights: bool
    etag: str | None = None
    last_modified: str | None = None
    seen_url: str | None = None
    seen_sha256: str | None = None
    download: Download | None = None


@dataclass(frozen=True, slots=True)
class Due:
    """What `enqueue_due` did: jobs made, jobs withdrawn, records settled without a request."""

    queued: int
    cancelled: int
    settled: int
