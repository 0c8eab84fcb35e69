"""Works the profile queue: lease, profile in isolation, record, forget the raw file."""

import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import structlog

from profiler.isolation import ProfileFailedError, Task, Worker
from store.blobs import Blobs
from store.observations import NewObservation
from store.queue import LeasedJob, LeaseLostError, Queue, Stage, State
from store.vocabulary import CoverageStatus, FailureReason

_BATCH = 4
_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class ProfileReport:
    """What a run did: files by coverage status, final failures by reason, retries to come."""

    profiled: int = 0
    retried: int = 0
    bytes: int = 0
    by_status: Counter[CoverageStatus] = field(default_factory=Counter)
    by_reason: Counter[FailureReason] = field(default_factory=Counter)


Progress = Callable[[ProfileReport], None]


class ProfileRun:
    """One run over the profile queue with several worker processes."""

    def __init__(
        self, queue: Queue, blobs: Blobs, *, workers: int, progress: Progress | None = None
    ) -> None:
        self.report = ProfileReport()
        self._queue = queue
        self._blobs = blobs
        self._workers = workers
        self._progress = progress
        self._lock = threading.Lock()
        self._busy: list[Worker] = []
        self._stop = threading.Event()

    def run(self) -> ProfileReport:
        """Profiles until no job is due; a job that failed and may be retried stays queued.

        Any exception gives back the leases and passes through.
        """
        heart = threading.Thread(target=self._beat, daemon=True)
        heart.start()
        try:
            with ThreadPoolExecutor(self._workers) as pool:
                runs = [pool.submit(self._work) for _ in range(self._workers)]
                try:
                    for run in runs:
                        run.result()
                except BaseException:
                    self._abort()
                    raise
        finally:
            self._stop.set()
            heart.join()
            self._queue.release()
        if not self._queue.settings.keep_files:
            self._blobs.sweep(self._queue.live_blobs())
        return self.report

    def stop(self) -> None:
        """Ends the run after the files under way."""
        self._stop.set()

    def _abort(self) -> None:
        """Ends the files under way at once."""
        self._stop.set()
        with self._lock:
            for worker in self._busy:
                worker.abort()

    def _beat(self) -> None:
        while not self._stop.wait(self._queue.settings.lease_seconds / 3):
            self._queue.heartbeat()

    def _work(self) -> None:
        settings = self._queue.settings
        with Worker(
            seconds=settings.profile_seconds, memory_bytes=settings.profile_memory_bytes
        ) as worker:
            with self._lock:
                self._busy.append(worker)
            while not self._stop.is_set():
                jobs = self._queue.lease(Stage.PROFILE, _BATCH)
                if not jobs:
                    return
                for job in jobs:
                    self._one(job, worker)

    def _one(self, job: LeasedJob, worker: Worker) -> None:
        if self._stop.is_set():
            return
        try:
            self._settle(job, worker)
        except LeaseLostError:
            _log.warning("lease_lost", job=job.id, record=job.record_id)
            return
        if self._progress:
            with self._lock:
                self._progress(self.report)

    def _settle(self, job: LeasedJob, worker: Worker) -> None:
        download = job.download
        if download is None:
            self._queue.refetch(job.id)
            return
        try:
            with self._blobs.local(download.sha256) as path:
                profile = worker.profile(
                    Task(
                        path=str(path),
                        name=download.file_name,
                        declared_format=job.formats[0].lower() if job.formats else None,
                        license=job.license,
                        third_party_rights=job.third_party_rights,
                    )
                )
        except FileNotFoundError:
            self._queue.refetch(job.id)
            return
        except ProfileFailedError as error:
            if not self._stop.is_set():  # else it was ended by us, and the job is given back
                self._fail(job, error.reason)
            return
        found = observation_of(job, profile, self._queue.rules, time.time())
        self._queue.observed(job.id, found)
        self._count(CoverageStatus(found.status), found.size, found.failure_reason)
        self._forget(download.sha256)

    def _fail(self, job: LeasedJob, reason: FailureReason) -> None:
        settled = self._queue.failed(job.id, reason)
        _log.warning("profile_failed", record=job.record_id, reason=reason.value)
        with self._lock:
            if settled.state is State.QUEUED:
                self.report.retried += 1
            else:
                self.report.by_reason[reason] += 1
        if settled.state is not State.QUEUED and job.download:
            self._forget(job.download.sha256)

    def _count(self, status: CoverageStatus, size: int, reason: str | None) -> None:
        with self._lock:
            self.report.profiled += 1
            self.report.bytes += size
            self.report.by_status[status] += 1
            if reason is not None:
                self.report.by_reason[FailureReason(reason)] += 1

    def _forget(self, sha256: str) -> None:
        if not self._queue.settings.keep_files and not self._queue.needs_blob(sha256):
            self._blobs.delete(sha256)


def observation_of(
    job: LeasedJob, profile: dict[str, Any], rules: str, observed_at: float
) -> NewObservation:
    """The observation by `rules` that a profiled file gives for a job in stage PROFILE."""
    download = job.download
    assert download is not None  # noqa: S101  (a job in stage PROFILE has its download)
    return NewObservation(
        record_id=job.record_id,
        observed_at=observed_at,
        sha256=download.sha256,
        size=download.size,
        file_name=download.file_name,
        source_url=download.source_url,
        etag=download.etag,
        last_modified=download.last_modified,
        license=job.license,
        status=profile["status"],
        failure_reason=profile["failureReason"],
        profiler_version=rules,
        rule_versions=tuple(profile["ruleVersions"]),
        profile=profile,
    )
