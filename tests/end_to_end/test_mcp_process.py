"""`pdl serve` as a host starts it: over standard input and output, and over HTTP."""

import json
import socket
import time
import urllib.request
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from tests import pdl
from tests.store import making


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("serve") / "home"
    folder.mkdir()
    store = making.database(folder)
    making.put(store, [making.record("1", title="가람시_공영주차장 현황")])
    store.close()
    assert pdl.run(folder, "publish").returncode == 0
    return folder


async def _first_title(target: object) -> str:
    async with Client(target) as client:  # type: ignore[arg-type]
        answer = await client.call_tool("search_datasets", {"query": "주차장"})
    assert answer.structured_content is not None
    title: str = answer.structured_content["data"]["items"][0]["title"]
    return title


@pytest.mark.anyio
async def test_over_standard_streams(home: Path) -> None:
    command, *words = pdl.COMMAND
    server = StdioServerParameters(
        command=command,
        args=[*words, "serve", "--stdio"],
        env=pdl.environment(home),
        cwd=str(home),
    )
    assert await _first_title(server) == "가람시_공영주차장 현황"


@pytest.mark.anyio
async def test_over_http(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = pdl.start(home, "serve", "--port", str(port))
    try:
        health = wait_for(f"http://127.0.0.1:{port}/healthz")
        assert json.loads(health)["status"] == "ok"
        assert await _first_title(f"http://127.0.0.1:{port}/mcp") == "가람시_공영주차장 현황"
    finally:
        process.terminate()
        assert process.wait(10) in (0, -15)


def wait_for(url: str) -> bytes:
    deadline = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(url, timeout=2) as response:
                body: bytes = response.read()
                return body
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_a_port_that_is_taken(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ended = pdl.run(home, "serve", "--port", str(taken.getsockname()[1]))
    assert ended.returncode == 1
    assert "pdl: " in ended.stderr
    assert "Traceback" not in ended.stderr
