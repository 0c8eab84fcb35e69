"""Crawls of one host that behaves in one way."""

import asyncio
import itertools
import socket
from pathlib import Path

import pytest
from aiohttp import web

from store.queue import Stage, State
from store.vocabulary import Delivery, FailureReason
from tests.crawler.crawling import Home, home
from tests.crawler.serving import Handler, Server, fixed
from tests.store.making import record

ROBOTS_ALL = fixed(b"User-agent: *\nDisallow:\n")


def crawl_one(
    tmp_path: Path, routes: dict[str, Handler], path: str = "/file", **given: object
) -> tuple[Home, Server, object]:
    """Crawls one listing of a host that serves its files directly; returns its newest job."""
    with (
        Server({"/robots.txt": ROBOTS_ALL, **routes}) as server,
        home(tmp_path / "home", "http://127.0.0.9:9", **given) as place,
    ):
        place.put(record("1", list_url=f"{server.url}{path}", delivery=Delivery.UNKNOWN))
        place.crawl()
        return place, server, place.jobs()["1"]


@pytest.mark.parametrize(
    ("routes", "reason", "requests"),
    [
        ({"/robots.txt": fixed(b"User-agent: *\nDisallow: /")}, "ROBOTS_DISALLOWED", 0),
        ({"/robots.txt": fixed(b"User-agent: tester\nDisallow: /")}, None, 1),
        (
            {"/robots.txt": fixed(b"User-agent: public-data-lens\nDisallow: /file")},
            "ROBOTS_DISALLOWED",
            0,
        ),
        ({"/robots.txt": fixed(b"gone", 404)}, None, 1),
        ({"/robots.txt": fixed(b"oops", 500)}, "HTTP_ERROR", 0),
        ({"/robots.txt": fixed(b"", 302, Location="/login")}, None, 1),
        ({"/file": fixed(b"", 302, Location="/file")}, "HTTP_ERROR", 44),
        ({"/file": fixed(b"", 302, Location="/uim/login/loginView.do")}, "LOGIN_REQUIRED", 1),
        ({"/file": fixed(b"", 302, Location="file:///etc/passwd")}, "FORBIDDEN_ADDRESS", 1),
        ({"/file": fixed(b"", 302, Location="http://10.0.0.1/")}, "FORBIDDEN_ADDRESS", 1),
        ({"/file": fixed(b"no", 403)}, "HTTP_ERROR", 4),
        ({"/file": fixed(b"no", 401)}, "LOGIN_REQUIRED", 1),
        ({"/file": fixed(b"<!doctype html>")}, "NOT_A_FILE", 2),
        ({"/file": fixed(b"", 302, Location="//[")}, "HTTP_ERROR", 4),
    ],
    ids=lambda value: "+".join(value) if isinstance(value, dict) else str(value),
)
def test_what_one_host_does(
    tmp_path: Path, routes: dict[str, Handler], reason: str | None, requests: int
) -> None:
    routes = {"/file": fixed(b"a,b\n1,2\n"), **routes}
    _, server, job = crawl_one(tmp_path, routes, retry_base=0.01)
    assert (job.reason, job.stage) == (  # type: ignore[attr-defined]
        reason,
        Stage.PROFILE if reason is None else Stage.DOWNLOAD,
    )
    assert server.paths().count("/file") == requests


def test_a_redirect_is_checked_by_the_robots_of_its_host(tmp_path: Path) -> None:
    routes = {
        "/robots.txt": fixed(b"User-agent: *\nDisallow: /private/"),
        "/file": fixed(b"", 302, Location="/private/file"),
        "/private/file": fixed(b"a,b\n"),
    }
    _, server, job = crawl_one(tmp_path, routes)
    assert job.reason == FailureReason.ROBOTS_DISALLOWED  # type: ignore[attr-defined]
    assert "/private/file" not in server.paths()


def test_a_redirect_to_a_forbidden_address_makes_no_connection(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.2", 0))
        listener.listen()
        listener.settimeout(0.3)
        target = f"http://127.0.0.2:{listener.getsockname()[1]}/"
        _, _, job = crawl_one(
            tmp_path,
            {"/file": fixed(b"", 302, Location=target)},
            allowed_private_networks="127.0.0.1/32",
        )
        assert job.reason == FailureReason.FORBIDDEN_ADDRESS  # type: ignore[attr-defined]
        with pytest.raises(TimeoutError):
            listener.accept()


def test_the_robots_delay_holds(tmp_path: Path) -> None:
    routes = {
        "/robots.txt": fixed(b"User-agent: *\nCrawl-delay: 0.4\n"),
        "/file": fixed(b"", 302, Location="/there"),
        "/there": fixed(b"a,b\n1,2\n"),
    }
    _, server, _ = crawl_one(tmp_path, routes)
    times = [asked.at for asked in server.asked]
    assert len(times) == 3
    assert min(b - a for a, b in itertools.pairwise(times)) >= 0.4


def test_waiting_requests_obey_a_robots_file_that_is_still_loading(tmp_path: Path) -> None:
    """Scrapy alone lets the third and later of them through."""

    async def slow_robots(request: web.Request) -> web.Response:
        await asyncio.sleep(0.3)
        return web.Response(text="User-agent: *\nDisallow: /no/\n")

    names = [f"/no/{number}" for number in range(8)]
    routes: dict[str, Handler] = {name: fixed(b"a,b\n") for name in names}
    with (
        Server({"/robots.txt": slow_robots, **routes}) as server,
        home(tmp_path / "home", "http://127.0.0.9:9") as place,
    ):
        place.put(
            *(
                record(str(number), list_url=f"{server.url}{name}", delivery=Delivery.UNKNOWN)
                for number, name in enumerate(names)
            )
        )
        report = place.crawl()
    assert server.paths() == ["/robots.txt"]
    assert report.by_reason == {"ROBOTS_DISALLOWED": 8}


@pytest.mark.parametrize("status", [429, 503])
def test_a_host_that_asks_for_rest_gets_it(tmp_path: Path, status: int) -> None:
    calls = 0

    async def once(request: web.Request) -> web.Response:
        nonlocal calls
        calls += 1
        if calls == 1:
            return web.Response(status=status, headers={"Retry-After": "1"})
        return web.Response(body=b"a,b\n1,2\n")

    names = [f"/{number}" for number in range(4)]
    with (
        Server({"/robots.txt": ROBOTS_ALL, **dict.fromkeys(names, once)}) as server,
        home(tmp_path / "home", "http://127.0.0.9:9") as place,
    ):
        place.put(
            *(
                record(name[1:], list_url=f"{server.url}{name}", delivery=Delivery.UNKNOWN)
                for name in names
            )
        )
        report = place.crawl()
        attempts = sorted(job.attempts for job in place.jobs().values())
    times = [asked.at for asked in server.asked]
    assert times[2] - times[1] >= 1.0
    assert (report.downloaded, report.retried, report.failed) == (4, 0, 0)
    assert attempts == [0, 0, 0, 0]
    assert len(times) == 6


def test_a_long_rest_is_not_waited_for(tmp_path: Path) -> None:
    refusing = fixed(b"", 429, Retry_After="3600")
    _, server, job = crawl_one(tmp_path, {"/file": refusing})
    assert server.paths().count("/file") == 1
    assert (job.state, job.reason) == (State.QUEUED, "RATE_LIMITED")  # type: ignore[attr-defined]


def test_names_from_strangers_stay_base_names(tmp_path: Path) -> None:
    evil = fixed(b"a,b\n", Content_Disposition='attachment; filename="../../etc/x.csv"')
    _, _, job = crawl_one(tmp_path, {"/file": evil})
    assert job.file_name == "x.csv"  # type: ignore[attr-defined]


def test_a_result_is_dropped_when_the_lease_was_lost(tmp_path: Path) -> None:
    async def steal(request: web.Request) -> web.Response:
        with places[0].database.write() as connection:
            connection.exec_driver_sql("UPDATE job SET lease_owner = 'elsewhere/1/0'")
        return web.Response(body=b"a,b\n1,2\n")

    places: list[Home] = []
    with (
        Server({"/robots.txt": ROBOTS_ALL, "/file": steal}) as server,
        home(tmp_path / "home", "http://127.0.0.9:9") as place,
    ):
        places.append(place)
        place.put(record("1", list_url=f"{server.url}/file", delivery=Delivery.UNKNOWN))
        report = place.crawl(wait=0)
        job = place.jobs()["1"]
    assert report.downloaded == 0
    assert (job.stage, job.state, job.lease_owner) == (
        Stage.DOWNLOAD,
        State.LEASED,
        "elsewhere/1/0",
    )


def test_304_is_only_believed_where_it_was_asked_for(tmp_path: Path) -> None:
    _, _, job = crawl_one(tmp_path, {"/file": fixed(b"", 304)}, retry_base=0.01)
    assert (job.state, job.reason) == (State.FAILED, "HTTP_ERROR")  # type: ignore[attr-defined]
