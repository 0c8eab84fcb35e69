"""Politeness: how long a host is left alone between two requests, and for how long it asked."""

import asyncio
import random
import re
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC
from email.utils import parsedate_to_datetime
from itertools import count

from crawler.failures import HostPausedError, StoppedError

_JITTER = 0.1
_LONGEST_DELAY = 120.0
_LONGEST_PAUSE = 86_400.0
_RESERVED_SECONDS = 0.25
_SECONDS = re.compile(r"[0-9]{1,400}(?:\.[0-9]{1,9})?")


class _Host:
    """Who waits for a host, whether somebody is being served, and when the next may be."""

    def __init__(self, delay: float, ready: float) -> None:
        self.delay = delay
        self.ready = ready
        self.busy = False
        self.waiting: list[tuple[int, int]] = []
        self.changed = asyncio.Event()
        self.reserved: tuple[int, float] | None = None

    def next(self) -> tuple[int, int]:
        """Whose turn it is among those that wait."""
        first = self.reserved and [p for p in self.waiting if p[0] == self.reserved[0]]
        return min(first or self.waiting)

    def opens(self, order: int) -> float:
        """From when on a request of this order may be sent."""
        if self.reserved is None or self.reserved[0] == order:
            return self.ready
        return max(self.ready, self.reserved[1])

    def wake(self) -> None:
        """Lets everybody who waits look again."""
        self.changed.set()
        self.changed = asyncio.Event()


class Turns:
    """One request at a time to a host, each at least its delay after the one before.

    The delay runs from the end of a request, not from its start: between the moments at which two
    requests reach the host there is never less, however slow the first connection was made. The
    first turn also waits, because another process may just have left the host.
    """

    def __init__(self, delay: float, clock: Callable[[], float] = time.monotonic) -> None:
        """`delay` in seconds, for hosts that ask for nothing longer."""
        self._delay = delay
        self._clock = clock
        self._hosts: dict[str, _Host] = {}
        self._arrivals = count()
        self._stopped = False

    def ask_for(self, host: str, delay: float) -> None:
        """A host's robots.txt wants `delay` seconds; it only ever lengthens the delay."""
        state = self._state(host)
        longer = max(state.delay, min(delay, _LONGEST_DELAY))
        state.ready += longer - state.delay
        state.delay = longer

    def reserve(self, host: str, order: int) -> None:
        """The turn that is ending is followed by one more of the same `order`: a redirect's.

        What was begun is finished before another record is asked for, because that may make the
        host refuse everything. The reservation lapses when nothing comes.
        """
        self._state(host).reserved = (order, self._clock() + _RESERVED_SECONDS)

    def delay_of(self, host: str) -> float:
        """Seconds between two requests to `host`, without jitter."""
        return self._state(host).delay

    def stop(self) -> None:
        """Ends all waiting: who waits for a turn gets StoppedError."""
        self._stopped = True
        for state in self._hosts.values():
            state.wake()

    @asynccontextmanager
    async def turn(self, host: str, order: int = 0) -> AsyncIterator[None]:
        """Waits until `host` may be asked; its next turn comes a delay after the end of this one.

        Among those who wait, the lowest `order` is served first, then who came first.

        Raises:
            StoppedError: the crawl is being stopped.
        """
        state = self._state(host)
        place = (order, next(self._arrivals))
        state.waiting.append(place)
        try:
            await self._served(state, place)
            state.busy, state.reserved = True, None
        finally:
            state.waiting.remove(place)
            state.wake()
        asked = True
        try:
            yield
        except HostPausedError:
            asked = False
            raise
        finally:
            state.busy = False
            if asked:
                pause = state.delay * random.uniform(1, 1 + _JITTER)  # noqa: S311
                state.ready = self._clock() + pause
            state.wake()

    async def _served(self, state: _Host, place: tuple[int, int]) -> None:
        while not self._stopped:
            wait: float | None = None
            if not state.busy and state.next() == place:
                wait = state.opens(place[0]) - self._clock()
                if wait <= 0:
                    return
            with suppress(TimeoutError):
                await asyncio.wait_for(state.changed.wait(), wait)
        raise StoppedError

    def _state(self, host: str) -> _Host:
        if host not in self._hosts:
            self._hosts[host] = _Host(self._delay, self._clock() + self._delay)
        return self._hosts[host]


def retry_after(value: bytes | str | None, now: float) -> float | None:
    """Seconds that a Retry-After field asks for, in either form (RFC 9110, 10.2.3).

    `now` in seconds since the epoch; None for a missing or senseless value; at most a day.
    """
    if value is None:
        return None
    text = value.decode("ascii", "replace") if isinstance(value, bytes) else value
    text = text.strip()
    if _SECONDS.fullmatch(text):
        return min(float(text), _LONGEST_PAUSE)
    try:
        moment = parsedate_to_datetime(text)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return min(max(moment.timestamp() - now, 0.0), _LONGEST_PAUSE)
    except (ValueError, OverflowError):
        return None
