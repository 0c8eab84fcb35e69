"""The Arrow stream, consumed as the C interface describes it and by pandas' neighbours' rules."""

import ctypes
from pathlib import Path
from typing import Any

import pytest

from profiler import arrow, read_tables
from profiler.table import Table

POINTER = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)
TWO = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
ONE = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)
RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Words(ctypes.Structure):
    """Any of the three structures, as words: their members are all of the size of a pointer."""

    _fields_ = (("at", ctypes.c_ssize_t * 10),)


class Consumer:
    """Takes a stream over as consumers do: copies it, and marks the original released."""

    def __init__(self, table: Table) -> None:
        self.capsule = table.__arrow_c_stream__()
        self.original = Words.from_address(POINTER(self.capsule, b"arrow_array_stream"))
        self.stream = (ctypes.c_ssize_t * 5)(*self.original.at[:5])
        self.original.at[3] = 0
        self.address = ctypes.addressof(self.stream)

    def names(self) -> list[str]:
        schema = (ctypes.c_ssize_t * 9)(*[-1] * 9)
        assert TWO(self.stream[0])(self.address, ctypes.addressof(schema)) == 0
        assert (ctypes.string_at(schema[0]), schema[2], schema[6]) == (b"+s", 0, 0)
        names = []
        for child in self._children(schema[4], schema[5]):
            words = Words.from_address(child).at
            assert ctypes.string_at(words[0]) == b"u"
            names.append(ctypes.string_at(words[1]).decode())
        RELEASE(schema[7])(ctypes.addressof(schema))
        assert schema[7] == 0
        return names

    def batch(self) -> list[list[str]] | None:
        """The columns of the next batch; None at the end. Raises OSError with the stream's word."""
        out = (ctypes.c_ssize_t * 10)(*[-1] * 10)
        if TWO(self.stream[1])(self.address, ctypes.addressof(out)):
            raise OSError(ctypes.string_at(ONE(self.stream[2])(self.address)).decode())
        if out[8] == 0:
            return None
        assert (out[1], out[2], out[3], out[7]) == (0, 0, 1, 0)
        columns = [self._strings(child) for child in self._children(out[4], out[6])]
        assert {len(column) for column in columns} == {out[0]}
        RELEASE(out[8])(ctypes.addressof(out))
        assert out[8] == 0
        return columns

    def release(self) -> None:
        RELEASE(self.stream[3])(self.address)
        assert self.stream[3] == 0

    def _children(self, count: int, address: int) -> list[int]:
        return list((ctypes.c_ssize_t * count).from_address(address)) if count else []

    def _strings(self, address: int) -> list[str]:
        words = Words.from_address(address).at
        length, null_count, buffers = words[0], words[1], words[3]
        assert (null_count, buffers) == (0, 3)
        validity, offsets_at, data_at = (ctypes.c_ssize_t * 3).from_address(words[5])
        assert validity == 0
        offsets: Any = (ctypes.c_int32 * (length + 1)).from_address(offsets_at)
        data = ctypes.string_at(data_at, offsets[length])
        return [data[offsets[i] : offsets[i + 1]].decode() for i in range(length)]


def table_of(folder: Path, text: str) -> Table:
    path = folder / "file.csv"
    path.write_bytes(text.encode())
    return read_tables(path)[0]


def test_names_and_cells(tmp_path: Path) -> None:
    table = table_of(tmp_path, '이름,수,\n가,1,"x\ny"\n나\n다,3,z,4\n라,5,w\n')
    held = len(arrow._held)
    consumer = Consumer(table)
    assert consumer.names() == ["이름", "수", ""]
    assert consumer.batch() == [
        ["가", "나", "다", "라"],
        ["1", "", "3", "5"],
        ["x\ny", "", "z", "w"],
    ]
    assert consumer.batch() is None
    consumer.release()
    assert len(arrow._held) == held


def test_rows_come_in_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrow, "BATCH_ROWS", 3)
    table = table_of(tmp_path, "a,b\n" + "1,x\n" * 7)
    consumer = Consumer(table)
    lengths = [len(batch[0]) for batch in iter(consumer.batch, None)]
    consumer.release()
    assert lengths == [3, 3, 1]


def test_a_table_without_rows(tmp_path: Path) -> None:
    consumer = Consumer(table_of(tmp_path, "a,b\n"))
    assert (consumer.names(), consumer.batch()) == (["a", "b"], None)
    consumer.release()


def test_a_file_that_is_gone_is_an_error_of_the_stream(tmp_path: Path) -> None:
    table = table_of(tmp_path, "a,b\n1,2\n")
    (tmp_path / "file.csv").unlink()
    consumer = Consumer(table)
    with pytest.raises(OSError, match=r"^FileNotFoundError$"):
        consumer.batch()
    consumer.release()
