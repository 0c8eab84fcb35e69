import asyncio
import itertools
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from email.utils import format_datetime

import pytest

from crawler.failures import DownloadFailure, StoppedError
from crawler.politeness import Turns, retry_after
from crawler.streams import Speed
from store.vocabulary import FailureReason

NOW = 1_790_000_000.0


def date(seconds: float) -> str:
    return format_datetime(datetime.fromtimestamp(NOW + seconds, UTC), usegmt=True)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        (b"120", 120.0),
        ("0", 0.0),
        (" 3 ", 3.0),
        (date(90), 90.0),
        (date(-90), 0.0),
        (b"999999999", 86_400.0),
        (date(1e7), 86_400.0),
        (b"-5", None),
        (b"soon", None),
        (b"\xff", None),
        (None, None),
    ],
)
def test_retry_after_in_both_forms(value: bytes | str | None, seconds: float | None) -> None:
    assert retry_after(value, NOW) == seconds


def spans(
    turns: Turns, requests: list[tuple[str, int]], work: float
) -> list[tuple[str, float, float]]:
    """Host, begin and end of each request, all asked for at once, in the order served."""
    served: list[tuple[str, float, float]] = []

    async def ask(host: str, order: int) -> None:
        loop = asyncio.get_running_loop()
        async with turns.turn(host, order):
            begin = loop.time()
            await asyncio.sleep(work)
            served.append((f"{host}{order}", begin, loop.time()))

    async def all_of_them() -> None:
        await asyncio.gather(*(ask(*request) for request in requests))

    asyncio.run(all_of_them())
    return served


def test_requests_to_a_host_come_one_at_a_time_a_delay_apart() -> None:
    served = spans(Turns(0.1), [("a", 0)] * 4, 0.05)
    for (_, _, ended), (_, begins, _) in itertools.pairwise(served):
        assert begins - ended >= 0.1


def test_the_first_request_also_waits() -> None:
    async def first() -> float:
        loop = asyncio.get_running_loop()
        turns, begin = Turns(0.1), loop.time()
        async with turns.turn("a"):
            return loop.time() - begin

    assert asyncio.run(first()) >= 0.1


def test_hosts_do_not_wait_for_each_other() -> None:
    served = spans(Turns(0.2), [("a", 0), ("b", 0), ("c", 0)], 0.2)
    begins = [begin for _, begin, _ in served]
    assert max(begins) - min(begins) < 0.15


def test_the_lowest_order_goes_first() -> None:
    served = spans(Turns(0.02), [("a", 3), ("a", 1), ("a", 2)], 0)
    assert [name for name, _, _ in served] == ["a1", "a2", "a3"]


def test_a_redirect_goes_before_everything_that_waits() -> None:
    turns, served = Turns(0.0), []

    async def begun() -> None:
        async with turns.turn("a", 5):
            served.append("begun")
            await asyncio.sleep(0.02)
            turns.reserve("a", 5)
        await asyncio.sleep(0.05)
        async with turns.turn("a", 5):
            served.append("finished")

    async def waiting() -> None:
        await asyncio.sleep(0.01)
        async with turns.turn("a", 1):
            served.append("other")

    async def both() -> None:
        await asyncio.gather(begun(), waiting())

    asyncio.run(both())
    assert served == ["begun", "finished", "other"]


def test_a_reservation_lapses() -> None:
    turns = Turns(0.0)

    async def lonely() -> None:
        async with turns.turn("a", 5):
            turns.reserve("a", 5)
        async with turns.turn("a", 1):
            pass

    asyncio.run(asyncio.wait_for(wrapped(lonely), 2))


async def wrapped(ask: Callable[[], Awaitable[None]]) -> None:
    await ask()


@pytest.mark.parametrize(
    ("asked", "delay"), [(0.3, 0.3), (0.01, 0.1), (86_400.0, 120.0), (-1.0, 0.1)]
)
def test_robots_only_lengthen_the_delay(asked: float, delay: float) -> None:
    turns = Turns(0.1)
    turns.ask_for("a", asked)
    assert turns.delay_of("a") == delay
    assert turns.delay_of("b") == 0.1


def test_a_longer_delay_holds_for_the_very_next_request() -> None:
    async def gap() -> float:
        loop, turns = asyncio.get_running_loop(), Turns(0.0)
        async with turns.turn("a"):
            pass
        ended = loop.time()
        turns.ask_for("a", 0.2)
        async with turns.turn("a"):
            return loop.time() - ended

    assert asyncio.run(gap()) >= 0.19


def test_stopping_ends_all_waiting() -> None:
    async def stopped() -> list[BaseException | None]:
        turns = Turns(60.0)

        async def ask() -> None:
            async with turns.turn("a"):
                pass

        tasks = [asyncio.create_task(ask()) for _ in range(3)]
        await asyncio.sleep(0.01)
        turns.stop()
        return await asyncio.gather(*tasks, return_exceptions=True)

    outcomes = asyncio.run(stopped())
    assert [type(outcome) for outcome in outcomes] == [StoppedError] * 3


def test_a_cancelled_request_gives_its_turn_on() -> None:
    async def served() -> bool:
        turns = Turns(0.05)

        async def ask() -> bool:
            async with turns.turn("a"):
                return True

        first, second = asyncio.create_task(ask()), asyncio.create_task(ask())
        await asyncio.sleep(0.01)
        first.cancel()
        return await asyncio.wait_for(second, 1)

    assert asyncio.run(served())


def test_the_least_speed_is_judged_over_whole_windows() -> None:
    now = 0.0
    speed = Speed(100, 10.0, lambda: now)
    speed.add(1)
    now = 9.9
    speed.add(1)
    now = 10.0
    speed.add(998)
    now = 20.0
    with pytest.raises(DownloadFailure) as caught:
        speed.add(999)
    assert caught.value.reason is FailureReason.TIME_LIMIT
