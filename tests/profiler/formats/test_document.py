"""Tables of documents: which are tables, where their header is, what merged cells mean.

Every case is written as HWP, HWPX, HWPML and DOCX, and must be read alike from each; DOCX states no
sizes and no addresses, so it cannot state wrong ones.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.limits import Limits
from profiler.table import Table
from profiler.unreadable import Unreadable
from samples.files import docx, hwp, hwpx
from samples.files.document import Document, DocumentCell, DocumentTable, plain_table
from store.vocabulary import FailureReason

WRITERS: dict[str, Callable[[Document], bytes]] = {
    "hwp": hwp.write,
    "hwpx": hwpx.write,
    "hml": hwpx.write_hwpml,
    "docx": docx.write,
}
C = DocumentCell
Write = Callable[..., Path]


def writer(extension: str, folder: Path) -> Write:
    def written(*blocks: str | DocumentTable) -> Path:
        path = folder / f"문서.{extension}"
        path.write_bytes(WRITERS[extension](blocks))
        return path

    return written


@pytest.fixture(params=WRITERS)
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Write:
    return writer(request.param, tmp_path)


@pytest.fixture(params=["hwp", "hwpx", "hml"])
def write_stated(request: pytest.FixtureRequest, tmp_path: Path) -> Write:
    """For formats whose tables and cells state sizes and addresses."""
    return writer(request.param, tmp_path)


def rows_of(table: Table) -> list[list[str]]:
    return list(table.rows())


def test_a_table_between_paragraphs(write: Write) -> None:
    path = write("머리말", plain_table([["이름", "점수"], ["가", "89"], ["나", "77"]]), "맺음말")
    profile = profile_file(path)
    (asset,) = profile.assets
    assert (profile.status, profile.findings, asset.shape) == ("AVAILABLE", (), "table")
    (table,) = read_tables(path)
    assert table.names == ("이름", "점수")
    assert rows_of(table) == [["가", "89"], ["나", "77"]]


def test_several_tables_and_nested_ones_are_tables_of_their_own(write: Write) -> None:
    inner = plain_table([["항목", "값"], ["x", "1"]])
    cells = (C(0, 0, "구분"), C(0, 1, "내용"), C(1, 0, "가"), C(1, 1, "아래 표", inside=(inner,)))
    tables = read_tables(write(DocumentTable(2, 2, cells), plain_table([["ㄱ", "ㄴ"], ["3", "4"]])))
    assert [table.names for table in tables] == [("구분", "내용"), ("항목", "값"), ("ㄱ", "ㄴ")]
    assert rows_of(tables[0]) == [["가", "아래 표"]]
    assert rows_of(tables[1]) == [["x", "1"]]


def test_text_of_cells(write: Write) -> None:
    texts = ["두\n문단", "", " 앞뒤 빈칸 ", "\n빈 문단 사이\n\n둘\n", "<&>\"'", "탭\t과 이모지 🏛"]
    path = write(plain_table([["번호", "글"], *([str(n), text] for n, text in enumerate(texts))]))
    (table,) = read_tables(path)
    wanted = ["두\n문단", "", " 앞뒤 빈칸 ", "빈 문단 사이\n\n둘", "<&>\"'", "탭\t과 이모지 🏛"]
    assert [row[1] for row in rows_of(table)] == wanted


def test_a_caption_is_no_cell(write: Write) -> None:
    cells = (C(0, 0, "이름"), C(0, 1, "값"), C(1, 0, "가"), C(1, 1, "1"))
    (table,) = read_tables(write(DocumentTable(2, 2, cells, caption="표 1. 이름과 값")))
    assert (table.names, rows_of(table)) == (("이름", "값"), [["가", "1"]])


def test_merged_labels_name_what_they_cover(write: Write) -> None:
    cells = [C(0, 0, "시도", row_span=2, column_span=2), C(0, 2, "인구", column_span=2)]
    cells += [C(1, 2, "남"), C(1, 3, "여")]
    cells += [C(2, 0, "서울", row_span=2), C(2, 1, "종로"), C(2, 2, "1"), C(2, 3, "2")]
    cells += [C(3, 1, "중구"), C(3, 2, "3"), C(3, 3, "4")]
    (table,) = read_tables(write(DocumentTable(4, 4, tuple(cells))))
    assert table.names == ("시도", "시도", "남", "여")
    assert table.header_path_names() == ("시도", "시도", "인구 남", "인구 여")
    assert table.header_rows == (0, 1)
    # In the body a merged cell has its text once, in its first slot, as in workbooks.
    assert rows_of(table) == [["서울", "종로", "1", "2"], ["", "중구", "3", "4"]]


def test_labels_of_two_rows_over_words_alone(write: Write) -> None:
    cells = [C(0, 0, "기관", row_span=2), C(0, 1, "담당", column_span=2)]
    cells += [C(1, 1, "부서"), C(1, 2, "직위")]
    cells += [C(2, 0, "시청"), C(2, 1, "총무과"), C(2, 2, "과장")]
    cells += [C(3, 0, "구청"), C(3, 1, "감사실"), C(3, 2, "주무관")]
    (table,) = read_tables(write(DocumentTable(4, 3, tuple(cells))))
    assert table.header_rows == (0, 1)
    assert table.names == ("기관", "부서", "직위")


def test_a_group_merged_down_is_not_taken_for_a_second_header_row(write: Write) -> None:
    cells = [C(0, 0, "구분"), C(0, 1, "내용"), C(0, 2, "비고", row_span=3)]
    cells += [C(1, 0, "가"), C(1, 1, "나"), C(2, 0, "다"), C(2, 1, "라")]
    (table,) = read_tables(write(DocumentTable(3, 3, tuple(cells))))
    assert (table.header_rows, table.rows_scanned) == ((0,), 0)
    assert rows_of(table) == [["가", "나", ""], ["다", "라", ""]]


def test_title_cells_are_the_header_whatever_the_cells_look_like(write: Write) -> None:
    years = [["2024", "2025"], ["10", "20"], ["30", "40"]]
    (marked,) = read_tables(write(plain_table(years, title_rows=1)))
    assert (marked.header_rows, marked.names) == ((0,), ("2024", "2025"))
    (unmarked,) = read_tables(write(plain_table(years[1:] * 2)))
    assert (unmarked.header_rows, unmarked.names) == ((), ("column_1", "column_2"))
    two = [["구분", "수"], ["가", "나"], ["다", "라"]]
    assert read_tables(write(plain_table(two, title_rows=2)))[0].header_rows == (0, 1)
    # A table of title cells alone has marked nothing.
    assert read_tables(write(plain_table(two, title_rows=3)))[0].header_rows == (0,)


@pytest.mark.parametrize("marked", [False, True])
def test_a_title_over_all_columns_is_no_header(write: Write, marked: bool) -> None:
    cells = [C(0, 0, "2026년 업무", column_span=2, is_title=marked)]
    cells += [C(1, 0, "업무", is_title=marked), C(1, 1, "비고", is_title=marked)]
    cells += [C(2, 0, "가"), C(2, 1, ""), C(3, 0, "나"), C(3, 1, "완료")]
    (table,) = read_tables(write(DocumentTable(4, 2, tuple(cells))))
    assert (table.preamble_rows, table.header_rows, table.names) == ((0,), (1,), ("업무", "비고"))


def box(rows: int, columns: int) -> DocumentTable:
    return plain_table([["글"] * columns] * rows)


@pytest.mark.parametrize("blocks", [(), (box(1, 1),), (box(1, 3), box(4, 1))])
def test_layout_boxes_are_no_tables(write: Write, blocks: tuple[DocumentTable, ...]) -> None:
    assert profile_file(write("글", *blocks)).failure_reason is FailureReason.NO_TABLE


def test_blank_forms_and_ornaments_count_where_there_is_nothing_else(write: Write) -> None:
    blank = plain_table([["", "", ""], ["", "", ""]])
    cells = tuple(C(0, j, "소식" if j == 1 else "") for j in range(3))
    ornament = DocumentTable(2, 3, (*cells, C(1, 0, "글", column_span=3)))
    (form,) = read_tables(write(blank))
    assert (form.names, rows_of(form)) == (("column_1", "column_2", "column_3"), [])
    assert len(read_tables(write(blank, ornament))) == 2
    (table,) = read_tables(write(blank, ornament, plain_table([["가", "나"], ["1", "2"]])))
    assert table.names == ("가", "나")


def test_cells_beyond_the_stated_size_make_the_table_larger(write_stated: Write) -> None:
    table = plain_table([["가", "나"], ["1", "2"], ["3", "4"]])
    (found,) = read_tables(write_stated(DocumentTable(2, 1, table.cells)))
    assert rows_of(found) == [["1", "2"], ["3", "4"]]


def test_overlapping_cells_are_read_once(write_stated: Write) -> None:
    cells = (C(0, 0, "가", column_span=9, row_span=9), C(0, 0, "둘째"), C(0, 1, "나"), C(1, 0, "1"))
    (table,) = read_tables(write_stated(DocumentTable(2, 2, cells)))
    assert [*table.names, *rows_of(table)][-1] in (["1", ""], ["가", "나"])


NESTED = plain_table([["가", "나"], ["1", "2"]])
for _ in range(5):
    NESTED = DocumentTable(2, 2, (C(0, 0, "가", inside=(NESTED,)), C(1, 1, "2")))


@pytest.mark.parametrize(
    ("limits", "table"),
    [
        (Limits(document_cells=10), plain_table([["가"] * 5] * 4)),
        (Limits(columns=3), plain_table([["가"] * 4] * 2)),
        (Limits(document_depth=5), NESTED),
    ],
)
def test_limits(write: Write, limits: Limits, table: DocumentTable) -> None:
    with pytest.raises(Unreadable) as failure:
        read_tables(write(table), limits=limits)
    assert failure.value.reason is FailureReason.MEMORY_LIMIT


def test_a_size_that_is_only_stated_has_a_limit(write_stated: Write) -> None:
    table = DocumentTable(65_535, 65_535, (C(0, 0, "가"), C(1, 1, "나"), C(2, 2, "다")))
    with pytest.raises(Unreadable) as failure:
        read_tables(write_stated(table))
    assert failure.value.reason is FailureReason.MEMORY_LIMIT
