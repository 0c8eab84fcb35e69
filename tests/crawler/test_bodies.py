import pytest

from crawler.portals import bodies
from crawler.portals.steps import Failed, FetchFile
from store.vocabulary import FailureReason

URL = "https://www.data.go.kr/cmm/cmm/fileDownload.do"
FILE = FetchFile(URL)
LINK = FetchFile(URL, linked=True)
PAGE = "<!DOCTYPE html>\n<html><head><title>자료실</title></head><body></body></html>".encode()


@pytest.mark.parametrize(
    "head",
    [
        b"",
        "이름,값\n<html>,1\n".encode(),
        "이름,값\n".encode("cp949"),
        b"PK\x03\x04",
        b"%PDF-1.7",
        b'<?xml version="1.0"?><rows/>',
        b"<table><tr><td>1</td></tr></table>",
        b'<html xmlns:o="urn:schemas-microsoft-com:office:office"><table>',
        b"<htmlish>",
    ],
)
def test_files_pass(head: bytes) -> None:
    assert bodies.judge(head, URL, FILE, ("CSV",)) is None


@pytest.mark.parametrize(
    "head",
    [
        PAGE,
        b"\xef\xbb\xbf \r\n<HTML>",
        b"<head><meta charset=utf-8>",
        b"<script>alert('x');history.back();</script>",
        b"<!-- tomcat -->\n<html>",
        b'<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">',
        b"  <title>x</title>",
    ],
)
@pytest.mark.parametrize(
    ("step", "reason"), [(FILE, FailureReason.NOT_A_FILE), (LINK, FailureReason.LINK_ONLY)]
)
def test_pages_are_told_from_files(head: bytes, step: FetchFile, reason: FailureReason) -> None:
    assert bodies.judge(head, URL, step, ("CSV",)) == Failed(reason)


@pytest.mark.parametrize(
    ("head", "formats", "reason"),
    [
        (PAGE, ("HTML",), None),
        (b'<?xml version="1.0"?><!DOCTYPE html>', ("XML",), None),
        (PAGE, ("XML",), FailureReason.NOT_A_FILE),
        (b"<script>alert('x')</script>", ("HTML",), FailureReason.NOT_A_FILE),
    ],
)
def test_declared_markup_is_a_file(
    head: bytes, formats: tuple[str, ...], reason: FailureReason | None
) -> None:
    found = bodies.judge(head, URL, FILE, formats)
    assert found == (None if reason is None else Failed(reason))


@pytest.mark.parametrize(
    ("url", "text", "failed"),
    [
        (URL, "<title>로그인 | 포털</title>", Failed(FailureReason.LOGIN_REQUIRED)),
        (URL, "<script>alert('로그인이 필요합니다')", Failed(FailureReason.LOGIN_REQUIRED)),
        (URL, "location.href='/uim/login/loginView.do'", Failed(FailureReason.LOGIN_REQUIRED)),
        ("https://auth.data.go.kr/x", "", Failed(FailureReason.LOGIN_REQUIRED)),
        ("https://x.kr/uim/login/loginView.do?e=2", "", Failed(FailureReason.LOGIN_REQUIRED)),
        ("https://x.kr/waitingroom/main.html", "", Failed(FailureReason.RATE_LIMITED, True)),
        (URL, "<h1>접속 대기 중</h1>", Failed(FailureReason.RATE_LIMITED, True)),
        (URL, "<a href='/login'>로그인</a>", None),
        ("https://x.kr/data/blogin/1", "", None),
    ],
)
def test_notices_are_told_by_address_or_text(url: str, text: str, failed: Failed | None) -> None:
    assert bodies.notice(url, text) == failed


@pytest.mark.parametrize(
    ("url", "is_login"),
    [
        ("https://x.kr/login", True),
        ("https://x.kr/member/login.do", True),
        ("https://x.kr/sso/auth?x", True),
        ("https://x.kr/files/login_counts.csv", False),
        ("https://x.kr/catalogin/x", False),
        ("https://[broken", False),
    ],
)
def test_login_addresses(url: str, is_login: bool) -> None:
    assert bodies.is_login_url(url) is is_login
