"""What strangers send to stop a crawl: it goes on, and ends in time."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from crawler.catalogs import CatalogError, open_catalog
from crawler.failures import DownloadFailure
from crawler.politeness import retry_after
from crawler.portals import bodies, data_go_kr, names
from crawler.transfer import Transfers
from store.settings import load
from store.vocabulary import FailureReason


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("Mon, 01 Jan 99999999999999999999 00:00:00 GMT", None),
        ("Mon, 01 Jan 2024 00:00:00 +9999999999999999999", None),
        ("99999999999999", 86_400.0),
        ("9" * 399, 86_400.0),
        ("-5", None),
    ],
)
def test_senseless_retry_after(value: str, seconds: float | None) -> None:
    assert retry_after(value, 0.0) == seconds


@pytest.mark.parametrize(
    "value",
    [
        b"attachment; filename*=idna''xn--%20..x",
        b"attachment; filename*=undefined''abc",
        b'attachment; filename="=?undefined?Q?abc?="',
    ],
)
def test_senseless_charsets(value: bytes) -> None:
    assert names.file_name(value, "이름.csv", "http://127.0.0.1/f")


@pytest.mark.parametrize(
    "piece",
    [
        "<input ",
        '<strong class="',
        "alert(",
        "<title>",
        "login",
        "location='",
        "<a ",
        "fn_fileDataDown(",
        "fn_fileDataDown( ' ' ",
        "key ",
        " ",
    ],
)
@pytest.mark.parametrize("first", ["", "<title>", "fn_fileDataDown(", "<strong class='"])
def test_pages_are_read_in_linear_time(first: str, piece: str) -> None:
    page = first + piece * (1_000_000 // len(piece))
    started = time.process_time()
    for pattern in (
        data_go_kr._CALL,
        data_go_kr._LINK_CALL,
        data_go_kr._DETAIL_INPUT,
        data_go_kr._URL_ROW,
        data_go_kr._ROW_END,
        data_go_kr._HREF,
        bodies._LOGIN_BODY,
    ):
        list(pattern.finditer(page))
    assert time.process_time() - started < 10


async def _fetch(tmp_path: Path, first: bytes, again: bytes) -> FailureReason:
    stop, gone = asyncio.Event(), asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(first)
            while not stop.is_set():
                writer.write(again)
                await writer.drain()
                await asyncio.sleep(0.05)
        except ConnectionError:
            pass
        finally:
            writer.transport.abort()
            gone.set()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    settings = load(
        allowed_private_networks="127.0.0.0/8",
        connect_timeout=0.5,
        idle_timeout=0.5,
        min_speed_window=1.0,
    )
    transfers = Transfers(settings, lambda: 1 << 40)
    try:
        with pytest.raises(DownloadFailure) as caught:
            await transfers.fetch(f"http://127.0.0.1:{port}/f", tmp_path / "1.part")
    finally:
        await transfers.close()
        stop.set()
        await asyncio.wait_for(gone.wait(), 5)
        server.close()
    return caught.value.reason


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (b"HTTP/1.1 200 OK\r\nX-A: ", b"a"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", b"a"),
    ],
    ids=["header fields", "100 Continue", "chunk extension"],
)
def test_bytes_that_are_no_data_do_not_hold_up_a_transfer(
    tmp_path: Path, first: bytes, again: bytes
) -> None:
    started = time.monotonic()
    reason = asyncio.run(_fetch(tmp_path, first, again))
    assert reason in (FailureReason.TRUNCATED, FailureReason.TIME_LIMIT, FailureReason.HTTP_ERROR)
    assert time.monotonic() - started < 8


def test_a_list_that_is_no_regular_file(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    os.mkfifo(path)
    with pytest.raises(CatalogError, match="regular file"):
        open_catalog(path)


def test_a_list_of_nothing(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("목록키,목록유형,목록명,목록 URL\n", "utf-8")
    with pytest.raises(CatalogError, match="lists nothing"):
        list(open_catalog(path).records())
