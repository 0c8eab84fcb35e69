"""dBASE tables."""

import struct
from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from store.vocabulary import FailureReason

Field = tuple[str, str, int]


def dbf(fields: list[Field], records: list[tuple[bytes, list[bytes]]], encoding: str) -> bytes:
    """A dBASE III file; a record is (deletion mark, cells)."""
    length = 1 + sum(size for _, _, size in fields)
    head = struct.pack("<BBBBIHH20x", 3, 124, 1, 31, len(records), 33 + 32 * len(fields), length)
    for name, kind, size in fields:
        head += struct.pack("<11sc4xBB14x", name.encode(encoding), kind.encode(), size, 0)
    rows = b"".join(
        mark + b"".join(c.ljust(f[2]) for c, f in zip(cells, fields, strict=True))
        for mark, cells in records
    )
    return head + b"\r" + rows + b"\x1a"


FIELDS: list[Field] = [("코드", "C", 5), ("이름", "C", 12), ("값", "N", 6), ("일자", "D", 8)]


def table_of(names: list[str], encoding: str) -> bytes:
    rows = [(b" ", [b"00123", name.encode(encoding), b"  1.50", b"20240131"]) for name in names]
    return dbf(FIELDS, [*rows, (b"*", [b"x", b"", b"", b""])], encoding)


@pytest.mark.parametrize("encoding", ["cp949", "utf-8"])
def test_fields_name_the_columns_and_deleted_records_are_left_out(
    tmp_path: Path, encoding: str
) -> None:
    path = tmp_path / "도로.dbf"
    path.write_bytes(table_of(["뷁로", "큰길"], encoding))
    (table,) = read_tables(path)
    assert (table.names, table.encoding) == (("코드", "이름", "값", "일자"), encoding)
    assert list(table.rows()) == [
        ["00123", "뷁로", "1.50", "2024-01-31"],
        ["00123", "큰길", "1.50", "2024-01-31"],
    ]


def test_types_and_that_no_row_is_a_header(tmp_path: Path) -> None:
    path = tmp_path / "도로.dbf"
    path.write_bytes(table_of(["가로", "나로"], "cp949"))
    table = profile_file(path).assets[0].tables[0]
    assert [c.observed_type for c in table.columns] == ["STRING", "STRING", "NUMBER", "DATE"]
    assert (table.header_rows, table.rows_scanned, table.findings) == ((), 2, {})
    assert all(column.note is None for column in table.columns)


def test_latin_names(tmp_path: Path) -> None:
    path = tmp_path / "a.dbf"
    path.write_bytes(dbf([("Name", "C", 10)], [(b" ", ["Ñandú".encode("cp1252")])], "ascii"))
    (table,) = read_tables(path)
    assert (list(table.rows()), table.encoding) == ([["Ñandú"]], "cp1252")


def test_records_shorter_than_their_fields_are_damage(tmp_path: Path) -> None:
    data = bytearray(table_of(["가로"], "cp949"))
    data[10:12] = (5).to_bytes(2, "little")
    path = tmp_path / "a.dbf"
    path.write_bytes(data)
    assert profile_file(path).failure_reason is FailureReason.DAMAGED
