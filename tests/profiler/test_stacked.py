"""Several tables in one text; and texts with blank rows that hold one."""

from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.limits import Limits
from profiler.table import Table
from store.vocabulary import Finding


def tables(folder: Path, text: str, limits: Limits | None = None) -> list[Table]:
    path = folder / "file.csv"
    path.write_bytes(text.encode())
    return read_tables(path, limits=limits or Limits())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "이름,수\n가,1\n나,2\n\n지역,일자,금액\n서울,2024-01-01,5\n부산,2024-01-02,6\n",
            [(("이름", "수"), 2), (("지역", "일자", "금액"), 2)],
            id="another header after a blank row",
        ),
        pytest.param(
            "표 1,,\n이름,수,계\n가,1,1\n나,2,2\n,,\n,,\n표 2,,\n지역,계,수\n서울,5,1\n부산,6,1\n",
            [(("이름", "수", "계"), 2), (("지역", "계", "수"), 2)],
            id="titles, blank rows of delimiters",
        ),
        pytest.param(
            "a,b\n1,x\n2,y\na,b,c\n1,x,3\n2,y,4\n",
            [(("a", "b"), 2), (("a", "b", "c"), 2)],
            id="the header again with one more label",
        ),
        pytest.param(
            '"name","n"\r\nx,1\r\ny,2\r\nname,n\r\nz,3\r\nw,4\r\n',
            [(("name", "n"), 2), (("name", "n"), 2)],
            id="the header again, written otherwise",
        ),
        pytest.param(
            "회의,,,\n장관,날짜,기관,\n김,10월,가,\n이,11월,나,\n,,,\n출장,,,\n장관,때,곳,비용\n김,곧,서울,있음\n",
            [(("장관", "날짜", "기관", ""), 2), (("장관", "때", "곳", "비용"), 1)],
            id="words only",
        ),
    ],
)
def test_stacked(tmp_path: Path, text: str, expected: list[tuple[tuple[str, ...], int]]) -> None:
    found = tables(tmp_path, text)
    assert [(table.names, len(list(table.rows()))) for table in found] == expected


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        pytest.param("a,b\n1,x\n\n2,y\n\n\n3,z\n", 3, id="blank rows inside"),
        pytest.param("시도,구,수\n서울,,3\n,종로,1\n\n부산,,2\n,중구,2\n", 4, id="groups"),
        pytest.param("시간,일\n7시,체조\n8시,산책\n\n주간,청소\n월간,점검\n", 4, id="words again"),
        pytest.param("a,b\n1,x\n2,y\n합계,3\n\n출처: 통계청,\n주) 잠정,\n", 3, id="notes"),
        pytest.param("제목,2024\n작성,과\n\n이름,수,계,비\n가,1,2,x\n나,2,2,y\n", 2, id="preamble"),
        pytest.param("1,2\n3,4\n\n5,6\n", 3, id="no header"),
        pytest.param("a\n1\n\na\n2\n", 3, id="one column"),
    ],
)
def test_one_table(tmp_path: Path, text: str, rows: int) -> None:
    (table,) = tables(tmp_path, text)
    assert len(list(table.rows())) == rows


def test_source_rows_and_findings_are_those_of_each_table(tmp_path: Path) -> None:
    text = 'a,b\n1,x\n2,y,3\n\n지역,일자,금액\n서울,2024-01-01,5\n부산,2024-01-02,"6\n'
    first, second = tables(tmp_path, text)
    assert list(second.rows()) == [["서울", "2024-01-01", "5"], ["부산", "2024-01-02", '"6']]
    assert list(first.rows()) == [["1", "x"], ["2", "y", "3"]]
    assert (first.header_rows, second.header_rows) == ((0,), (4,))
    assert first.findings == {Finding.RAGGED_ROWS: 1}
    assert second.findings == {Finding.UNCLOSED_QUOTE: 1}


def test_each_is_profiled_and_their_number_is_bounded(tmp_path: Path) -> None:
    block = "a,b\n1,x\n"
    assert len(tables(tmp_path, block * 30)) == 30
    assert len(tables(tmp_path, block * 30, Limits(tables=4))) == 4
    profile = profile_file(tmp_path / "file.csv", limits=Limits(tables=4))
    assert [table.rows_scanned for table in profile.assets[0].tables] == [1, 1, 1, 53]
