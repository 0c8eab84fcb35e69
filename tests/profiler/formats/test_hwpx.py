"""HWPX and HWPML: the container, XML that is refused, elements that only look like cells."""

import io
import zipfile
from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from samples.files import hwpx
from samples.files.document import plain_table
from store.vocabulary import FailureReason

TABLE = plain_table([["이름", "값"], ["가", "1"], ["나", "2"]])
SECTION = hwpx.section([TABLE])
HEAD, BODY = SECTION.split("?>", 1)[0] + "?>", SECTION.split("?>", 1)[1]
LAUGHS = "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>"
OUTSIDE = "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>"


def save(folder: Path, body: bytes, extension: str = "hwpx") -> Path:
    path = folder / f"문서.{extension}"
    path.write_bytes(body)
    return path


def reason_of(path: Path, limits: Limits) -> FailureReason:
    with pytest.raises(Unreadable) as failure:
        read_tables(path, limits=limits)
    return failure.value.reason


@pytest.mark.parametrize("year", ["2011", "2016", "2024"])
def test_namespaces_of_every_year(tmp_path: Path, year: str) -> None:
    path = save(tmp_path, hwpx.write_sections([SECTION.replace("2011", year)]))
    (table,) = read_tables(path)
    assert (table.names, list(table.rows())) == (("이름", "값"), [["가", "1"], ["나", "2"]])


def test_sections_are_read_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    sections = [hwpx.section([plain_table([["번호", "값"], [str(n), "x"]])]) for n in range(11)]
    packed = zipfile.ZipFile(io.BytesIO(hwpx.write_sections(sections)))
    shuffled = io.BytesIO()
    with zipfile.ZipFile(shuffled, "w") as archive:
        for name in sorted(packed.namelist(), reverse=True):
            archive.writestr(name.replace("Contents/s", "Contents/S"), packed.read(name))
    tables = read_tables(save(tmp_path, shuffled.getvalue()))
    assert [next(table.rows())[0] for table in tables] == [str(n) for n in range(11)]


def test_mixed_content_and_runs(tmp_path: Path) -> None:
    text = (
        "<hp:t>가<hp:lineBreak/>나<hp:tab/>다<hp:nbSpace/>라<hp:fwSpace/>마<hp:hyphen/>바"
        "<hp:markpenBegin/>사<hp:markpenEnd/></hp:t></hp:run><hp:run><hp:t>아</hp:t>"
    )
    (table,) = read_tables(
        save(tmp_path, hwpx.write_sections([SECTION.replace("<hp:t>가</hp:t>", text)]))
    )
    assert next(table.rows())[0] == "가\n나\t다\N{NO-BREAK SPACE}라 마-바사아"


@pytest.mark.parametrize("owner", ["footNote", "drawText", "fieldBegin", "header", "caption"])
def test_text_of_notes_boxes_and_memos_inside_a_cell_stays_out(tmp_path: Path, owner: str) -> None:
    note = f"<hp:{owner}><hp:subList>{hwpx.paragraph('딴글')}</hp:subList></hp:{owner}>"
    section = SECTION.replace("<hp:t>가</hp:t>", f"{note}<hp:t>가</hp:t>")
    (table,) = read_tables(save(tmp_path, hwpx.write_sections([section])))
    assert list(table.rows()) == [["가", "1"], ["나", "2"]]


@pytest.mark.parametrize(
    "section",
    [
        HEAD + LAUGHS + BODY,
        HEAD + OUTSIDE + BODY.replace("가", "&a;"),
        HEAD + BODY.replace("가", "&a;"),
        SECTION[:-20],
        SECTION.replace("</hp:tbl>", ""),
        "",
        SECTION.replace('encoding="UTF-8"', 'encoding="UTF-7"'),
        SECTION.replace('encoding="UTF-8"', 'encoding="nonsense"'),
        SECTION.replace('colAddr="1"', 'colAddr="-1"'),
        SECTION.replace('rowCnt="3"', 'rowCnt="99999999999"'),
        SECTION.replace('colAddr="0" rowAddr="0"', ""),
    ],
)
def test_damaged_and_refused_xml(tmp_path: Path, section: str) -> None:
    path = save(tmp_path, hwpx.write_sections([section]))
    assert reason_of(path, Limits()) is FailureReason.DAMAGED


def test_documents_without_sections_or_with_a_damaged_member(tmp_path: Path) -> None:
    assert reason_of(save(tmp_path, hwpx.write_sections([])), Limits()) is FailureReason.DAMAGED
    whole = bytearray(hwpx.write([TABLE]))
    start = whole.index(b"Contents/section0.xml")
    whole[start + 60 : start + 70] = bytes(10)
    assert reason_of(save(tmp_path, bytes(whole)), Limits()) is FailureReason.DAMAGED


def test_passwords(tmp_path: Path) -> None:
    packed = zipfile.ZipFile(io.BytesIO(hwpx.write([TABLE])))
    locked = io.BytesIO()
    with zipfile.ZipFile(locked, "w") as archive:
        for name in packed.namelist():
            body = packed.read(name)
            if name == "META-INF/manifest.xml":
                body = body.replace(b"/>", b"><odf:encryption-data/></odf:manifest>")
            archive.writestr(name, body)
    path = save(tmp_path, locked.getvalue())
    assert profile_file(path).failure_reason is FailureReason.ENCRYPTED


@pytest.mark.parametrize(
    ("section", "limits", "reason"),
    [
        (SECTION, Limits(document_part_bytes=100), FailureReason.ARCHIVE_LIMIT),
        (SECTION, Limits(document_bytes=100), FailureReason.ARCHIVE_LIMIT),
        (SECTION, Limits(archive_members=3), FailureReason.ARCHIVE_LIMIT),
        (SECTION, Limits(document_elements=20), FailureReason.MEMORY_LIMIT),
        ("<a>" * 2001 + "</a>" * 2001, Limits(), FailureReason.MEMORY_LIMIT),
    ],
)
def test_limits(tmp_path: Path, section: str, limits: Limits, reason: FailureReason) -> None:
    assert reason_of(save(tmp_path, hwpx.write_sections([section])), limits) is reason


def test_hwpml_over_the_limit_and_without_end(tmp_path: Path) -> None:
    whole = hwpx.write_hwpml([TABLE])
    path = save(tmp_path, whole, "hml")
    assert reason_of(path, Limits(document_bytes=100)) is FailureReason.MEMORY_LIMIT
    assert reason_of(save(tmp_path, whole[:-30], "hml"), Limits()) is FailureReason.DAMAGED
    assert profile_file(save(tmp_path, whole, "hml")).assets[0].format == "hwpml"
