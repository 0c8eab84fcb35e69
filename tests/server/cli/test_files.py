"""`pdl profile` and `pdl cat`: what they print, and what bad input gives."""

import csv
import io
import json
import os
import tempfile
import time
import zipfile
from pathlib import Path

import pytest

from tests import pdl

TEXT = '가람시 시설 목록\n(단위: 개)\n\n시설명,개수\n"가, 나",1\n다,2\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "시설.csv").write_bytes(TEXT.encode("cp949"))
    (tmp_path / "empty.csv").touch()
    (tmp_path / "page.html").write_text("<html><body>안내</body></html>", "utf-8")
    with zipfile.ZipFile(tmp_path / "둘.zip", "w") as archive:
        archive.writestr("a.csv", "x,y\n1,2\n")
        archive.writestr("b.csv", "v,w\n3,4\n")
    return tmp_path / "home"


def test_profile_prints_one_object_a_path(home: Path) -> None:
    ended = pdl.run(home, "profile", "--json", "시설.csv", "둘.zip")
    assert (ended.returncode, ended.stderr) == (0, "")
    text, archive = map(json.loads, ended.stdout.splitlines())
    assert text["path"] == "시설.csv"
    assert text["status"] == "AVAILABLE"
    assert text["coverage"] == {"availableAssets": 1, "totalAssets": 1}
    (table,) = text["assets"][0]["tables"]
    assert (table["headerRows"], table["preambleRows"]) == ([3], [0, 1, 2])
    assert [column["sourceName"] for column in table["columns"]] == ["시설명", "개수"]
    assert [asset["fileName"] for asset in archive["assets"]] == ["a.csv", "b.csv"]
    assert {asset["containerName"] for asset in archive["assets"]} == {"둘.zip"}


def test_licence_decides_examples(home: Path) -> None:
    ended = pdl.run(home, "profile", "--json", "--license", "KOGL_BY_ND", "시설.csv")
    columns = json.loads(ended.stdout)["assets"][0]["tables"][0]["columns"]
    assert {column["exampleStatus"] for column in columns} == {"WITHHELD_BY_LICENSE"}
    assert all(column["examples"] == [] for column in columns)


def test_profile_for_people(home: Path) -> None:
    ended = pdl.run(home, "profile", "시설.csv")
    assert ended.returncode == 0
    assert "시설명" in ended.stdout
    assert "INTEGER" in ended.stdout


def test_no_database_is_made(home: Path) -> None:
    pdl.run(home, "profile", "시설.csv")
    pdl.run(home, "cat", "시설.csv")
    assert not home.exists()


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("missing.csv", "there is no such file"),
        (".", "is a folder"),
        ("empty.csv", "EMPTY_FILE"),
        ("page.html", "UNSUPPORTED_FORMAT"),
    ],
)
@pytest.mark.parametrize("command", ["profile", "cat"])
def test_bad_input(home: Path, command: str, path: str, code: str) -> None:
    ended = pdl.run(home, command, path)
    assert ended.returncode == 1
    assert code in ended.stderr
    assert len(ended.stderr.splitlines()) == 1
    assert "Traceback" not in ended.stderr


def test_too_little_memory_is_told(home: Path) -> None:
    ended = pdl.run(home, "cat", "시설.csv", PDL_PROFILE_MEMORY_BYTES="1000")
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert "시설.csv: " in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_name_that_is_no_text(home: Path) -> None:
    name = b"k\xff.csv"
    (home.parent / "시설.csv").rename(home.parent / os.fsdecode(name))
    ended = pdl.run(home, "profile", "--json", os.fsdecode(name))
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["status"] == "AVAILABLE"


def test_a_run_that_is_told_to_end_leaves_nothing(home: Path) -> None:
    with (home.parent / "long.csv").open("w", encoding="utf-16") as file:  # read row by row
        file.write("번호,값\n")
        file.writelines(f"{n},값{n}\n" for n in range(1_500_000))
    for command in ("cat", "profile"):
        words = (
            (command, "long.csv") if command == "profile" else (command, "--out", "o", "long.csv")
        )
        process = pdl.start(home, *words)
        time.sleep(2)
        mine = list(Path(tempfile.gettempdir()).glob(f"pdl-work-{process.pid}-*"))
        process.terminate()
        assert process.wait(20) == 143
        assert mine != []
        assert not any(folder.exists() for folder in mine)
    assert list((home.parent / "o").iterdir()) == []


def test_folders_of_the_dead_are_swept(home: Path) -> None:
    gone = pdl.start(home, "--help")
    gone.wait()
    left = Path(tempfile.gettempdir()) / f"pdl-work-{gone.pid}-left"
    left.mkdir()
    (left / "member.csv").write_text("x", "utf-8")
    pdl.run(home, "cat", "시설.csv")
    assert not left.exists()


def test_one_bad_path_does_not_cost_the_others(home: Path) -> None:
    ended = pdl.run(home, "profile", "--json", "missing.csv", "시설.csv")
    assert ended.returncode == 1
    assert json.loads(ended.stdout)["path"] == "시설.csv"


def test_cat_prints_the_table(home: Path) -> None:
    ended = pdl.run(home, "cat", "시설.csv")
    assert ended.stdout == '시설명,개수\n"가, 나",1\n다,2\n'
    assert pdl.run(home, "cat", "둘.zip", "--table", "1").stdout == "v,w\n3,4\n"


def test_cat_into_a_folder(home: Path) -> None:
    ended = pdl.run(home, "cat", "missing.csv", "시설.csv", "둘.zip", "--out", "out")
    assert ended.returncode == 1
    assert "missing.csv" in ended.stderr
    out = home.parent / "out"
    assert sorted(path.name for path in out.iterdir()) == ["둘.zip.csv", "시설.csv.csv"]
    again = pdl.run(home, "cat", "시설.csv", "./시설.csv", "--out", "out")
    assert again.returncode == 1
    assert "written already" in again.stderr
    assert (out / "시설.csv.csv").read_bytes() == '시설명,개수\n"가, 나",1\n다,2\n'.encode()


def test_cat_of_a_table_that_is_not_there(home: Path) -> None:
    ended = pdl.run(home, "cat", "시설.csv", "--table", "7", "--out", "out")
    assert ended.returncode == 1
    assert "counted from 0" in ended.stderr
    assert list((home.parent / "out").iterdir()) == []


def test_cat_header_of_a_file_without_one(home: Path) -> None:
    (home.parent / "bare.csv").write_text("1,가\n2,나\n3,다\n", "utf-8")
    assert pdl.run(home, "cat", "bare.csv").stdout.startswith("column_1,column_2\n1,가\n")
    assert pdl.run(home, "cat", "--header", "path", "bare.csv").stdout == "1,가\n2,나\n3,다\n"


def test_cat_header_of_several_rows(home: Path) -> None:
    rows = [["지역", "인구", ""], ["", "남", "여"], ["가람", "1", "2"], ["한빛", "3", "4"]]
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    (home.parent / "two.csv").write_text(text.getvalue(), "utf-8")
    shown = pdl.run(home, "cat", "--header", "path", "two.csv").stdout.splitlines()
    assert shown[0] == "지역,인구 남,인구 여"


def test_messages_in_korean(home: Path) -> None:
    assert "그런 파일이 없습니다" in pdl.run(home, "profile", "x", LC_ALL="ko_KR.UTF-8").stderr
    assert "그런 파일이 없습니다" in pdl.run(home, "--lang", "ko", "profile", "x").stderr
    assert "no such file" in pdl.run(home, "--lang", "en", "profile", "x", LC_ALL="ko_KR").stderr
