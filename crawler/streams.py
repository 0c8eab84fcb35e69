"""What a body passes through on its way to disk: decompression, hash, size and speed limits."""

import hashlib
import time
import zlib
from collections.abc import Callable, Iterator
from typing import BinaryIO

from crawler.failures import DownloadFailure
from store.vocabulary import FailureReason

HEAD_BYTES = 2048

_BLOCK = 1 << 18
_WINDOW_BITS = {"gzip": 31, "x-gzip": 31, "deflate": 15}


class Speed:
    """The least speed of a transfer, judged over consecutive windows of seconds."""

    def __init__(
        self, least: int, window: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """`least` is in bytes per second; 0 sets no limit."""
        self._least = least
        self._window = window
        self._clock = clock
        self._since = clock()
        self._bytes = 0

    def add(self, size: int) -> None:
        """Counts bytes; raises DownloadFailure(TIME_LIMIT) when a whole window was too slow."""
        self._bytes += size
        elapsed = self._clock() - self._since
        if elapsed < self._window:
            return
        if self._bytes < self._least * elapsed:
            raise DownloadFailure(FailureReason.TIME_LIMIT, "below the least speed")
        self._since, self._bytes = self._clock(), 0


class Decoder:
    """Undoes a Content-Encoding that came although none was asked for, in bounded blocks."""

    def __init__(self, content_encoding: str | None) -> None:
        """gzip and deflate are undone; any other coding is passed on as it is."""
        coding = (content_encoding or "").strip().lower()
        bits = _WINDOW_BITS.get(coding)
        self._inflate = zlib.decompressobj(bits) if bits else None

    def feed(self, data: bytes) -> Iterator[bytes]:
        """The plain blocks of `data`; raises DownloadFailure(TRUNCATED) when it is broken."""
        if self._inflate is None:
            yield data
            return
        while data:
            try:
                block = self._inflate.decompress(data, _BLOCK)
            except zlib.error as error:
                raise DownloadFailure(FailureReason.TRUNCATED, "broken compression") from error
            data = self._inflate.unconsumed_tail
            if block:
                yield block

    def finish(self) -> None:
        """Raises DownloadFailure(TRUNCATED) when compressed data ended early."""
        if self._inflate is not None and not self._inflate.eof:
            raise DownloadFailure(FailureReason.TRUNCATED, "compressed data ended early")


class Sink:
    """A file that is written while its sha256, size and first 2 KB are taken."""

    def __init__(self, file: BinaryIO, limit: int) -> None:
        """`limit` is the largest size in bytes."""
        self._file = file
        self._limit = limit
        self._sha256 = hashlib.sha256()
        self.size = 0
        self.head = b""

    def add(self, block: bytes) -> None:
        """Writes a block; raises DownloadFailure(TOO_LARGE) instead of passing the limit."""
        self.expect(len(block))
        self._file.write(block)
        self._sha256.update(block)
        self.size += len(block)
        if len(self.head) < HEAD_BYTES:
            self.head += block[: HEAD_BYTES - len(self.head)]

    def expect(self, more: int) -> None:
        """Raises DownloadFailure(TOO_LARGE) when `more` further bytes would pass the limit."""
        if self.size + more > self._limit:
            raise DownloadFailure(FailureReason.TOO_LARGE, f"more than {self._limit} bytes")

    @property
    def sha256(self) -> str:
        """Of everything added so far, in hex."""
        return self._sha256.hexdigest()
