"""Redirects: each hop is a request of its own, checked like the first."""

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.redirect import RedirectMiddleware
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.utils.httpobj import urlparse_cached

from crawler.addresses import SCHEMES
from crawler.download import session_of
from crawler.failures import DownloadFailure
from crawler.portals import bodies
from store.vocabulary import FailureReason

_REDIRECTS = frozenset({301, 302, 303, 307, 308})


class CheckedRedirectMiddleware(RedirectMiddleware):
    """Scrapy's redirects, which do not follow into login pages or other schemes."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "CheckedRedirectMiddleware":
        """Without the hook for spider middlewares, of which the crawl has none."""
        middleware = cls(crawler.settings)
        middleware.crawler = crawler
        return middleware

    def handle_referer(self, request: Request, response: Response) -> None:  # noqa: ARG002
        """A redirected request tells nobody where it came from."""
        request.headers.pop("Referer", None)

    def process_response(  # type: ignore[override]  # the deprecated spider argument is left out
        self, request: Request, response: Response
    ) -> Request | Response:
        """The next hop, or the response itself.

        Raises:
            DownloadFailure: the hop leads to a login page (LOGIN_REQUIRED) or to another scheme
                than http(s) (FORBIDDEN_ADDRESS), or is one too many (HTTP_ERROR).
        """
        try:
            result = super().process_response(request, response)
        except IgnoreRequest as error:
            raise DownloadFailure(FailureReason.HTTP_ERROR, "too many redirects") from error
        except ValueError as error:
            raise DownloadFailure(FailureReason.HTTP_ERROR, "redirect to no URL") from error
        if isinstance(result, Request):
            return self._checked(result)
        if result.status in _REDIRECTS and "Location" in result.headers:
            raise DownloadFailure(FailureReason.FORBIDDEN_ADDRESS, "neither http nor https")
        return result

    def _checked(self, hop: Request) -> Request:
        if bodies.is_login_url(hop.url):
            raise DownloadFailure(FailureReason.LOGIN_REQUIRED)
        if urlparse_cached(hop).scheme not in SCHEMES:
            raise DownloadFailure(FailureReason.FORBIDDEN_ADDRESS, "neither http nor https")
        session = session_of(self.crawler)
        address = session.address(hop.url)
        # The slot is the first host's; the next hop must get its own.
        meta = {name: value for name, value in hop.meta.items() if name != "download_slot"}
        return hop.replace(url=address, meta=meta)
