"""Schedules and runs: due once, never twice at a time, never forgotten."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from store import runs, schedules
from store.cron import MOST_MERGED, CronError, missed, next_after
from store.database import Database
from store.owner import this_owner
from store.runs import OverlapError, RunState
from tests.store import making

SEOUL = "Asia/Seoul"
ELSEWHERE = "another-machine/7/1"


def local(zone: str, text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    opened = making.database(tmp_path)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("cron", "zone", "after", "comes"),
    [
        ("0 3 2 * *", SEOUL, "2026-08-01T12:00", "2026-08-02T03:00"),
        ("0 3 2 * *", SEOUL, "2026-08-02T03:00", "2026-09-02T03:00"),
        ("@monthly", SEOUL, "2026-12-01T00:00", "2027-01-01T00:00"),
        ("*/10 * * * *", "UTC", "2026-08-01T12:09:59", "2026-08-01T12:10"),
        ("0 9 * * MON", SEOUL, "2026-08-01T00:00", "2026-08-03T09:00"),
        ("0 0 29 2 *", SEOUL, "2026-08-01T00:00", "2028-02-29T00:00"),
        ("0 9 * * *", "America/New_York", "2026-03-07T10:00", "2026-03-08T09:00"),
        ("30 2 * * *", "America/New_York", "2026-03-07T10:00", "2026-03-08T03:00"),
    ],
)
def test_when_the_next_moment_comes(cron: str, zone: str, after: str, comes: str) -> None:
    assert next_after(cron, zone, local(zone, after)) == local(zone, comes)


@pytest.mark.parametrize(
    "cron",
    [
        "",
        "x",
        "* * * *",
        "* * * * * *",
        "61 * * * *",
        "*/0 * * * *",
        "0 0 * * 9",
        "0 0 30 2 *",
        "H 3 * * *",
        "R(0-9) * * * *",
        "@reboot",
        "0 3 1 *\x00*",
    ],
)
def test_what_is_no_cron_expression(cron: str) -> None:
    with pytest.raises(CronError):
        next_after(cron, SEOUL, 0)


@pytest.mark.parametrize("zone", ["", "Asia/Nowhere", "../../etc/passwd", "/etc/localtime"])
def test_what_is_no_time_zone(zone: str) -> None:
    with pytest.raises(CronError, match="time zone"):
        next_after("@daily", zone, 0)


def test_missed_moments_are_counted_to_a_bound() -> None:
    due = local(SEOUL, "2026-08-01T03:00")
    assert missed("0 3 * * *", SEOUL, due, due) == 0
    assert missed("0 3 * * *", SEOUL, due, due + 86_400) == 1
    assert missed("* * * * *", SEOUL, due, due + 1e9) == MOST_MERGED


NOW = local(SEOUL, "2026-08-01T12:00")
DUE = local(SEOUL, "2026-08-02T03:00")


def added(store: Database, name: str = "a") -> schedules.ScheduleInfo:
    with store.write() as connection:
        return schedules.add(connection, name, "0 3 * * *", SEOUL, "/list.csv", NOW)


def due_at(store: Database, now: float) -> list[schedules.ScheduleInfo]:
    with store.read() as connection:
        return schedules.schedules(connection, due_by=now)


def claim(
    store: Database, due: schedules.ScheduleInfo, now: float, owner: str = ELSEWHERE
) -> int | None:
    with store.write() as connection:
        return schedules.claim(connection, due, owner, now, 60)


def run(store: Database, run_id: int) -> runs.RunInfo:
    with store.read() as connection:
        return next(one for one in runs.runs(connection, None) if one.id == run_id)


def test_a_schedule_is_due_from_its_moment_on(store: Database) -> None:
    assert added(store).next_run_at == DUE
    assert due_at(store, DUE - 1) == []
    assert [one.name for one in due_at(store, DUE)] == ["a"]


def test_a_name_is_given_once(store: Database) -> None:
    added(store)
    with pytest.raises(schedules.ScheduleExistsError):
        added(store)
    with store.write() as connection:
        assert schedules.remove(connection, "a")
        assert not schedules.remove(connection, "a")
    assert added(store).name == "a"


@pytest.mark.parametrize("name", ["", " a", "-a", "a/b", "a\nb", "x" * 65])
def test_names_that_are_none(store: Database, name: str) -> None:
    with pytest.raises(schedules.ScheduleError):
        added(store, name)


def test_missed_runs_are_merged_into_one(store: Database) -> None:
    added(store)
    late = DUE + 3 * 86_400 + 60
    (due,) = due_at(store, late)
    run_id = claim(store, due, late)
    assert run_id is not None
    assert (run(store, run_id).merged, run(store, run_id).due_at) == (3, DUE)
    assert due_at(store, late) == []
    assert due_at(store, late + 86_400)[0].next_run_at == DUE + 4 * 86_400


def test_one_process_wins_a_due_schedule(store: Database) -> None:
    due = added(store)
    assert claim(store, due, DUE) is not None
    assert claim(store, due, DUE) is None


def test_an_overlap_is_refused_and_stays_due(store: Database) -> None:
    due = added(store)
    claim(store, due, DUE)
    later = DUE + 86_400
    (again,) = due_at(store, later)
    with pytest.raises(OverlapError):
        claim(store, again, later)
    assert due_at(store, later) == [again]


def test_a_run_ends_with_its_counts(store: Database) -> None:
    run_id = claim(store, added(store), DUE)
    assert run_id is not None
    with store.write() as connection:
        runs.finish(connection, run_id, RunState.FAILED, {"failed": 2}, DUE + 5, "DISK_FULL")
    ended = run(store, run_id)
    assert (ended.state, ended.error, ended.counts) == (RunState.FAILED, "DISK_FULL", {"failed": 2})
    assert due_at(store, DUE + 5) == []


def lose(store: Database, now: float) -> list[int]:
    with store.write() as connection:
        return runs.mark_lost(connection, now)


def test_a_silent_run_is_lost_and_its_work_goes_on_but_not_for_ever(store: Database) -> None:
    first = claim(store, added(store), DUE)
    assert lose(store, DUE + 59) == []
    assert lose(store, DUE + 61) == [first]
    (due,) = due_at(store, DUE + 61)
    second = claim(store, due, DUE + 61)
    assert second is not None
    assert lose(store, DUE + 200) == [second]
    assert run(store, second).state is RunState.LOST
    assert due_at(store, DUE + 200) == []
    assert len(due_at(store, DUE + 86_400)) == 1


def test_a_run_that_beats_is_alive(store: Database) -> None:
    run_id = claim(store, added(store), DUE)
    assert run_id is not None
    with store.write() as connection:
        runs.beat(connection, run_id, DUE + 50, 60)
    assert lose(store, DUE + 100) == []
    assert lose(store, DUE + 111) == [run_id]


def test_a_run_of_a_dead_process_is_lost_at_once(store: Database) -> None:
    host, _, _ = this_owner().rsplit("/", 2)
    alive = claim(store, added(store), DUE, this_owner())
    dead = claim(store, added(store, "b"), DUE, f"{host}/{2**22 + 1}/1")
    assert lose(store, DUE + 1) == [dead]
    assert alive != dead


def test_an_interrupted_run_is_due_again(store: Database) -> None:
    run_id = claim(store, added(store), DUE)
    assert run_id is not None
    with store.write() as connection:
        runs.finish(connection, run_id, RunState.INTERRUPTED, {}, DUE + 5)
    assert [one.next_run_at for one in due_at(store, DUE + 5)] == [DUE + 5]
