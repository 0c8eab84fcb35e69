"""Which coverage status a record shows, from the states of the store."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.coverage import Coverage, count_by_status, coverage_of_records
from store.database import Database
from store.queue import Stage
from store.snapshots import current_snapshot
from store.vocabulary import CoverageStatus, FailureReason, ListingType
from tests.store import making


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    opened = making.database(tmp_path)
    yield opened
    opened.close()


def coverage(store: Database) -> dict[str, Coverage]:
    with store.read() as connection:
        snapshot = current_snapshot(connection)
        assert snapshot
        return coverage_of_records(connection, snapshot.id)


def test_the_way_of_a_record(store: Database) -> None:
    clock = making.Clock()
    making.put(store, [making.record("1")])
    queue = making.queue(store, clock)
    assert coverage(store)["1"].status is CoverageStatus.NOT_COLLECTED
    queue.enqueue_due()
    assert coverage(store)["1"].status is CoverageStatus.QUEUED
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    assert coverage(store)["1"].status is CoverageStatus.COLLECTING
    queue.failed(job.id, FailureReason.TRUNCATED)
    assert coverage(store)["1"].status is CoverageStatus.QUEUED
    clock.advance(10)
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    queue.downloaded(job.id, making.body())
    assert coverage(store)["1"].status is CoverageStatus.COLLECTING
    (job,) = queue.lease(Stage.PROFILE, 1)
    queue.observed(job.id, making.found("1", clock))
    seen = coverage(store)["1"]
    assert seen.status is CoverageStatus.AVAILABLE
    assert seen.observation_id
    assert seen.checked_at == clock.now

    making.put(store, [making.record("1", modified_date="2026-09-01")], "2026-09")
    queue.enqueue_due()
    assert coverage(store)["1"].status is CoverageStatus.AVAILABLE
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    queue.failed(job.id, FailureReason.LOGIN_REQUIRED)
    still = coverage(store)["1"]
    assert (still.status, still.observation_id) == (CoverageStatus.AVAILABLE, seen.observation_id)


def test_a_failure_for_good(store: Database) -> None:
    making.put(store, [making.record("1")])
    queue = making.queue(store, making.Clock())
    queue.enqueue_due()
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    queue.failed(job.id, FailureReason.LOGIN_REQUIRED)
    found = coverage(store)["1"]
    assert found.status is CoverageStatus.ACCESS_RESTRICTED
    assert found.reason is FailureReason.LOGIN_REQUIRED


def test_listings_that_are_no_files(store: Database) -> None:
    making.put(
        store,
        [
            making.record("1", list_type=ListingType.API),
            making.record("2", list_type=ListingType.STD),
        ],
    )
    found = coverage(store)
    assert found["1"].status is CoverageStatus.API_STRUCTURE_NOT_SUPPORTED_YET
    assert found["2"].status is CoverageStatus.NOT_COLLECTED
    counts = count_by_status(found.values())
    assert list(counts) == [status.value for status in CoverageStatus]
    assert sum(counts.values()) == 2
