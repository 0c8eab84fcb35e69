"""Serves the samples as a portal on loopback: `python -m samples.portal DIR --port 8100`."""

import argparse
import asyncio
import threading
from concurrent.futures import Future
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import web

from samples.model import EDITIONS
from samples.serving.site import build
from samples.serving.state import Asked, State

_SECOND_LOOPBACK = "127.0.0.2"
_STOP_SECONDS = 10.0


class SamplePortal:
    """A running portal, as a context manager; it works in a thread of its own.

    `directory` is one that `samples.make` filled. `port` 0 takes a free one. `url` is the portal's
    origin, `agency_url` that of the site that LINK listings lead to: another loopback address where
    the machine has one, so that the two are two hosts, else the same. `edition` may be changed
    while it runs. `requests` records what was asked of either.

    Raises FileNotFoundError where the directory holds no samples, ValueError for an unknown
    edition or an unreadable `portal.json`, OSError where the port is taken, OverflowError where
    it is no port number.
    """

    def __init__(
        self, directory: Path, edition: str = EDITIONS[0], host: str = "127.0.0.1", port: int = 0
    ) -> None:
        self._state = State(directory, edition)
        self._host = host
        self._port = port
        self._stop: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://{self._host}:{self._port}"

    @property
    def agency_url(self) -> str:
        return self._state.agency_url

    @property
    def edition(self) -> str:
        return self._state.edition

    @edition.setter
    def edition(self, edition: str) -> None:
        self._state.edition = edition

    @property
    def requests(self) -> list[Asked]:
        return self._state.requests

    def __enter__(self) -> Self:
        started: Future[int] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._run(started)), name="sample-portal", daemon=True
        )
        self._thread.start()
        self._port = started.result()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._loop and self._stop and self._thread:
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join(_STOP_SECONDS)

    async def _run(self, started: "Future[int]") -> None:
        """Serves until told to stop; tells `started` the port, or why there is none."""
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        runner = web.AppRunner(build(self._state), access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            try:
                port = await self._listen(runner)
            except (OSError, OverflowError) as error:
                started.set_exception(error)
                return
            started.set_result(port)
            await self._stop.wait()
        finally:
            await runner.cleanup()

    async def _listen(self, runner: web.AppRunner) -> int:
        await web.TCPSite(runner, self._host, self._port).start()
        port = int(runner.addresses[0][1])
        agency_host = self._host
        if self._host == "127.0.0.1":
            try:
                await web.TCPSite(runner, _SECOND_LOOPBACK, port).start()
                agency_host = _SECOND_LOOPBACK
            except OSError:
                # macOS has one loopback address only; the agency then shares the portal's.
                agency_host = self._host
        self._state.agency_url = f"http://{agency_host}:{port}"
        return port


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m samples.portal", description="Serves a directory of samples on loopback."
    )
    parser.add_argument("directory", type=Path)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8100)
    parser.add_argument("--edition", choices=EDITIONS, default=EDITIONS[0])
    given = parser.parse_args()
    try:
        with SamplePortal(given.directory, given.edition, given.host, given.port) as portal:
            line = f"{portal.url} serves edition {portal.edition}; stop with Ctrl-C"
            print(line, flush=True)  # noqa: T201
            threading.Event().wait()
    except KeyboardInterrupt:
        return
    except (OSError, OverflowError, ValueError) as error:
        parser.exit(1, f"the samples cannot be served: {error}\n")


if __name__ == "__main__":
    main()
