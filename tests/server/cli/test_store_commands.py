"""Commands on a home: what they print, which exit code, and what bad input leaves behind."""

import json
import sqlite3
from pathlib import Path

import pytest
from filelock import FileLock

from samples.listing import HEADER as COLUMNS
from tests import pdl

LIST = "list-2026-08.csv"


def row(key: str, title: str, kind: str = "FILE") -> list[str]:
    facts = {
        "목록키": key,
        "목록유형": kind,
        "목록명": title,
        "제공기관": "가람시",
        "확장자(데이터포맷)": "CSV",
        "제공형태": "공공데이터포털에서 다운로드(원문파일등록)",
        "목록 URL": f"https://www.data.go.kr/data/{key}/fileData.do",
        "수정일": "2026-08-01",
    }
    return [facts.get(name, "-") for name in COLUMNS]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    rows = [list(COLUMNS), row("1", "가람시_공영주차장"), row("2", "가람시_버스 정보", "API")]
    text = "".join(",".join(cells) + "\r\n" for cells in rows)
    (tmp_path / LIST).write_text(text, "utf-8-sig")
    return tmp_path / "home"


def rows_of(home: Path, table: str) -> int:
    with sqlite3.connect(home / "pdl.db") as connection:
        count: int = connection.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
    return count


def test_import_takes_the_month_from_the_name(home: Path) -> None:
    ended = pdl.run(home, "catalog", "import", LIST, "--json")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert (report["snapshot"], report["records"], report["queued"]) == ("2026-08", 2, 1)
    again = json.loads(pdl.run(home, "catalog", "import", LIST, "--json").stdout)
    assert (again["new"], again["queued"]) == (False, 0)
    assert rows_of(home, "record") == 2


@pytest.mark.parametrize("month", ["2026-13", "2026-8", "2026-08-01", "August", ""])
def test_months_that_are_none(home: Path, month: str) -> None:
    ended = pdl.run(home, "catalog", "import", LIST, "--snapshot", month)
    assert ended.returncode == 2
    assert not (home / "pdl.db").exists()


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe\x00\x00garbage", "이름,값\n가,1\n".encode(), b"\x00" * 500],
    ids=["empty", "noise", "another list", "zeros"],
)
def test_a_list_that_cannot_be_read(home: Path, content: bytes) -> None:
    (home.parent / "bad.csv").write_bytes(content)
    ended = pdl.run(home, "catalog", "import", "bad.csv")
    assert ended.returncode == 1
    assert ended.stderr.startswith("pdl: CATALOG_UNREADABLE: ")
    assert len(ended.stderr.splitlines()) == 1


def test_a_damaged_row_leaves_nothing(home: Path) -> None:
    path = home.parent / LIST
    path.write_text(path.read_text("utf-8-sig") + ",".join(row("", "제목")) + "\r\n", "utf-8-sig")
    ended = pdl.run(home, "catalog", "import", LIST)
    assert ended.returncode == 1
    assert rows_of(home, "record") == 0
    assert rows_of(home, "snapshot") == 0


@pytest.mark.parametrize(
    "words", [("catalog", "import", LIST), ("publish",), ("run", LIST), ("demo",)]
)
def test_a_busy_home(home: Path, words: tuple[str, ...]) -> None:
    home.mkdir()
    with FileLock(home / "pdl.lock"):
        ended = pdl.run(home, *words)
    assert ended.returncode == 75
    assert ended.stderr.startswith("pdl: BUSY: ")
    assert not (home / "releases").exists()


def test_a_home_that_cannot_be_one(home: Path) -> None:
    home.write_text("a file", "utf-8")
    for words in (("publish",), ("catalog", "import", LIST), ("status",)):
        ended = pdl.run(home, *words, PDL_CONFIG="")
        assert ended.returncode == 1
        assert ended.stderr.startswith("pdl: STORE_UNAVAILABLE: ")


def test_a_blob_store_that_cannot_be_one(home: Path) -> None:
    ended = pdl.run(home, "profile-queue", PDL_BLOBS_URL="zzz://x")
    assert ended.returncode == 2
    assert ended.stderr.startswith("pdl: SETTINGS: PDL_BLOBS_URL")


def test_crawling_a_record_that_is_not_listed(home: Path) -> None:
    pdl.run(home, "catalog", "import", LIST)
    ended = pdl.run(home, "crawl", "--record", "nope")
    assert ended.returncode == 1
    assert ended.stderr.startswith("pdl: DATASET_NOT_FOUND: ")


def test_one_row_with_a_senseless_url_does_not_cost_the_others(home: Path) -> None:
    path = home.parent / LIST
    text = path.read_text("utf-8-sig").replace("https://www.data.go.kr/data/1/", "http://[::1/")
    path.write_text(text + ",".join(row("3", "가람시_도서관")) + "\r\n", "utf-8-sig")
    ended = pdl.run(home, "catalog", "import", LIST, "--json")
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["queued"] == 2


def test_status_of_an_empty_home(home: Path) -> None:
    report = json.loads(pdl.run(home, "status", "--json").stdout)
    assert not home.exists()
    assert report["snapshot"] is None
    assert report["records"] == 0
    assert set(report["byStatus"].values()) == {0}
    assert list(report) == [
        "snapshot",
        "records",
        "byStatus",
        "byReason",
        "byFormat",
        "byOrganization",
        "queue",
        "hosts",
    ]


def test_status_after_an_import(home: Path) -> None:
    pdl.run(home, "catalog", "import", LIST)
    report = json.loads(pdl.run(home, "status", "--json").stdout)
    assert report["byStatus"]["QUEUED"] == 1
    assert report["byStatus"]["API_STRUCTURE_NOT_SUPPORTED_YET"] == 1
    assert report["byFormat"]["CSV"]["records"] == 2
    assert report["byOrganization"][0]["organization"] == "가람시"
    assert report["queue"]["download"] == {"queued": 1, "leased": 0}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("publish",), "NOTHING_TO_PUBLISH"),
        (("show", "1"), "INDEX_NOT_READY"),
        (("search", "주차장"), "INDEX_NOT_READY"),
        (("columns", "위도"), "INDEX_NOT_READY"),
        (("compare", "1", "2"), "INDEX_NOT_READY"),
    ],
)
def test_asking_an_empty_home(home: Path, words: tuple[str, ...], code: str) -> None:
    ended = pdl.run(home, *words)
    assert ended.returncode == 1
    assert f"pdl: {code}: " in ended.stderr


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("show", "999"), "DATASET_NOT_FOUND"),
        (("compare", "1", "999"), "DATASET_NOT_FOUND"),
        (("compare", "1"), "INVALID_ARGUMENT"),
        (("columns", " "), "INVALID_ARGUMENT"),
        (("search", "x", "--region", "KR-99"), "FILTER_NOT_AVAILABLE"),
        (("search", "x", "--updated-after", "2026-02-30"), "INVALID_ARGUMENT"),
        (("search", "x", "--page-size", "101"), "INVALID_ARGUMENT"),
        (("search", "x", "--cursor", "abc"), "INVALID_ARGUMENT"),
    ],
)
def test_asking_for_what_is_not_there(home: Path, words: tuple[str, ...], code: str) -> None:
    pdl.run(home, "catalog", "import", LIST)
    assert pdl.run(home, "publish").returncode == 0
    ended = pdl.run(home, *words)
    assert ended.returncode == (1 if code == "DATASET_NOT_FOUND" else 2)
    assert f"pdl: {code}: " in ended.stderr
    assert ended.stdout == ""


def test_settings_with_their_origins(home: Path) -> None:
    (home.parent / "pdl.toml").write_text("port = 9000\ncrawl_delay = 2.5\n", "utf-8")
    ended = pdl.run(
        home,
        "config",
        "show",
        "--json",
        PDL_CONFIG=str(home.parent / "pdl.toml"),
        PDL_PORT="9001",
        PDL_DATABASE_URL="postgresql+psycopg://lens:hush@localhost/lens",
    )
    shown = {setting["name"]: setting for setting in json.loads(ended.stdout)}
    assert (shown["port"]["value"], shown["port"]["origin"]) == (9001, "PDL_PORT")
    assert shown["crawl_delay"]["origin"].endswith("pdl.toml")
    assert shown["host"]["origin"] == "default"
    assert "hush" not in ended.stdout
    assert all(setting["description"] for setting in shown.values())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PDL_CRAWL_DELAY", "soon"),
        ("PDL_CRAWL_DELAY", "-1"),
        ("PDL_ALLOWED_PRIVATE_NETWORKS", "127.0.0.0/99"),
        ("PDL_PORT", "70000"),
    ],
)
def test_a_setting_that_cannot_be_used(home: Path, name: str, value: str) -> None:
    ended = pdl.run(home, "status", **{name: value})
    assert ended.returncode == 2
    assert name.removeprefix("PDL_").lower() in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_settings_file_that_is_missing(home: Path) -> None:
    ended = pdl.run(home, "status", PDL_CONFIG=str(home.parent / "other.toml"))
    assert ended.returncode == 2
    assert "other.toml" in ended.stderr


def test_a_settings_file_that_is_none(home: Path) -> None:
    (home.parent / "pdl.toml").write_text("port = = 1\n", "utf-8")
    ended = pdl.run(home, "status", PDL_CONFIG=str(home.parent / "pdl.toml"))
    assert ended.returncode == 2
    assert "pdl.toml" in ended.stderr


def test_a_database_that_is_none(home: Path) -> None:
    home.mkdir()
    (home / "pdl.db").write_bytes(b"this is no database" * 100)
    ended = pdl.run(home, "status")
    assert ended.returncode == 1
    assert ended.stderr.startswith("pdl: STORE_UNAVAILABLE: ")


def test_the_empty_status_has_the_shape_of_any(home: Path) -> None:
    empty = json.loads(pdl.run(home, "status", "--json").stdout)
    pdl.run(home, "catalog", "import", LIST)
    full = json.loads(pdl.run(home, "status", "--json").stdout)
    assert list(empty) == list(full)
    assert list(empty["queue"]) == list(full["queue"])
    assert list(empty["byStatus"]) == list(full["byStatus"])


def test_records_that_failed_are_taken_again_when_asked(home: Path) -> None:
    pdl.run(home, "catalog", "import", LIST)
    settings = {"PDL_PORTAL_DATA_GO_KR_URL": "http://127.0.0.1:9"}
    failed = json.loads(pdl.run(home, "crawl", "--json", **settings).stdout)
    assert failed["byReason"] == {"FORBIDDEN_ADDRESS": 1}
    again = json.loads(pdl.run(home, "crawl", "--json", **settings).stdout)
    assert again["failed"] == 0
    again = pdl.run(home, "crawl", "--retry-failed", **settings)
    assert "FORBIDDEN_ADDRESS 1" in again.stdout
    assert "PDL_ALLOWED_PRIVATE_NETWORKS" in again.stdout


def test_what_waits_is_told_with_its_reason(home: Path) -> None:
    pdl.run(home, "catalog", "import", LIST)
    ended = pdl.run(
        home,
        "crawl",
        "--wait",
        "0",
        PDL_PORTAL_DATA_GO_KR_URL="http://127.0.0.1:9",
        PDL_ALLOWED_PRIVATE_NETWORKS="127.0.0.0/8",
        PDL_RETRY_BASE="100",
    )
    assert "CONNECT_ERROR 1" in ended.stdout
    report = json.loads(pdl.run(home, "status", "--json").stdout)
    assert report["queue"]["waitingByReason"] == {"CONNECT_ERROR": 1}


def test_the_real_portal_is_never_asked_for_made_up_records(home: Path) -> None:
    folder = home / "samples"
    folder.mkdir(parents=True)
    (home.parent / LIST).rename(folder / LIST)
    assert pdl.run(home, "catalog", "import", str(folder / LIST)).returncode == 0
    for words in (("crawl",), ("run", str(folder / LIST))):
        ended = pdl.run(home, *words)
        assert ended.returncode == 1
        assert "pdl: HOME_IN_USE: " in ended.stderr


@pytest.mark.parametrize("text", ["crawl_dely = 3\n", "nonsense = true\n"])
def test_settings_that_do_not_exist(home: Path, text: str) -> None:
    (home.parent / "pdl.toml").write_text(text, "utf-8")
    ended = pdl.run(home, "status")
    assert ended.returncode == 2
    assert "there is no setting" in ended.stderr


def test_the_version(home: Path) -> None:
    assert pdl.run(home, "--version").stdout == "0.1.0\n"


def test_a_database_of_a_newer_version(home: Path) -> None:
    pdl.run(home, "catalog", "import", LIST)
    with sqlite3.connect(home / "pdl.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    ended = pdl.run(home, "status")
    assert ended.returncode == 1
    assert "newer version" in ended.stderr


def test_a_doctor_who_looks(home: Path) -> None:
    ended = pdl.run(home, "doctor", "--json")
    findings = {finding["name"]: finding for finding in json.loads(ended.stdout)}
    assert {"python", "sqlite", "sqlite-fts5", "libmagic", "home", "disk"} <= set(findings)
    assert not findings["libmagic"]["needed"]
    assert ended.returncode == 0


def test_a_demo_never_touches_a_real_home(home: Path) -> None:
    pdl.run(home, "catalog", "import", LIST, "--snapshot", "2026-10")
    ended = pdl.run(home, "demo")
    assert ended.returncode == 1
    assert ended.stderr.startswith("pdl: HOME_IN_USE: ")
    assert rows_of(home, "snapshot") == 1


@pytest.mark.parametrize("words", [("nonsense",), ("crawl", "--limit", "0"), ("profile",)])
def test_wrong_usage(home: Path, words: tuple[str, ...]) -> None:
    ended = pdl.run(home, *words)
    assert ended.returncode == 2
    assert ended.stderr
