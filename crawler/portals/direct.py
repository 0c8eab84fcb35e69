"""Listings whose URL is the file's own, at any site."""

from urllib.parse import quote, urljoin, urlsplit

from crawler.addresses import SCHEMES
from crawler.portals.steps import Failed, FetchFile, Step
from store.queue import LeasedJob
from store.vocabulary import Delivery, FailureReason


class Direct:
    """Fetches the listed URL as the file."""

    def first(self, job: LeasedJob) -> Step:
        """The listed URL, or the reason why it is none."""
        return fetch(job.list_url, linked=job.delivery is Delivery.LINK)


def fetch(url: str | None, *, linked: bool, base: str = "") -> Step:
    """A step that fetches `url`, which people typed: blanks around it, no scheme, Hangul in it.

    `base` resolves a URL without a host. No URL is NOT_FOUND, one that is not http(s) is not
    contacted.
    """
    value = (url or "").strip()
    if value.startswith("www."):
        value = f"http://{value}"
    try:
        split = urlsplit(urljoin(base, value))
        port = split.port
    except ValueError:
        return Failed(FailureReason.NOT_FOUND)
    if split.scheme.lower() not in SCHEMES:
        known = split.scheme and not value.startswith("-")
        return Failed(FailureReason.FORBIDDEN_ADDRESS if known else FailureReason.NOT_FOUND)
    if not split.hostname or port == 0:
        return Failed(FailureReason.NOT_FOUND)
    safe = quote(split.geturl(), safe="!#$%&'()*+,/:;=?@[]~")
    return FetchFile(safe, linked=linked)
