"""The Scrapy download handler: requests with `meta["to_file"]` go to disk, others into memory."""

from pathlib import Path
from typing import Protocol, cast
from urllib.parse import urljoin, urlsplit

from scrapy import Request
from scrapy.core.downloader.handlers.base import BaseDownloadHandler
from scrapy.crawler import Crawler
from scrapy.http import Headers, Response
from scrapy.utils.httpobj import urlparse_cached

from crawler.failures import DownloadFailure
from crawler.session import Session
from crawler.transfer import Received, Stored, Transfers

TO_FILE = "to_file"
"""Request.meta key: the Path of the `.part` file that the body goes to."""
ORDER = "order"
"""Request.meta key: whose request goes first among those that wait for one host; lowest first."""


class FileResponse(Response):
    """A response whose body is on disk."""

    stored: Stored | None = None


class _HasSession(Protocol):
    session: Session


def session_of(crawler: Crawler) -> Session:
    """What the crawl shares; the spider carries it."""
    return cast("_HasSession", crawler.spider).session


class StreamingDownloadHandler(BaseDownloadHandler):
    """Sends each request in its host's turn. Failures are raised as DownloadFailure."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._session = session_of(crawler)
        self._transfers = Transfers(self._session.settings, self._session.blobs.free_bytes)
        self._session.closers.append(self._transfers.close)

    async def download_request(self, request: Request) -> Response:
        """The answer, as FileResponse.

        Raises:
            DownloadFailure: no complete answer came, or the host asks for fewer requests.
            HostPausedError: it asked for that before, and nothing was sent.
        """
        session, url = self._session, request.url
        host, order = urlparse_cached(request).hostname or "", request.meta.get(ORDER, 0)
        async with session.turns.turn(host, order):
            session.hold(url)
            try:
                received = await self._transfer(request)
            except DownloadFailure:
                session.count(url, failed=True)
                raise
            session.count(url, failed=received.status >= 400)
            fields = {name.lower(): value for name, value in received.headers}
            session.check_refusal(url, received.status, fields)
            if _stays(url, received.status, fields.get(b"location")):
                session.turns.reserve(host, order)
        headers = Headers(_grouped(received))
        response = FileResponse(url, received.status, headers, received.body)
        response.stored = received.stored
        return response

    async def _transfer(self, request: Request) -> Received:
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in request.headers.items()
            for value in values
        ]
        part = request.meta.get(TO_FILE)
        if isinstance(part, Path):
            return await self._transfers.fetch(request.url, part, headers)
        return await self._transfers.request(request.method, request.url, headers, request.body)

    async def close(self) -> None:
        """Ends what still runs."""
        await self._transfers.close()


def _grouped(received: Received) -> dict[bytes, list[bytes]]:
    fields: dict[bytes, list[bytes]] = {}
    for name, value in received.headers:
        fields.setdefault(name, []).append(value)
    return fields


def _stays(url: str, status: int, location: bytes | None) -> bool:
    """Whether an answer redirects to the same host."""
    if location is None or not 300 <= status < 400:
        return False
    try:
        target = urljoin(url, location.decode("utf-8", "replace"))
        return urlsplit(target).hostname == urlsplit(url).hostname
    except ValueError:
        return False
