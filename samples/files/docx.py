"""DOCX documents (WordprocessingML, ECMA-376) with tables: what a reader of tables needs."""

from xml.sax.saxutils import escape

from samples.files.archive import Member, write_zip
from samples.files.document import Document, DocumentCell, DocumentTable

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    f'{_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/{part}" ContentType="application/'
    'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    f'{_HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    'relationships/officeDocument" Target="{part}"/></Relationships>'
)


def write(document: Document) -> bytes:
    """A ZIP file with its text in the usual part."""
    return write_body(body(document))


def write_body(text: str, *, part: str = "word/document.xml") -> bytes:
    """A ZIP file with this XML as its main part."""
    return write_zip(
        [
            Member("[Content_Types].xml", _TYPES.format(part=part).encode()),
            Member("_rels/.rels", _RELATIONS.format(part=part).encode()),
            Member(part, text.encode()),
        ]
    )


def body(document: Document) -> str:
    """The XML of a document."""
    blocks = [paragraph(block) if isinstance(block, str) else table(block) for block in document]
    return f'{_HEAD}<w:document xmlns:w="{_MAIN}"><w:body>{"".join(blocks)}</w:body></w:document>'


def paragraph(text: str) -> str:
    runs = (f"<w:t>{escape(part)}</w:t>" for part in text.split("\t"))
    return f"<w:p><w:r>{'<w:tab/>'.join(runs)}</w:r></w:p>"


def table(source: DocumentTable) -> str:
    """A table after its caption; where it lists no cell an empty one stands."""
    slots: dict[tuple[int, int], DocumentCell] = {}
    for cell in source.cells:
        for i in range(cell.row, cell.row + cell.row_span):
            for j in range(cell.column, cell.column + cell.column_span):
                slots.setdefault((i, j), cell)
    rows = "".join(_row(source, slots, i) for i in range(source.rows))
    caption = paragraph(source.caption) if source.caption else ""
    return f"{caption}<w:tbl><w:tblPr/>{rows}</w:tbl>"


def _row(source: DocumentTable, slots: dict[tuple[int, int], DocumentCell], row: int) -> str:
    cells: list[str] = []
    titles: list[bool] = []
    column = 0
    while column < source.columns:
        cell = slots.get((row, column)) or DocumentCell(row, column)
        cells.append(_cell(cell, row))
        titles.append(cell.is_title)
        column += cell.column_span
    properties = "<w:trPr><w:tblHeader/></w:trPr>" if all(titles) else ""
    return f"<w:tr>{properties}{''.join(cells)}</w:tr>"


def _cell(cell: DocumentCell, row: int) -> str:
    """A cell, or in the rows that it is merged into one that goes on with it."""
    span = f'<w:gridSpan w:val="{cell.column_span}"/>' if cell.column_span > 1 else ""
    if row > cell.row:
        return f"<w:tc><w:tcPr>{span}<w:vMerge/></w:tcPr><w:p/></w:tc>"
    merge = '<w:vMerge w:val="restart"/>' if cell.row_span > 1 else ""
    paragraphs = "".join(map(paragraph, cell.text.split("\n")))
    inside = "".join(f"{table(inner)}<w:p/>" for inner in cell.inside)
    return f"<w:tc><w:tcPr>{span}{merge}</w:tcPr>{paragraphs}{inside}</w:tc>"
