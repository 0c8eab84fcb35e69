"""Working the profile queue: what is recorded, what is forgotten, what is tried again."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col

from profiler.jobs import ProfileReport, ProfileRun
from profiler.version import SIGNATURE
from store.blobs import Blobs
from store.database import Database
from store.queue import Download, Queue, Stage
from store.settings import load
from store.tables import Job, Observation
from store.vocabulary import CoverageStatus, FailureReason, License
from tests.store import making

TEXT = "시설명,개수\n가,1\n나,2\n".encode()


@dataclass
class Place:
    store: Database
    blobs: Blobs
    settings: dict[str, Any]

    @property
    def queue(self) -> Queue:
        return Queue(self.store, load(**self.settings), rules=SIGNATURE)

    def downloaded(self, contents: dict[str, bytes], **facts: object) -> None:
        """Puts files where a crawl would have left them, one record each."""
        making.put(self.store, [making.record(key, **facts) for key in contents])
        queue = self.queue
        queue.enqueue_due()
        for job in queue.lease(Stage.DOWNLOAD, len(contents)):
            body = contents[job.record_id]
            sha256 = hashlib.sha256(body).hexdigest()
            part = self.blobs.incoming(f"{job.id}.part")
            part.write_bytes(body)
            self.blobs.adopt(part, sha256)
            name = f"자료_{job.record_id}.csv"
            queue.downloaded(job.id, Download(sha256, len(body), name, "http://127.0.0.1/f"))
        queue.release()

    def work(self, workers: int = 2) -> ProfileReport:
        return ProfileRun(self.queue, self.blobs, workers=workers).run()

    def observations(self) -> dict[str, Any]:
        with self.store.read() as connection:
            rows = connection.execute(
                select(
                    col(Observation.record_id),
                    col(Observation.status),
                    col(Observation.failure_reason),
                    col(Observation.profile),
                )
            )
            return {row.record_id: row for row in rows}

    def jobs(self) -> dict[str, Any]:
        with self.store.read() as connection:
            rows = connection.execute(
                select(col(Job.record_id), col(Job.stage), col(Job.state), col(Job.reason))
            )
            return {row.record_id: row for row in rows}


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    store = making.database(tmp_path)
    yield Place(store, Blobs(f"file://{tmp_path / 'blobs'}"), {"home": tmp_path, "retry_base": 0.0})
    store.close()


def test_every_file_gives_one_observation(place: Place) -> None:
    place.downloaded({str(n): TEXT + f"다,{n}\n".encode() for n in range(9)})
    report = place.work()
    assert report.profiled == 9
    assert report.by_status == {CoverageStatus.AVAILABLE: 9}
    assert {row.status for row in place.observations().values()} == {"AVAILABLE"}
    assert {job.state for job in place.jobs().values()} == {"DONE"}
    (asset,) = place.observations()["0"].profile["assets"]
    assert asset["fileName"] == "자료_0.csv"
    assert place.work().profiled == 0


def test_raw_files_go_when_no_job_needs_them(place: Place) -> None:
    place.downloaded({"1": TEXT, "2": TEXT})
    sha256 = hashlib.sha256(TEXT).hexdigest()
    assert place.blobs.exists(sha256)
    place.work(workers=1)
    assert len(place.observations()) == 2
    assert not place.blobs.exists(sha256)


def test_raw_files_stay_when_asked_for(place: Place) -> None:
    place.settings["keep_files"] = True
    place.downloaded({"1": TEXT})
    place.work()
    assert place.blobs.exists(hashlib.sha256(TEXT).hexdigest())


def test_a_file_that_cannot_be_read_is_an_observation_too(place: Place) -> None:
    place.downloaded({"1": b"", "2": TEXT})
    report = place.work()
    assert report.by_reason == {FailureReason.EMPTY_FILE: 1}
    assert place.observations()["1"].failure_reason == "EMPTY_FILE"
    assert place.jobs()["1"].state == "DONE"


def test_a_raw_file_that_is_gone_is_fetched_again(place: Place) -> None:
    place.downloaded({"1": TEXT})
    place.blobs.delete(hashlib.sha256(TEXT).hexdigest())
    place.work()
    job = place.jobs()["1"]
    assert (job.stage, job.state) == ("DOWNLOAD", "QUEUED")
    assert place.observations() == {}


def test_a_file_that_takes_too_long_is_tried_again_and_then_given_up(place: Place) -> None:
    place.settings["profile_seconds"] = 0.01
    place.downloaded({"1": TEXT})
    report = place.work(workers=1)
    assert report.profiled == 0
    assert report.by_reason == {FailureReason.TIME_LIMIT: 1}
    assert report.retried == 1
    job = place.jobs()["1"]
    assert (job.state, job.reason) == ("FAILED", "TIME_LIMIT")
    assert not place.blobs.exists(hashlib.sha256(TEXT).hexdigest())


def test_the_licence_of_the_record_decides_examples(place: Place) -> None:
    place.downloaded({"1": TEXT}, license=License.KOGL_BY_ND)
    place.work()
    (table,) = place.observations()["1"].profile["assets"][0]["tables"]
    assert {column["exampleStatus"] for column in table["columns"]} == {"WITHHELD_BY_LICENSE"}
