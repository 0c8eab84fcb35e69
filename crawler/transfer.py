"""HTTP transfers that put bodies on disk, never in memory.

The client is aiohttp with everything switched off that a stranger's server could use: redirects,
cookies and proxies of the client's own; certificates and addresses are checked, time and size are
bounded. Independent of Scrapy, so that it can be tested against a plain server.
"""

import asyncio
import errno
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

from crawler import parts
from crawler.addresses import SCHEMES, Address, guarded_sockets, watch_refusals
from crawler.failures import DiskFullError, DownloadFailure
from crawler.streams import Decoder, Sink, Speed
from store.settings import Settings
from store.vocabulary import FailureReason

BODY_IN_MEMORY = 4 << 20

_CHUNK = 1 << 16
_DISK_CHECK_BYTES = 64 << 20
_AUTOMATIC_HEADERS = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
_CONDITIONAL = ("if-none-match", "if-modified-since")

Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Stored:
    """A finished body on disk: where, how many bytes, their sha256 (hex) and the first 2 KB."""

    path: Path
    size: int
    sha256: str
    head: bytes


@dataclass(frozen=True, slots=True)
class Received:
    """Status, raw header fields, and the body: in memory, or on disk where `stored` is set."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes = b""
    stored: Stored | None = None


class Transfers:
    """Makes HTTP requests. To be used within one event loop; `close` at the end."""

    def __init__(self, settings: Settings, free_bytes: Callable[[], int]) -> None:
        """`free_bytes` tells the free space of the disk that parts are written to."""
        self._settings = settings
        self._free_bytes = free_bytes
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,
                socket_factory=guarded_sockets(settings.allowed_private_networks),
                ssl=ssl.create_default_context(),
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            skip_auto_headers=_AUTOMATIC_HEADERS,
            timeout=aiohttp.ClientTimeout(
                total=None,
                connect=settings.connect_timeout,
                sock_connect=settings.connect_timeout,
                sock_read=settings.idle_timeout,
            ),
        )

    async def close(self) -> None:
        """Ends every transfer at once and gives up all connections."""
        await self._session.close()

    async def request(
        self, method: str, url: str, headers: Headers = (), body: bytes = b""
    ) -> Received:
        """One request whose answer is kept in memory.

        Raises:
            DownloadFailure: no complete answer of at most 4 MiB came.
        """
        async with self._open(method, url, headers, body) as response:
            return await self._in_memory(response)

    async def fetch(self, url: str, part: Path, headers: Headers = ()) -> Received:
        """One GET whose body goes to `part` where the status is 200, else into memory.

        A part that an earlier attempt left is continued where the server still has the same
        content under a strong entity tag (RFC 9110, 13.1.5 and 14.2).

        Raises:
            DownloadFailure: the body did not arrive completely, or is larger than allowed.
            DiskFullError: too little disk is free.
        """
        self._check_disk()
        start = parts.resumable(part, url)
        if start is not None:
            kept = [pair for pair in headers if pair[0].lower() not in _CONDITIONAL]
            headers = [*kept, ("Range", f"bytes={start.size}-"), ("If-Range", start.etag)]
        async with self._open("GET", url, headers, b"") as response:
            if response.status == 200:
                etag = None if _coding(response) else response.headers.get("ETag")
                with parts.create(part, url, etag) as file:
                    return await self._to_disk(response, part, Sink(file, self._limit), file)
            if response.status == 206 and start is not None:
                return await self._continue(response, part, start)
            if response.status in (206, 416):
                parts.discard(part)
                raise DownloadFailure(FailureReason.TRUNCATED, "the range was not honoured")
            return await self._in_memory(response)

    @property
    def _patience(self) -> float:
        """Seconds until the header fields must be complete: a byte now and then is no answer."""
        return self._settings.connect_timeout + self._settings.idle_timeout

    @property
    def _limit(self) -> int:
        return self._settings.max_file_bytes

    async def _continue(
        self, response: aiohttp.ClientResponse, part: Path, start: parts.Resumable
    ) -> Received:
        if not response.headers.get("Content-Range", "").startswith(f"bytes {start.size}-"):
            parts.discard(part)
            raise DownloadFailure(FailureReason.TRUNCATED, "another range came than asked for")
        file, blocks = parts.copy(part, start)
        with file:
            sink = Sink(file, self._limit)
            for block in blocks:
                sink.add(block)
            return await self._to_disk(response, part, sink, file)

    async def _to_disk(
        self,
        response: aiohttp.ClientResponse,
        part: Path,
        sink: Sink,
        file: BinaryIO,
    ) -> Received:
        next_check = _DISK_CHECK_BYTES
        try:
            sink.expect(response.content_length or 0)
            async for block in self._blocks(response):
                sink.add(block)
                if sink.size >= next_check:
                    next_check += _DISK_CHECK_BYTES
                    self._check_disk()
            file.flush()
        except OSError as error:
            if error.errno == errno.ENOSPC:
                raise DiskFullError("no space is left for downloads") from error
            raise
        parts.check_own(part, file)
        return Received(
            200,
            tuple(response.raw_headers),
            stored=Stored(part, sink.size, sink.sha256, sink.head),
        )

    async def _in_memory(self, response: aiohttp.ClientResponse) -> Received:
        body = bytearray()
        async for block in self._blocks(response):
            body += block
            if len(body) > BODY_IN_MEMORY and response.status >= 400:
                break  # the status says it all
            if len(body) > BODY_IN_MEMORY:
                raise DownloadFailure(FailureReason.TOO_LARGE, "an answer beyond 4 MiB")
        return Received(response.status, tuple(response.raw_headers), bytes(body))

    async def _blocks(self, response: aiohttp.ClientResponse) -> AsyncIterator[bytes]:
        speed = Speed(self._settings.min_bytes_per_second, self._settings.min_speed_window)
        decoder, received = Decoder(_coding(response)), False
        chunks = response.content.iter_chunked(_CHUNK)
        while True:
            # Bytes that are no data (chunk extensions) keep the connection busy, not the transfer.
            async with asyncio.timeout(self._settings.min_speed_window):
                data = await anext(chunks, None)
            if data is None:
                break
            received = True
            speed.add(len(data))
            for block in decoder.feed(data):
                yield block
        if received:
            decoder.finish()

    def _check_disk(self) -> None:
        if self._free_bytes() < self._settings.min_free_bytes:
            raise DiskFullError(
                f"less than {self._settings.min_free_bytes} bytes are free for downloads"
            )

    @asynccontextmanager
    async def _open(
        self, method: str, url: str, headers: Headers, body: bytes
    ) -> AsyncIterator[aiohttp.ClientResponse]:
        if urlsplit(url).scheme not in SCHEMES:
            raise DownloadFailure(FailureReason.FORBIDDEN_ADDRESS, "neither http nor https")
        refused = watch_refusals()
        try:
            async with (
                asyncio.timeout(self._patience) as until_answered,
                self._session.request(
                    method,
                    URL(url, encoded=True),
                    data=body or None,
                    headers=list(headers),
                    allow_redirects=False,
                ) as response,
            ):
                until_answered.reschedule(None)
                yield response
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise _failure(error, refused) from error


def _coding(response: aiohttp.ClientResponse) -> str | None:
    coding = response.headers.get("Content-Encoding")
    return None if coding is None or coding.strip().lower() == "identity" else coding


def _failure(error: Exception, refused: Sequence[Address]) -> DownloadFailure:
    """The reason behind what aiohttp raised; the first line that fits decides."""
    reason = FailureReason.CONNECT_ERROR
    unconnected = isinstance(error, aiohttp.ClientConnectorError)
    # A URL is invalid to aiohttp where its host is an address in disguise, such as 127.1.
    if isinstance(error, aiohttp.InvalidURL) or (unconnected and refused):
        reason = FailureReason.FORBIDDEN_ADDRESS
    elif isinstance(error, (aiohttp.ClientSSLError, ssl.SSLError)):
        reason = FailureReason.TLS_ERROR
    elif isinstance(error, aiohttp.ConnectionTimeoutError):
        reason = FailureReason.CONNECT_ERROR
    elif isinstance(error, (TimeoutError, aiohttp.ClientPayloadError)):
        reason = FailureReason.TRUNCATED
    elif isinstance(error, aiohttp.ClientResponseError):
        reason = FailureReason.HTTP_ERROR
    elif isinstance(error, ValueError) and not isinstance(error, aiohttp.ClientError):
        reason = FailureReason.NOT_FOUND  # the address is no URL
    return DownloadFailure(reason, type(error).__name__)
