"""The flow of data.go.kr as a table: what came, and the step that must follow."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from crawler.portals import portal_of
from crawler.portals.data_go_kr import stand_in
from crawler.portals.steps import Failed, FetchFile, NextRequest, Page, Step, failure_of_status
from store.queue import LeasedJob, Stage
from store.vocabulary import Delivery, FailureReason, License
from tests.shared import SHARED, needs_shared

KEY = "15000444"
PAGE_URL = f"https://www.data.go.kr/data/{KEY}/fileData.do"
RESOLVER = "https://www.data.go.kr/tcs/dss/selectFileDataDownload.do"
LINK_URL = f"https://www.data.go.kr/tcs/dss/selectLinkUrl.do?publicDataPk={KEY}"
DETAIL = "uddi:4984f3cf-3055-4265-911f-9c97c6777e20"
AGENCY = "https://agency.go.kr/board?id=1&no=2"

BUTTON = (
    f"<a onclick=\"fileDetailObj.fn_fileDataDown('{KEY}','{DETAIL}','','1','2'); return false;\">"
)
SHORT_BUTTON = f"<a onclick=\"fn_fileDataDown('{KEY}', '{DETAIL}')\">"
OTHER_BUTTON = "<a onclick=\"fn_fileDataDown('15025528', 'uddi:other')\">"
SCRIPT = "var fn_fileDataDown = function(publicDataPk, publicDataDetailPk) {}; fn_fileDataDown(a.b)"
GO_SCRIPT = "var fn_fileDataGoLink = function(publicDataPk) {}"
GO_BUTTON = f"<a onclick=\"fn_fileDataGoLink('{KEY}')\">바로가기</a>"
INPUT = f'<input type="hidden" id="publicDataDetailPk"\n value="{DETAIL}">'
ROW = (
    '<li><strong class="key">URL</strong><span>'
    '<a target="_blank" href="https://agency.go.kr/board?id=1&amp;no=2">열기</a></span></li>'
)
EMPTY_ROW = (
    '<li><strong class="key">URL</strong> -</li>'
    '<li><strong class="key">기타</strong><a href="https://else.kr/">x</a></li>'
)


def job(delivery: Delivery = Delivery.PORTAL, url: str | None = PAGE_URL) -> LeasedJob:
    return LeasedJob(
        id=1,
        record_id=KEY,
        list_key=KEY,
        stage=Stage.DOWNLOAD,
        attempts=0,
        title="자료",
        org_name=None,
        list_url=url,
        delivery=delivery,
        formats=("CSV",),
        license=License.UNSPECIFIED,
        third_party_rights=False,
    )


def first(leased: LeasedJob) -> Step:
    return portal_of(leased).first(leased)


def after_page(html: str, delivery: Delivery = Delivery.PORTAL, url: str = PAGE_URL) -> Step:
    step = first(job(delivery))
    assert isinstance(step, NextRequest)
    return step.then(Page(url, 200, html.encode()))


def answered(step: Step, body: Any) -> Step:
    assert isinstance(step, NextRequest)
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return step.then(Page(step.url, 200, raw))


def test_the_flow_begins_with_the_page() -> None:
    step = first(job(url="http://data.go.kr/data/15000444/fileData.do?recommend=1"))
    assert isinstance(step, NextRequest)
    assert (step.url, step.method) == (PAGE_URL, "GET")


@pytest.mark.parametrize(
    ("html", "detail"),
    [
        (BUTTON, DETAIL),
        (SHORT_BUTTON, DETAIL),
        (SCRIPT + OTHER_BUTTON + BUTTON, DETAIL),
        (BUTTON.replace("'", "&#39;"), DETAIL),
        (BUTTON + ROW, DETAIL),
        (INPUT, DETAIL),
        (SCRIPT + OTHER_BUTTON + INPUT, DETAIL),
    ],
)
def test_the_button_or_the_uddi_leads_to_the_resolver(html: str, detail: str) -> None:
    step = after_page(html)
    assert isinstance(step, NextRequest)
    assert (step.url, step.method) == (RESOLVER, "POST")
    form = dict(step.form)
    assert form["publicDataPk"] == KEY
    assert form["publicDataDetailPk"] == detail
    assert form["fileDetailSn"] == "1"
    headers = dict(step.headers)
    assert headers["Referer"] == PAGE_URL
    assert headers["X-Requested-With"] == "XMLHttpRequest"


@pytest.mark.parametrize(
    ("html", "delivery", "step"),
    [
        (ROW, Delivery.PORTAL, FetchFile(AGENCY, linked=True)),
        (INPUT + ROW, Delivery.LINK, FetchFile(AGENCY, linked=True)),
        (SCRIPT + GO_SCRIPT, Delivery.PORTAL, Failed(FailureReason.NOT_FOUND)),
        (OTHER_BUTTON, Delivery.PORTAL, Failed(FailureReason.NOT_FOUND)),
        (EMPTY_ROW, Delivery.PORTAL, Failed(FailureReason.NOT_FOUND)),
        ("<title>로그인</title>", Delivery.PORTAL, Failed(FailureReason.LOGIN_REQUIRED)),
        ("접속 대기 중입니다", Delivery.PORTAL, Failed(FailureReason.RATE_LIMITED, True)),
        ("", Delivery.PORTAL, Failed(FailureReason.NOT_FOUND)),
        (ROW.replace("https", "ftp"), Delivery.LINK, Failed(FailureReason.FORBIDDEN_ADDRESS)),
    ],
)
def test_pages_without_a_button(html: str, delivery: Delivery, step: Step) -> None:
    assert after_page(html, delivery) == step


@pytest.mark.parametrize(
    ("html", "delivery"),
    [(GO_SCRIPT + GO_BUTTON, Delivery.PORTAL), (INPUT, Delivery.LINK), ("", Delivery.LINK)],
)
def test_a_link_that_the_page_does_not_show_is_asked_for(html: str, delivery: Delivery) -> None:
    step = after_page(html, delivery)
    assert isinstance(step, NextRequest)
    assert (step.url, step.method) == (LINK_URL, "GET")


@pytest.mark.parametrize(
    "answer",
    [
        {"status": True, "atchFileId": "FILE_1", "fileDetailSn": "2"},
        {
            "status": True,
            "atchFileId": None,
            "fileDetailSn": 2,
            "fileDataRegistVO": {"atchFileId": "FILE_1"},
        },
        {"status": True, "fileDetailSn": "2", "dataSetFileDetailInfo": {"atchFileId": "FILE_1"}},
    ],
)
def test_the_attachment_is_found_in_any_of_three_places(answer: dict[str, Any]) -> None:
    answer = {
        **answer,
        "fileDataRegistVO": {"orginlFileNm": "가.csv", **answer.get("fileDataRegistVO", {})},
    }
    step = answered(after_page(BUTTON), answer)
    assert isinstance(step, FetchFile)
    assert urlsplit(step.url).path == "/cmm/cmm/fileDownload.do"
    query = parse_qs(urlsplit(step.url).query)
    assert (query["atchFileId"], query["fileDetailSn"]) == (["FILE_1"], ["2"])
    assert (step.name, step.linked) == ("가.csv", False)


@pytest.mark.parametrize(
    ("html", "answer", "step"),
    [
        (BUTTON, {"status": False}, Failed(FailureReason.NOT_FOUND)),
        (BUTTON, {}, Failed(FailureReason.NOT_FOUND)),
        (BUTTON + ROW, {"status": True, "atchFileId": ""}, FetchFile(AGENCY, linked=True)),
        (BUTTON, b"<html><title>x</title>", Failed(FailureReason.HTTP_ERROR)),
        (BUTTON, b"[1]", Failed(FailureReason.HTTP_ERROR)),
        (BUTTON, b"[" * 100_000, Failed(FailureReason.HTTP_ERROR)),
        (BUTTON, "<title>로그인</title>".encode(), Failed(FailureReason.LOGIN_REQUIRED)),
        (BUTTON, "<h1>접속 대기</h1>".encode(), Failed(FailureReason.RATE_LIMITED, True)),
        (
            BUTTON,
            "<script>alert('존재하지 않는 데이터입니다.')</script>".encode(),
            Failed(FailureReason.NOT_FOUND),
        ),
    ],
)
def test_answers_of_the_resolver(html: str, answer: Any, step: Step) -> None:
    assert answered(after_page(html), answer) == step


@pytest.mark.parametrize(
    ("answer", "step"),
    [
        ({"status": True, "linkUrl": AGENCY}, FetchFile(AGENCY, linked=True)),
        (
            {"status": True, "linkUrl": " www.agency.go.kr/자료 "},
            FetchFile("http://www.agency.go.kr/%EC%9E%90%EB%A3%8C", linked=True),
        ),
        ({"status": True, "linkUrl": None}, Failed(FailureReason.NOT_FOUND)),
        ({"status": False, "errorDc": "없음"}, Failed(FailureReason.NOT_FOUND)),
        ({"status": True, "linkUrl": "javascript:x()"}, Failed(FailureReason.FORBIDDEN_ADDRESS)),
    ],
)
@pytest.mark.parametrize("way", ["resolver without a file", "link listing"])
def test_links_are_followed(way: str, answer: dict[str, Any], step: Step) -> None:
    if way == "link listing":
        asked = after_page("", Delivery.LINK)
    else:
        asked = answered(after_page(BUTTON), {"status": True, "atchFileId": None})
    assert isinstance(asked, NextRequest)
    assert asked.url == LINK_URL
    assert answered(asked, answer) == step


@pytest.mark.parametrize(
    ("url", "delivery", "step"),
    [
        ("https://x.kr/a.csv", Delivery.UNKNOWN, FetchFile("https://x.kr/a.csv")),
        ("https://x.kr/a b.csv", Delivery.LINK, FetchFile("https://x.kr/a%20b.csv", linked=True)),
        ("https://x.kr/%EA%B0%80", Delivery.UNKNOWN, FetchFile("https://x.kr/%EA%B0%80")),
        ("ftp://x.kr/a.csv", Delivery.UNKNOWN, Failed(FailureReason.FORBIDDEN_ADDRESS)),
        ("file:///etc/passwd", Delivery.UNKNOWN, Failed(FailureReason.FORBIDDEN_ADDRESS)),
        (None, Delivery.UNKNOWN, Failed(FailureReason.NOT_FOUND)),
        ("-", Delivery.UNKNOWN, Failed(FailureReason.NOT_FOUND)),
        ("https://", Delivery.UNKNOWN, Failed(FailureReason.NOT_FOUND)),
        ("https://[x", Delivery.UNKNOWN, Failed(FailureReason.NOT_FOUND)),
        ("https://x.kr:99999/", Delivery.UNKNOWN, Failed(FailureReason.NOT_FOUND)),
    ],
)
def test_listings_of_other_hosts_are_files(url: str | None, delivery: Delivery, step: Step) -> None:
    assert first(job(delivery, url)) == step


@pytest.mark.parametrize(
    ("url", "at"),
    [
        (
            "https://www.data.go.kr/data/1/fileData.do?x=1",
            "http://127.0.0.1:9/data/1/fileData.do?x=1",
        ),
        ("http://data.go.kr/a", "http://127.0.0.1:9/a"),
        ("https://api.data.go.kr/a", "https://api.data.go.kr/a"),
        ("https://www.data.go.kr.evil.kr/a", "https://www.data.go.kr.evil.kr/a"),
    ],
)
def test_the_portal_may_be_stood_in_for(url: str, at: str) -> None:
    assert stand_in(url, "http://127.0.0.1:9/") == at
    assert stand_in(url, "https://www.data.go.kr") == url


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (200, None),
        (401, FailureReason.LOGIN_REQUIRED),
        (403, FailureReason.HTTP_ERROR),
        (404, FailureReason.NOT_FOUND),
        (410, FailureReason.NOT_FOUND),
        (500, FailureReason.HTTP_ERROR),
    ],
)
def test_statuses(status: int, reason: FailureReason | None) -> None:
    assert failure_of_status(status) is reason


@needs_shared("catalog", "openapi-detail-15000908-2026-07.html")
def test_a_real_page_shows_only_the_buttons_of_other_listings() -> None:
    html = (SHARED / "catalog" / "openapi-detail-15000908-2026-07.html").read_text("utf-8")
    assert not isinstance(opened(job(), html), FetchFile)
    other = replace(job(), list_url="https://www.data.go.kr/data/15025528/fileData.do")
    step = opened(other, html)
    assert isinstance(step, NextRequest)
    assert dict(step.form)["publicDataDetailPk"] == DETAIL


def opened(leased: LeasedJob, html: str) -> Step:
    step = first(leased)
    assert isinstance(step, NextRequest)
    return step.then(Page(PAGE_URL, 200, html.encode()))
