"""What the parts of one crawl share: settings, turns, pauses, counts. Lives for one crawl."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from crawler.failures import DownloadFailure, HostPausedError
from crawler.politeness import Turns, retry_after
from crawler.portals import bodies, data_go_kr
from store.blobs import Blobs
from store.queue import Queue
from store.settings import Settings
from store.vocabulary import FailureReason

_PAUSE_DELAYS = 6.0


@dataclass(slots=True)
class Hosts:
    """Hosts by the names that the store has for them: held, paused, requests not yet counted."""

    held: set[str] = field(default_factory=set)
    paused_until: dict[str, float] = field(default_factory=dict)
    requests: Counter[str] = field(default_factory=Counter)
    failures: Counter[str] = field(default_factory=Counter)


class Session:
    """One crawl of one process; `stop` tells that it is ending."""

    def __init__(
        self,
        queue: Queue,
        blobs: Blobs,
        settings: Settings,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.queue = queue
        self.blobs = blobs
        self.settings = settings
        self.stop = asyncio.Event()
        self.turns = Turns(settings.crawl_delay)
        self.hosts = Hosts()
        self.closers: list[Callable[[], Awaitable[None]]] = []
        self._clock = clock
        self._portal = urlsplit(settings.portal_data_go_kr_url).netloc

    def end(self) -> None:
        """Begins to end the crawl: nothing more is asked of anybody."""
        self.stop.set()
        self.turns.stop()

    @property
    def robot_name(self) -> str:
        """The product token of the user agent, which robots.txt groups are matched with."""
        return self.settings.user_agent.partition("/")[0].strip() or "public-data-lens"

    def address(self, url: str) -> str:
        """Where a URL is requested: the portal's own may be stood in for."""
        return data_go_kr.stand_in(url, self.settings.portal_data_go_kr_url)

    def host_of(self, url: str) -> str:
        """The store's name of the host that `url` is requested from."""
        split = urlsplit(url)
        if split.netloc == self._portal:
            return data_go_kr.MAIN_HOST
        return split.hostname or ""

    def hold(self, url: str) -> None:
        """Makes sure that the host of `url` may be asked, and by this process alone.

        Raises:
            HostPausedError: it asked to be left alone, or another process holds it.
        """
        name = self.host_of(url)
        until: float | None = self.hosts.paused_until.get(name, 0.0)
        if until is not None and until > self._clock():
            raise HostPausedError(until)
        if name in self.hosts.held:
            return
        until = self.queue.hold_host(name)
        if until is not None:
            raise HostPausedError(until)
        self.hosts.held.add(name)

    def heartbeat(self) -> None:
        """Prolongs the leases of this process; hosts are taken again when they are next asked."""
        self.queue.heartbeat()
        self.hosts.held.clear()

    def pause(self, url: str, seconds: float | None = None) -> DownloadFailure:
        """Leaves the host of `url` alone, in all processes.

        `seconds` is what the host asked for; without it the usual pause is taken. Returns the
        failure that the refused request ends with.
        """
        name = self.host_of(url)
        seconds = self._usual_pause if seconds is None else seconds
        until = self._clock() + seconds
        self.hosts.paused_until[name] = max(self.hosts.paused_until.get(name, 0.0), until)
        self.queue.pause_host(name, seconds)
        return DownloadFailure(FailureReason.RATE_LIMITED, retry_after=seconds)

    def check_refusal(self, url: str, status: int, headers: Mapping[bytes, bytes]) -> None:
        """Pauses the host and raises DownloadFailure(RATE_LIMITED) where the answer asks for it.

        That is status 429, status 503 with Retry-After, and a redirect into a waiting room;
        `headers` has lower-case names.
        """
        asked = retry_after(headers.get(b"retry-after"), self._clock())
        if status == 429 or (status == 503 and asked is not None):
            raise self.pause(url, asked)
        location = headers.get(b"location", b"").decode("latin-1")
        if 300 <= status < 400 and bodies.is_waiting_room_url(location):
            raise self.pause(url)

    @property
    def _usual_pause(self) -> float:
        return _PAUSE_DELAYS * self.settings.retry_base

    def count(self, url: str, *, failed: bool) -> None:
        """Counts one request to the host of `url`."""
        name = self.host_of(url)
        self.hosts.requests[name] += 1
        self.hosts.failures[name] += failed

    def write_counts(self) -> None:
        """Adds what was counted to the totals in the store."""
        for name, requests in self.hosts.requests.items():
            self.queue.count_requests(name, requests, self.hosts.failures[name])
        self.hosts.requests.clear()
        self.hosts.failures.clear()
