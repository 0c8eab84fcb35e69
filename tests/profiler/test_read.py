"""`read_tables`: what `pdl cat` prints is what profiling counted, cell by cell."""

from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.unreadable import Unreadable


def write(folder: Path, data: str) -> Path:
    path = folder / "file.csv"
    path.write_bytes(data.encode())
    return path


def test_cells_are_unaltered_and_blank_rows_dropped(tmp_path: Path) -> None:
    path = write(tmp_path, 'a, b\n 1 ,"x ""y"""\n\n007,\n,\n1.50,"p\nq"\n')
    (table,) = read_tables(path)
    assert table.names == ("a", " b")
    assert list(table.rows()) == [[" 1 ", 'x "y"'], ["007", ""], ["1.50", "p\nq"]]
    assert profile_file(path).assets[0].tables[0].rows_scanned == 3


def test_rows_start_over(tmp_path: Path) -> None:
    (table,) = read_tables(write(tmp_path, "a,b\n1,2\n"))
    assert list(table.rows()) == list(table.rows()) == [["1", "2"]]


@pytest.mark.parametrize(
    ("text", "has_header", "names", "paths"),
    [
        ("a,b\n1,2\n3,4\n", True, ("a", "b"), ("a", "b")),
        ("1,2\n3,4\n", False, ("column_1", "column_2"), ("column_1", "column_2")),
        (
            "지역,2019,2020\n지역,명,명\n서울,1,2\n부산,3,4\n",
            True,
            ("지역", "명", "명"),
            ("지역", "2019 명", "2020 명"),
        ),
    ],
)
def test_headers(
    tmp_path: Path, text: str, has_header: bool, names: tuple[str, ...], paths: tuple[str, ...]
) -> None:
    (table,) = read_tables(write(tmp_path, text))
    assert (table.has_header, table.names) == (has_header, names)
    assert table.header_path_names() == paths


def test_short_and_long_rows(tmp_path: Path) -> None:
    (table,) = read_tables(write(tmp_path, "a,b,c\n1,2,3\n4\n5,6,7,8\n"))
    assert list(table.rows()) == [["1", "2", "3"], ["4"], ["5", "6", "7", "8"]]
    frame = table.to_pandas()
    assert frame.to_numpy().tolist() == [["1", "2", "3"], ["4", "", ""], ["5", "6", "7"]]


def test_asset_facts(tmp_path: Path) -> None:
    (table,) = read_tables(write(tmp_path, "a;b\n1,5;2\n3,5;4\n"))
    assert (table.file_name, table.delimiter, table.encoding) == ("file.csv", ";", "utf-8")
    assert (table.sheet_name, table.source_path) == (None, None)


def test_an_unreadable_file_says_why(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="EMPTY_FILE"):
        read_tables(write(tmp_path, ""))
