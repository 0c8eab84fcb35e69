"""The running portal answers as the real one does, its failures included."""

import http.client
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from samples.portal import SamplePortal

Json = dict[str, Any]

BUTTON = re.compile(r"fn_fileDataDown\(" + ",".join([r"'([^']*)'"] * 5) + r"\)")


class Reply:
    """One answer, redirects not followed; `disposition` as raw bytes."""

    def __init__(self, url: str, method: str = "GET", body: str = "", **headers: str) -> None:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=10)
        try:
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            if body:
                headers["Content-Type"] = "application/x-www-form-urlencoded"
            names = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body or None, names)
            response = connection.getresponse()
            self.status = response.status
            self.headers = response.headers
            self.body = response.read()
        finally:
            connection.close()

    @property
    def text(self) -> str:
        return self.body.decode("utf-8")

    @property
    def disposition(self) -> bytes:
        return (self.headers["Content-Disposition"] or "").encode("latin-1")


def _resolve(portal: SamplePortal, key: str, method: str = "GET") -> Json:
    page = Reply(f"{portal.url}/data/{key}/fileData.do")
    uddi = re.search(r'id="publicDataDetailPk"[^>]*value="([^"]+)"', page.text)
    fields = {
        "publicDataPk": key,
        "publicDataDetailPk": uddi.group(1) if uddi else "",
        "atchFileId": "",
        "fileDetailSn": "1",
        "publicDataTyCode": "PR0051",
    }
    url = f"{portal.url}/tcs/dss/selectFileDataDownload.do"
    encoded = urlencode(fields)
    reply = Reply(f"{url}?{encoded}") if method == "GET" else Reply(url, "POST", encoded)
    assert reply.headers.get_content_type() == "text/html"
    answer: Json = json.loads(reply.text)
    return answer


def _file_url(portal: SamplePortal, key: str) -> str:
    attachment = _resolve(portal, key)["atchFileId"]
    return f"{portal.url}/cmm/cmm/fileDownload.do?atchFileId={attachment}&fileDetailSn=1"


def _link(portal: SamplePortal, key: str) -> str:
    answer = json.loads(Reply(f"{portal.url}/tcs/dss/selectLinkUrl.do?publicDataPk={key}").text)
    assert answer["status"] is True
    return str(answer["linkUrl"])


def test_the_page_has_the_button_and_the_hidden_field(portal: SamplePortal) -> None:
    page = Reply(f"{portal.url}/data/15900101/fileData.do")
    button = BUTTON.search(page.text)
    assert page.status == 200
    assert button is not None
    assert button.group(1) == "15900101"
    assert (
        f'id="publicDataDetailPk" name="publicDataDetailPk" value="{button.group(2)}"' in page.text
    )


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_the_resolver_answers_json_as_html(portal: SamplePortal, method: str) -> None:
    answer = _resolve(portal, "15900101", method)
    assert answer["status"] is True
    assert answer["dpk"] == "15900101"
    assert answer["fileDetailSn"] == "1"
    assert answer["atchFileId"] == answer["fileDataRegistVO"]["atchFileId"]
    assert answer["fileDataRegistVO"]["orginlFileNm"] == "가람시_공영주차장 현황_20260630.csv"
    assert answer["dataSetFileDetailInfo"]["publicDataPk"] == "15900101"


def test_the_file_comes_with_a_raw_utf8_name(portal: SamplePortal, samples_directory: Path) -> None:
    reply = Reply(_file_url(portal, "15900101"))
    name = "가람시_공영주차장 현황_20260630.csv"
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "application/octet-stream; charset=UTF-8"
    assert reply.disposition == f'attachment; filename="{name}"'.encode()
    assert reply.body == (samples_directory / "files" / name).read_bytes()


@pytest.mark.parametrize(
    ("header", "validator"), [("If_None_Match", "ETag"), ("If_Modified_Since", "Last-Modified")]
)
def test_an_unchanged_file_is_not_sent_again(
    portal: SamplePortal, header: str, validator: str
) -> None:
    url = _file_url(portal, "15900101")
    again = Reply(url, **{header: Reply(url).headers[validator]})
    assert (again.status, again.body) == (304, b"")


def test_an_etag_that_does_not_match_wins_over_the_date(portal: SamplePortal) -> None:
    url = _file_url(portal, "15900101")
    modified = Reply(url).headers["Last-Modified"]
    assert Reply(url, If_None_Match='"other"', If_Modified_Since=modified).status == 200


@pytest.mark.parametrize(
    ("wanted", "start", "stop"),
    [("bytes=100-199", 100, 200), ("bytes=100-", 100, None), ("bytes=-50", -50, None)],
)
def test_ranges(portal: SamplePortal, wanted: str, start: int, stop: int | None) -> None:
    url = _file_url(portal, "15900101")
    whole = Reply(url)
    part = Reply(url, Range=wanted, If_Range=whole.headers["ETag"])
    assert part.status == 206
    assert part.body == whole.body[start:stop]
    assert part.headers["Content-Range"].endswith(f"/{len(whole.body)}")


def test_a_range_of_another_version_gives_the_whole_file(portal: SamplePortal) -> None:
    url = _file_url(portal, "15900101")
    assert Reply(url, Range="bytes=10-", If_Range='"other"').status == 200


def test_a_range_beyond_the_end_is_refused(portal: SamplePortal) -> None:
    reply = Reply(_file_url(portal, "15900101"), Range="bytes=999999-")
    assert (reply.status, reply.body) == (416, b"")


def test_a_changed_file_has_another_address_and_the_old_one_is_dead(portal: SamplePortal) -> None:
    old = _file_url(portal, "15900101")
    before = Reply(old).body
    portal.edition = "2026-09"
    new = _file_url(portal, "15900101")
    assert new != old
    assert Reply(new).body != before
    dead = Reply(old)
    assert dead.status == 200
    assert dead.text.startswith("<script>alert(")


def test_a_touched_dataset_keeps_its_address_and_validators(portal: SamplePortal) -> None:
    url = _file_url(portal, "15900303")
    tag = Reply(url).headers["ETag"]
    portal.edition = "2026-09"
    assert _file_url(portal, "15900303") == url
    assert Reply(url, If_None_Match=tag).status == 304


def test_an_upload_of_equal_bytes_has_another_address_and_etag(portal: SamplePortal) -> None:
    url = _file_url(portal, "15900304")
    first = Reply(url)
    portal.edition = "2026-09"
    second = Reply(_file_url(portal, "15900304"), If_None_Match=first.headers["ETag"])
    assert second.status == 200
    assert second.body == first.body
    assert second.disposition != first.disposition


def test_editions_have_their_own_datasets(portal: SamplePortal) -> None:
    def statuses() -> list[int]:
        keys = ("15900502", "15900503")
        return [Reply(f"{portal.url}/data/{key}/fileData.do").status for key in keys]

    assert statuses() == [200, 404]
    portal.edition = "2026-09"
    assert statuses() == [404, 200]
    with pytest.raises(ValueError, match="no such edition: 2026-10"):
        portal.edition = "2026-10"


def test_a_missing_page_is_404_and_does_not_resolve(portal: SamplePortal) -> None:
    assert Reply(f"{portal.url}/data/15901101/fileData.do").status == 404
    assert Reply(f"{portal.url}/data/1/fileData.do").status == 404
    assert Reply(f"{portal.url}/data/15901201/fileData.do").status == 404
    assert _resolve(portal, "15901101")["status"] is False


@pytest.mark.parametrize("key", ["15901201", "15901301"])
def test_other_listing_types_have_a_page_without_a_button(
    portal: SamplePortal, manifest: Json, key: str
) -> None:
    page = Reply(portal.url + manifest["datasets"][key]["page"])
    assert page.status == 200
    assert "fn_fileDataDown" not in page.text


def test_a_refused_dataset_does_not_resolve(portal: SamplePortal) -> None:
    assert Reply(f"{portal.url}/data/15901102/fileData.do").status == 200
    assert _resolve(portal, "15901102")["status"] is False


def test_a_dataset_without_a_file_resolves_to_nothing(portal: SamplePortal) -> None:
    answer = _resolve(portal, "15901103")
    assert answer["status"] is True
    assert answer["atchFileId"] is None


def test_the_resolver_refuses_another_datasets_uddi(portal: SamplePortal) -> None:
    query = urlencode({"publicDataPk": "15900101", "publicDataDetailPk": "uddi:other"})
    reply = Reply(f"{portal.url}/tcs/dss/selectFileDataDownload.do?{query}")
    assert json.loads(reply.text)["status"] is False


def test_the_login_wall_is_a_redirect(portal: SamplePortal) -> None:
    reply = Reply(_file_url(portal, "15901104"))
    assert reply.status == 302
    assert reply.headers["Location"] == "/uim/login/loginView.do?login_error=2"
    assert 'type="password"' in Reply(portal.url + reply.headers["Location"]).text


def test_an_alert_pretends_to_be_the_file(portal: SamplePortal) -> None:
    reply = Reply(_file_url(portal, "15901105"))
    assert reply.status == 200
    assert reply.headers["Content-Type"] == "application/octet-stream"
    assert reply.disposition.startswith(b"attachment")
    assert reply.body.startswith(b"<script>alert(")


def test_offline_media_have_neither_button_nor_link(portal: SamplePortal) -> None:
    page = Reply(f"{portal.url}/data/15901106/fileData.do")
    assert page.status == 200
    assert "fn_fileData" not in page.text


def test_a_server_error(portal: SamplePortal) -> None:
    assert Reply(_file_url(portal, "15901107")).status == 500


def test_a_truncated_body_is_shorter_than_promised(portal: SamplePortal) -> None:
    url = _file_url(portal, "15901108")
    with pytest.raises(http.client.IncompleteRead) as caught:
        Reply(url)
    assert len(caught.value.partial) > 0
    assert caught.value.expected == 4096


def test_the_waiting_room(portal: SamplePortal) -> None:
    reply = Reply(_file_url(portal, "15901199"))
    assert (reply.status, reply.headers["Location"]) == (302, "/waitingroom/main.html")
    assert "접속 대기" in Reply(portal.url + "/waitingroom/main.html").text


def test_a_dripping_body_is_whole_after_about_two_seconds(
    portal: SamplePortal, samples_directory: Path, manifest: Json
) -> None:
    url = _file_url(portal, "15900302")
    started = time.monotonic()
    body = Reply(url).body
    assert 1.5 < time.monotonic() - started < 8
    file = manifest["datasets"]["15900302"]["editions"]["2026-08"]["file"]
    assert body == (samples_directory / file).read_bytes()


def test_link_listings_have_a_url_row_and_no_file_of_the_portal(portal: SamplePortal) -> None:
    page = Reply(f"{portal.url}/data/15900901/fileData.do").text
    link = _link(portal, "15900901")
    assert "fn_fileDataDown" not in page
    assert "fn_fileDataGoLink('15900901')" in page
    assert f'<strong class="key">URL</strong> <span class="value"><a href="{link}"' in page
    assert _resolve(portal, "15900901")["atchFileId"] is None


def test_only_link_listings_have_a_link(portal: SamplePortal) -> None:
    reply = Reply(f"{portal.url}/tcs/dss/selectLinkUrl.do?publicDataPk=15900101")
    assert json.loads(reply.text)["status"] is False


def test_a_direct_link_is_the_file(portal: SamplePortal) -> None:
    link = _link(portal, "15900901")
    assert link.startswith(portal.agency_url)
    assert Reply(link).body.decode().startswith("정수장명;채수일;")


def test_a_link_may_lead_to_the_file_over_a_redirect(portal: SamplePortal) -> None:
    reply = Reply(_link(portal, "15900902"))
    assert reply.status == 302
    file = Reply(portal.agency_url + reply.headers["Location"])
    assert file.body.decode("cp949").startswith("탐방로명,")


def test_a_link_may_lead_to_a_page(portal: SamplePortal) -> None:
    reply = Reply(_link(portal, "15900903"))
    assert reply.headers.get_content_type() == "text/html"
    assert reply.text.startswith("<!DOCTYPE html>")


def test_robots_close_the_members_area_of_the_agency_only(portal: SamplePortal) -> None:
    closed = urlsplit(_link(portal, "15900904")).path
    rules = Reply(f"{portal.agency_url}/robots.txt").text.partition("User-agent: *\n")[2]
    disallowed = re.findall(r"Disallow: (\S+)", rules)
    assert any(closed.startswith(path) for path in disallowed)
    for path in ("/data/", "/tcs/", "/cmm/", "/agency/files/", "/agency/go/", "/agency/board/"):
        assert not any(path.startswith(rule) for rule in disallowed)


def test_too_many_requests_tells_when_to_come_back(portal: SamplePortal) -> None:
    reply = Reply(_link(portal, "15900999"))
    assert (reply.status, reply.headers["Retry-After"]) == (429, "3600")


def test_every_dataset_with_a_readable_file_arrives_whole(
    portal: SamplePortal, samples_directory: Path, manifest: Json
) -> None:
    fetched = 0
    for key, dataset in manifest["datasets"].items():
        file = dataset["editions"].get("2026-08", {}).get("file")
        if dataset["delivery"] != "PORTAL" or dataset["behavior"] != "file" or not file:
            continue
        assert Reply(_file_url(portal, key)).body == (samples_directory / file).read_bytes()
        fetched += 1
    assert fetched > 25


def test_requests_are_recorded_in_order(portal: SamplePortal) -> None:
    Reply(f"{portal.url}/robots.txt", User_Agent="lens/1")
    Reply(f"{portal.agency_url}/agency/board/15900903?a=1")
    first, second = portal.requests
    assert (first.method, first.path_qs) == ("GET", "/robots.txt")
    assert first.headers["User-Agent"] == "lens/1"
    assert second.path_qs == "/agency/board/15900903?a=1"
    assert first.at <= second.at <= time.monotonic()


def test_a_folder_without_samples_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SamplePortal(tmp_path)


def test_a_port_that_is_taken_is_an_error(samples_directory: Path, portal: SamplePortal) -> None:
    port = urlsplit(portal.url).port
    assert port is not None
    with (
        pytest.raises(OSError, match="address already in use"),
        SamplePortal(samples_directory, port=port),
    ):
        pass


@pytest.mark.parametrize("port", ["0", "70000"])
@pytest.mark.parametrize("manifest_text", [None, "{"])
def test_the_command_says_in_one_line_why_it_cannot_serve(
    tmp_path: Path, samples_directory: Path, port: str, manifest_text: str | None
) -> None:
    directory = tmp_path
    if manifest_text:
        (tmp_path / "portal.json").write_text(manifest_text)
    elif port == "70000":
        directory = samples_directory
    command = [sys.executable, "-m", "samples.portal", str(directory), "--port", port]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("the samples cannot be served: ")
    assert len(result.stderr.splitlines()) == 1


def test_the_command_serves_until_it_is_interrupted(samples_directory: Path) -> None:
    command = [sys.executable, "-m", "samples.portal", str(samples_directory), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[0]
        assert Reply(f"{url}/robots.txt").status == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 0
