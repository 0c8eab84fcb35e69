"""A real HTTP server on loopback for tests, in a thread of its own."""

import asyncio
import ssl
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it reached the server: seconds (monotonic), method, path with query."""

    at: float
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class Server:
    """Answers what `routes` say (path -> handler) and 404 otherwise; `asked` records all."""

    routes: dict[str, Handler]
    host: str = "127.0.0.1"
    port: int = 0
    tls: ssl.SSLContext | None = None
    asked: list[Asked] = field(default_factory=list)
    _stop: Callable[[], object] | None = None
    _thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def paths(self) -> list[str]:
        return [asked.path for asked in self.asked]

    def __enter__(self) -> Self:
        started: Future[int] = Future()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._serve(started)), daemon=True
        )
        self._thread.start()
        self.port = started.result(10)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stop and self._thread:
            self._stop()
            self._thread.join(10)

    async def _serve(self, started: "Future[int]") -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        self._stop = lambda: loop.call_soon_threadsafe(stop.set)
        server = web.Server(self._answer)
        runner = web.ServerRunner(server, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, self.host, self.port, ssl_context=self.tls)
        await site.start()
        started.set_result(runner.addresses[0][1])
        await stop.wait()
        await runner.cleanup()

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        body = await request.read()
        self.asked.append(
            Asked(time.monotonic(), request.method, request.path_qs, dict(request.headers), body)
        )
        handler = self.routes.get(request.path)
        if handler is None:
            return web.Response(status=404)
        return await handler(request)  # type: ignore[arg-type]


def fixed(body: bytes, status: int = 200, **headers: str) -> Handler:
    """Always the same answer; header names are written with underscores."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    async def answer(request: web.Request) -> web.Response:
        return web.Response(body=body, status=status, headers=named)

    return answer
