"""HWPX and HWPML documents with tables: what a reader of tables needs, no layout."""

from xml.sax.saxutils import escape

from samples.files.archive import Member, write_zip
from samples.files.document import Document, DocumentCell, DocumentTable

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>'
_SPACES = (
    'xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" '
    'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph"'
)
_MANIFEST = f'{_HEAD}<odf:manifest xmlns:odf="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'


def write(document: Document) -> bytes:
    """A ZIP file with one section."""
    return write_sections([section(document)])


def write_sections(sections: list[str]) -> bytes:
    """A ZIP file with these sections, each an XML document."""
    members = [
        Member("mimetype", b"application/hwp+zip"),
        Member("version.xml", f"{_HEAD}<version/>".encode()),
        Member("META-INF/manifest.xml", _MANIFEST.encode()),
    ]
    members += [
        Member(f"Contents/section{number}.xml", text.encode())
        for number, text in enumerate(sections)
    ]
    return write_zip(members)


def section(document: Document) -> str:
    """The XML of a section."""
    blocks = [
        paragraph(block)
        if isinstance(block, str)
        else f"<hp:p><hp:run>{table(block)}</hp:run></hp:p>"
        for block in document
    ]
    return f"{_HEAD}<hs:sec {_SPACES}>{''.join(blocks)}</hs:sec>"


def paragraph(text: str) -> str:
    return f"<hp:p><hp:run><hp:t>{escape(text)}</hp:t></hp:run></hp:p>"


def table(source: DocumentTable) -> str:
    rows = ["".join(map(_cell, row)) for row in source.by_row()]
    caption = source.caption and (
        f"<hp:caption><hp:subList>{paragraph(source.caption)}</hp:subList></hp:caption>"
    )
    return (
        f'<hp:tbl rowCnt="{source.rows}" colCnt="{source.columns}" repeatHeader="1">{caption}'
        + "".join(f"<hp:tr>{row}</hp:tr>" for row in rows)
        + "</hp:tbl>"
    )


def _cell(cell: DocumentCell) -> str:
    paragraphs = "".join(map(paragraph, cell.text.split("\n")))
    inside = "".join(f"<hp:p><hp:run>{table(inner)}</hp:run></hp:p>" for inner in cell.inside)
    return (
        f'<hp:tc header="{int(cell.is_title)}"><hp:subList>{paragraphs}{inside}</hp:subList>'
        f'<hp:cellAddr colAddr="{cell.column}" rowAddr="{cell.row}"/>'
        f'<hp:cellSpan colSpan="{cell.column_span}" rowSpan="{cell.row_span}"/></hp:tc>'
    )


def write_hwpml(document: Document) -> bytes:
    """The same content as one XML file (.hml), with a byte order mark as Hancom writes it."""
    blocks = [
        _hwpml_paragraph(block)
        if isinstance(block, str)
        else f"<P><TEXT>{_hwpml_table(block)}</TEXT></P>"
        for block in document
    ]
    body = f'<BODY><SECTION Id="0">{"".join(blocks)}</SECTION></BODY>'
    text = f'{_HEAD}<HWPML Version="2.91">{body}</HWPML>'
    return text.encode("utf-8-sig")


def _hwpml_paragraph(text: str) -> str:
    return f"<P><TEXT><CHAR>{escape(text)}</CHAR></TEXT></P>"


def _hwpml_table(source: DocumentTable) -> str:
    rows = ["".join(map(_hwpml_cell, row)) for row in source.by_row()]
    caption = source.caption and (
        f"<CAPTION><PARALIST>{_hwpml_paragraph(source.caption)}</PARALIST></CAPTION>"
    )
    return (
        f'<TABLE ColCount="{source.columns}" RowCount="{source.rows}">{caption}'
        + "".join(f"<ROW>{row}</ROW>" for row in rows)
        + "</TABLE>"
    )


def _hwpml_cell(cell: DocumentCell) -> str:
    paragraphs = "".join(map(_hwpml_paragraph, cell.text.split("\n")))
    inside = "".join(f"<P><TEXT>{_hwpml_table(inner)}</TEXT></P>" for inner in cell.inside)
    place = (
        f'ColAddr="{cell.column}" RowAddr="{cell.row}" '
        f'ColSpan="{cell.column_span}" RowSpan="{cell.row_span}"'
    )
    title = str(cell.is_title).lower()
    return f'<CELL {place} Header="{title}"><PARALIST>{paragraphs}{inside}</PARALIST></CELL>'
