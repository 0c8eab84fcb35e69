import os
import time
from pathlib import Path

import pytest

from crawler import parts

URL = "http://x.kr/file"


def test_a_strong_tag_is_noted_and_the_part_kept(tmp_path: Path) -> None:
    part = tmp_path / "1.part"
    with parts.create(part, URL, '"1"') as file:
        file.write(b"abc")
    parts.settle(part)
    assert parts.resumable(part, URL) == parts.Resumable(URL, '"1"', 3)
    assert parts.resumable(part, "http://x.kr/other") is None


@pytest.mark.parametrize("etag", [None, "", '""', "1", 'W/"1"', '"1'])
def test_without_a_strong_tag_nothing_is_kept(tmp_path: Path, etag: str | None) -> None:
    part = tmp_path / "1.part"
    with parts.create(part, URL, etag) as file:
        file.write(b"abc")
    parts.settle(part)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("note", ["", "[]", "{", '{"url": "http://x.kr/file"}', "\udcff"])
def test_a_damaged_note_continues_nothing(tmp_path: Path, note: str) -> None:
    part = tmp_path / "1.part"
    part.write_bytes(b"abc")
    (tmp_path / "1.part.json").write_bytes(note.encode("utf-8", "surrogateescape"))
    assert parts.resumable(part, URL) is None


def test_only_old_leavings_are_swept(tmp_path: Path) -> None:
    old = time.time() - 1000
    for name in ("1.part", "1.part.json", "2.part", "other"):
        (tmp_path / name).write_bytes(b"x")
        if not name.startswith("2"):
            os.utime(tmp_path / name, (old, old))
    assert parts.sweep(tmp_path, older_than=500) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"2.part", "other"}
    assert parts.sweep(tmp_path / "missing") == 0
