"""Text polluted in one place is read as the table it means; nothing is told to the reader."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from tests.profiler.pollution import Polluted, pollutions, printed, score, source

TABLE = source(rows=24)
FILES = list(pollutions(TABLE))
EXACT = sorted(
    {file.kind for file in FILES}
    - {"less_delimiters", "more_delimiters", "row_field_delimiter", "field_delimiter_' '"}
)
LEAST = {
    # A delimiter too few between two bare cells leaves one cell of both.
    "less_delimiters": 9.90,
    # A delimiter too many leaves an empty cell; only in a header is it known to be none.
    "more_delimiters": 9.99,
    # One row of another delimiter, words of several parts in it.
    "row_field_delimiter": 9.75,
    # Blanks between cells, and bare cells with blanks in them.
    "field_delimiter_' '": 8.0,
}


def loaded(file: Polluted, folder: Path) -> str:
    path = folder / "file.csv"
    path.write_bytes(file.text.encode())
    return printed(path)


@pytest.mark.parametrize("kind", EXACT)
def test_read_exactly(kind: str, tmp_path: Path) -> None:
    for file in [file for file in FILES if file.kind == kind][::5]:
        found = list(csv.reader(io.StringIO(loaded(file, tmp_path), newline="")))
        assert found == file.clean


@pytest.mark.parametrize("kind", LEAST)
def test_read_nearly(kind: str, tmp_path: Path) -> None:
    some = [file for file in FILES if file.kind == kind][-1::-7]
    scores = [score(file.clean, loaded(file, tmp_path)) for file in some]
    assert sum(scores) / len(scores) >= LEAST[kind]


def test_every_kind_is_tried() -> None:
    kinds = Counter(file.kind for file in FILES)
    assert len(kinds) == len(EXACT) + len(LEAST) == 27
    assert kinds["extra_quote"] == 25 * 9


def test_the_score_sees_a_lost_cell_and_a_lost_header() -> None:
    clean = [["a", "b"], ["1", "x"], ["2", "y"]]
    assert score(clean, "a,b\n1,x\n2,y\n") == 10
    assert score(clean, "a,b\n1,x\n2,\n") < 9
    assert score(clean, "1,x\n2,y\n") < 7
