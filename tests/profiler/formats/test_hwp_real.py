"""Real documents: HWP against the HWPX of the same document, and against pyhwp."""

import io
import json
import re
import warnings
from pathlib import Path
from xml.etree import ElementTree

import pytest

from profiler.formats import hwp5, hwpx
from profiler.formats.document import Cell, Tables
from profiler.identify import identify
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from tests.shared import SHARED, needs_shared

CORPUS = SHARED / "corpus"
Place = tuple[int, int, int, int]
UNREADABLE_BY_PYHWP = {"hl00", "hl05", "hr14"}
"""A missing stream that pyhwp wants and tables do not need."""


def documents() -> dict[str, dict[str, str]]:
    manifest = CORPUS / "manifest.jsonl"
    if not manifest.exists():
        return {}
    entries = map(json.loads, manifest.read_text("utf-8").splitlines())
    return {entry["id"]: entry for entry in entries if entry["kind"] in {"hwp", "hwpx"}}


def pairs() -> list[tuple[str, str]]:
    """(HWP, HWPX) of one content: of one group, or of one name in one repository."""
    found = documents().values()
    return [
        (one["file"], other["file"])
        for one in found
        for other in found
        if one["file"].endswith(".hwp")
        and other["file"].endswith(".hwpx")
        and one["repo"] == other["repo"]
        and Path(one["path"]).with_suffix("") == Path(other["path"]).with_suffix("")
        and "password" not in one["path"]
    ]


def cells_of(tables: Tables) -> list[tuple[int, int, list[tuple[Place, bool, str]]]]:
    return [
        (table.rows, table.columns, [(place(c), c.is_title, c.text) for c in table.cells])
        for table in tables.found
    ]


def place(cell: Cell) -> Place:
    return cell.row, cell.column, cell.row_span, cell.column_span


@needs_shared("corpus", "manifest.jsonl")
def test_there_are_pairs() -> None:
    assert len(pairs()) >= 7


@needs_shared("corpus", "manifest.jsonl")
@pytest.mark.parametrize(("one", "other"), pairs())
def test_hwp_and_hwpx_of_one_document_are_equal(one: str, other: str) -> None:
    left = cells_of(hwp5.document_tables(CORPUS / one, Limits()))
    assert left == cells_of(hwpx.document_tables(CORPUS / other, Limits()))
    assert left


def readable() -> list[str]:
    """Files of HWP 5 that neither a password nor pyhwp's own faults close."""
    files = [e["file"] for e in documents().values() if e["id"] not in UNREADABLE_BY_PYHWP]
    present = [name for name in files if (CORPUS / name).exists()]
    return [name for name in present if identify(CORPUS / name).format == "hwp"]


@needs_shared("corpus", "manifest.jsonl")
@pytest.mark.parametrize("name", readable())
def test_cells_are_those_that_pyhwp_reads(name: str) -> None:
    if identify(CORPUS / name).protected:
        with pytest.raises(Unreadable):
            hwp5.document_tables(CORPUS / name, Limits())
        return
    ours = hwp5.document_tables(CORPUS / name, Limits()).found
    assert [
        (table.rows, table.columns, [(place(c), c.text) for c in table.cells]) for table in ours
    ] == pyhwp_tables(CORPUS / name)


def pyhwp_tables(path: Path) -> list[tuple[int, int, list[tuple[Place, str]]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # pyhwp is of 2020
        from hwp5.xmlmodel import Hwp5File

        out = io.BytesIO()
        document = Hwp5File(str(path))
        document.xmlevents().dump(out)
        document.close()
    # XML 1.0 has no form for the surrogate halves and controls that pyhwp writes as they are.
    xml = re.sub(r"[\0-\x08\x0b\x0c\x0e-\x1f]", "", out.getvalue().decode("utf-8", "replace"))
    return [pyhwp_table(body) for body in ElementTree.fromstring(xml).iter("TableBody")]


def pyhwp_table(body: ElementTree.Element) -> tuple[int, int, list[tuple[Place, str]]]:
    cells = [
        (
            (
                number(cell, "row"),
                number(cell, "col"),
                number(cell, "rowspan"),
                number(cell, "colspan"),
            ),
            "\n".join(map(pyhwp_text, paragraphs_of(cell))).strip("\n"),
        )
        for cell in body.findall("TableRow/TableCell")
    ]
    return number(body, "rows"), number(body, "cols"), cells


def paragraphs_of(cell: ElementTree.Element) -> list[ElementTree.Element]:
    """Those of the cell itself, which stand under newspaper columns where they define some."""
    return [*cell.findall("Paragraph"), *cell.findall("ColumnSet/Paragraph")]


def number(element: ElementTree.Element, name: str) -> int:
    return int(element.attrib[name])


SHOWN = {"LINE_BREAK": "\n", "TAB": "\t", "NONBREAK_SPACE": "\N{NO-BREAK SPACE}"}
SHOWN |= {"FIXWIDTH_SPACE": " ", "HYPHEN": "-"}


def pyhwp_text(paragraph: ElementTree.Element) -> str:
    """The paragraph's own text, fields included; notes, boxes and tables have paragraphs inside."""
    parts = []
    for part in paragraph:
        if part.tag == "Text":
            parts.append(part.text or "")
        elif part.tag == "ControlChar":
            parts.append(SHOWN.get(part.attrib["name"], ""))
        elif part.tag != "Paragraph":
            parts.append(pyhwp_text(part))
    return "".join(parts)
