"""Cursors page one listing of one snapshot, and nothing else."""

import base64
import json
from dataclasses import dataclass
from typing import Any

import pytest

from server.cursor import Paging
from server.errors import ToolError
from store.vocabulary import ErrorCode


@dataclass(frozen=True)
class Info:
    """The facts of a release that a cursor depends on, and one that it does not."""

    snapshot: str = "2026-08"
    source_sha256: str = "a" * 64
    release_id: str = "r1"


ARGUMENTS: dict[str, Any] = {"query": "도서관", "region": None, "sort": None, "pageSize": 10}


def paging(info: Info = Info(), tool: str = "search_datasets", **changed: Any) -> Paging:
    return Paging.of(info, tool, ARGUMENTS | changed)  # type: ignore[arg-type]


def refuses(listing: Paging, cursor: str) -> None:
    with pytest.raises(ToolError) as caught:
        listing.offset(cursor)
    assert caught.value.code is ErrorCode.INVALID_ARGUMENT
    assert caught.value.details["argument"] == "cursor"


def test_a_cursor_brings_back_its_offset() -> None:
    assert paging().offset(None) == 0
    for offset in (0, 1, 10, 100_000):
        assert paging().offset(paging().cursor(offset)) == offset


def test_page_size_and_release_may_change() -> None:
    cursor = paging().cursor(10)
    assert paging(pageSize=50, cursor=cursor).offset(cursor) == 10
    assert paging(Info(release_id="r2")).offset(cursor) == 10


@pytest.mark.parametrize(
    "other",
    [
        paging(query="공원"),
        paging(region="KR-11"),
        paging(sort="modified"),
        paging(tool="get_catalog_changes"),
        paging(Info(snapshot="2026-09")),
        paging(Info(source_sha256="b" * 64)),
    ],
)
def test_another_listing_refuses_it(other: Paging) -> None:
    refuses(other, paging().cursor(10))


def encoded(body: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(body).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "=",
        "!!!",
        "한글",
        "abc",
        "bnVsbA",
        encoded([]),
        encoded({}),
        encoded({"o": -1, "d": ""}),
        encoded({"o": 10**30, "d": ""}),
        encoded({"o": True, "d": ""}),
        encoded({"o": "10", "d": ""}),
        encoded({"o": 1.0, "d": ""}),
        encoded({"o": 10, "d": None}),
        encoded({"s": "2026-08", "o": 10}),
        base64.urlsafe_b64encode(b"[" * 600).decode(),
        paging().cursor(10)[:-2],
        paging().cursor(10) + "A",
    ],
)
def test_malformed(cursor: str) -> None:
    refuses(paging(), cursor)
