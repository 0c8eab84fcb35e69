"""`pdl demo` on an empty home: what it reaches, what it leaves, what it never writes."""

import json
import re
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from server.tools import Tools
from store.release import Releases
from tests import pdl

_SKIPPED = {"samples"}  # the portal's own side: the files that the secrets were planted in
_HEX64 = re.compile(r"[0-9a-f]{64}")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("demo") / "home"
    ended = pdl.run(folder, "demo")
    (folder / "logs").mkdir(exist_ok=True)
    (folder / "logs" / "stdout").write_text(ended.stdout, "utf-8")
    (folder / "logs" / "stderr").write_text(ended.stderr, "utf-8")
    assert ended.returncode == 0, ended.stderr
    return folder


@pytest.fixture(scope="module")
def portal(home: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads((home / "samples" / "portal.json").read_text("utf-8"))
    return manifest


@pytest.fixture(scope="module")
def tools(home: Path) -> Tools:
    return Tools(Releases(home / "releases"))


def listed(portal: dict[str, Any], edition: str = "2026-09") -> dict[str, Any]:
    return {
        key: dataset
        for key, dataset in portal["datasets"].items()
        if edition in dataset["editions"]
    }


def test_every_record_ends_as_intended(portal: dict[str, Any], tools: Tools) -> None:
    wrong = []
    for key, dataset in listed(portal).items():
        wanted = dataset["expect"]
        found = tools.call("get_dataset_structure", {"recordId": key})["data"]
        reason = (found.get("reason") or "").partition(":")[0] or None
        if wanted["reason"] is None and reason == found["coverageStatus"]:
            reason = None  # no failure: the state itself, with its sentence
        if (found["coverageStatus"], reason) != (wanted["coverage"], wanted["reason"]):
            wrong.append(
                (key, found["coverageStatus"], reason, wanted["coverage"], wanted["reason"])
            )
    assert wrong == []


def unchanged(dataset: dict[str, Any]) -> bool:
    """Whether all editions have the same bytes: the intent tells of the first edition."""
    return len({edition["sha256"] for edition in dataset["editions"].values()}) == 1


def tables_of(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        table for asset in answer["data"].get("assets", []) for table in asset.get("tables", [])
    ]


def test_every_column_is_as_intended(portal: dict[str, Any], tools: Tools) -> None:
    wrong = []
    for key, dataset in listed(portal).items():
        found = tables_of(tools.call("get_dataset_structure", {"recordId": key}))
        for got, wanted in zip(found, dataset["expect"].get("tables", []), strict=True):
            rows = (got["rowsScanned"], wanted["rowsScanned"])
            if unchanged(dataset) and rows[0] != rows[1]:
                wrong.append((key, got["tableIndex"], "rowsScanned", *rows))
            for column, intent in zip(got["columns"], wanted["columns"], strict=True):
                wrong += [
                    (key, column["ordinal"], name, column[name], intent[name])
                    for name in ("sourceName", "observedType", "exampleStatus", "safetyStatus")
                    if intent[name] is not None and column[name] != intent[name]
                ]
    assert wrong == []


def contents(home: Path) -> Iterator[tuple[str, bytes]]:
    """Everything the run left, packed parts of databases unpacked."""
    for path in sorted(home.rglob("*")):
        if path.is_file() and path.relative_to(home).parts[0] not in _SKIPPED:
            yield str(path.relative_to(home)), path.read_bytes()
    for path in [home / "pdl.db", *(home / "releases").glob("*.sqlite")]:
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (table,) in names.fetchall():
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    for value in row:
                        yield f"{path.name}:{table}", unpacked(value)


def unpacked(value: object) -> bytes:
    if isinstance(value, bytes):
        try:
            return zlib.decompress(value)
        except zlib.error:
            return value
    return str(value).encode("utf-8", "surrogatepass")


def test_no_planted_secret_is_anywhere(home: Path, portal: dict[str, Any]) -> None:
    secrets = portal["secrets"]
    assert len(secrets) > 20
    needles = [
        form.encode(encoding)
        for secret in secrets
        for form in {secret, json.dumps(secret)[1:-1]}
        for encoding in ("utf-8", "cp949", "utf-16-le")
    ]
    found = {where for where, content in contents(home) if any(n in content for n in needles)}
    assert found == set()


def test_the_search_for_secrets_would_find_one(home: Path) -> None:
    assert any("주차면수".encode() in content for where, content in contents(home) if ":" in where)


def test_raw_files_are_gone(home: Path) -> None:
    kept = [path for path in (home / "blobs").rglob("*") if _HEX64.fullmatch(path.name)]
    assert kept == []
    assert list((home / "blobs").rglob("*.part")) == []


def test_changed_files_were_observed_again_and_only_those(
    home: Path, portal: dict[str, Any]
) -> None:
    with sqlite3.connect(home / "pdl.db") as connection:
        counts = dict(
            connection.execute("SELECT record_id, COUNT(*) FROM observation GROUP BY record_id")
        )
    for key, count in counts.items():
        editions = portal["datasets"][key]["editions"].values()
        assert count == len({edition["sha256"] for edition in editions}), key


def test_a_second_run_adds_nothing(home: Path) -> None:
    def seen() -> list[Any]:
        with sqlite3.connect(home / "pdl.db") as connection:
            return connection.execute("SELECT id FROM observation ORDER BY id").fetchall()

    before = seen()
    ended = pdl.run(home, "demo")
    assert ended.returncode == 0, ended.stderr
    assert seen() == before


def test_what_people_see(home: Path) -> None:
    shown = pdl.run(home, "columns", "위도", "경도")
    assert "15900101" in shown.stdout
    shown = pdl.run(home, "show", "15900101")
    assert "주차면수" in shown.stdout
    shown = pdl.run(home, "search", "주차장", "--json")
    assert json.loads(shown.stdout)["data"]["items"][0]["recordId"] == "15900101"
    shown = pdl.run(home, "status", "--json")
    report = json.loads(shown.stdout)
    assert report["snapshot"] == "2026-09"
    assert sum(report["byStatus"].values()) == report["records"]
