"""HWP 5 documents with tables: the streams that a reader of tables needs, no layout.

Layout of records: Hancom, "한글 문서 파일 형식 5.0" (revision 1.3), 4.1 and 4.3. Hancom's own
program wants more (styles, fonts, page definition) and would not open these.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence

from samples.files.compound import write_compound
from samples.files.document import Document, DocumentCell, DocumentTable

_PARA_HEADER, _PARA_TEXT, _CTRL_HEADER, _LIST_HEADER, _TABLE = 66, 67, 71, 72, 77
_COMPRESSED = 1
_TITLE_CELL = 1 << 18
_SIZE_FOLLOWS = 0xFFF
_TAB = "\t" + "\0" * 6 + "\t"
"""A tab takes eight UTF-16 units, with its width inside."""


def write(document: Document) -> bytes:
    """A compressed document, version 5.1.0.0, with one section."""
    return write_sections([section(document)])


def write_sections(sections: Sequence[bytes], flags: int = _COMPRESSED) -> bytes:
    """A document of these sections, each a run of records; `flags` as FileHeader has them."""
    streams = {"FileHeader": file_header(flags)}
    for number, records in enumerate(sections):
        body = deflate(records) if flags & _COMPRESSED else records
        streams[f"BodyText/Section{number}"] = body
    return write_compound(streams)


def file_header(flags: int) -> bytes:
    head = b"HWP Document File".ljust(32, b"\0") + struct.pack("<II", 0x05010000, flags)
    return head.ljust(256, b"\0")


def deflate(data: bytes) -> bytes:
    """Raw deflate, as the streams of a compressed document are."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(data) + packer.flush()


def section(document: Document) -> bytes:
    """The records of a document's paragraphs and tables."""
    return b"".join(
        paragraph(block, 0)
        if isinstance(block, str)
        else record(_PARA_HEADER, 0, bytes(24)) + table(block, 1)
        for block in document
    )


def record(tag: int, level: int, body: bytes) -> bytes:
    """One record: tag and level of 10 bits each, a size of 12 bits, or of 32 where needed."""
    if len(body) < _SIZE_FOLLOWS:
        return struct.pack("<I", tag | level << 10 | len(body) << 20) + body
    return struct.pack("<II", tag | level << 10 | _SIZE_FOLLOWS << 20, len(body)) + body


def paragraph(text: str, level: int) -> bytes:
    """A paragraph; a blank one has no record of text, as in Hancom's files."""
    units = text.replace("\t", _TAB)
    head = record(_PARA_HEADER, level, struct.pack("<I20x", len(units) + 1))
    body = (units + "\r").encode("utf-16-le")
    return head + (record(_PARA_TEXT, level + 1, body) if text else b"")


def table(source: DocumentTable, level: int) -> bytes:
    """A table control at `level`, with everything in it."""
    counts = Counter(cell.row for cell in source.cells)
    lengths = [counts[row] for row in range(source.rows)]
    size = struct.pack("<IHH10x", 0, source.rows, source.columns)
    size += struct.pack(f"<{source.rows}H4x", *lengths)
    return (
        record(_CTRL_HEADER, level, b" lbt" + bytes(42))
        + _caption(source.caption, level + 1)
        + record(_TABLE, level + 1, size)
        + b"".join(_cell(cell, level + 1) for cell in source.cells)
    )


def _caption(text: str, level: int) -> bytes:
    if not text:
        return b""
    return record(_LIST_HEADER, level, struct.pack("<H28x", 1)) + paragraph(text, level)


def _cell(cell: DocumentCell, level: int) -> bytes:
    flags = _TITLE_CELL if cell.is_title else 0
    paragraphs = cell.text.split("\n")
    place = (cell.column, cell.row, cell.column_span, cell.row_span)
    head = struct.pack("<HHI4H22x", len(paragraphs), 0, flags, *place)
    body = b"".join(paragraph(text, level) for text in paragraphs)
    return record(_LIST_HEADER, level, head) + body + _nested(cell.inside, level)


def _nested(tables: Iterable[DocumentTable], level: int) -> bytes:
    return b"".join(
        record(_PARA_HEADER, level, bytes(24)) + table(inner, level + 1) for inner in tables
    )
