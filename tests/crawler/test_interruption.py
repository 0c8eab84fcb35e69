"""Crawls in processes of their own: side by side, told to stop, and killed."""

import asyncio
import hashlib
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiohttp import web

from store.queue import Stage, State
from store.vocabulary import Delivery
from tests.crawler.crawling import Home, ended, home, start_crawl
from tests.crawler.serving import Handler, Server, fixed
from tests.store.making import record

NOWHERE = "http://127.0.0.9:9"
_PIECES = 4


def content(name: str) -> bytes:
    return b"name,value\r\n" + f"{name},1\r\n".encode() * 2_000


def slow_file(name: str, seconds: float) -> Handler:
    """A file in pieces over `seconds`, with a strong entity tag and ranges."""
    body = content(name)

    async def answer(request: web.Request) -> web.StreamResponse:
        start, status, headers = 0, 200, {"ETag": f'"{name}"'}
        if request.headers.get("If-Range") == f'"{name}"':
            start, status = int(request.headers["Range"][6:-1]), 206
            headers["Content-Range"] = f"bytes {start}-{len(body) - 1}/{len(body)}"
        response = web.StreamResponse(status=status, headers=headers)
        response.content_length = len(body) - start
        await response.prepare(request)
        size = -(-len(body) // _PIECES)
        for begin in range(start, len(body), size):
            await response.write(body[begin : begin + size])
            await asyncio.sleep(seconds / _PIECES)
        return response

    return answer


@contextmanager
def hosts(count: int, files: int, seconds: float) -> Iterator[list[Server]]:
    """`count` hosts on loopback with `files` files each."""
    servers = []
    for number in range(count):
        routes = {f"/{number}-{n}": slow_file(f"{number}-{n}", seconds) for n in range(files)}
        robots = {"/robots.txt": fixed(b"")}
        servers.append(Server({**robots, **routes}, host=f"127.0.0.{number + 1}"))
    entered: list[Server] = []
    try:
        entered.extend(server.__enter__() for server in servers)
        yield entered
    finally:
        for server in entered:
            server.__exit__(None, None, None)


def fill(place: Home, servers: list[Server]) -> None:
    place.put(
        *(
            record(path[1:], list_url=f"{server.url}{path}", delivery=Delivery.UNKNOWN)
            for server in servers
            for path in server.routes
            if path != "/robots.txt"
        )
    )


def assert_complete(place: Home, servers: list[Server]) -> None:
    """Every listing was downloaded: one job each, its bytes under their hash."""
    names = [path[1:] for server in servers for path in server.routes if path != "/robots.txt"]
    rows = place.rows("SELECT record_id, stage, state, reason, attempts, sha256 FROM job")
    assert sorted(row.record_id for row in rows) == sorted(names)
    for row in rows:
        assert (row.stage, row.state, row.reason) == (Stage.PROFILE, State.QUEUED, None)
        assert row.sha256 == hashlib.sha256(content(row.record_id)).hexdigest()
    assert place.blobs() == {row.sha256 for row in rows}
    for row in rows:
        path = place.settings.home / "blobs" / row.sha256[:2] / row.sha256
        assert path.read_bytes() == content(row.record_id)


def until(condition: str, place: Home, seconds: float = 20.0) -> None:
    """Waits until a query's count is not 0."""
    deadline = time.monotonic() + seconds
    while not place.rows(condition)[0][0]:
        assert time.monotonic() < deadline, condition
        time.sleep(0.02)


DOWNLOADED = "SELECT count(*) FROM job WHERE stage = 'PROFILE'"


def test_two_spiders_share_a_queue_and_neither_repeats_the_other(tmp_path: Path) -> None:
    with hosts(3, 8, 0.05) as servers, home(tmp_path / "home", NOWHERE) as place:
        fill(place, servers)
        processes = [start_crawl(place.settings) for _ in range(2)]
        outcomes = [ended(process) for process in processes]
        assert [(code, err) for code, _, err in outcomes] == [(0, "")] * 2
        assert sum(int(out.split()[0]) for _, out, _ in outcomes) == 24
        assert_complete(place, servers)
    files = Counter(path for server in servers for path in server.paths() if "-" in path)
    assert set(files.values()) == {1}


def test_a_spider_that_waits_takes_over_when_the_other_is_killed(tmp_path: Path) -> None:
    with hosts(1, 12, 0.2) as servers, home(tmp_path / "home", NOWHERE) as place:
        fill(place, servers)
        first = start_crawl(place.settings)
        until(DOWNLOADED, place)
        second = start_crawl(place.settings)
        time.sleep(1)
        first.send_signal(signal.SIGKILL)
        first.communicate()
        assert ended(second)[0] == 0
        assert_complete(place, servers)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_gives_everything_back_at_once(tmp_path: Path, number: signal.Signals) -> None:
    with hosts(2, 10, 0.4) as servers, home(tmp_path / "home", NOWHERE) as place:
        fill(place, servers)
        process = start_crawl(place.settings)
        until(DOWNLOADED, place)
        process.send_signal(number)
        begin = time.monotonic()
        code, out, err = ended(process)
        assert time.monotonic() - begin < 5
        assert (code, err) == (0, "")
        assert out.split()[1:] == ["0", "True"]
        rows = place.rows("SELECT stage, state, attempts, lease_owner FROM job")
        assert {(row.state, row.attempts, row.lease_owner) for row in rows} == {
            (State.QUEUED, 0, None)
        }
        assert 0 < sum(row.stage == Stage.PROFILE for row in rows) < 20
        assert not place.rows("SELECT 1 FROM host WHERE lease_owner IS NOT NULL")
        place.crawl()
        assert_complete(place, servers)


def test_killing_at_any_moment_loses_and_doubles_nothing(tmp_path: Path) -> None:
    moments = random.Random(7)
    with hosts(3, 10, 0.3) as servers, home(tmp_path / "home", NOWHERE) as place:
        fill(place, servers)
        for _ in range(4):
            process = start_crawl(place.settings)
            until(f"SELECT count(*) FROM job WHERE lease_owner LIKE '%/{process.pid}/%'", place)
            time.sleep(moments.uniform(0, 0.6))
            process.send_signal(signal.SIGKILL)
            process.communicate()
        place.crawl()
        assert_complete(place, servers)
        left = [p.name for p in (tmp_path / "home" / "blobs" / "incoming").iterdir()]
        assert left == []


def test_a_lease_is_kept_alive_for_as_long_as_a_transfer_takes(tmp_path: Path) -> None:
    with (
        hosts(1, 1, 4.0) as servers,
        home(tmp_path / "home", NOWHERE, lease_seconds=1.5) as place,
    ):
        fill(place, servers)
        processes = [start_crawl(place.settings) for _ in range(2)]
        outcomes = [ended(process) for process in processes]
        assert sorted(out.split()[0] for _, out, _ in outcomes) == ["0", "1"]
        assert_complete(place, servers)
    assert servers[0].paths().count("/0-0") == 1
