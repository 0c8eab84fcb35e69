"""The queue: nothing is lost, nothing is done twice, whoever dies when."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from store.database import Database
from store.owner import is_dead, this_owner
from store.queue import Filter, LeaseLostError, Stage, State
from store.tables import Check, Job, Observation
from store.vocabulary import FAILURES, Delivery, FailureReason, ListingType
from tests.store import making

ELSEWHERE = "another-machine/7/1"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    opened = making.database(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def clock() -> making.Clock:
    return making.Clock()


def count(store: Database, table: type, **facts: object) -> int:
    with store.read() as connection:
        query = select(func.count()).select_from(table)
        for name, value in facts.items():
            query = query.where(getattr(table, name) == value)
        return connection.scalar(query) or 0


def test_a_file_record_gets_one_job_and_only_one(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1"), making.record("2", list_type=ListingType.API)])
    queue = making.queue(store, clock)
    assert queue.enqueue_due().queued == 1
    assert queue.enqueue_due().queued == 0
    assert count(store, Job) == 1


def test_offline_media_are_settled_without_a_job(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1", delivery=Delivery.OFFLINE_MEDIA)])
    assert making.queue(store, clock).enqueue_due().settled == 1
    assert making.queue(store, clock).enqueue_due().settled == 0
    assert count(store, Job) == 0
    assert count(store, Check, reason="OFFLINE_MEDIA") == 1


def test_two_processes_never_lease_the_same_job(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record(str(n)) for n in range(10)])
    one = making.queue(store, clock)
    one.enqueue_due()
    for job in one.lease(Stage.DOWNLOAD, 10):
        one.downloaded(job.id, making.body())
    two = making.queue(store, clock, owner=ELSEWHERE)
    mine = {job.id for job in one.lease(Stage.PROFILE, 6)}
    theirs = {job.id for job in two.lease(Stage.PROFILE, 6)}
    assert len(mine) == 6
    assert len(theirs) == 4
    assert not mine & theirs


def test_a_host_belongs_to_one_spider_at_a_time(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1"), making.record("2")])
    one, two = making.queue(store, clock), making.queue(store, clock, owner=ELSEWHERE)
    one.enqueue_due()
    assert len(one.lease(Stage.DOWNLOAD, 1)) == 1
    assert two.lease(Stage.DOWNLOAD, 1) == []
    one.release()
    assert len(two.lease(Stage.DOWNLOAD, 2)) == 2


def test_a_lease_that_ran_out_is_taken_over(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    lost, heir = making.queue(store, clock, owner=ELSEWHERE), making.queue(store, clock)
    lost.enqueue_due()
    (job,) = lost.lease(Stage.DOWNLOAD, 1)
    clock.advance(59)
    assert heir.lease(Stage.DOWNLOAD, 1) == []
    assert lost.heartbeat() == 1
    clock.advance(59)
    assert heir.lease(Stage.DOWNLOAD, 1) == []
    clock.advance(2)
    assert [taken.id for taken in heir.lease(Stage.DOWNLOAD, 1)] == [job.id]
    with pytest.raises(LeaseLostError):
        lost.downloaded(job.id, making.body())


def test_a_job_of_a_dead_process_is_free_at_once(store: Database, clock: making.Clock) -> None:
    made = subprocess.run(
        [sys.executable, "-c", "from store.owner import this_owner; print(this_owner())"],
        capture_output=True,
        text=True,
        check=True,
    )
    gone = made.stdout.strip()
    assert is_dead(gone)
    assert not is_dead(this_owner())
    assert not is_dead(ELSEWHERE)
    making.put(store, [making.record("1")])
    dead = making.queue(store, clock, owner=gone)
    dead.enqueue_due()
    assert len(dead.lease(Stage.DOWNLOAD, 1)) == 1
    assert len(making.queue(store, clock).lease(Stage.DOWNLOAD, 1)) == 1


def test_observation_and_end_of_job_are_one_step(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    queue = making.queue(store, clock)
    queue.enqueue_due()
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    queue.downloaded(job.id, making.body())
    (job,) = queue.lease(Stage.PROFILE, 1)
    assert job.download
    assert job.download.sha256 == "b" * 64
    assert queue.observed(job.id, making.found("1", clock)).state is State.DONE
    with pytest.raises(LeaseLostError):
        queue.observed(job.id, making.found("1", clock))
    assert count(store, Observation) == 1
    assert count(store, Check, outcome="OBSERVED") == 1


def observe(store: Database, clock: making.Clock, sha: str = "b") -> None:
    queue = making.queue(store, clock)
    queue.enqueue_due()
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    queue.downloaded(job.id, making.body(sha))
    for job in queue.lease(Stage.PROFILE, 1):
        queue.observed(job.id, making.found("1", clock, sha))


def test_equal_bytes_give_a_check_and_no_observation(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    observe(store, clock)
    making.put(store, [making.record("1", modified_date="2026-09-01")], "2026-09")
    clock.advance(86_400)
    observe(store, clock)
    assert count(store, Observation) == 1
    assert count(store, Check, outcome="UNCHANGED") == 1


def test_other_bytes_give_a_second_observation(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    observe(store, clock)
    making.put(store, [making.record("1", file_data_name="자료_20260901")], "2026-09")
    clock.advance(86_400)
    observe(store, clock, "c")
    assert count(store, Observation) == 2


def test_validators_are_handed_out_only_for_the_same_rules(
    store: Database, clock: making.Clock
) -> None:
    making.put(store, [making.record("1")])
    observe(store, clock)
    making.put(store, [making.record("1", modified_date="2026-09-01")], "2026-09")
    queue = making.queue(store, clock)
    queue.enqueue_due()
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    assert job.etag == '"1"'
    queue.unchanged(job.id)
    newer = making.queue(store, clock, rules="profiler-newer")
    assert newer.enqueue_due().queued == 1
    (job,) = newer.lease(Stage.DOWNLOAD, 1)
    assert job.etag is None


@pytest.mark.parametrize("reason", list(FailureReason))
def test_retry_budget_of_each_reason(
    store: Database, clock: making.Clock, reason: FailureReason
) -> None:
    making.put(store, [making.record("1")])
    queue = making.queue(store, clock)
    queue.enqueue_due()
    tries = 0
    while jobs := queue.lease(Stage.DOWNLOAD, 1):
        tries += 1
        settled = queue.failed(jobs[0].id, reason)
        if settled.due_at is not None:
            assert queue.next_due(Stage.DOWNLOAD) == settled.due_at
            clock.advance(settled.due_at - clock.now - 0.001)
            assert queue.lease(Stage.DOWNLOAD, 1) == []
            clock.advance(0.002)
    assert tries == FAILURES[reason].retries + 1
    assert count(store, Job, state="FAILED", reason=reason) == 1
    assert count(store, Check, reason=reason) == 1


def test_retry_after_is_a_lower_bound(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    queue = making.queue(store, clock)
    queue.enqueue_due()
    (job,) = queue.lease(Stage.DOWNLOAD, 1)
    settled = queue.failed(job.id, FailureReason.RATE_LIMITED, retry_after=500)
    assert settled.due_at == clock.now + 500


def test_a_paused_host_is_left_alone(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    queue = making.queue(store, clock)
    queue.enqueue_due()
    queue.pause_host("www.data.go.kr", 30)
    assert queue.lease(Stage.DOWNLOAD, 1) == []
    assert queue.next_due(Stage.DOWNLOAD) == clock.now + 30
    clock.advance(31)
    assert len(queue.lease(Stage.DOWNLOAD, 1)) == 1


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        (Filter(), {"1", "2", "3"}),
        (Filter(organization="가람"), {"1"}),
        (Filter(organization="%"), {"3"}),
        (Filter(format="xlsx"), {"2"}),
        (Filter(format="XLS"), set()),
        (Filter(record_id="3"), {"3"}),
    ],
)
def test_filters(store: Database, clock: making.Clock, wanted: Filter, keys: set[str]) -> None:
    rows = [
        making.record("1"),
        making.record("2", formats=("ZIP", "XLSX"), org_name="한빛군"),
        making.record("3", org_name="100% 공단"),
    ]
    making.put(store, rows)
    queue = making.queue(store, clock)
    queue.enqueue_due()
    assert {job.record_id for job in queue.lease(Stage.DOWNLOAD, 9, wanted)} == keys


def test_a_job_of_a_record_that_is_gone_is_withdrawn(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1"), making.record("2")])
    queue = making.queue(store, clock)
    queue.enqueue_due()
    making.put(store, [making.record("2"), making.record("3")], "2026-09")
    due = queue.enqueue_due()
    assert (due.queued, due.cancelled) == (1, 1)
    assert {job.record_id for job in queue.lease(Stage.DOWNLOAD, 9)} == {"2", "3"}


def test_what_was_seen_cannot_be_changed(store: Database, clock: making.Clock) -> None:
    making.put(store, [making.record("1")])
    observe(store, clock)
    for statement in (
        "UPDATE observation SET status = 'PARTIAL'",
        "DELETE FROM observation",
        "UPDATE record_check SET reason = 'DAMAGED'",
        "DELETE FROM record_check",
    ):
        with pytest.raises(DBAPIError, match="append-only"), store.write() as connection:
            connection.exec_driver_sql(statement)
