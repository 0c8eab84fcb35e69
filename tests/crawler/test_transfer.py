"""Transfers against a real server that behaves badly."""

import asyncio
import datetime
import gzip
import hashlib
import ipaddress
import socket
import ssl
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from crawler import parts
from crawler.failures import DiskFullError, DownloadFailure
from crawler.transfer import Received, Transfers
from store.settings import Settings, load
from store.vocabulary import FailureReason
from tests.crawler.serving import Handler, Server, fixed

BODY = b"name,value\r\n" + b"a,1\r\n" * 50_000
SHA256 = hashlib.sha256(BODY).hexdigest()
PLENTY = 1 << 60


def settings(**given: object) -> Settings:
    base: dict[str, object] = {"allowed_private_networks": "127.0.0.1/32", "idle_timeout": 0.5}
    return load(**(base | given))


def run(
    ask: Callable[[Transfers], Awaitable[Received]], configured: Settings, free: int = PLENTY
) -> Received:
    async def within() -> Received:
        transfers = Transfers(configured, lambda: free)
        try:
            return await ask(transfers)
        finally:
            await transfers.close()

    return asyncio.run(within())


def fetch(
    url: str,
    part: Path,
    headers: tuple[tuple[str, str], ...] = (),
    free: int = PLENTY,
    **given: object,
) -> Received:
    return run(lambda transfers: transfers.fetch(url, part, headers), settings(**given), free)


def failure(url: str, part: Path, **given: object) -> FailureReason:
    with pytest.raises(DownloadFailure) as caught:
        fetch(url, part, **given)  # type: ignore[arg-type]
    return caught.value.reason


@pytest.fixture
def part(tmp_path: Path) -> Path:
    return tmp_path / "1.part"


def test_a_body_goes_to_disk_with_its_hash_and_head(part: Path) -> None:
    with Server({"/a": fixed(BODY, ETag='"1"')}) as server:
        received = fetch(f"{server.url}/a", part)
    assert received.body == b""
    assert received.stored is not None
    assert (received.stored.size, received.stored.sha256) == (len(BODY), SHA256)
    assert received.stored.head == BODY[:2048]
    assert part.read_bytes() == BODY


@pytest.mark.parametrize("status", [304, 404, 500, 302])
def test_other_statuses_leave_no_file(part: Path, status: int) -> None:
    with Server({"/a": fixed(b"" if status == 304 else b"no", status, Location="/b")}) as server:
        received = fetch(f"{server.url}/a", part)
    assert (received.status, received.stored) == (status, None)
    assert not part.exists()


def test_only_the_given_headers_are_sent_and_redirects_stay_ours(part: Path) -> None:
    with Server({"/a": fixed(b"", 302, Location="/b", Set_Cookie="a=b")}) as server:
        fetch(f"{server.url}/a", part, (("X-One", "1"),))
    assert server.paths() == ["/a"]
    assert {name.lower() for name in server.asked[0].headers} == {"host", "x-one"}


@pytest.mark.parametrize("coding", ["gzip", "deflate"])
def test_a_coding_that_nobody_asked_for_is_undone(part: Path, coding: str) -> None:
    packed = gzip.compress(BODY) if coding == "gzip" else zlib.compress(BODY)
    with Server({"/a": fixed(packed, Content_Encoding=coding)}) as server:
        received = fetch(f"{server.url}/a", part)
    assert received.stored is not None
    assert received.stored.sha256 == SHA256
    assert part.read_bytes() == BODY


def test_a_bomb_ends_at_the_size_limit(part: Path) -> None:
    bomb = gzip.compress(bytes(50 << 20))
    with Server({"/a": fixed(bomb, Content_Encoding="gzip")}) as server:
        assert failure(f"{server.url}/a", part, max_file_bytes=1 << 20) is FailureReason.TOO_LARGE
    assert part.stat().st_size <= 1 << 20


@pytest.mark.parametrize("raw", [gzip.compress(BODY)[:-20], b"no gzip at all"])
def test_broken_compression_is_a_truncated_body(part: Path, raw: bytes) -> None:
    with Server({"/a": fixed(raw, Content_Encoding="gzip")}) as server:
        assert failure(f"{server.url}/a", part) is FailureReason.TRUNCATED


def slow(size: int, seconds: float, times: int, declared: int) -> Handler:
    """Sends `size` bytes every `seconds`, `times` times, out of `declared`, then hangs up."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        response.content_length = declared
        await response.prepare(request)
        for _ in range(times):
            await response.write(b"x" * size)
            await asyncio.sleep(seconds)
        if request.transport is not None:
            request.transport.close()
        return response

    return answer


@pytest.mark.parametrize(
    ("handler", "given", "reason"),
    [
        (slow(10, 0, 1, 20), {}, FailureReason.TRUNCATED),
        (slow(10, 3, 1, 20), {}, FailureReason.TRUNCATED),
        (slow(10, 0.1, 30, 9999), {"min_speed_window": 0.5}, FailureReason.TIME_LIMIT),
        (slow(10, 0, 1, 3 << 30), {}, FailureReason.TOO_LARGE),
        (slow(1 << 16, 0, 40, 1 << 22), {"max_file_bytes": 1 << 20}, FailureReason.TOO_LARGE),
    ],
    ids=["hangs up early", "falls silent", "drips", "declares 3 GB", "declares too much"],
)
def test_bodies_that_do_not_arrive(
    part: Path, handler: Handler, given: dict[str, object], reason: FailureReason
) -> None:
    with Server({"/a": handler}) as server:
        assert failure(f"{server.url}/a", part, **given) is reason


def test_a_body_without_a_length_ends_at_the_size_limit(part: Path) -> None:
    async def endless(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * 65_536)

    with Server({"/a": endless}) as server:
        assert failure(f"{server.url}/a", part, max_file_bytes=1 << 20) is FailureReason.TOO_LARGE


def test_an_answer_in_memory_is_bounded() -> None:
    with Server({"/a": fixed(bytes(5 << 20))}) as server, pytest.raises(DownloadFailure) as caught:
        run(lambda transfers: transfers.request("GET", f"{server.url}/a"), settings())
    assert caught.value.reason is FailureReason.TOO_LARGE


def test_silence_before_the_first_byte_is_not_waited_for(part: Path) -> None:
    async def hangs(request: web.Request) -> web.Response:
        await asyncio.sleep(5)
        return web.Response()

    with Server({"/a": hangs}) as server:
        assert failure(f"{server.url}/a", part) is FailureReason.TRUNCATED


def test_nobody_listens(part: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        assert failure(url, part) is FailureReason.CONNECT_ERROR


def test_no_tls_where_https_is_asked_for(part: Path) -> None:
    with Server({}) as server:
        url = f"https://127.0.0.1:{server.port}/"
        assert failure(url, part) is FailureReason.TLS_ERROR


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.2:{port}/",
        "http://[::ffff:127.0.0.2]:{port}/",
        "http://127.2:{port}/",
        "http://2130706434:{port}/",
        "http://0x7f.2:{port}/",
    ],
)
def test_forbidden_addresses_get_no_connection(part: Path, url: str) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.2", 0))
        listener.listen()
        listener.settimeout(0.3)
        reason = failure(url.format(port=listener.getsockname()[1]), part)
        assert reason is FailureReason.FORBIDDEN_ADDRESS
        with pytest.raises(TimeoutError):
            listener.accept()


def test_every_address_of_a_name_is_checked(part: Path) -> None:
    reason = failure("http://localhost:9/", part, allowed_private_networks="10.0.0.0/8")
    assert reason is FailureReason.FORBIDDEN_ADDRESS


@pytest.mark.parametrize("url", ["ftp://127.0.0.1/a", "file:///etc/passwd", "data:,x"])
def test_only_http_is_spoken(part: Path, url: str) -> None:
    assert failure(url, part) is FailureReason.FORBIDDEN_ADDRESS


def test_no_download_starts_on_a_full_disk(part: Path) -> None:
    with Server({"/a": fixed(BODY)}) as server:
        with pytest.raises(DiskFullError, match="1073741824"):
            fetch(f"{server.url}/a", part, free=1 << 20)
        assert server.asked == []


def ranged(etag: str, cut: int | None, content: bytes = BODY) -> Handler:
    """Serves ranges under `etag`; the first answer breaks off after `cut` bytes."""
    calls = 0

    async def answer(request: web.Request) -> web.StreamResponse:
        nonlocal calls
        calls += 1
        start, status = 0, 200
        headers = {"ETag": etag}
        if request.headers.get("If-Range") == etag:
            start, status = int(request.headers["Range"][6:-1]), 206
            headers["Content-Range"] = f"bytes {start}-{len(content) - 1}/{len(content)}"
        response = web.StreamResponse(status=status, headers=headers)
        response.content_length = len(content) - start
        await response.prepare(request)
        stop = cut if calls == 1 else len(content)
        await response.write(content[start:stop])
        if calls == 1 and request.transport is not None:
            request.transport.close()
        return response

    return answer


def test_a_broken_transfer_is_continued_where_it_broke_off(part: Path) -> None:
    with Server({"/a": ranged('"1"', 100_000)}) as server:
        url = f"{server.url}/a"
        assert failure(url, part) is FailureReason.TRUNCATED
        parts.settle(part)
        kept = part.stat().st_size
        received = fetch(url, part, (("If-None-Match", '"0"'),))
    assert 0 < kept <= 100_000
    again = server.asked[1].headers
    assert again["Range"] == f"bytes={kept}-"
    assert again["If-Range"] == '"1"'
    assert "If-None-Match" not in again
    assert received.stored is not None
    assert received.stored.sha256 == SHA256
    assert received.stored.head == BODY[:2048]
    assert part.read_bytes() == BODY


def test_changed_content_is_fetched_from_its_start(part: Path) -> None:
    with Server({"/a": ranged('"1"', 100_000)}) as server:
        url = f"{server.url}/a"
        assert failure(url, part) is FailureReason.TRUNCATED
        server.routes["/a"] = fixed(b"new", ETag='"2"')
        received = fetch(url, part)
    assert received.stored is not None
    assert received.stored.sha256 == hashlib.sha256(b"new").hexdigest()
    assert part.read_bytes() == b"new"


@pytest.mark.parametrize("etag", ['W/"1"', '""', "1", ""])
def test_weak_validators_continue_nothing(part: Path, etag: str) -> None:
    with Server({"/a": ranged(etag, 100_000)}) as server:
        url = f"{server.url}/a"
        assert failure(url, part) is FailureReason.TRUNCATED
        parts.settle(part)
        assert not part.exists()
        fetch(url, part)
    assert "Range" not in server.asked[1].headers


def test_another_url_continues_nothing(part: Path) -> None:
    with Server({"/a": ranged('"1"', 100_000), "/b": fixed(b"other")}) as server:
        assert failure(f"{server.url}/a", part) is FailureReason.TRUNCATED
        fetch(f"{server.url}/b", part)
    assert "Range" not in server.asked[1].headers
    assert part.read_bytes() == b"other"


@pytest.mark.parametrize(
    "second",
    [
        fixed(b"", 416),
        fixed(b"x", 206, Content_Range="bytes 0-0/1"),
    ],
    ids=["refuses the range", "sends another range"],
)
def test_a_range_that_is_not_honoured_starts_over(part: Path, second: Handler) -> None:
    with Server({"/a": ranged('"1"', 100_000)}) as server:
        url = f"{server.url}/a"
        assert failure(url, part) is FailureReason.TRUNCATED
        server.routes["/a"] = second
        assert failure(url, part) is FailureReason.TRUNCATED
        server.routes["/a"] = fixed(BODY)
        fetch(url, part)
    assert "Range" not in server.asked[2].headers
    assert part.read_bytes() == BODY


def test_a_writer_whose_part_was_taken_over_fails(part: Path) -> None:
    file = parts.create(part, "http://x/", None)
    with file, parts.create(part, "http://x/", None) as taken:
        file.write(b"old")
        taken.write(b"new")
        taken.flush()
        parts.check_own(part, taken)
        with pytest.raises(DownloadFailure):
            parts.check_own(part, file)
    assert part.read_bytes() == b"new"


def test_a_certificate_that_nobody_vouches_for(part: Path, tmp_path: Path) -> None:
    certificate, key = self_signed(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with Server({"/a": fixed(BODY)}, tls=context) as server:
        assert failure(f"https://127.0.0.1:{server.port}/a", part) is FailureReason.TLS_ERROR
        assert server.asked == []


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 and its key, in PEM files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    paths = folder / "server.pem", folder / "server.key"
    paths[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths
