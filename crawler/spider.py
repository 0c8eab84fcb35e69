"""The spider: leases jobs in small batches, works them side by side, ends when none is left."""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

from scrapy import Spider

from crawler.session import Session
from crawler.work import Ended, Result, Worker
from store.queue import Filter, LeasedJob, Stage

BATCH = 16
"""Jobs that one spider holds at most: what a killed one has to do again."""

_LEAST_ROOM = 8
_LOOK_AGAIN = 0.5
_STOP_SECONDS = 10.0


@dataclass(slots=True)
class Progress:
    """Counts of a crawl so far; `bytes` were downloaded, `by_reason` counts final failures."""

    downloaded: int = 0
    unchanged: int = 0
    failed: int = 0
    bytes: int = 0
    by_reason: Counter[str] = field(default_factory=Counter)
    _again: set[int] = field(default_factory=set)

    @property
    def retried(self) -> int:
        """Records that were put back and wait for another attempt."""
        return len(self._again)

    def add(self, ended: Ended) -> None:
        """Counts how one attempt ended."""
        self.bytes += ended.size
        self._again.discard(ended.job_id)
        match ended.result:
            case Result.DOWNLOADED:
                self.downloaded += 1
            case Result.UNCHANGED:
                self.unchanged += 1
            case Result.FAILED:
                self.failed += 1
                self.by_reason[str(ended.reason)] += 1
            case Result.AGAIN:
                self._again.add(ended.job_id)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a crawl is to do: which records, how many at most, how long (s) to wait for more."""

    wanted: Filter
    limit: int | None
    wait: float
    tell: Callable[[Progress], None] | None = None


class ListingSpider(Spider):
    """Scrapy's downloader, driven by the queue: a request for each step of each leased job."""

    name = "listings"

    def __init__(self, session: Session, plan: Plan, **kwargs: Any) -> None:
        super().__init__(self.name, **kwargs)
        self.session = session
        self.progress = Progress()
        self.error: Exception | None = None
        self._plan = plan
        self._taken: set[int] = set()
        self._dry_until = 0.0
        self._idle_since: float | None = None

    async def start(self) -> AsyncIterator[Any]:
        """Runs the crawl; yields nothing, because its requests go to the downloader directly."""
        try:
            await self._crawl()
        except Exception as error:  # noqa: BLE001  (Scrapy would log it and go on; `crawl` raises it)
            self.error = error
        nothing: tuple[Any, ...] = ()
        for item in nothing:
            yield item

    async def _crawl(self) -> None:
        beat = asyncio.create_task(self._heartbeat())
        stopped = asyncio.create_task(self.session.stop.wait())
        running: set[asyncio.Task[Ended | None]] = set()
        worker = Worker(self.session, self.crawler.engine.download_async)
        try:
            while not self.session.stop.is_set():
                if beat.done():
                    beat.result()  # a store that cannot be written to ends the crawl
                jobs = self._lease(len(running))
                running |= {asyncio.create_task(worker.work(job)) for job in jobs}
                if not running:
                    pause = self._look_again()
                    if pause is None:
                        break
                    await asyncio.wait({stopped}, timeout=pause)
                    continue
                self._idle_since = None
                await asyncio.wait(
                    {*running, stopped}, timeout=_LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED
                )
                running = self._collect(running)
        finally:
            await self._end(running, beat, stopped)

    async def _end(
        self,
        running: set[asyncio.Task[Ended | None]],
        beat: asyncio.Task[None],
        stopped: asyncio.Task[bool],
    ) -> None:
        """Stops what still runs; its jobs stay leased until `crawl` gives them back."""
        self.session.end()
        for close in self.session.closers:
            await close()
        if running:
            await asyncio.wait(running, timeout=_STOP_SECONDS)
        for task in (*running, beat, stopped):
            task.cancel()
        await asyncio.gather(*running, beat, stopped, return_exceptions=True)

    def _lease(self, running: int) -> list[LeasedJob]:
        room = BATCH - running
        if self._plan.limit is not None:
            room = min(room, self._plan.limit - len(self._taken))
        if room <= 0 or (running and (room < _LEAST_ROOM or time.monotonic() < self._dry_until)):
            return []
        jobs = self.session.queue.lease(Stage.DOWNLOAD, room, self._plan.wanted)
        self._taken |= {job.id for job in jobs}
        if len(jobs) < room:
            self._dry_until = time.monotonic() + _LOOK_AGAIN
        return jobs

    def _collect(self, running: set[asyncio.Task[Ended | None]]) -> set[asyncio.Task[Ended | None]]:
        """Counts the finished tasks and returns the others; raises what a task raised."""
        finished = {task for task in running if task.done()}
        for task in finished:
            ended = task.result()
            if ended is not None:
                self.progress.add(ended)
        if finished:
            self.session.write_counts()
            if self._plan.tell is not None:
                self._plan.tell(self.progress)
        return running - finished

    def _look_again(self) -> float | None:
        """Seconds until the queue is worth another look; None when the crawl is over.

        Jobs that fall due within the plan's wait are waited for. So are, for as long altogether,
        jobs that another process holds: they come back when it dies or its attempt fails.
        """
        if self._plan.limit is not None and len(self._taken) >= self._plan.limit:
            return None
        now = time.time()
        due = self.session.queue.next_due(Stage.DOWNLOAD, self._plan.wanted)
        if due is not None and now < due <= now + self._plan.wait:
            self._idle_since = None
            return min(due - now, _LOOK_AGAIN)
        elsewhere = due is not None and due <= now
        if not elsewhere and not self.session.queue.leased_elsewhere(Stage.DOWNLOAD):
            return None
        self._idle_since = self._idle_since or now
        return _LOOK_AGAIN if now - self._idle_since < self._plan.wait else None

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(self.session.settings.lease_seconds / 3)
            self.session.heartbeat()
