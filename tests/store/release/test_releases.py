"""Releases as files: built whole or not at all, the same twice, swapped under readers."""

import json
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from store.owner import this_owner
from store.release import (
    NothingToPublishError,
    ReleaseNotReadyError,
    Releases,
    SearchRequest,
    activate,
    build_release,
    open_release,
    prune_releases,
    read_pointer,
)
from tests.store.making import database, put, record
from tests.store.release.catalogue import RECORDS, asset, observe, published, table


def test_an_empty_store_has_nothing_to_publish(tmp_path: Path) -> None:
    store = database(tmp_path)
    with pytest.raises(NothingToPublishError, match="no catalogue has been imported"):
        build_release(store, tmp_path / "releases")
    store.close()
    assert list((tmp_path / "releases").iterdir()) == []
    with pytest.raises(ReleaseNotReadyError, match="nothing has been published"):
        Releases(tmp_path / "releases").current()


def test_the_same_content_gives_the_same_bytes(tmp_path: Path) -> None:
    store = database(tmp_path)
    put(store, RECORDS)
    observe(store, {"101": [asset("a.csv", table("위도", "경도"))]})
    first, second = (build_release(store, tmp_path / name) for name in ("one", "two"))
    assert first.path.read_bytes() == second.path.read_bytes()
    assert first.release_id == second.release_id == first.path.stem
    put(store, RECORDS[1:], month="2026-09", sha="c")
    assert build_release(store, tmp_path / "one").release_id.startswith("2026-09-")
    store.close()


def test_facts_about_a_release(tmp_path: Path) -> None:
    release = published(tmp_path)
    info = release.info
    assert (info.snapshot, info.source_name, info.base_date) == (
        "2026-08",
        "list.csv",
        "2026-08-31",
    )
    assert info.counts["datasets"] == 8
    assert info.counts["byType"] == {"API": 2, "FILE": 6}
    assert info.counts["doubleListedKeys"] == 1
    assert info.activated_at is None
    active = Releases(tmp_path / "releases").current().info
    assert active.activated_at == read_pointer(tmp_path / "releases").activated_at
    assert {"region-v1.0", "completeness-v1.0", "search-v1.0"} <= set(info.rule_versions)
    assert release.facets()["theme"] == ["교통물류", "교통물류 - 도로"]
    assert release.facets()["region"][0] == "KR-11"


def test_a_listing_comes_back_whole(tmp_path: Path) -> None:
    release = published(tmp_path)
    listing = release.listing("101")
    assert listing is not None
    assert listing.record.title == RECORDS[0].title
    assert listing.completeness["profile"] == "FILE"
    assert listing.completeness_fields["keywords"] is True
    assert listing.summary()["theme"] == {"top": "교통물류", "sub": "도로"}
    assert "rowCountListed" not in listing.summary()
    assert release.source_row("101") == dict(RECORDS[0].source)
    for missing in ("107", "nobody", "", "\x00", "\ud800"):
        assert release.listing(missing) is None
        assert release.source_row(missing) is None
        assert release.structure(missing) is None


def test_a_key_that_is_listed_twice_has_candidates(tmp_path: Path) -> None:
    release = published(tmp_path)
    assert release.candidates("107") == ["107-API", "107-FILE"]
    assert release.candidates("101") == []
    assert release.candidates("nobody") == []


@pytest.mark.parametrize("damage", ["empty", "cut", "text", "header", "inside", "missing"])
def test_a_damaged_file_is_no_release(tmp_path: Path, damage: str) -> None:
    published(tmp_path)
    folder = tmp_path / "releases"
    path = folder / f"{read_pointer(folder).release_id}.sqlite"
    good = path.read_bytes()
    if damage == "missing":
        path.unlink()
    else:
        path.write_bytes(
            {
                "empty": b"",
                "cut": good[: len(good) // 2],
                "text": b"not a release" * 10_000,
                "header": good[:60] + b"\0\0\0\x63" + good[64:],
                "inside": good[:100] + b"\xff" * (len(good) - 100),
            }[damage]
        )
    with pytest.raises(ReleaseNotReadyError):
        Releases(folder).current()


def test_damage_that_is_met_later_is_told_the_same_way(tmp_path: Path) -> None:
    release = published(tmp_path, [record(str(n), title="가 " * 200) for n in range(300)])
    path = next((tmp_path / "releases").glob("*.sqlite"))
    good = path.read_bytes()
    spoiled = path.with_name("2026-08-" + "0" * 16 + ".sqlite")
    spoiled.write_bytes(good[:16_384] + b"\xfe" * (len(good) - 16_384))
    with pytest.raises(ReleaseNotReadyError, match="damaged"):
        open_release(spoiled).listing("1")
    assert release.listing("1") is not None


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"release": "../x", "activatedAt": "x"}'])
def test_a_damaged_pointer_is_no_release(tmp_path: Path, text: str) -> None:
    published(tmp_path)
    (tmp_path / "releases" / "current.json").write_text(text)
    with pytest.raises(ReleaseNotReadyError):
        Releases(tmp_path / "releases").current()


def test_only_what_exists_can_be_activated(tmp_path: Path) -> None:
    with pytest.raises(ReleaseNotReadyError):
        activate(tmp_path, "2026-08-" + "0" * 16)
    with pytest.raises(ValueError, match="not a release id"):
        activate(tmp_path, "../../etc/passwd")


def test_a_swap_to_a_damaged_file_leaves_readers_where_they_are(tmp_path: Path) -> None:
    published(tmp_path)
    folder = tmp_path / "releases"
    releases = Releases(folder)
    before = releases.current()
    broken = "2026-09-" + "0" * 16
    (folder / f"{broken}.sqlite").write_bytes(b"half a file")
    activate(folder, broken)
    assert releases.current() is before


def test_readers_follow_swaps_without_a_failed_request(tmp_path: Path) -> None:
    store = database(tmp_path)
    folder = tmp_path / "releases"
    put(store, RECORDS)
    built = [build_release(store, folder)]
    put(store, RECORDS[1:], month="2026-09", sha="c")
    built.append(build_release(store, folder))
    store.close()
    activate(folder, built[0].release_id)
    releases, stop = Releases(folder), threading.Event()
    seen: set[str] = set()
    failures: list[Exception] = []

    def read() -> None:
        while not stop.is_set():
            try:
                release = releases.current()
                assert release.search(SearchRequest(query="도서관"), 0, 5).total == 3
                assert release.listing("102") is not None
                seen.add(release.info.release_id)
            except Exception as error:  # noqa: BLE001 (any failure counts)
                failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for turn in range(40):
        activate(folder, built[turn % 2].release_id)
    prune_releases(folder, keep=0)
    for _ in range(200):
        releases.current().listing("103")
    stop.set()
    for thread in threads:
        thread.join()
    assert failures == []
    assert built[1].release_id in seen
    assert releases.current().info.release_id == built[1].release_id


def test_a_release_deleted_under_a_reader_still_answers_it(tmp_path: Path) -> None:
    release = published(tmp_path)
    release.info  # noqa: B018 (opened above; the file goes away now)
    next((tmp_path / "releases").glob("*.sqlite")).unlink()
    answers: list[bool] = []
    threads = [
        threading.Thread(target=lambda: answers.append(release.listing("101") is not None))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [True] * 8


def test_pruning_keeps_the_newest_and_the_active(tmp_path: Path) -> None:
    store = database(tmp_path)
    folder = tmp_path / "releases"
    ids = []
    for number in range(4):
        put(store, RECORDS[number:], month=f"2026-0{number + 1}", sha=str(number))
        ids.append(build_release(store, folder).release_id)
        os.utime(folder / f"{ids[-1]}.sqlite", (number, number))
    store.close()
    assert prune_releases(folder, keep=1) == []  # nothing active: nothing is safe to remove
    activate(folder, ids[0])
    assert sorted(prune_releases(folder, keep=1)) == sorted(ids[1:3])
    assert sorted(path.stem for path in folder.glob("*.sqlite")) == sorted([ids[0], ids[3]])


def test_a_build_that_fails_leaves_nothing_and_cleans_up_after_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = database(tmp_path)
    put(store, RECORDS)
    folder = tmp_path / "releases"
    folder.mkdir()
    child = subprocess.run(
        [sys.executable, "-c", "from store.owner import this_owner; print(this_owner())"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[3],
    )
    for owner in (child.stdout.strip(), this_owner()):
        (folder / f".building-{owner.replace('/', '~')}~x.sqlite").touch()
    with monkeypatch.context() as patch:
        patch.setattr("store.release.build.schema.INDEXES", ("CREATE NONSENSE",))
        with pytest.raises(sqlite3.OperationalError):
            build_release(store, folder)
    store.close()
    (left,) = folder.iterdir()
    assert this_owner().replace("/", "~") in left.name  # of a process that still runs


def test_the_pointer_says_what_and_since_when(tmp_path: Path) -> None:
    published(tmp_path)
    found = json.loads((tmp_path / "releases" / "current.json").read_text())
    assert set(found) == {"release", "activatedAt"}
    assert found["activatedAt"].endswith("Z")
