"""What every HTTP request must pass, and what every answer carries: one ASGI middleware.

The Host check keeps a foreign name that was pointed at this machine (DNS rebinding) from reading
it; the Origin check keeps pages of other sites from calling it (MCP, streamable HTTP transport,
security warning). Both cover every route.
"""

import re
from collections.abc import Iterable

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from server.errors import ToolError
from store.vocabulary import ErrorCode

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?", re.ASCII)
_ORIGIN = re.compile(r"https?://(?P<host>[^/]+)", re.ASCII)

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Guard:
    """Refuses requests for other hosts (421) and from other origins (403).

    `allowed_hosts` are names without a port (`localhost`, `[::1]`); any port is accepted.
    `allowed_origins` are whole origins (`https://host:port`) that are accepted besides those of the
    allowed hosts themselves. A request without an Origin is not one of another site.
    """

    def __init__(
        self, app: ASGIApp, allowed_hosts: Iterable[str], allowed_origins: Iterable[str] = ()
    ) -> None:
        self._app = app
        self._hosts = {host.lower() for host in allowed_hosts}
        self._origins = {origin.lower().rstrip("/") for origin in allowed_origins}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refused = self._refusal(Headers(scope=scope))
        await (refused or self._app)(scope, receive, send_guarded)

    def _refusal(self, headers: Headers) -> JSONResponse | None:
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or not self._known(hosts[0]):
            return _refused(421, "이 주소로는 답하지 않습니다. 허용된 Host를 쓰십시오.")
        if len(origins) > 1 or not all(self._trusted(origin) for origin in origins):
            return _refused(403, "다른 출처의 웹 페이지에서 온 요청은 받지 않습니다.")
        return None

    def _known(self, host: str) -> bool:
        match = _HOST.fullmatch(host.lower())
        return match is not None and match["name"].rstrip(".") in self._hosts

    def _trusted(self, origin: str) -> bool:
        match = _ORIGIN.fullmatch(origin.lower())
        return origin.lower() in self._origins or (match is not None and self._known(match["host"]))


def _refused(status: int, message: str) -> JSONResponse:
    error = ToolError(ErrorCode.INVALID_ARGUMENT, message)
    return JSONResponse(error.envelope(), status_code=status)
