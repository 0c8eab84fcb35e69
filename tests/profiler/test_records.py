"""The record reader, held against the csv module, and its bounds."""

import csv
import io
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from profiler.encoding import Encoding
from profiler.formats.dialect import Dialect
from profiler.formats.records import Records
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import Finding

CELLS = st.text(st.sampled_from("가나a1, \t;|\"'\r\n\0\\힣é"), max_size=8)
ROWS = st.lists(st.lists(CELLS, min_size=1, max_size=5), max_size=8)


def records_of(data: bytes, folder: Path, **changes: object) -> Records:
    path = folder / "file.csv"
    path.write_bytes(data)
    base = Records(path, Encoding("utf-8"), Dialect(","), Limits())
    return replace(base, **changes)  # type: ignore[arg-type]


@given(
    rows=ROWS,
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    delimiter=st.sampled_from(",\t;|"),
    encoding=st.sampled_from(["utf-8", "utf-16", "utf-32"]),
)
def test_written_records_come_back(
    rows: list[list[str]], end: str, delimiter: str, encoding: str
) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL).writerows(rows)
    with tempfile.TemporaryDirectory() as folder:
        records = records_of(
            out.getvalue().encode(encoding),
            Path(folder),
            encoding=Encoding(encoding),
            dialect=Dialect(delimiter),
        )
        assert list(records) == rows


@given(text=st.text(st.sampled_from('ab,"\n\r 1가'), max_size=60))
def test_well_formed_text_splits_like_the_csv_module(text: str) -> None:
    try:
        expected = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    except csv.Error:
        return
    with tempfile.TemporaryDirectory() as folder:
        assert list(records_of(text.encode(), Path(folder))) == expected


@given(text=st.text(st.sampled_from('ab,"\n 1'), max_size=60), width=st.integers(1, 3))
def test_no_character_of_a_cell_is_lost(text: str, width: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        cells = [
            c for record in records_of(text.encode(), Path(folder), width=width) for c in record
        ]
    for sign in "ab1 ":
        assert "".join(cells).count(sign) == text.count(sign)


def test_cells_of_another_encoding_are_counted_and_kept(tmp_path: Path) -> None:
    data = "가,나\n".encode() + "다,a\n".encode("cp949")
    records = records_of(data, tmp_path, encoding=Encoding("utf-8", "cp949"))
    assert list(records) == [["가", "나"], ["다", "a"]]
    assert records.findings == {Finding.MIXED_ENCODING: 1}


def test_nul_characters_are_kept_and_counted(tmp_path: Path) -> None:
    records = records_of(b"a\0,b\n", tmp_path)
    assert list(records) == [["a\0", "b"]]
    assert records.findings == {Finding.NUL_BYTES: 1}


@pytest.mark.parametrize(
    "data",
    [b"x" * 5_000, b"a,b\n1," + b"x" * 5_000 + b"\n"],
    ids=["one line", "one cell"],
)
def test_a_record_beyond_the_bound_is_refused(tmp_path: Path, data: bytes) -> None:
    records = records_of(data, tmp_path, limits=Limits(record_chars=1_000))
    with pytest.raises(Unreadable, match="MEMORY_LIMIT"):
        list(records)


@pytest.mark.parametrize(
    ("data", "records"),
    [
        (b'a,b\n1,"x\n2,y\n3,z\n', [["a", "b"], ["1", '"x'], ["2", "y"], ["3", "z"]]),
        (b'"a,b\n1,"x,y"\n', [['"a', "b"], ["1", "x,y"]]),
        (b'a,b\n"1,2\n3,"x,y"\n', [["a", "b"], ['"1', "2"], ["3", "x,y"]]),
        (b'a,b\n"1,"x,y"\n', [["a", "b"], ['"1', "x,y"]]),
        (b'a,b\n1,"x\ny"\n2,"z ""q""\n"\n', [["a", "b"], ["1", "x\ny"], ["2", 'z "q"\n']]),
        (b'a,b\n1,5" pipe\n', [["a", "b"], ["1", '5" pipe']]),
    ],
)
def test_a_quote_that_closes_nothing_costs_no_other_record(
    tmp_path: Path, data: bytes, records: list[list[str]]
) -> None:
    assert list(records_of(data, tmp_path, width=2)) == records


def test_an_unclosed_quote_is_counted_and_memory_stays_bounded(tmp_path: Path) -> None:
    data = b'a,b\n"1,2\n' + b"3,4\n" * 5_000
    records = records_of(data, tmp_path, width=2, limits=Limits(record_chars=1_000))
    assert list(records) == [["a", "b"], ['"1', "2"], *[["3", "4"]] * 5_000]
    assert records.findings == {Finding.UNCLOSED_QUOTE: 1}
