"""Rule `header`: each case is a grid, the header's rows, and the column names."""

import pytest

from profiler.header import find_header

Grid = list[list[str]]


def grid(text: str) -> Grid:
    return [line.split("|") if line else [] for line in text.strip("\n").split("\n")]


CASES: dict[str, tuple[str, list[int], list[str]]] = {
    "plain": ("번호|이름|값\n1|가|2\n2|나|3", [0], ["번호", "이름", "값"]),
    "all words": ("id|name\na|b\nc|d", [0], ["id", "name"]),
    "header only": ("id|name", [0], ["id", "name"]),
    "single column of codes": ("value\n01\n002", [0], ["value"]),
    "title and blank line": ("총조사인구\n\n지역|인구\n서울|10\n부산|5", [2], ["지역", "인구"]),
    "title and unit": (
        "월별 교통사고||\n(단위: 건)||\n월|사고|사망\n1월|3|4\n2월|5|6",
        [2],
        ["월", "사고", "사망"],
    ),
    "blank name first": ("|시도|값\n0|서울|1\n1|부산|2", [0], ["", "시도", "값"]),
    "duplicate names": ("a|b|a\n1|x|2\n3|y|4", [0], ["a", "b", "a"]),
    "years as names": ("지역|2019|2020\n서울|100|200\n부산|300|400", [0], ["지역", "2019", "2020"]),
    "dated names": (
        "구분|2019년|2020년\n서울|100|200\n부산|3|4",
        [0],
        ["구분", "2019년", "2020년"],
    ),
    "two rows, labels repeated": (
        "지역|2019|2019|2020\n지역|남|여|남\n서울|1|2|3\n부산|4|5|6",
        [0, 1],
        ["지역", "남", "여", "남"],
    ),
    "two rows, labels merged": (
        "지역|2019년|||2020년||\n|남|여|계|남|여|계\n서울|1|2|3|4|5|6\n부산|4|5|6|7|8|9",
        [0, 1],
        ["지역", "남", "여", "계", "남", "여", "계"],
    ),
    "no header, numbers": ("1|가|10\n2|나|20\n3|다|30", [], ["column_1", "column_2", "column_3"]),
    "no header, dates": ("16. 7. 1.|766\n16. 7. 2.|377", [], ["column_1", "column_2"]),
    "no header, words come again": (
        "서울|구\n서울|시\n부산|구\n부산|시\n서울|구",
        [],
        ["column_1", "column_2"],
    ),
    "missing tokens in numbers": ("동|의사\n가|-\n나|3\n다|4", [0], ["동", "의사"]),
}


@pytest.mark.parametrize("case", CASES)
def test_header_rows_and_names(case: str) -> None:
    text, rows, names = CASES[case]
    for ragged in (False, True):
        header = find_header(grid(text), ragged=ragged)
        assert (list(header.rows), list(header.names)) == (rows, names)


def test_paths_join_the_labels_of_a_header_with_merged_cells() -> None:
    header = find_header(grid(CASES["two rows, labels merged"][0]))
    assert header.paths == (
        "지역",
        "2019년 남",
        "2019년 여",
        "2019년 계",
        "2020년 남",
        "2020년 여",
        "2020년 계",
    )


def test_rows_above_the_header_are_preamble() -> None:
    header = find_header(grid("표 1\n(단위: 명)\n지역|인구\n서울|10\n부산|5"), ragged=True)
    assert (header.preamble, header.body_start) == ((0, 1), 3)


def test_rows_longer_than_the_header_widen_the_table_only_if_most_are() -> None:
    few = find_header(grid("a|b\n1|2\n3|4\n5|6|7"), ragged=True)
    most = find_header(grid("a|b\n1|2|3\n3|4|5\n5|6"), ragged=True)
    assert (few.names, most.names) == (("a", "b"), ("a", "b", ""))
