"""HTTP on loopback: MCP with the official client, health, the page, and refusals."""

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import uvicorn
from mcp import Client
from starlette.applications import Starlette

from server import contract
from server.guard import HEADERS
from server.http import make_app, serve_http
from server.tools import Tools
from tests.server import catalogue as made
from tests.server.test_matrix import BASE, assert_valid

ROOT = Path(__file__).resolve().parents[2]
HOSTS = ("127.0.0.1", "localhost")


@contextmanager
def running(app: Starlette) -> Iterator[str]:
    """Serves on a free port of loopback; gives the URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, access_log=False, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        deadline = time.monotonic() + 10
        while not server.started and time.monotonic() < deadline:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture(scope="module")
def url(tools: Tools) -> Iterator[str]:
    """A served catalogue."""
    with running(make_app(tools, allowed_hosts=HOSTS)) as served:
        yield served


def request(
    url: str, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[HTTPResponse, bytes]:
    """One request, with `_` in header names for `-`."""
    place = urlsplit(url)
    connection = HTTPConnection(place.hostname or "", place.port, timeout=10)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, named)
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def message(method: str = "tools/list", **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()


def post(url: str, body: bytes, **headers: str) -> tuple[HTTPResponse, bytes]:
    given = {
        "content_type": "application/json",
        "accept": "application/json, text/event-stream",
        "mcp_protocol_version": "2025-11-25",
    }
    return request(url, "/mcp", "POST", body, **(given | headers))


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_official_client(url: str, mode: Any) -> None:
    async with Client(f"{url}/mcp", mode=mode) as client:
        for tool in (await client.list_tools()).tools:
            assert tool.input_schema == contract.input_schema(tool.name)
            assert tool.output_schema == contract.output_schema(tool.name)
        for name, arguments in BASE.items():
            result = await client.call_tool(name, arguments)
            body: Any = result.structured_content
            assert_valid(name, body)
        failed = await client.call_tool("get_dataset", {"recordId": "nothing"})
        assert failed.is_error
        assert failed.structured_content is None


def test_mcp_answers_where_it_says_without_a_redirect(url: str) -> None:
    response, body = post(url, message())
    assert response.status == 200
    assert response.headers.get_content_type() == "application/json"
    assert len(json.loads(body)["result"]["tools"]) == 6


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        (b"{", {}, 400),
        (b"[]", {}, 400),
        (b'{"jsonrpc":"2.0","id":1}', {}, 400),
        (b"\xff\xfe", {}, 400),
        (message(), {"content_type": "text/plain"}, 400),
        (b"x" * (5 << 20), {}, 413),
        (message(), {"host": "evil.example"}, 421),
        (message(), {"host": "127.0.0.1.evil.example"}, 421),
        (message(), {"origin": "https://evil.example"}, 403),
        (message(), {"origin": "null"}, 403),
        (message(), {"origin": "http://localhost:5173"}, 200),
    ],
)
def test_what_mcp_refuses(url: str, body: bytes, headers: dict[str, str], status: int) -> None:
    response, said = post(url, body, **headers)
    assert response.status == status
    assert b"Traceback" not in said


@pytest.mark.parametrize("arguments", [[], "x", 1])
def test_arguments_that_are_no_object(url: str, arguments: Any) -> None:
    response, said = post(url, message("tools/call", name="get_context", arguments=arguments))
    assert response.status in (200, 400)
    assert json.loads(said)["error"]["code"] == -32602


@pytest.mark.parametrize("path", ["/", "/healthz", "/style.css", "/mcp", "/nothing", "/healthz/"])
def test_every_route_checks_the_host_and_carries_the_headers(url: str, path: str) -> None:
    for host, refused in (("127.0.0.1", False), ("localhost:1", False), ("evil.example", True)):
        response, _ = request(url, path, "HEAD" if path == "/mcp" else "GET", host=host)
        assert (response.status == 421) is refused
        assert all(response.headers[name] == value for name, value in HEADERS.items())


def test_health(url: str) -> None:
    response, body = request(url, "/healthz")
    assert response.status == 200
    said = json.loads(body)
    assert said["status"] == "ok"
    assert said["release"].startswith(said["snapshot"])


def test_nothing_published(unpublished: Tools) -> None:
    with running(make_app(unpublished, allowed_hosts=HOSTS)) as url:
        response, body = request(url, "/healthz")
        assert response.status == 503
        assert json.loads(body)["error"]["code"] == "INDEX_NOT_READY"
        response, body = request(url, "/")
        assert response.status == 503
        assert "아직 공개된 릴리스가 없습니다" in body.decode()


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/nothing", "GET", 404),
        ("/../etc/passwd", "GET", 404),
        ("/%00", "GET", 404),
        ("/healthz", "DELETE", 405),
        ("/", "POST", 405),
    ],
)
def test_wrong_addresses_are_answered_in_json(
    url: str, path: str, method: str, status: int
) -> None:
    response, body = request(url, path, method)
    assert response.status == status
    contract.error_validator("get_context").validate(json.loads(body))


def test_the_page_says_what_is_here_and_how_to_connect(url: str) -> None:
    response, body = request(url, "/")
    page = body.decode()
    assert response.status == 200
    assert "2026-08" in page
    assert f"{url}/mcp" in page
    assert "<td>43</td>" in page
    assert "<code>PARTIAL</code></th><td>1</td>" in page
    assert "{" not in page.split("<h2>연결하기")[0]
    assert "<style" not in page
    assert "<script" not in page
    assert request(url, "/style.css")[0].headers.get_content_type() == "text/css"


def test_a_fault_says_nothing(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_tools: Tools) -> None:
        raise RuntimeError("/srv/secret.db")

    with running(make_app(tools, allowed_hosts=HOSTS)) as url:
        monkeypatch.setattr(Tools, "release", crash)
        response, body = request(url, "/healthz")
    assert response.status == 500
    assert json.loads(body)["error"]["code"] == "INTERNAL_ERROR"
    assert b"secret" not in body


def test_eight_clients_at_once(url: str) -> None:
    answers: list[int] = []
    call = message("tools/call", name="search_datasets", arguments={"query": "민원 통계"})

    def ask() -> None:
        for _ in range(10):
            response, body = post(url, call)
            total = json.loads(body)["result"]["structuredContent"]["data"]["totalEstimate"]
            answers.append(total if response.status == 200 else -1)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [len(made.FILLERS)] * 80


SERVE = """
import sys
from pathlib import Path
from server.http import make_app, serve_http
from server.tools import Tools
from store.release import Releases
tools = Tools(Releases(Path(sys.argv[1])))
app = make_app(tools, allowed_hosts=["127.0.0.1"])
serve_http(app, "127.0.0.1", int(sys.argv[2]), ready=lambda url: print(url, flush=True))
print("ended", flush=True)
"""


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_served_until_told_to_end(home: made.Home, ending: signal.Signals) -> None:
    command = [sys.executable, "-c", SERVE, str(home.releases), "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        assert request(url, "/healthz")[0].status == 200
        assert post(url, message())[0].status == 200
        process.send_signal(ending)
        assert process.stdout.read() == "ended\n"
        assert process.wait(10) == 0


def test_a_port_in_use_is_an_os_error(tools: Tools) -> None:
    app = make_app(tools, allowed_hosts=HOSTS)
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        serve_http(app, "127.0.0.1", taken.getsockname()[1])
