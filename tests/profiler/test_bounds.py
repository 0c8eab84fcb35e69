"""Text that is no table, or too much of one: a reason or a finding, in bounded time and memory."""

from pathlib import Path
from random import Random

import pytest

from profiler import profile_file
from profiler.limits import Limits
from store.vocabulary import FailureReason, Finding

SMALL = Limits(record_chars=100_000, columns=1_000)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        pytest.param(Random(3).randbytes(200_000), FailureReason.FORMAT_MISMATCH, id="binary"),
        pytest.param(b"\0" * 200_000, FailureReason.FORMAT_MISMATCH, id="zeros"),
        pytest.param(b"x" * 300_000, FailureReason.MEMORY_LIMIT, id="one line"),
        pytest.param(b"x," * 200_000, FailureReason.MEMORY_LIMIT, id="one line of cells"),
        pytest.param(b"a," * 2_000 + b"\n" + b"1," * 2_000, FailureReason.MEMORY_LIMIT, id="wide"),
        pytest.param((b"," * 50 + b"\n") * 5_000, FailureReason.NO_TABLE, id="only delimiters"),
        pytest.param(b"\n" * 100_000, FailureReason.EMPTY_FILE, id="only line ends"),
    ],
)
def test_refused(tmp_path: Path, data: bytes, reason: FailureReason) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(data)
    assert profile_file(path, limits=SMALL).failure_reason == reason


@pytest.mark.parametrize("first", [b'"a,b\n1,2\n', b'a,b\n"1,2\n'])
def test_an_unclosed_quote_at_the_start_costs_no_row(tmp_path: Path, first: bytes) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(first + b"3,4\n" * 50_000)
    profile = profile_file(path, limits=SMALL)
    (table,) = profile.assets[0].tables
    assert (table.rows_scanned, len(table.columns)) == (50_001, 2)
    assert Finding.UNCLOSED_QUOTE in profile.findings


def test_stray_quotes_in_every_line(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_bytes(b"a,b\n" + b'"a"b"c,"d\n' * 5_000)
    (table,) = profile_file(path).assets[0].tables
    assert table.rows_scanned == 5_000
