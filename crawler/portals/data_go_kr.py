"""data.go.kr: page -> button -> resolver -> file, or page -> link -> the agency's site.

Source of the flow: the scripts of the portal's own pages (2026). Every endpoint may answer JSON as
`text/html` and any error with status 200: bodies decide. The resolver is asked each
time, because `atchFileId` changes with every replacement of a file.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

from crawler.portals import bodies, direct
from crawler.portals.steps import Failed, FetchFile, NextRequest, Page, Step
from store.queue import LeasedJob
from store.vocabulary import Delivery, FailureReason

HOME = "https://www.data.go.kr"
MAIN_HOST = "www.data.go.kr"
HOSTS = frozenset({MAIN_HOST, "data.go.kr"})

_RESOLVER = "/tcs/dss/selectFileDataDownload.do"
_LINK = "/tcs/dss/selectLinkUrl.do"
_FILE = "/cmm/cmm/fileDownload.do"
_FILE_LISTING = "PR0051"

_KEY_IN_PATH = re.compile(r"/data/(\w+)/")
# Every repetition is bounded, and none runs over a `<`: the page is a stranger's.
_CALL = re.compile(
    r"fn_fileDataDown\s{0,9}\(((?:\s{0,99}['\"][^'\"]{0,300}['\"]\s{0,99},?){1,12})\)"
)
_ARGUMENT = re.compile(r"['\"]([^'\"]{0,300})['\"]")
_LINK_CALL = re.compile(r"fn_fileDataGoLink\s{0,9}\(\s{0,9}['\"](\w{1,99})['\"]")
_DETAIL_INPUT = re.compile(
    r"<input\b[^<>]{0,500}?\bid\s{0,9}=\s{0,9}[\"']publicDataDetailPk[\"'][^<>]{0,500}>"
)
_VALUE = re.compile(r"\bvalue\s{0,9}=\s{0,9}[\"']([^\"']{0,300})[\"']")
_URL_ROW = re.compile(
    r"<strong[^<>]{0,200}?class\s{0,9}=\s{0,9}[\"'][^\"'<>]{0,100}?\bkey\b[^\"'<>]{0,100}[\"']"
    r"[^<>]{0,200}>\s{0,99}URL\s{0,99}</strong>(.{0,2000})",
    re.DOTALL,
)
_ROW_END = re.compile(r"<strong[^<>]{0,200}?\bkey\b|</li>|</tr>|</dl>")
_HREF = re.compile(r"<a\b[^<>]{0,1000}?\bhref\s{0,9}=\s{0,9}[\"']([^\"']{1,2000})[\"']")
_MISSING = re.compile(r"존재하지\s*않(?:습니다|는)|삭제된\s*데이터")


@dataclass(frozen=True, slots=True)
class _Listing:
    """What every step needs to know of the listing."""

    key: str
    page: str
    delivery: Delivery
    link: str | None = None


class DataGoKr:
    """FILE listings of data.go.kr."""

    def first(self, job: LeasedJob) -> Step:
        """The listing's page."""
        path = urlsplit(job.list_url or "").path
        found = _KEY_IN_PATH.search(path)
        key = found[1] if found else job.list_key
        page = f"{HOME}{path}" if found else f"{HOME}/data/{key}/fileData.do"
        listing = _Listing(key, page, job.delivery)
        return NextRequest(page, partial(_after_page, listing))


def stand_in(url: str, base: str) -> str:
    """`url` at `base` where it is one of the portal's, unchanged otherwise."""
    try:
        split = urlsplit(url)
        if split.hostname not in HOSTS or base.rstrip("/") == HOME:
            return url
    except ValueError:
        return url
    target = urlsplit(base)
    path = target.path.rstrip("/") + split.path
    return urlunsplit((target.scheme, target.netloc, path, split.query, split.fragment))


def _after_page(listing: _Listing, page: Page) -> Step:
    text = unescape(page.text)
    link = _link_of(text)
    known = _Listing(listing.key, listing.page, listing.delivery, link)
    button = _button(listing.key, text)
    if button is not None:
        return _resolve(known, *button)
    if link is not None:
        return direct.fetch(link, linked=True, base=listing.page)
    notice = bodies.notice(page.url, text)
    if notice is not None:
        return notice
    if listing.delivery is Delivery.LINK or listing.key in _LINK_CALL.findall(text):
        return _ask_link(known)
    detail = _detail(text)
    if detail is not None:
        return _resolve(known, detail, "", "1")
    return Failed(FailureReason.NOT_FOUND)


def _button(key: str, text: str) -> tuple[str, str, str] | None:
    """uddi, atchFileId and fileDetailSn of the listing's own download button.

    Pages also show the buttons of recommended listings, and the definition of the function.
    """
    for call in _CALL.findall(text):
        arguments = _ARGUMENT.findall(call)
        if len(arguments) >= 2 and arguments[0] == key:
            _, detail, attachment, number, *_ = (*arguments, "", "", "")
            return detail, attachment, number or "1"
    return None


def _detail(text: str) -> str | None:
    found = _DETAIL_INPUT.search(text)
    value = _VALUE.search(found[0]) if found else None
    return value[1].strip() or None if value else None


def _link_of(text: str) -> str | None:
    """The agency's address in the row that is labelled URL."""
    row = _URL_ROW.search(text)
    if row is None:
        return None
    cell = _ROW_END.split(row[1], maxsplit=1)[0]
    href = _HREF.search(cell)
    value = href[1].strip() if href else ""
    return None if not value or value.startswith(("#", "javascript:")) else value


def _resolve(listing: _Listing, detail: str, attachment: str, number: str) -> NextRequest:
    return NextRequest(
        f"{HOME}{_RESOLVER}",
        partial(_after_resolver, listing),
        method="POST",
        headers=_script_headers(listing),
        form=(
            ("publicDataPk", listing.key),
            ("publicDataDetailPk", detail),
            ("atchFileId", attachment),
            ("fileDetailSn", number),
            ("publicDataTyCode", _FILE_LISTING),
        ),
    )


def _after_resolver(listing: _Listing, page: Page) -> Step:
    answer = _json(page)
    if isinstance(answer, Failed):
        return answer
    if not _true(answer.get("status")):
        return Failed(FailureReason.NOT_FOUND)
    listed, shown = (
        _object(answer, name) for name in ("fileDataRegistVO", "dataSetFileDetailInfo")
    )
    attachment = _first(answer.get("atchFileId"), listed.get("atchFileId"), shown.get("atchFileId"))
    if not attachment:
        if listing.link is not None:
            return direct.fetch(listing.link, linked=True, base=listing.page)
        return _ask_link(listing)
    query = {
        "atchFileId": attachment,
        "fileDetailSn": _first(answer.get("fileDetailSn"), listed.get("fileDetailSn")) or "1",
        "insertDataPrcus": "N",
    }
    name = _first(listed.get("orginlFileNm"), answer.get("orginlFileNm"))
    headers = (("Referer", listing.page),)
    return FetchFile(f"{HOME}{_FILE}?{urlencode(query)}", headers, name)


def _ask_link(listing: _Listing) -> NextRequest:
    return NextRequest(
        f"{HOME}{_LINK}?{urlencode({'publicDataPk': listing.key})}",
        partial(_after_link, listing),
        headers=_script_headers(listing),
    )


def _after_link(listing: _Listing, page: Page) -> Step:
    answer = _json(page)
    if isinstance(answer, Failed):
        return answer
    link = _first(answer.get("linkUrl"))
    if not _true(answer.get("status")) or not link:
        return Failed(FailureReason.NOT_FOUND)
    return direct.fetch(link, linked=True, base=listing.page)


def _script_headers(listing: _Listing) -> tuple[tuple[str, str], ...]:
    return (
        ("Referer", listing.page),
        ("X-Requested-With", "XMLHttpRequest"),
        ("Accept", "application/json, text/javascript, */*; q=0.01"),
    )


def _json(page: Page) -> Mapping[str, Any] | Failed:
    """The object that a script endpoint answered, or what its page of HTML stands for."""
    try:
        answer = json.loads(page.body.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError):
        answer = None
    if isinstance(answer, dict):
        return answer
    text = page.text
    if _MISSING.search(text):
        return Failed(FailureReason.NOT_FOUND)
    return bodies.notice(page.url, text) or Failed(FailureReason.HTTP_ERROR)


def _object(answer: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = answer.get(name)
    return value if isinstance(value, dict) else {}


def _first(*values: Any) -> str:
    """The first value that is a text or a number, as trimmed text; else empty."""
    for value in values:
        if isinstance(value, (str, int)) and not isinstance(value, bool) and str(value).strip():
            return str(value).strip()
    return ""


def _true(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() == "true")
