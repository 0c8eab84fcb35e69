"""Whole crawls of the sample portal."""

import hashlib
import itertools
import json
import logging
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from crawler.crawl import CrawlReport
from crawler.failures import DiskFullError
from samples.make import make
from samples.portal import SamplePortal
from store.observations import NewObservation
from store.queue import Outcome, Queue, Stage, State
from store.vocabulary import CoverageStatus
from tests.crawler.crawling import RULES, Home, home


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("samples")
    make(folder)
    return folder


@pytest.fixture
def portal(samples: Path) -> Iterator[SamplePortal]:
    with SamplePortal(samples) as running:
        yield running


def expectations(samples: Path) -> dict[str, dict[str, str | None]]:
    manifest = json.loads((samples / "portal.json").read_text("utf-8"))
    return {key: dataset["expect"] for key, dataset in manifest["datasets"].items()}


@dataclass(frozen=True, slots=True)
class Cycle:
    """A finished first crawl of the samples."""

    place: Home
    portal: SamplePortal
    report: CrawlReport


@pytest.fixture(scope="module")
def cycle(samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cycle]:
    folder = tmp_path_factory.mktemp("cycle")
    with SamplePortal(samples) as running, home(folder / "home", running.url) as place:
        place.import_edition("2026-08")
        yield Cycle(place, running, place.crawl())


def test_every_sample_ends_as_its_portal_behaves(cycle: Cycle, samples: Path) -> None:
    jobs, report, expected = cycle.place.jobs(), cycle.report, expectations(samples)
    for key, job in jobs.items():
        if job.stage == Stage.PROFILE:
            assert job.state == State.QUEUED, key
            assert job.file_name, key
        elif job.state == State.FAILED:
            assert job.reason == expected[key]["reason"], key
        else:
            assert expected[key]["coverage"] == CoverageStatus.QUEUED, key
    waiting = [job for job in jobs.values() if job.stage == Stage.DOWNLOAD]
    assert report.downloaded == sum(job.stage == Stage.PROFILE for job in jobs.values())
    assert report.failed == sum(job.state == State.FAILED for job in waiting)
    assert report.retried == sum(job.state == State.QUEUED for job in waiting) == 1
    assert set(report.by_reason) == {
        "HTTP_ERROR",
        "LINK_ONLY",
        "LOGIN_REQUIRED",
        "NOT_A_FILE",
        "NOT_FOUND",
        "RATE_LIMITED",
        "ROBOTS_DISALLOWED",
        "TRUNCATED",
    }
    assert not report.interrupted


def test_a_failure_is_expected_of_every_listing_that_failed(cycle: Cycle, samples: Path) -> None:
    failures = {key: job.reason for key, job in cycle.place.jobs().items() if job.reason}
    by_crawl = set(cycle.report.by_reason)
    expected = {
        key: expect["reason"]
        for key, expect in expectations(samples).items()
        if expect["reason"] in by_crawl
    }
    assert {**failures, **expected} == failures


def test_files_land_under_their_hash_and_nothing_else_stays(cycle: Cycle) -> None:
    fetched = [job for job in cycle.place.jobs().values() if job.stage == Stage.PROFILE]
    blobs = cycle.place.settings.home / "blobs"
    for job in fetched:
        body = (blobs / job.sha256[:2] / job.sha256).read_bytes()
        assert (hashlib.sha256(body).hexdigest(), len(body)) == (job.sha256, job.size)
    assert cycle.place.blobs() == {job.sha256 for job in fetched}
    assert list((blobs / "incoming").iterdir()) == []


def test_hosts_are_counted_and_given_up(cycle: Cycle) -> None:
    hosts = {row.name: row for row in cycle.place.rows("SELECT * FROM host")}
    assert sum(row.requests for row in hosts.values()) == len(cycle.portal.requests)
    assert "www.data.go.kr" in hosts
    assert all(row.lease_owner is None for row in hosts.values())


def test_one_host_never_gets_two_requests_within_its_delay(
    tmp_path: Path, portal: SamplePortal
) -> None:
    delay = 0.1
    with home(tmp_path / "home", portal.url, crawl_delay=delay) as place:
        place.import_edition("2026-08")
        place.crawl(limit=12)
    by_host = defaultdict(list)
    for asked in portal.requests:
        by_host[asked.headers["Host"]].append(asked.at)
    gaps = [b - a for times in by_host.values() for a, b in itertools.pairwise(times)]
    assert len(gaps) > 20
    assert min(gaps) >= delay


def test_requests_are_honest_and_carry_no_cookies(tmp_path: Path, portal: SamplePortal) -> None:
    with home(tmp_path / "home", portal.url, user_agent="tester/1.0 (+https://x.kr)") as place:
        place.import_edition("2026-08")
        place.crawl(limit=3)
    for asked in portal.requests:
        assert asked.headers["User-Agent"] == "tester/1.0 (+https://x.kr)"
        assert asked.headers["Accept-Encoding"] == "identity"
        assert "Cookie" not in asked.headers


def observe_everything(place: Home) -> None:
    """Plays the profiler: each downloaded file gets an observation."""
    queue = Queue(place.database, place.settings, rules=RULES)
    while jobs := queue.lease(Stage.PROFILE, 50):
        for job in jobs:
            assert job.download is not None
            found = NewObservation(
                record_id=job.record_id,
                sha256=job.download.sha256,
                size=job.download.size,
                file_name=job.download.file_name,
                source_url=job.download.source_url,
                etag=job.download.etag,
                last_modified=job.download.last_modified,
                license=job.license,
                status=CoverageStatus.AVAILABLE,
                failure_reason=None,
                profiler_version=RULES,
                rule_versions=(),
                observed_at=time.time(),
                profile={},
            )
            queue.observed(job.id, found)
    queue.release()


def test_the_second_cycle_downloads_only_what_changed(
    tmp_path: Path, samples: Path, portal: SamplePortal
) -> None:
    with home(tmp_path / "home", portal.url) as place:
        place.import_edition("2026-08")
        place.crawl()
        observe_everything(place)
        before = place.jobs()
        portal.edition = "2026-09"
        seen = len(portal.requests)
        place.import_edition("2026-09")
        report = place.crawl()
        after = place.jobs()
        checks = place.rows("SELECT outcome FROM record_check ORDER BY id")
    conditional = [asked for asked in portal.requests[seen:] if "If-None-Match" in asked.headers]
    changed = [key for key, job in after.items() if key in before and job.id != before[key].id]
    new = set(after) - set(before)
    assert conditional
    assert report.unchanged >= len(conditional) >= 1
    assert report.downloaded == sum(after[key].stage == Stage.PROFILE for key in {*changed, *new})
    assert [row.outcome for row in checks].count(Outcome.UNCHANGED) == report.unchanged
    untouched = set(before) - set(changed)
    asked = "".join(request.path_qs for request in portal.requests[seen:])
    assert not [key for key in untouched if f"/data/{key}/" in asked]


def test_a_crawl_can_be_repeated_in_one_process_and_leaves_logging_alone(
    tmp_path: Path, portal: SamplePortal, capfd: pytest.CaptureFixture[str]
) -> None:
    handlers, level = list(logging.root.handlers), logging.root.level
    with home(tmp_path / "home", portal.url) as place:
        place.import_edition("2026-08")
        first, second = place.crawl(limit=2), place.crawl(limit=3)
    assert (first.downloaded, second.downloaded) == (2, 3)
    assert (logging.root.handlers, logging.root.level) == (handlers, level)
    assert capfd.readouterr() == ("", "")


def test_the_filter_and_the_limit_hold(tmp_path: Path, portal: SamplePortal) -> None:
    with home(tmp_path / "home", portal.url) as place:
        place.import_edition("2026-08")
        one = place.crawl(record_id="15900101")
        assert (one.downloaded, one.failed) == (1, 0)
        two = place.crawl(limit=2, format="csv")
        assert two.downloaded == 2
        assert place.crawl(organization="없는 기관").downloaded == 0
        states = [job.stage for job in place.jobs().values()]
        assert states.count(Stage.PROFILE) == 3


def test_a_full_disk_stops_the_crawl_and_fails_no_record(
    tmp_path: Path, portal: SamplePortal
) -> None:
    with home(tmp_path / "home", portal.url, min_free_bytes=1 << 60) as place:
        place.import_edition("2026-08")
        with pytest.raises(DiskFullError):
            place.crawl()
        assert {(job.state, job.reason) for job in place.jobs().values()} == {(State.QUEUED, None)}
        assert {job.attempts for job in place.jobs().values()} == {0}
