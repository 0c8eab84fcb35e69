"""What came instead of a file: pages, scripts, login walls and waiting rooms, told by the body.

Portals send errors with status 200, as `application/octet-stream` and with a file name, so neither
status nor header fields decide.
"""

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from crawler.portals.steps import Failed, FetchFile
from store.vocabulary import FailureReason

_PAGE = re.compile(
    rb"(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|script|meta|title)\b",
    re.IGNORECASE | re.DOTALL,
)
_SCRIPT = re.compile(rb"<script\b", re.IGNORECASE)
_OFFICE_PAGE = re.compile(rb"urn:schemas-microsoft-com:office|<x:ExcelWorkbook", re.IGNORECASE)
_WAITING = re.compile(r"waitingroom/main\.html|접속\s*대기")
_WAITING_PATH = re.compile(r"/waitingroom/")
_LOGIN_PATH = re.compile(
    r"/(?:uim/)?(?:login|loginview|sso|signin|logon)(?:[/.?]|view|form|page|$)", re.IGNORECASE
)
_LOGIN_HOSTS = frozenset({"auth.data.go.kr"})
_LOGIN_BODY = re.compile(
    # Every repetition is bounded: the page is a stranger's.
    r"<title>[^<]{0,200}?(?:로그인|login)"
    r"|type\s{0,9}=\s{0,9}[\"']?password"
    r"|alert\s{0,9}\([^()]{0,200}?로그인"
    r"|location(?:\.href)?\s{0,9}=\s{0,9}[\"'][^\"']{0,300}?login",
    re.IGNORECASE,
)
_MARKUP = frozenset({"HTML", "HTM", "XHTML", "MHTML"})
_MARKUP_DATA = frozenset({"XML", "RDF", "KML", "GPX", "SGML", "LOD"})


def is_page(head: bytes) -> bool:
    """Whether a body begins as a web page or a script, after a byte-order mark and blanks."""
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    return bool(_PAGE.match(start)) and not _OFFICE_PAGE.search(start)


def is_login_url(url: str) -> bool:
    """Whether a URL leads to a login page."""
    try:
        split = urlsplit(url)
    except ValueError:
        return False
    return split.hostname in _LOGIN_HOSTS or bool(_LOGIN_PATH.search(split.path))


def is_waiting_room_url(url: str) -> bool:
    """Whether a URL leads to the queue page that the portal puts before itself under load."""
    return bool(_WAITING_PATH.search(url))


def notice(url: str, text: str) -> Failed | None:
    """The failure that a page stands for by itself: a waiting room or a login wall."""
    if is_waiting_room_url(url) or _WAITING.search(text):
        return Failed(FailureReason.RATE_LIMITED, pauses_host=True)
    if is_login_url(url) or _LOGIN_BODY.search(text):
        return Failed(FailureReason.LOGIN_REQUIRED)
    return None


def judge(head: bytes, url: str, step: FetchFile, formats: Collection[str]) -> Failed | None:
    """Judges the first 2 KB of what came for a file; None when it may be the file.

    `url` is where the body came from after redirects, `formats` the declared ones (upper case). A
    body of 0 bytes is a file: an empty one.
    """
    if not is_page(head):
        return None
    script = bool(_SCRIPT.match(head.removeprefix(b"\xef\xbb\xbf").lstrip()))
    if not script and not _MARKUP.isdisjoint(formats):
        return None
    text = head.decode("utf-8", "replace")
    if not script and b"<?xml" in head[:200] and not _MARKUP_DATA.isdisjoint(formats):
        return None
    found = notice(url, text)
    if found is not None:
        return found
    return Failed(FailureReason.LINK_ONLY if step.linked else FailureReason.NOT_A_FILE)
