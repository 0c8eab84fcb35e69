"""Host and Origin of a request, and the headers of an answer, on every route."""

from collections.abc import Sequence

import anyio
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Message

from server.guard import HEADERS, Guard

Headers = Sequence[tuple[str, str]]


def answer(headers: Headers, path: str = "/", origins: Sequence[str] = ()) -> tuple[int, list[str]]:
    """(status, header names) of a GET with exactly these headers."""

    async def home(_request: Request) -> Response:
        return PlainTextResponse("inside")

    guard = Guard(
        Starlette(routes=[Route("/", home)]),
        ["localhost", "127.0.0.1", "[::1]", "Lens.example"],
        origins,
    )
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in headers],
    }
    anyio.run(guard, scope, receive, send)
    return sent[0]["status"], [name.decode() for name, _ in sent[0]["headers"]]


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:80", "localhost.", "127.0.0.1:8080", "[::1]:1", "lens.example:443"],
)
def test_known_hosts(host: str) -> None:
    assert answer([("host", host)])[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:localhost",
        "localhost:80:80",
        "localhost:",
        "localhost/evil",
        "user@localhost",
        "127.0.0.2",
        "::1",
        "[::1",
        "localhost\tx",
        "lóçalhost",
    ],
)
@pytest.mark.parametrize("path", ["/", "/nothing-here"])
def test_other_hosts_are_refused_on_every_route(host: str, path: str) -> None:
    assert answer([("host", host)], path)[0] == 421


@pytest.mark.parametrize("headers", [[], [("host", "localhost"), ("host", "evil.example")]])
def test_a_request_names_one_host(headers: Headers) -> None:
    assert answer(headers)[0] == 421


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:3000", 200),
        ("https://LENS.example", 200),
        ("https://desk.example", 200),
        ("https://desk.example:8443", 403),
        ("http://desk.example", 403),
        ("https://evil.example", 403),
        ("https://localhost.evil.example", 403),
        ("file://localhost", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_origins(origin: str, status: int) -> None:
    headers = [("host", "localhost"), ("origin", origin)]
    assert answer(headers, origins=["https://desk.example/"])[0] == status


@pytest.mark.parametrize("host", ["localhost", "evil.example"])
@pytest.mark.parametrize("path", ["/", "/nothing-here"])
def test_every_answer_carries_the_headers(host: str, path: str) -> None:
    assert set(HEADERS) <= set(answer([("host", host)], path)[1])
