"""Small stores for tests, made through the store's own doors."""

from collections.abc import Sequence
from pathlib import Path

from store.database import Database, open_database
from store.observations import NewObservation
from store.queue import Download, Queue
from store.records import CatalogRecord
from store.settings import load
from store.snapshots import Edition, Imported, import_snapshot
from store.vocabulary import Delivery, ListingType

RULES = "profiler-test"


class Clock:
    """Seconds since the epoch that pass when told to."""

    def __init__(self, now: float = 1_790_000_000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


def record(key: str, **facts: object) -> CatalogRecord:
    """A FILE listing on the portal; `facts` override."""
    values: dict[str, object] = {
        "row_no": 1,
        "list_key": key,
        "list_type": ListingType.FILE,
        "title": f"자료 {key}",
        "org_name": "가람시",
        "formats": ("CSV",),
        "delivery": Delivery.PORTAL,
        "list_url": f"https://www.data.go.kr/data/{key}/fileData.do",
        "file_data_name": f"자료_{key}_20260801",
        "modified_date": "2026-08-01",
        "source": {"목록키": key},
    }
    return CatalogRecord(**(values | facts))  # type: ignore[arg-type]


def put(
    database: Database, records: Sequence[CatalogRecord], month: str = "2026-08", sha: str = "a"
) -> Imported:
    """Imports `records` as one edition."""
    return import_snapshot(database, month, Edition("list.csv", sha * 64, "utf-8"), records)


def database(folder: Path) -> Database:
    """An empty store in `folder`."""
    return open_database(f"sqlite:///{folder / 'pdl.db'}")


def queue(store: Database, clock: Clock, owner: str | None = None, rules: str = RULES) -> Queue:
    """The queue of a process; `owner` stands for another process than this one."""
    made = Queue(store, load(lease_seconds=60, retry_base=5), rules=rules, clock=clock)
    if owner:
        made.owner = owner
    return made


def body(sha: str = "b") -> Download:
    """A downloaded file."""
    return Download(
        sha256=sha * 64,
        size=10,
        file_name="자료.csv",
        source_url="https://www.data.go.kr/file",
        etag='"1"',
        last_modified=None,
    )


def found(record_id: str, clock: Clock, sha: str = "b", rules: str = RULES) -> NewObservation:
    """An observation of a readable file."""
    return NewObservation(
        record_id=record_id,
        observed_at=clock.now,
        sha256=sha * 64,
        size=10,
        file_name="자료.csv",
        source_url=None,
        etag='"1"',
        last_modified=None,
        license="NO_RESTRICTION",
        status="AVAILABLE",
        failure_reason=None,
        profiler_version=rules,
        rule_versions=("header-v1.0",),
        profile={"assets": []},
    )
