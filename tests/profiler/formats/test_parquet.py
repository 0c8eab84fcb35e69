"""Parquet: names and order of the schema, values as people see them, bounded memory, damage."""

import base64
import datetime as dt
import random
import uuid
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from pyarrow.parquet import encryption

from profiler import profile_file, read_tables
from profiler.isolation import Task, Worker
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason
from tests.profiler.formats.reading import reason_of, save, table_of

MORNING = dt.datetime(2024, 5, 1, 9, 30, 0, 250_000)  # noqa: DTZ001  (a zone is the column's)
DAY = dt.datetime(2024, 5, 1)  # noqa: DTZ001
SOME_ID = uuid.UUID(int=1 << 100)


def write(folder: Path, columns: dict[str, Any], name: str = "a.parquet", **options: Any) -> Path:
    path = folder / name
    pq.write_table(pa.table(columns), path, **options)
    return path


def array(values: list[Any], kind: Any) -> Any:
    return pa.array(values, kind)


CELLS: list[tuple[str, Any, list[str]]] = [
    ("text", array(["가", "", None, " b "], pa.string()), ["가", "", "", " b "]),
    ("large text", array(["가", None], pa.large_string()), ["가", ""]),
    ("codes", array(["001", "002"], pa.string()), ["001", "002"]),
    ("int64", array([2**62, -1, None], pa.int64()), [str(2**62), "-1", ""]),
    ("uint64", array([2**64 - 1], pa.uint64()), [str(2**64 - 1)]),
    ("double", array([1.0, 2.5, 1e300, None], pa.float64()), ["1", "2.5", "1e+300", ""]),
    ("not a number", array([float("nan")], pa.float64()), ["nan"]),
    ("float", array([0.1, 3.0, None], pa.float32()), ["0.1", "3", ""]),
    ("half float", array([0.5, None], pa.float16()), ["0.5", ""]),
    ("bool", array([True, False, None], pa.bool_()), ["TRUE", "FALSE", ""]),
    ("decimal", array([Decimal("1.50"), None], pa.decimal128(20, 2)), ["1.50", ""]),
    ("large decimal", array([Decimal("12E+5")], pa.decimal256(50, 0)), ["1200000"]),
    ("date", array([dt.date(2024, 5, 1), dt.date(1, 1, 1), None], pa.date32()), []),
    ("moment", array([MORNING, DAY, None], pa.timestamp("us")), []),
    ("nanoseconds", array([1, None], pa.timestamp("ns")), ["1970-01-01 00:00:00.000000001", ""]),
    ("zone", array([0, None], pa.timestamp("ms", "Asia/Seoul")), ["1970-01-01 09:00:00+09:00", ""]),
    ("offset", array([1500], pa.timestamp("ms", "-03:30")), ["1969-12-31 20:30:01.5-03:30"]),
    ("far moment", array([1 << 62], pa.timestamp("us")), [str(1 << 62)]),
    ("time", array([dt.time(1, 2), dt.time(1, 2, 3, 40_000)], pa.time64("ns")), []),
    ("duration", array([5_400_000, -1], pa.duration("ms")), ["1:30:00", "-0:00:00.001"]),
    ("bytes of text", array(["가".encode(), None], pa.binary()), ["가", ""]),
    ("bytes", array([b"\x01\xff"], pa.binary()), ["01ff"]),
    ("uuid", array([SOME_ID.bytes, None], pa.uuid()), [str(SOME_ID), ""]),
    ("dictionary", array(["p", None, "p"], pa.string()).dictionary_encode(), ["p", "", "p"]),
    ("nulls", pa.nulls(2), ["", ""]),
    ("list", array([[1, None], [], None], pa.list_(pa.int8())), ["[1, null]", "", ""]),
    ("map", array([[("가", 1)], [(None, 1)][:0]], pa.map_(pa.string(), pa.int8())), []),
    ("list of moments", array([[DAY]], pa.list_(pa.timestamp("ns"))), ['["2024-05-01 00:00:00"]']),
]
SHOWN = {
    "date": ["2024-05-01", "0001-01-01", ""],
    "moment": ["2024-05-01 09:30:00.25", "2024-05-01 00:00:00", ""],
    "time": ["01:02:00", "01:02:03.04"],
    "map": ['{"가": 1}', ""],
}


@pytest.mark.parametrize(("name", "column", "cells"), CELLS, ids=[case[0] for case in CELLS])
def test_values_as_people_see_them(
    tmp_path: Path, name: str, column: Any, cells: list[str]
) -> None:
    table = table_of(write(tmp_path, {"번호": pa.array(range(len(column))), name: column}))
    assert table.names == ("번호", name)
    assert [row[1] for row in table.rows] == (SHOWN.get(name) or cells)


def test_fields_of_structs_are_columns_with_paths(tmp_path: Path) -> None:
    places = [{"이름": "가", "좌표": {"x": 1.5, "y": 2}}, None, {"이름": "나", "좌표": None}]
    items = [[{"a": 1, "b": "ㄱ"}], [], None]
    table = table_of(write(tmp_path, {"장소": places, "목록": items, "끝": [1, 2, 3]}))
    assert table.names == ("장소.이름", "장소.좌표.x", "장소.좌표.y", "목록", "끝")
    assert table.rows == [
        ["가", "1.5", "2", '[{"a": 1, "b": "ㄱ"}]', "1"],
        ["", "", "", "", "2"],
        ["나", "", "", "", "3"],
    ]


def test_types_and_counts_over_all_row_groups(tmp_path: Path) -> None:
    days = [dt.date(2024, 1, 1) + dt.timedelta(days=n % 300) for n in range(10_000)]
    path = write(
        tmp_path,
        {"코드": [f"{n:05}" for n in range(10_000)], "일자": days, "값": [None, 1.5] * 5_000},
        row_group_size=1_000,
        compression="zstd",
    )
    profile = profile_file(path)
    (table,) = profile.assets[0].tables
    assert (profile.status, profile.assets[0].format) == ("AVAILABLE", "parquet")
    assert (table.rows_scanned, table.header_rows, table.findings) == (10_000, (), {})
    assert [c.observed_type for c in table.columns] == ["STRING", "DATE", "NUMBER"]
    assert [c.null_count for c in table.columns] == [0, 0, 5_000]
    assert [c.distinct_count for c in table.columns[1:]] == [300, 1]


def test_names_may_repeat_and_rows_may_be_missing(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table([pa.array([1]), pa.array(["x"])], names=["값", "값"]), path)
    assert (table_of(path).names, table_of(path).rows) == (("값", "값"), [["1", "x"]])
    pq.write_table(pa.table({"값": pa.array([], pa.string())}), path)
    profile = profile_file(path)
    assert (profile.status, profile.assets[0].tables[0].rows_scanned) == ("AVAILABLE", 0)


def test_text_that_is_no_utf8_is_shown_all_the_same(tmp_path: Path) -> None:
    raw = pa.array(["가".encode("cp949"), b"b"], pa.binary())
    text = pa.StringArray.from_buffers(2, *raw.buffers()[1:])
    assert [row[0] for row in table_of(write(tmp_path, {"a": text})).rows] == ["\ufffd\ufffd", "b"]


def test_a_repeated_text_costs_what_it_costs_once(tmp_path: Path) -> None:
    """2 million cells of 400 KB: 800 GB where each had its own."""
    indices = pa.array([0] * 2_000_000, pa.int32())
    column = pa.DictionaryArray.from_arrays(indices, ["x" * 400_000])
    path = write(tmp_path, {"본문": column})
    rows = read_tables(path)[0].rows()
    assert len(next(rows)[0]) == 400_000
    with Worker(seconds=300, memory_bytes=2 << 30) as worker:
        profile = worker.profile(Task(str(path), path.name))
    assert profile["assets"][0]["tables"][0]["rowsScanned"] == 2_000_000


def test_one_row_of_billions_stops_at_the_memory_limit(tmp_path: Path) -> None:
    row = pa.ListArray.from_arrays(pa.array([0, 300_000_000]), pa.nulls(300_000_000))
    path = write(tmp_path, {"a": row})
    with Worker(seconds=300, memory_bytes=1 << 30) as worker:
        try:
            reason = worker.profile(Task(str(path), path.name))["failureReason"]
        except Exception as error:  # noqa: BLE001  (which of the two ways is the allocator's affair)
            reason = getattr(error, "reason", None)
    assert reason == FailureReason.MEMORY_LIMIT


def deep(levels: int) -> Any:
    kind = pa.int8()
    for _ in range(levels):
        kind = pa.struct([("a", kind)])
    return pa.array([None], kind)


@pytest.mark.parametrize(
    ("column", "limits"),
    [
        (deep(20), Limits(record_depth=10)),
        (pa.array([[[1]]]), Limits(record_depth=1)),
        (pa.array([{f"f{n}": 1 for n in range(9)}]), Limits(columns=8)),
    ],
    ids=["deep structs", "deep lists", "columns"],
)
def test_limits(tmp_path: Path, column: Any, limits: Limits) -> None:
    path = write(tmp_path, {"a": column})
    assert reason_of(path, limits) is FailureReason.MEMORY_LIMIT
    assert len(read_tables(path)) == 1


def test_no_column_is_no_table(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({}), path)
    assert profile_file(path).failure_reason is FailureReason.NO_TABLE


class _Keys(encryption.KmsClient):  # type: ignore[misc]  # pyarrow has no types
    """Keeps the keys of a test in the file itself."""

    def wrap_key(self, key_bytes: bytes, master_key_identifier: str) -> bytes:
        return base64.b64encode(key_bytes)

    def unwrap_key(self, wrapped_key: bytes, master_key_identifier: str) -> bytes:
        return base64.b64decode(wrapped_key)


@pytest.mark.parametrize("open_footer", [True, False])
def test_encrypted(tmp_path: Path, *, open_footer: bool) -> None:
    keys = encryption.CryptoFactory(lambda _: _Keys())
    how = encryption.EncryptionConfiguration(
        footer_key="f", column_keys={"c": ["값"]}, plaintext_footer=open_footer
    )
    locks = keys.file_encryption_properties(encryption.KmsConnectionConfig(), how)
    path = tmp_path / "a.parquet"
    table = pa.table({"값": [1, 2]})
    with pq.ParquetWriter(path, table.schema, encryption_properties=locks) as writer:
        writer.write_table(table)
    profile = profile_file(path)
    assert profile.failure_reason is FailureReason.ENCRYPTED
    assert profile.assets[0].format == "parquet"


def sample(folder: Path) -> bytes:
    texts = [f"값 {n}" for n in range(500)]
    nested = [{"x": n, "y": [n, n]} for n in range(500)]
    return write(folder, {"글": texts, "묶음": nested, "값": range(500)}, "whole").read_bytes()


@pytest.mark.parametrize("keep", [4, 5, 12, 300, 0.5, 0.9, -1, -8])
def test_cut_files_are_damaged(tmp_path: Path, keep: float) -> None:
    body = sample(tmp_path)
    cut = body[: int(keep * len(body)) if isinstance(keep, float) else keep]
    profile = profile_file(save(tmp_path, "a.parquet", cut + bytes(8)))
    assert profile.failure_reason is FailureReason.DAMAGED


def test_a_foreign_file_with_the_magic_is_damaged(tmp_path: Path) -> None:
    profile = profile_file(save(tmp_path, "a.parquet", b"PAR1" + bytes(range(256)) + b"PAR1"))
    assert profile.failure_reason is FailureReason.DAMAGED
    text = profile_file(save(tmp_path, "a.csv", "PAR1,값\n1,2\n3,4\n"))
    assert (text.assets[0].format, text.status) == ("csv", "AVAILABLE")


def mutated(body: bytes, count: int) -> Iterator[bytes]:
    chance = random.Random(4)
    for _ in range(count):
        copy = bytearray(body)
        for _ in range(chance.choice((1, 3, 20))):
            copy[-1 - chance.randrange(min(len(copy), chance.choice((1_500, len(copy)))))] ^= (
                1 << chance.randrange(8)
            )
        yield bytes(copy)


def test_mutated_files_fail_with_a_reason_or_are_read(tmp_path: Path) -> None:
    reasons = set()
    for body in mutated(sample(tmp_path), 150):
        path = save(tmp_path, "a.parquet", body)
        reasons.add(profile_file(path).failure_reason)
        try:
            rows = [row for table in read_tables(path) for row in table.rows()]
        except Unreadable:
            continue
        assert len({len(row) for row in rows}) <= 1
    assert reasons & {None, FailureReason.DAMAGED} == {None, FailureReason.DAMAGED}
    assert FailureReason.INTERNAL not in reasons
