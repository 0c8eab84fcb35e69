"""robots.txt (RFC 9309), loaded once a host and obeyed by every request."""

import asyncio
import time
from collections import defaultdict

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.robotstxt import RobotsTxtMiddleware
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.robotstxt import RobotParser
from scrapy.utils.httpobj import urlparse_cached

from crawler.download import session_of
from crawler.failures import DownloadFailure
from store.vocabulary import FailureReason

_OUT_OF_REACH = (FailureReason.LOGIN_REQUIRED, FailureReason.FORBIDDEN_ADDRESS)
"""Where a robots.txt leads that nobody can read: as if there were none (RFC 9309, 2.3.1.3)."""

_LONGEST_USE = 86_400.0
"""Seconds for which a loaded robots.txt is used (RFC 9309, 2.4)."""


class SerialRobotsMiddleware(RobotsTxtMiddleware):
    """Scrapy's robots middleware with its loading replaced.

    Scrapy 2.19 lets the third and later requests pass unchecked that wait while a host's robots.txt
    is being loaded; here they wait for a lock. A robots.txt that answers 4xx allows everything; a
    server error or no answer allows nothing (section 2.3.1.4), which fails the request for that
    reason, to be tried again later, instead of claiming a prohibition.
    """

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._session = session_of(crawler)
        self._rules: dict[str, tuple[RobotParser, float]] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def process_request_2(self, rp: RobotParser | None, request: Request) -> None:
        """Raises DownloadFailure(ROBOTS_DISALLOWED) for what the host does not allow."""
        if rp is not None and not rp.allowed(request.url, self._session.robot_name):
            raise DownloadFailure(FailureReason.ROBOTS_DISALLOWED)

    async def robot_parser(self, request: Request) -> RobotParser:
        """The rules of the request's host."""
        url = urlparse_cached(request)
        origin = f"{url.scheme}://{url.netloc}"
        async with self._locks[origin]:
            rules, loaded_at = self._rules.get(origin, (None, 0.0))
            if rules is None or time.monotonic() - loaded_at > _LONGEST_USE:
                rules = await self._load(origin, url.hostname or "")
                self._rules[origin] = rules, time.monotonic()
            return rules

    async def _load(self, origin: str, host: str) -> RobotParser:
        request = Request(
            f"{origin}/robots.txt",
            meta={"dont_obey_robotstxt": True},
            callback=NO_CALLBACK,
        )
        rules = self._parserimpl.from_crawler(self.crawler, await self._body(request))
        delay = rules.crawl_delay(self._session.robot_name)
        if delay is not None:
            self._session.turns.ask_for(host, delay)
        return rules

    async def _body(self, request: Request) -> bytes:
        try:
            response: Response = await self.crawler.engine.download_async(request)
        except DownloadFailure as failure:
            if failure.reason in _OUT_OF_REACH:
                return b""
            raise
        if response.status >= 500:
            raise DownloadFailure(FailureReason.HTTP_ERROR, "robots.txt")
        return response.body if response.status == 200 else b""
