"""What the writers write is read back by independent readers."""

import io
import zipfile
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import olefile
import openpyxl
import pytest
from hwp5 import binmodel
from hypothesis import given
from hypothesis import strategies as st

from samples.files import compound, delimited, hwp, hwpx, other, workbook
from samples.files.archive import Member, write_zip
from samples.files.document import DocumentCell, DocumentTable, plain_table
from samples.files.workbook import Sheet
from samples.model import Column, Table
from samples.values import business_number, resident_number
from store.vocabulary import ObservedType as T

TABLE = Table(
    (
        Column(name="일자", cells=[date(2026, 7, 1), date(2026, 7, 2)], type=T.DATE),
        Column(name="남", group="인구", cells=[10, 20], type=T.INTEGER, number_format="#,##0"),
        Column(name="여", group="인구", cells=[1.5, None], type=T.NUMBER),
    )
)


@given(st.lists(st.tuples(st.text("abc가나/.", min_size=1, max_size=9), st.binary(max_size=400))))
def test_archives_give_back_what_went_in(members: list[tuple[str, bytes]]) -> None:
    packed = write_zip(Member(name, body) for name, body in members)
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        found = [(info.filename, archive.read(info)) for info in archive.infolist()]
    assert found == members


def test_encrypted_members_open_with_their_password_only() -> None:
    body = b"1,2\n" * 100
    packed = write_zip((Member("a.csv", body, password=b"samples"),))
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.read("a.csv", pwd=b"samples") == body
        with pytest.raises(RuntimeError, match="encrypted"):
            archive.read("a.csv")


def test_encrypted_workbooks_are_compound_files_with_the_two_streams() -> None:
    with olefile.OleFileIO(io.BytesIO(compound.encrypted_workbook())) as container:
        assert container.parsing_issues == []
        assert sorted(container.listdir()) == [["EncryptedPackage"], ["EncryptionInfo"]]
        assert container.openstream("EncryptionInfo").read()[:4] == b"\x04\x00\x04\x00"
        assert len(container.openstream("EncryptedPackage").read()) == 8008


def test_compound_files_give_back_small_and_large_streams_in_storages() -> None:
    sizes = {"FileHeader": 256, "empty": 0, "BodyText/Section0": 4095, "BodyText/Section1": 4096}
    sizes |= {"BinData/big": 300_000, "ViewText/Section0": 64}
    streams = {name: bytes([len(name)]) * size for name, size in sizes.items()}
    with olefile.OleFileIO(io.BytesIO(compound.write_compound(streams))) as container:
        assert container.parsing_issues == []
        found = {"/".join(entry): entry for entry in container.listdir()}
        assert {
            name: container.openstream(entry).read() for name, entry in found.items()
        } == streams


def test_compound_files_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="too large"):
        compound.write_compound({"package": bytes(8_000_000)})


DOCUMENT = (
    "인구 현황",
    DocumentTable(
        3,
        3,
        (
            DocumentCell(0, 0, "구분", row_span=2, is_title=True),
            DocumentCell(0, 1, "인구 & 세대", column_span=2, is_title=True),
            DocumentCell(1, 1, "남", is_title=True),
            DocumentCell(1, 2, "여", is_title=True),
            DocumentCell(2, 0, "서울\n(본청)"),
            DocumentCell(2, 1, "1,234", inside=(plain_table([["가", "나"], ["다", "라"]]),)),
            DocumentCell(2, 2),
        ),
        caption="표 1",
    ),
)


def test_documents_are_what_another_reader_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.hwp"
    path.write_bytes(hwp.write(DOCUMENT))
    records = binmodel.Hwp5File(str(path)).bodytext.section(0).models()
    cells = [model["content"] for model in records if model["type"].__name__ == "TableCell"]
    places = [(cell["row"], cell["col"], cell["rowspan"], cell["colspan"]) for cell in cells]
    outer = [(0, 0, 2, 1), (0, 1, 1, 2), (1, 1, 1, 1), (1, 2, 1, 1), (2, 0, 1, 1), (2, 1, 1, 1)]
    inner = [(0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1)]
    assert places == [*outer, *inner, (2, 2, 1, 1)]


def test_documents_as_xml_have_the_cells_and_escape_text() -> None:
    archive = zipfile.ZipFile(io.BytesIO(hwpx.write(DOCUMENT)))
    assert archive.infolist()[0].filename == "mimetype"
    section = ElementTree.fromstring(archive.read("Contents/section0.xml"))
    markup = ElementTree.fromstring(hwpx.write_hwpml(DOCUMENT))
    assert [e.text for e in section.iter() if e.tag.endswith("}t")] == [
        e.text for e in markup.iter("CHAR")
    ]
    assert len(list(markup.iter("CELL"))) == 11
    assert "인구 & 세대" in [e.text for e in markup.iter("CHAR")]


def test_workbooks_hold_typed_cells_under_a_merged_header() -> None:
    packed = workbook.write(Sheet("표", TABLE, before=(("제목",), ("", "", "(단위: 명)"))))
    sheet = openpyxl.load_workbook(io.BytesIO(packed))["표"]
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    for row in rows[4:]:
        row[0] = str(row[0])
    assert rows == [
        ["제목", None, None],
        [None, None, "(단위: 명)"],
        ["일자", "인구", None],
        [None, "남", "여"],
        ["2026-07-01 00:00:00", 10, 1.5],
        ["2026-07-02 00:00:00", 20, None],
    ]
    assert {str(merged) for merged in sheet.merged_cells.ranges} == {"A1:C1", "A3:A4", "B3:C3"}
    assert sheet["B5"].number_format == "#,##0"


def test_workbooks_do_not_tell_when_they_were_written() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook.write(Sheet("표", TABLE)))) as package:
        assert {info.date_time for info in package.infolist()} == {(2026, 7, 1, 0, 0, 0)}
        core = package.read("docProps/core.xml").decode()
    assert core.count("2026-07-01T00:00:00Z") == 2


def test_delimited_text_has_rows_around_its_table() -> None:
    written = delimited.write(
        TABLE, "cp949", delimiter=";", before=(("제목",), ()), after=(("합계", 30),), newline="\n"
    )
    assert written.decode("cp949").split("\n") == [
        "제목",
        "",
        "일자;인구;",
        ";남;여",
        "2026-07-01;10;1.5",
        "2026-07-02;20;",
        "합계;30",
        "",
    ]


def test_a_picture_and_a_page_have_their_signatures_and_ends() -> None:
    assert other.png().startswith(b"\x89PNG\r\n\x1a\n")
    page = other.pdf("text")
    start = int(page.rsplit(b"startxref\n", 1)[1].split()[0])
    assert page[start:].startswith(b"xref")
    first = int(page[start:].splitlines()[3].split()[0])
    assert page[first:].startswith(b"1 0 obj")


@pytest.mark.parametrize("encoding", ["utf-8", "cp949", "utf-16", "shift_jis", "gb18030"])
def test_noise_is_text_in_no_encoding(encoding: str) -> None:
    with pytest.raises(UnicodeDecodeError):
        other.noise().decode(encoding)


def test_resident_numbers_are_nobodys() -> None:
    for row in range(60):
        digits = [int(digit) for digit in resident_number(row) if digit != "-"]
        weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
        total = sum(d * w for d, w in zip(digits, weights, strict=False))
        assert len(digits) == 13
        assert digits[12] != (11 - total % 11) % 10


def test_business_numbers_have_a_right_check_digit() -> None:
    # The published example of the rule: 124-81-00998 is a valid company number.
    def is_valid(number: str) -> bool:
        d = [int(digit) for digit in number if digit != "-"]
        weights = (1, 3, 7, 1, 3, 7, 1, 3, 5)
        total = sum(x * w for x, w in zip(d, weights, strict=False)) + d[8] * 5 // 10
        return d[9] == (10 - total % 10) % 10

    assert is_valid("124-81-00998")
    assert all(is_valid(business_number(row)) for row in range(90))
