"""Stated sizes of XLS sheets."""

import struct
from pathlib import Path

import pytest

from profiler import profile_file
from profiler.formats.biff import sizes_are_possible
from store.vocabulary import FailureReason
from tests.profiler.ole import ole_file


def dimensions(rows: int, columns: int) -> bytes:
    return struct.pack("<HHIIHHH", 0x0200, 14, 0, rows, 0, columns, 0)


@pytest.mark.parametrize(
    ("records", "possible"),
    [
        (b"", True),
        (dimensions(65_536, 256), True),
        (dimensions(65_537, 1), False),
        (dimensions(1, 257), False),
        (struct.pack("<HHHHHHH", 0x0200, 10, 5, 4, 0, 1, 0), False),
        # A look-alike inside another record's body is not one.
        (struct.pack("<HH", 0x00FC, 18) + dimensions(1 << 30, 1), True),
    ],
)
def test_sizes(tmp_path: Path, records: bytes, possible: bool) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(ole_file(records))
    assert sizes_are_possible(path) is possible


def test_a_poisoned_size_is_damage_and_ends_no_process(tmp_path: Path) -> None:
    path = tmp_path / "a.xls"
    path.write_bytes(ole_file(dimensions(1 << 31, 65_535)))
    assert profile_file(path).failure_reason is FailureReason.DAMAGED
