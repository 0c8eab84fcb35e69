"""Passes over the bytes of a file: the compiled one and Python's own decoders say the same."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from profiler import bytescan
from profiler.bytescan import begins_line, decodes

PIECES = st.sampled_from(
    [
        *(b"a", b"\x00", b",", b"abcdefgh" * 5),
        *("가".encode(), "힣".encode(), "é".encode(), "𝄞".encode(), "가".encode("cp949")),
        *("똠".encode("cp949"), b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80", b"\xe0\x80\x80"),
        *(b"\x80", b"\xff", b"\xea\xb0", b"\xc9\xa1", b"\xfe\x41", b"\xf4\x90\x80\x80"),
    ]
)
LINES = st.sampled_from([b"\n", b"\r", b"\r\n", b"a", b",", b",,", b'"a', b"x"])


def written(folder: str, data: bytes) -> Path:
    path = Path(folder) / "file"
    path.write_bytes(data)
    return path


@settings(deadline=None)
@given(st.lists(PIECES, max_size=60).map(b"".join), st.sampled_from(["utf-8", "cp949"]))
@example(b"a" * 63 + "가".encode(), "utf-8")
def test_a_text_decodes_as_python_decodes_it(data: bytes, encoding: str) -> None:
    try:
        data.decode(encoding)
        expected = True
    except UnicodeDecodeError:
        expected = False
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = written(folder, data)
        assert decodes(path, encoding) == expected
        patch.setattr(bytescan, "_portable", True)
        assert decodes(path, encoding) == expected
        for piece in (7, 37):
            patch.setattr(bytescan, "_PIECE", piece)
            assert decodes(path, encoding) == expected
            patch.setattr(bytescan, "_portable", False)
        patch.setattr(bytescan, "_scan", None)
        assert decodes(path, encoding) == expected


@settings(deadline=None)
@given(st.lists(LINES, max_size=20).map(b"".join), st.sampled_from([b"\n", b"\r", b",,\n", b"a"]))
def test_a_line_begins_so_or_does_not(data: bytes, beginning: bytes) -> None:
    expected = re.search(b"(\n|\r(?!\n))" + re.escape(beginning), data) is not None
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        path = written(folder, data)
        assert begins_line(path, [beginning]) == expected
        patch.setattr(bytescan, "_PIECE", 3)
        assert begins_line(path, [beginning]) == expected
        patch.setattr(bytescan, "_scan", None)
        assert begins_line(path, [beginning]) == expected


def test_a_blank_line_is_seen_whatever_ends_the_lines(tmp_path: Path) -> None:
    for end in (b"\n", b"\r", b"\r\n"):
        whole = written(str(tmp_path), end.join([b"a,b", b"1,2", b"3,4", b""]))
        assert not begins_line(whole, [b"\n", b"\r"])
        parted = written(str(tmp_path), end.join([b"a,b", b"1,2", b"", b"3,4", b""]))
        assert begins_line(parted, [b"\n", b"\r"])
        assert not begins_line(parted, [b"\n", b"\r"], start=len(b"a,b") + 4 + 2 * len(end))
