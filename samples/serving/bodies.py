"""Bodies: files with validators and ranges, and each way in which they fail to arrive."""

import asyncio
import hashlib
from datetime import UTC, datetime, time
from email.utils import format_datetime

from aiohttp import ETag, web

from samples.model import Behavior
from samples.serving import pages
from samples.serving.state import Served

LOGIN_PATH = "/uim/login/loginView.do"
WAITING_ROOM_PATH = "/waitingroom/main.html"
RETRY_AFTER = 3600
"""Seconds that the rate-limited listing asks a client to wait."""

_DRIP_SECONDS = 2.0
_DRIPS = 8
_MISSING_BYTES = 4096


async def respond(request: web.Request, served: Served) -> web.StreamResponse:
    """The body of a dataset, or the failure that its behaviour asks for."""
    match served.behavior:
        case Behavior.LOGIN:
            return redirect(f"{LOGIN_PATH}?login_error=2")
        case Behavior.WAITING_ROOM:
            return redirect(WAITING_ROOM_PATH)
        case Behavior.RATE_LIMITED:
            return web.Response(status=429, headers={"Retry-After": str(RETRY_AFTER)})
        case Behavior.SERVER_ERROR:
            return html(pages.ERROR, status=500)
        case Behavior.ALERT:
            return refused_file(_disposition(served))
        case _ if served.path is None:
            return refused_file()
    body = await asyncio.to_thread(served.path.read_bytes)
    if served.behavior is Behavior.TRUNCATED:
        return await _truncated(request, served, body)
    if served.behavior is Behavior.DRIP:
        return await _drip(request, served, body)
    return _file(request, served, body)


def html(text: str, status: int = 200) -> web.Response:
    return web.Response(text=text, status=status, content_type="text/html", charset="UTF-8")


def redirect(location: str) -> web.Response:
    return web.Response(status=302, headers={"Location": location})


def refused_file(disposition: str | None = None) -> web.Response:
    """A script that shows an alert, sent with status 200 as if it were the file."""
    headers = {"Content-Disposition": disposition} if disposition else {}
    return web.Response(
        body=pages.ALERT.encode(), content_type="application/octet-stream", headers=headers
    )


def _disposition(served: Served) -> str:
    """The name in raw UTF-8, which RFC 6266 does not allow and the portal does all the same."""
    return f'attachment; filename="{served.file_name}"'


def _uploaded(served: Served) -> datetime:
    return datetime.combine(datetime.fromisoformat(served.uploaded), time(9), UTC)


def _etag(served: Served, body: bytes) -> str:
    """Each upload has its own, even where its bytes are those of the one before."""
    return hashlib.sha256(f"{served.attachment_id}:".encode() + body).hexdigest()[:32]


def _headers(served: Served, body: bytes) -> dict[str, str]:
    return {
        "Content-Type": "application/octet-stream; charset=UTF-8",
        "Content-Disposition": _disposition(served),
        "ETag": f'"{_etag(served, body)}"',
        "Last-Modified": format_datetime(_uploaded(served), usegmt=True),
        "Accept-Ranges": "bytes",
    }


def _file(request: web.Request, served: Served, body: bytes) -> web.Response:
    """200, 206, 304 or 416, after RFC 9110 sections 13 and 14 (one range at most)."""
    headers = _headers(served, body)
    if _is_unchanged(request, served, body):
        kept = {name: headers[name] for name in ("ETag", "Last-Modified")}
        return web.Response(status=304, headers=kept)
    if "Range" not in request.headers or not _range_applies(request, headers):
        return web.Response(body=body, headers=headers)
    try:
        start, stop, _ = request.http_range.indices(len(body))
    except ValueError:
        start = stop = len(body)
    if start >= stop:
        return web.Response(status=416, headers={"Content-Range": f"bytes */{len(body)}"})
    headers["Content-Range"] = f"bytes {start}-{stop - 1}/{len(body)}"
    return web.Response(status=206, body=body[start:stop], headers=headers)


def _is_unchanged(request: web.Request, served: Served, body: bytes) -> bool:
    wanted: tuple[ETag, ...] | None = request.if_none_match
    if wanted is not None:
        return any(tag.value in ("*", _etag(served, body)) for tag in wanted)
    since = request.if_modified_since
    return since is not None and _uploaded(served) <= since


def _range_applies(request: web.Request, headers: dict[str, str]) -> bool:
    condition = request.headers.get("If-Range")
    return condition is None or condition in (headers["ETag"], headers["Last-Modified"])


async def _truncated(request: web.Request, served: Served, body: bytes) -> web.StreamResponse:
    """Promises more bytes than it sends, then drops the connection."""
    response = web.StreamResponse(headers=_headers(served, body))
    response.content_length = len(body) + _MISSING_BYTES
    await response.prepare(request)
    await response.write(body)
    if request.transport is not None:
        request.transport.close()
    return response


async def _drip(request: web.Request, served: Served, body: bytes) -> web.StreamResponse:
    """The whole file in pieces over about two seconds."""
    response = web.StreamResponse(headers=_headers(served, body))
    response.content_length = len(body)
    await response.prepare(request)
    size = -(-len(body) // _DRIPS)
    for start in range(0, len(body), size):
        await response.write(body[start : start + size])
        await asyncio.sleep(_DRIP_SECONDS / _DRIPS)
    await response.write_eof()
    return response
