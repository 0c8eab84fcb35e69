"""Encodings, decided over the whole stream."""

from pathlib import Path

import pytest

from profiler import profile_file
from profiler.encoding import detect_encoding
from profiler.unreadable import Unreadable
from store.vocabulary import Finding

KOREAN = "이름,값\n홍길동,1\n뷁쓩,2\n" * 5
LATIN = "name,age\nJosé Álvarez,30\nFrançois Müller,25\nZoë,3\n" * 5


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"a,b\n1,2\n", "utf-8"),
        (KOREAN.encode(), "utf-8"),
        (KOREAN.encode("utf-8-sig"), "utf-8-sig"),
        (KOREAN.encode("cp949"), "cp949"),
        (b"a,b\n" * 300_000 + "가,1\n".encode("cp949"), "cp949"),
        (KOREAN.encode("utf-16"), "utf-16"),
        (KOREAN.encode("utf-32"), "utf-32"),
        (KOREAN.encode("utf-16-le"), "utf-16-le"),
        (KOREAN.encode("utf-16-be"), "utf-16-be"),
        (KOREAN.encode("utf-32-le"), "utf-32-le"),
        (LATIN.encode("cp1252"), "cp1252"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_encoding(tmp_path: Path, data: bytes, name: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    encoding = detect_encoding(path)
    assert encoding.name == name
    assert data.decode(encoding.name).lstrip("\ufeff") in (
        data.decode("utf-8", "ignore"),
        data.decode(name).lstrip("\ufeff"),
    )


@pytest.mark.parametrize(("most", "few"), [("utf-8", "cp949"), ("cp949", "utf-8")])
def test_mixed_lines_are_read_by_the_majority(tmp_path: Path, most: str, few: str) -> None:
    path = tmp_path / "file"
    path.write_bytes("가나다,1\n".encode(most) * 50 + "라마바,2\n".encode(few) * 2)
    encoding = detect_encoding(path)
    assert (encoding.name, encoding.other) == (most, few)
    assert encoding.finding is Finding.MIXED_ENCODING


def test_a_detectors_choice_is_a_finding(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(LATIN.encode("cp1252"))
    assert detect_encoding(path).finding is Finding.ENCODING_GUESSED


def test_control_bytes_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(bytes(range(256)) * 20)
    with pytest.raises(Unreadable, match="ENCODING_UNDETECTED"):
        detect_encoding(path)


def test_a_guess_records_its_confidence_in_the_asset(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(LATIN.encode("cp1252"))
    guessed = profile_file(path).to_json()["assets"][0]
    assert Finding.ENCODING_GUESSED in guessed["findings"]
    assert 0 <= guessed["encodingConfidence"] <= 1
    path.write_bytes(KOREAN.encode("cp949"))
    assert profile_file(path).to_json()["assets"][0]["encodingConfidence"] is None


def test_bad_cells_of_a_mixed_file_are_counted_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    rows = ["지역,값\n".encode(), *["가나,1\n".encode()] * 20, "다라,2\n".encode("cp949")]
    path.write_bytes(b"".join(rows))
    (table,) = profile_file(path).assets[0].tables
    assert table.findings == {Finding.MIXED_ENCODING: 1}
    assert table.columns[0].examples == ("가나", "다라")
