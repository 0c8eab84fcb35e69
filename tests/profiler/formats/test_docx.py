"""DOCX: what only Word documents have. What all documents share is in `test_document`."""

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from profiler.limits import Limits
from samples.files import docx
from samples.files.archive import Member, write_zip
from samples.files.document import plain_table
from store.vocabulary import FailureReason
from tests.profiler.formats.reading import reason_of, save, table_of

BODY = docx.body([plain_table([["이름", "값"], ["가", "1"], ["나", "2"]])])
CONTROL = (
    "</w:r></w:p><w:sdt><w:sdtContent><w:p><w:r><w:t>가</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    "<w:p><w:r>"
)
CELLS = [["가", "1"], ["나", "2"]]


def save_body(folder: Path, text: str) -> Path:
    return save(folder, "문서.docx", docx.write_body(text))


def test_the_main_part_may_have_any_name(tmp_path: Path) -> None:
    path = save(tmp_path, "a.docx", docx.write_body(BODY, part="word/document2.xml"))
    assert table_of(path).rows == CELLS


@pytest.mark.parametrize(
    ("run", "shown"),
    [
        ("<w:t>가</w:t><w:br/><w:t>나</w:t>", "가\n나"),
        ("<w:t>가</w:t></w:r><w:r><w:noBreakHyphen/><w:t>나</w:t>", "가-나"),
        ("<w:delText>지운</w:delText><w:t>가</w:t>", "가"),
        ("</w:r><w:ins><w:r><w:t>가</w:t></w:r></w:ins><w:r>", "가"),
        ("</w:r><w:del><w:r><w:t>지운</w:t></w:r></w:del><w:r><w:t>가</w:t>", "가"),
        (
            "<w:txbxContent><w:p><w:r><w:t>글상자</w:t></w:r></w:p></w:txbxContent><w:t>가</w:t>",
            "가",
        ),
        ("</w:r><w:hyperlink><w:r><w:t>가</w:t></w:r></w:hyperlink><w:r>", "가"),
        (CONTROL, "가"),
    ],
    ids=["break", "hyphen", "deleted text", "inserted", "deleted", "text box", "link", "control"],
)
def test_text_of_a_cell(tmp_path: Path, run: str, shown: str) -> None:
    path = save_body(tmp_path, BODY.replace("<w:t>가</w:t>", run))
    assert table_of(path).rows[0][0] == shown


def test_rows_may_begin_after_grid_columns_without_cells(tmp_path: Path) -> None:
    old = "<w:tr><w:tc><w:tcPr></w:tcPr><w:p><w:r><w:t>나</w:t></w:r></w:p></w:tc>"
    new = '<w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>'
    assert old in BODY
    assert table_of(save_body(tmp_path, BODY.replace(old, new))).rows == [["가", "1"], ["", "2"]]


def test_a_cell_that_goes_on_with_none_is_a_cell(tmp_path: Path) -> None:
    text = BODY.replace("<w:tcPr></w:tcPr>", "<w:tcPr><w:vMerge/></w:tcPr>", 2)
    table = table_of(save_body(tmp_path, text))
    assert (table.names, table.rows) == (("이름", "값"), CELLS)


def test_a_row_is_marked_unless_the_mark_is_off(tmp_path: Path) -> None:
    years = docx.body([plain_table([["2024", "2025"], ["10", "20"], ["30", "40"]], title_rows=1)])
    assert table_of(save_body(tmp_path, years)).names == ("2024", "2025")
    off = years.replace("<w:tblHeader/>", '<w:tblHeader w:val="0"/>')
    assert len(table_of(save_body(tmp_path, off)).rows) >= 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (BODY[:-30], FailureReason.DAMAGED),
        (BODY.replace("?>", "?><!DOCTYPE a [<!ENTITY b 'c'>]>", 1), FailureReason.DAMAGED),
        (BODY.replace("<w:tcPr>", '<w:tcPr><w:gridSpan w:val="x"/>'), FailureReason.DAMAGED),
        (
            BODY.replace("<w:tcPr>", '<w:tcPr><w:gridSpan w:val="99999"/>'),
            FailureReason.MEMORY_LIMIT,
        ),
        (BODY.replace("<w:p>", "<w:a>" * 3_000, 1), FailureReason.MEMORY_LIMIT),
    ],
    ids=["cut", "entity", "no number", "wide", "deep"],
)
def test_refused(tmp_path: Path, text: str, reason: FailureReason) -> None:
    assert reason_of(save_body(tmp_path, text)) is reason


def test_the_container(tmp_path: Path) -> None:
    locked = write_zip([Member("word/document.xml", BODY.encode(), password=b"x")])
    assert reason_of(save(tmp_path, "a.docx", locked)) is FailureReason.ENCRYPTED
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types>wordprocessingml.document</Types>")
    assert reason_of(save(tmp_path, "a.docx", packed.getvalue())) is FailureReason.DAMAGED
    path = save_body(tmp_path, BODY.replace("<w:body>", "<w:body>" + " " * (2 << 20)))
    limits = Limits(document_part_bytes=1 << 20)
    assert reason_of(path, limits) is FailureReason.ARCHIVE_LIMIT
