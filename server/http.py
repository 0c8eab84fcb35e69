"""HTTP: MCP at `/mcp`, REST at `/api/`, documents, health, a page; one Starlette application."""

import contextlib
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from typing import Any

import uvicorn
from anyio.to_thread import run_sync
from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from server.api import failed, routes
from server.dashboard.home import home_page, stylesheet
from server.errors import ToolError, internal
from server.guard import Guard
from server.mcp import make_server
from server.tools import Tools
from store.vocabulary import ErrorCode

_ENDING = (signal.SIGINT, signal.SIGTERM)
_BACKLOG = 512
_SHUTDOWN_SECONDS = 10
_COMPRESSED_FROM = 1_024
"""Bytes from which on an answer is worth compressing."""


def make_app(
    tools: Tools, *, allowed_hosts: Iterable[str], allowed_origins: Iterable[str] = ()
) -> Starlette:
    """The application; see `server.guard.Guard` for what the two lists hold."""
    server = make_server(tools)
    # The SDK would check its own route only; Guard covers all of them.
    unchecked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    mcp_app = server.streamable_http_app(
        streamable_http_path="/mcp",
        stateless_http=True,
        json_response=True,
        transport_security=unchecked,
    )

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with server.session_manager.run():
            yield

    async def healthz(_request: Request) -> Response:
        return await run_sync(_health, tools)

    async def home(request: Request) -> Response:
        return await run_sync(home_page, tools, str(request.base_url))

    return Starlette(
        routes=[
            Route("/", home),
            Route("/healthz", healthz),
            Route("/style.css", stylesheet),
            *routes(tools),
            *mcp_app.routes,
        ],
        middleware=[
            Middleware(Guard, allowed_hosts, allowed_origins),
            Middleware(GZipMiddleware, minimum_size=_COMPRESSED_FROM),
        ],
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        lifespan=lifespan,
    )


def serve_http(
    app: Starlette, host: str, port: int, ready: Callable[[str], None] | None = None
) -> None:
    """Serves until SIGINT or SIGTERM, then finishes the calls under way (10 s at most).

    Port 0 takes any free port. `ready` is called with the URL once connections are accepted. There
    is no access log: the product writes down no one's questions.

    Raises:
        OSError: the address cannot be listened on.
    """
    with _listen(host, port) as listener:
        if ready is not None:
            ready(_url(listener))
        config = uvicorn.Config(
            app,
            access_log=False,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=_SHUTDOWN_SECONDS,
        )
        _Server(config).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Ends normally when told to by a signal; uvicorn's own would die of it after its shutdown."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {number: signal.signal(number, self.handle_exit) for number in _ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _listen(host: str, port: int) -> socket.socket:
    name = host.strip("[]")
    family = socket.AF_INET6 if ":" in name else socket.AF_INET
    return socket.create_server((name, port), family=family, backlog=_BACKLOG)


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _health(tools: Tools) -> JSONResponse:
    try:
        info = tools.release().info
    except ToolError as error:
        return failed(error)
    return JSONResponse(
        {"status": "ok", "release": info.release_id, "snapshot": info.snapshot},
        headers={"cache-control": "no-store"},
    )


async def _http_error(_request: Request, error: Exception) -> Response:
    """404, 405 and their like; the contract has no code of its own for a wrong address."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    headers: Any = error.headers if isinstance(error, HTTPException) else None
    message = "그런 주소가 없습니다." if status == 404 else "이 주소에 쓸 수 없는 요청입니다."
    body = ToolError(ErrorCode.INVALID_ARGUMENT, message, {"status": status}).envelope()
    return JSONResponse(body, status_code=status, headers=headers)


async def _fault(_request: Request, _error: Exception) -> Response:
    return JSONResponse(internal().envelope(), status_code=500)
