"""The durable queue: every call is one short transaction."""

import time
from collections.abc import Callable

from sqlalchemy import case, func, select
from sqlmodel import col

from store import hosts
from store.database import Database
from store.observations import NewObservation
from store.owner import this_owner
from store.queue import due, lease, settle
from store.queue.jobs import Download, Due, Filter, LeasedJob, Stage, State
from store.queue.settle import Settled
from store.settings import Settings
from store.snapshots import current_snapshot
from store.tables import Host, Job, Record
from store.vocabulary import FailureReason

EVERYTHING = Filter()
_HELD_SECONDS = 10.0


class Queue:
    """The queue as one process sees it.

    Methods that settle a job raise LeaseLostError when the lease was lost meanwhile; the caller
    drops its result, because another process has taken the job over.
    """

    def __init__(
        self,
        database: Database,
        settings: Settings,
        *,
        rules: str,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """`rules` names the version of everything that shapes an observation."""
        self.database = database
        self.settings = settings
        self.rules = rules
        self.owner = this_owner()
        self._clock = clock

    def enqueue_due(self, *, retry_failed: bool = False) -> Due:
        """Makes a job for each record of the current snapshot that is due."""
        with self.database.write() as connection:
            snapshot = current_snapshot(connection)
            if snapshot is None:
                return Due(0, 0, 0)
            return due.enqueue_due(
                connection, snapshot.id, self.rules, self._clock(), retry_failed=retry_failed
            )

    def lease(self, stage: Stage, limit: int, wanted: Filter = EVERYTHING) -> list[LeasedJob]:
        """Takes up to `limit` due jobs of a stage; empty when none is due or its host is held."""
        now, seconds = self._clock(), self.settings.lease_seconds
        with self.database.write() as connection:
            ids = lease.lease(connection, stage, self.owner, limit, wanted, now, seconds)
            return lease.load(connection, ids, self.rules) if ids else []

    def next_due(self, stage: Stage, wanted: Filter = EVERYTHING) -> float | None:
        """When the next waiting job of a stage may start; None when none waits.

        A moment in the past means that a job waits for another process: its host is held.
        """
        paused = func.coalesce(col(Host.paused_until), 0.0)
        starts = case((paused > col(Job.not_before), paused), else_=col(Job.not_before))
        with self.database.read() as connection:
            query = (
                select(starts.label("starts"))
                .select_from(Job)
                .join(Record, lease.same_record())
                .outerjoin(Host, col(Host.name) == col(Job.host))
                .where(col(Job.stage) == stage, col(Job.state) == State.QUEUED)
            )
            moments = lease.narrowed(query, wanted).subquery()
            earliest: float | None = connection.scalar(select(func.min(moments.c.starts)))
            return earliest

    def waiting_reasons(self, stage: Stage) -> dict[str, int]:
        """Jobs of a stage that wait for another attempt, by what the last one failed with."""
        with self.database.read() as connection:
            rows = connection.execute(
                select(col(Job.reason), func.count().label("jobs"))
                .where(
                    col(Job.stage) == stage,
                    col(Job.state) == State.QUEUED,
                    col(Job.reason).is_not(None),
                )
                .group_by(col(Job.reason))
                .order_by(func.count().desc(), col(Job.reason))
            )
            return {str(row.reason): row.jobs for row in rows}

    def leased_elsewhere(self, stage: Stage) -> int:
        """How many jobs of a stage other living processes hold."""
        with self.database.write() as connection:
            lease.reclaim(connection, self._clock())
            count = connection.scalar(
                select(func.count())
                .select_from(Job)
                .where(
                    col(Job.stage) == stage,
                    col(Job.state) == State.LEASED,
                    col(Job.lease_owner) != self.owner,
                )
            )
        return count or 0

    def heartbeat(self) -> int:
        """Prolongs all leases of this process, on jobs and hosts; returns how many jobs."""
        now, seconds = self._clock(), self.settings.lease_seconds
        with self.database.write() as connection:
            hosts.prolong_hosts(connection, self.owner, now, seconds)
            return lease.heartbeat(connection, self.owner, now, seconds)

    def release(self) -> int:
        """Gives back all jobs and hosts of this process; returns how many jobs."""
        with self.database.write() as connection:
            hosts.release_hosts(connection, self.owner)
            return lease.release(connection, self.owner, self._clock())

    def downloaded(self, job_id: int, body: Download) -> Settled:
        """The body is in the blob store; on to profiling, or DONE when nothing changed."""
        with self.database.write() as connection:
            return settle.downloaded(
                connection, job_id, self.owner, body, self.rules, self._clock()
            )

    def unchanged(self, job_id: int) -> Settled:
        """The source answered that nothing changed."""
        with self.database.write() as connection:
            return settle.unchanged(connection, job_id, self.owner, self._clock())

    def observed(self, job_id: int, found: NewObservation) -> Settled:
        """The file was profiled."""
        with self.database.write() as connection:
            return settle.observed(connection, job_id, self.owner, found, self._clock())

    def failed(
        self, job_id: int, reason: FailureReason, retry_after: float | None = None
    ) -> Settled:
        """It did not work; QUEUED again while the budget of `reason` lasts, else FAILED."""
        with self.database.write() as connection:
            return settle.failed(
                connection,
                job_id,
                self.owner,
                reason,
                self._clock(),
                base_delay=self.settings.retry_base,
                retry_after=retry_after,
            )

    def postponed(self, job_id: int, due_at: float) -> Settled:
        """Back into the queue until `due_at`, no attempt used."""
        with self.database.write() as connection:
            return settle.postponed(connection, job_id, self.owner, due_at, self._clock())

    def refetch(self, job_id: int) -> Settled:
        """Back to downloading: the raw file is gone."""
        with self.database.write() as connection:
            return settle.refetch(connection, job_id, self.owner, self._clock())

    def hold_host(self, name: str) -> float | None:
        """Takes a host for this process, or prolongs its hold of it.

        Returns None when the host is held, else the moment at which to try again: it is paused, or
        another process holds it.
        """
        now, seconds = self._clock(), self.settings.lease_seconds
        with self.database.write() as connection:
            if hosts.claim_hosts(connection, [name], self.owner, now, seconds):
                return None
            return max(hosts.paused_until(connection, name), now + min(seconds, _HELD_SECONDS))

    def pause_host(self, name: str, seconds: float) -> None:
        """Leaves a host alone for `seconds`, because it refused."""
        now = self._clock()
        with self.database.write() as connection:
            hosts.pause_host(connection, name, now + seconds, now)

    def count_requests(self, name: str, requests: int, failures: int = 0) -> None:
        """Adds to a host's totals."""
        with self.database.write() as connection:
            hosts.count_requests(connection, name, requests, failures)

    def needs_blob(self, sha256: str) -> bool:
        """Whether a live job still needs this file."""
        with self.database.read() as connection:
            found = connection.scalar(
                select(func.count())
                .select_from(Job)
                .where(col(Job.sha256) == sha256, col(Job.state).in_((State.QUEUED, State.LEASED)))
            )
            return bool(found)

    def live_blobs(self) -> set[str]:
        """sha256 of every file that a live job still needs."""
        with self.database.read() as connection:
            found = connection.scalars(
                select(col(Job.sha256)).where(
                    col(Job.sha256).is_not(None),
                    col(Job.state).in_((State.QUEUED, State.LEASED)),
                )
            )
            return {sha256 for sha256 in found if sha256}
