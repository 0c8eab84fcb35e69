"""What is printed after reading is the grid that was written, for every way of writing it."""

import csv
import io
import tempfile
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.profiler.pollution import printed

DELIMITERS = [",", "\t", ";", "|", "||", ";;", "^|^", ", "]
WORDS = st.text(st.sampled_from("가나다라마바사abcdefgh"), min_size=1, max_size=6)
SENTENCES = st.text(st.sampled_from("가나 ab,;|\t'-.\n"), min_size=1, max_size=12).map(
    lambda text: f"말{text}끝"
)
QUOTED = SENTENCES.map(lambda text: f'{text[:3]}"{text[3:]}')
NUMBERS = st.integers(0, 10_000).map(str)
DATES = st.dates(date(2000, 1, 1), date(2029, 12, 31)).map(date.isoformat)


@st.composite
def grids(draw: st.DrawFn) -> list[list[str]]:
    kinds = draw(st.lists(st.sampled_from([WORDS, SENTENCES, QUOTED]), min_size=1, max_size=3))
    columns = [NUMBERS, DATES, *kinds]
    names = [f"이름{n}" for n in range(len(columns))]
    rows = st.tuples(*columns).map(list)
    return [names, *draw(st.lists(rows, min_size=4, max_size=8))]


def written(
    grid: list[list[str]], delimiter: str, quote: str, escape: str, end: str, last_end: bool
) -> str:
    """The grid as text; cells with a sign of the dialect in them are enclosed in quotes."""

    def cell(text: str) -> str:
        special = {*(delimiter.strip() or delimiter), quote, "\n", "\\"}
        if special.isdisjoint(text):
            return text
        if escape == "\\":
            return quote + text.replace("\\", "\\\\").replace(quote, f"\\{quote}") + quote
        return quote + text.replace(quote, quote * 2) + quote

    lines = [delimiter.join(map(cell, row)) for row in grid]
    return end.join(lines) + (end if last_end else "")


def reread(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(printed(path), newline="")))


@pytest.mark.parametrize("delimiter", DELIMITERS)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@settings(max_examples=8)
@given(
    grid=grids(),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "cp949", "utf-16", "utf-16-le", "utf-32"]),
    last_end=st.booleans(),
)
def test_doubled_quotes(
    delimiter: str, end: str, grid: list[list[str]], encoding: str, last_end: bool
) -> None:
    text = written(grid, delimiter, '"', '"', end, last_end)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.csv"
        path.write_bytes(text.encode(encoding))
        assert reread(path) == grid


@pytest.mark.parametrize("delimiter", DELIMITERS)
@settings(max_examples=8)
@given(grid=grids(), end=st.sampled_from(["\n", "\r\n"]))
def test_backslash_escapes(delimiter: str, end: str, grid: list[list[str]]) -> None:
    grid = [*grid, *[[*row[:-1], f'그 "말" {n}'] for n, row in enumerate(grid[1:])]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.csv"
        path.write_bytes(written(grid, delimiter, '"', "\\", end, last_end=True).encode())
        assert reread(path) == grid


@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@settings(max_examples=8)
@given(grid=grids(), end=st.sampled_from(["\n", "\r\n"]))
def test_single_quotes(delimiter: str, end: str, grid: list[list[str]]) -> None:
    grid = [[cell.replace('"', "'") for cell in row] for row in grid]
    grid = [*grid, *[[*row[:-1], f"말{delimiter}끝"] for row in grid[1:]]]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.csv"
        path.write_bytes(written(grid, delimiter, "'", "'", end, last_end=True).encode())
        assert reread(path) == grid
