"""Portal modules: one a portal, each knowing the way from a listing to its file."""

from urllib.parse import urlsplit

from crawler.portals import data_go_kr
from crawler.portals.base import Portal
from crawler.portals.data_go_kr import DataGoKr
from crawler.portals.direct import Direct
from store.queue import LeasedJob

__all__ = ["PORTALS", "Portal", "portal_of"]

PORTALS: dict[str, Portal] = dict.fromkeys(data_go_kr.HOSTS, DataGoKr())
"""Host of the list URL -> the portal that knows it; any other host serves its files directly."""

_DIRECT = Direct()


def portal_of(job: LeasedJob) -> Portal:
    """The portal that a listing belongs to, by the host of its list URL."""
    try:
        host = urlsplit(job.list_url or "").hostname
    except ValueError:
        host = None
    return PORTALS.get(host or "", _DIRECT)
