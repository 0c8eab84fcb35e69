"""One job, from its listing to its body in the blob store: the portal's steps, carried out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode

from scrapy import Request
from scrapy.http import Response
from sqlalchemy.exc import SQLAlchemyError

from crawler import parts
from crawler.download import ORDER, TO_FILE, FileResponse
from crawler.failures import DiskFullError, DownloadFailure, HostPausedError, StoppedError
from crawler.portals import bodies, names, portal_of
from crawler.portals.steps import (
    Failed,
    FetchFile,
    Fields,
    NextRequest,
    Page,
    Step,
    failure_of_status,
)
from crawler.session import Session
from gates.safety import mask_name
from store.queue import Download, LeasedJob, LeaseLostError, State
from store.vocabulary import FailureReason

_MOST_STEPS = 8

_log = logging.getLogger(__name__)


class Result(StrEnum):
    """What one attempt at a job came to."""

    DOWNLOADED = "DOWNLOADED"
    UNCHANGED = "UNCHANGED"
    FAILED = "FAILED"
    AGAIN = "AGAIN"
    """Back in the queue, for another attempt later."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How an attempt ended; `size` in bytes of what was downloaded."""

    job_id: int
    result: Result
    reason: FailureReason | None = None
    size: int = 0


class Worker:
    """Carries out jobs. `ask` sends a request through Scrapy's downloader and its middlewares."""

    def __init__(self, session: Session, ask: Callable[[Request], Awaitable[Response]]) -> None:
        self._session = session
        self._queue = session.queue
        self._ask = ask

    async def work(self, job: LeasedJob) -> Ended | None:
        """Takes a job as far as it goes and settles it; None when it is given back untouched.

        Raises:
            DiskFullError: no download can be started; the job is still leased.
        """
        try:
            return await self._attempt(job)
        except (StoppedError, LeaseLostError):
            return None
        except HostPausedError as paused:
            return self._postpone(job, paused.until)

    async def _attempt(self, job: LeasedJob) -> Ended | None:
        try:
            return await self._follow(job)
        except DownloadFailure as failure:
            if self._session.stop.is_set():  # the connection was closed by us
                return None
            return self._fail(job, failure.reason, failure.retry_after)
        except (StoppedError, LeaseLostError, HostPausedError, DiskFullError, SQLAlchemyError):
            raise
        except Exception as error:  # noqa: BLE001  (one listing's oddity never costs the others)
            _log.error("job %s failed with %s", job.id, type(error).__name__)
            _log.debug("where it failed", exc_info=error)
            return self._fail(job, FailureReason.INTERNAL, None)

    async def _follow(self, job: LeasedJob) -> Ended:
        step: Step = portal_of(job).first(job)
        for _ in range(_MOST_STEPS):
            if isinstance(step, Failed):
                raise DownloadFailure(step.reason)
            if isinstance(step, FetchFile):
                return await self._fetch(job, step)
            step = await self._page(job, step)
        raise DownloadFailure(FailureReason.HTTP_ERROR, "a flow without an end")

    async def _page(self, job: LeasedJob, step: NextRequest) -> Step:
        headers: Fields = step.headers
        if step.form:
            headers = (*headers, ("Content-Type", "application/x-www-form-urlencoded"))
        response = await self._ask(
            Request(
                self._session.address(step.url),
                method=step.method,
                headers=list(headers),
                body=urlencode(step.form),
                meta={ORDER: job.id},
            )
        )
        _check_status(response)
        found = step.then(Page(response.url, response.status, response.body))
        return self._heeded(found, response.url)

    async def _fetch(self, job: LeasedJob, step: FetchFile) -> Ended:
        url = self._session.address(step.url)
        part = self._session.blobs.incoming(f"{job.id}.part")
        conditions = _conditions(job, url)
        headers = [*step.headers, *conditions]
        response = await self._ask(
            Request(url, headers=headers, meta={TO_FILE: part, ORDER: job.id})
        )
        if response.status == 304 and conditions:
            self._queue.unchanged(job.id)
            return Ended(job.id, Result.UNCHANGED)
        _check_status(response)
        stored = response.stored if isinstance(response, FileResponse) else None
        if stored is None:
            raise DownloadFailure(FailureReason.INTERNAL, "a body that went nowhere")
        failed = bodies.judge(stored.head, response.url, step, job.formats)
        if failed is not None:
            parts.discard(part)
            self._heeded(failed, response.url)
            raise DownloadFailure(failed.reason)
        if stored.sha256 == job.seen_sha256:
            self._queue.unchanged(job.id)
            parts.discard(part)
            return Ended(job.id, Result.UNCHANGED, size=stored.size)
        await asyncio.to_thread(self._session.blobs.adopt, part, stored.sha256)
        parts.forget(part)
        body = Download(
            sha256=stored.sha256,
            size=stored.size,
            file_name=mask_name(
                names.file_name(
                    response.headers.get("Content-Disposition"), step.name, response.url
                )
            )[0],
            source_url=url,
            content_type=_field(response, "Content-Type"),
            etag=_field(response, "ETag"),
            last_modified=_field(response, "Last-Modified"),
        )
        settled = self._queue.downloaded(job.id, body)
        done = settled.state is State.DONE
        return Ended(job.id, Result.UNCHANGED if done else Result.DOWNLOADED, size=stored.size)

    def _heeded(self, step: Step, url: str) -> Step:
        """The step itself; pauses the host of `url` and raises where the step asks for that."""
        if isinstance(step, Failed) and step.pauses_host:
            raise self._session.pause(url)
        return step

    def _fail(self, job: LeasedJob, reason: FailureReason, retry_after: float | None) -> Ended:
        settled = self._queue.failed(job.id, reason, retry_after)
        part = self._session.blobs.incoming(f"{job.id}.part")
        if settled.state is State.FAILED:
            parts.discard(part)
            return Ended(job.id, Result.FAILED, reason)
        parts.settle(part)
        return Ended(job.id, Result.AGAIN, reason)

    def _postpone(self, job: LeasedJob, until: float) -> Ended | None:
        with suppress(LeaseLostError):
            self._queue.postponed(job.id, until)
            return Ended(job.id, Result.AGAIN)
        return None


def _check_status(response: Response) -> None:
    reason = failure_of_status(response.status)
    if reason is not None:
        raise DownloadFailure(reason, f"status {response.status}")


def _conditions(job: LeasedJob, url: str) -> Fields:
    """Validators of the newest observation, where it came from the same URL."""
    if job.seen_url != url:
        return ()
    pairs = (("If-None-Match", job.etag), ("If-Modified-Since", job.last_modified))
    return tuple((name, value) for name, value in pairs if value)


def _field(response: Response, name: str) -> str | None:
    value = response.headers.get(name)
    return value.decode("latin-1") if value else None
