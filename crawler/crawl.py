"""One crawl: Scrapy without a reactor inside an event loop of its own, restartable at will."""

import asyncio
import logging
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from scrapy.crawler import Crawler

from crawler import parts
from crawler.session import Session
from crawler.spider import BATCH, ListingSpider, Plan, Progress
from store.blobs import Blobs
from store.database import Database
from store.queue import Filter, Queue
from store.settings import Settings

__all__ = ["CrawlReport", "Progress", "crawl"]

_HANDLER = "crawler.download.StreamingDownloadHandler"


@dataclass(frozen=True, slots=True)
class CrawlReport:
    """What a crawl did: records by outcome, bytes downloaded, final failures by reason code.

    `retried` counts the records that were put back and wait for another attempt.
    """

    downloaded: int
    unchanged: int
    failed: int
    retried: int
    bytes: int
    by_reason: dict[str, int]
    interrupted: bool


def crawl(
    database: Database,
    settings: Settings,
    *,
    rules: str,
    limit: int | None = None,
    wanted: Filter = Filter(),  # noqa: B008  (immutable)
    wait: float = 60.0,
    progress: Callable[[Progress], None] | None = None,
) -> CrawlReport:
    """Works the download queue until it is empty, `limit` records were taken, or a signal comes.

    What is due must be in the queue already (`Queue.enqueue_due`).

    SIGINT and SIGTERM end it early when it runs in the main thread: unfinished jobs go back into
    the queue. `rules` names the version of everything that shapes an observation, `wait` is how
    many seconds ahead a retry may be due to be waited for.

    Raises:
        DiskFullError: less disk is free than `settings.min_free_bytes`.
    """
    queue = Queue(database, settings, rules=rules)
    blobs = Blobs(settings.blobs)
    parts.sweep(blobs.staging)
    session = Session(queue, blobs, settings)
    try:
        with _quiet():
            spider, interrupted = asyncio.run(_run(session, Plan(wanted, limit, wait, progress)))
    finally:
        session.write_counts()
        queue.release()
    if spider.error is not None:
        raise spider.error
    done = spider.progress
    return CrawlReport(
        done.downloaded,
        done.unchanged,
        done.failed,
        done.retried,
        done.bytes,
        dict(done.by_reason),
        interrupted,
    )


async def _run(session: Session, plan: Plan) -> tuple[ListingSpider, bool]:
    interrupted = False

    def stop() -> None:
        nonlocal interrupted
        interrupted = True
        session.end()

    crawler = Crawler(ListingSpider, scrapy_settings(session.settings))
    with _signals(stop):
        await crawler.crawl_async(session=session, plan=plan)
    spider = crawler.spider
    if not isinstance(spider, ListingSpider):
        raise TypeError("the crawl ended without its spider")
    return spider, interrupted


def scrapy_settings(settings: Settings) -> dict[str, Any]:
    """Scrapy reduced to what is used here: its downloader, robots.txt, redirects, user agent.

    Retries live in the queue; delays, one request at a time and the order of requests to a host
    in `crawler.politeness`. Without extensions there is neither
    telnet nor remote control, and only http and https have a download handler.
    """
    return {
        "TWISTED_REACTOR_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "REMOTE_CONTROL_ENABLED": False,
        "LOG_ENABLED": False,
        "EXTENSIONS_BASE": {},
        "SPIDER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES_BASE": {},
        "DOWNLOADER_MIDDLEWARES": {
            "crawler.robots.SerialRobotsMiddleware": 100,
            "scrapy.downloadermiddlewares.defaultheaders.DefaultHeadersMiddleware": 400,
            "crawler.redirects.CheckedRedirectMiddleware": 600,
        },
        "DOWNLOAD_HANDLERS": {
            "http": _HANDLER,
            "https": _HANDLER,
            "data": None,
            "file": None,
            "ftp": None,
            "s3": None,
        },
        "DEFAULT_REQUEST_HEADERS": {
            "User-Agent": settings.user_agent,
            "Accept": "*/*",
            "Accept-Encoding": "identity",
            "Accept-Language": "ko, en;q=0.5",
        },
        "CONCURRENT_REQUESTS": BATCH,
        "CONCURRENT_REQUESTS_PER_DOMAIN": BATCH,
        "DOWNLOAD_DELAY": 0,
        "ROBOTSTXT_OBEY": True,
        "COOKIES_ENABLED": False,
        "RETRY_ENABLED": False,
        "REDIRECT_MAX_TIMES": 10,
    }


@contextmanager
def _signals(stop: Callable[[], None]) -> Iterator[None]:
    """Calls `stop` on SIGINT and SIGTERM for the time of the block, where that is possible."""
    loop, caught = asyncio.get_running_loop(), []
    for number in (signal.SIGINT, signal.SIGTERM):
        with suppress(ValueError, RuntimeError, NotImplementedError):  # not in the main thread
            before = signal.getsignal(number)
            loop.add_signal_handler(number, stop)
            caught.append((number, before))
    try:
        yield
    finally:
        for number, before in caught:
            loop.remove_signal_handler(number)
            signal.signal(number, before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Scrapy's own messages from the root logger and stderr while the block runs."""
    silent = logging.NullHandler()
    loggers = [logging.getLogger(name) for name in ("scrapy", "twisted")]
    before = [logger.propagate for logger in loggers]
    for logger in loggers:
        logger.propagate = False
        logger.addHandler(silent)
    try:
        yield
    finally:
        for logger, propagate in zip(loggers, before, strict=True):
            logger.propagate = propagate
            logger.removeHandler(silent)
