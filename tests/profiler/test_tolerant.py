"""One malformed record, split as its quotes and the table's width make it likeliest."""

import pytest

from profiler.formats.dialect import Dialect
from profiler.formats.tolerant import Splitter


@pytest.mark.parametrize(
    ("line", "width", "cells"),
    [
        ('"1,"x,y"', 2, ['"1', "x,y"]),
        ('a,""b, c",d', 3, ["a", '"b, c', "d"]),
        ('a,"5" pipe, new",d', 3, ["a", '5" pipe, new', "d"]),
        ('a,"Round 48"","b, c"', 3, ["a", 'Round 48"', "b, c"]),
        ('Boots"b, c, d",e', 3, ["Boots", "b, c, d", "e"]),
        ('a,"b" ,c', 3, ["a", "b ", "c"]),
        ('a,b"', 2, ["a", 'b"']),
        ('a,"', 2, ["a", '"']),
        ("plain,cells", 3, ["plain", "cells"]),
    ],
)
def test_cells(line: str, width: int, cells: list[str]) -> None:
    assert Splitter(Dialect(",")).cells(f"{line}\r\n", width) == cells


def test_other_delimiters_and_quotes() -> None:
    assert Splitter(Dialect("||")).cells('"a || b"||5" c||d\n', 3) == ["a || b", '5" c', "d"]
    single = Splitter(Dialect(";", "'"))
    assert single.cells("'it's; so';b\n", 2) == ["it's; so", "b"]


def test_a_hostile_record_costs_bounded_work() -> None:
    line = '"' + 'a"",' * 20_000
    splitter = Splitter(Dialect(","))
    assert "".join(splitter.cells(line, 301)).count("a") == 20_000
    assert splitter._states < 100_000
