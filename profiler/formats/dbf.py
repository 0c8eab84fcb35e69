"""dBASE tables (DBF), the attributes of shapefiles: fixed-width records under a field directory.

Layout: header of 32 bytes (record count, header and record length), 32 bytes a field (name, type,
length, decimals), 0x0D, then records, each with a deletion mark first (dBASE III PLUS).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path

from profiler.formats import Content
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_DELETED = 0x2A
_END_OF_FIELDS = 0x0D
_RECORDS_AT_ONCE = 4_096


@dataclass(frozen=True, slots=True)
class _Field:
    name: bytes
    type: str
    start: int
    end: int


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid whose names are the fields'. Raises `Unreadable(DAMAGED)`."""
    del found, extension, limits
    with path.open("rb") as file:
        head = file.read(32)
        header_bytes = int.from_bytes(head[8:10], "little")
        record_bytes = int.from_bytes(head[10:12], "little")
        fields = _fields(file.read(header_bytes - 32))
    if not fields or record_bytes < fields[-1].end:
        raise Unreadable(FailureReason.DAMAGED)
    texts = [field for field in fields if field.type == "C"]
    encoding = _encoding(path, header_bytes, record_bytes, fields, texts)
    names = tuple(field.name.decode(encoding, "replace") for field in fields)
    rows = partial(_rows, path, header_bytes, record_bytes, fields, encoding)
    return Content([Grid(rows, names=names)], encoding)


def _fields(directory: bytes) -> list[_Field]:
    fields: list[_Field] = []
    position = 1
    for start in range(0, len(directory) - 31, 32):
        entry = directory[start : start + 32]
        if entry[0] == _END_OF_FIELDS:
            break
        kind = chr(entry[11])
        length = entry[16] + (entry[17] << 8 if kind == "C" else 0)
        fields.append(_Field(entry[:11].split(b"\0")[0], kind, position, position + length))
        position += length
    return fields


def _records(path: Path, header_bytes: int, record_bytes: int) -> Iterator[bytes]:
    with path.open("rb") as file:
        file.seek(header_bytes)
        while block := file.read(record_bytes * _RECORDS_AT_ONCE):
            for start in range(0, len(block) - record_bytes + 1, record_bytes):
                if block[start] != _DELETED:
                    yield block[start : start + record_bytes]


def _encoding(
    path: Path, header_bytes: int, record_bytes: int, fields: list[_Field], texts: list[_Field]
) -> str:
    """The first of ASCII, UTF-8 and CP949 that all names and texts fit, else Windows-1252."""
    possible = ["ascii", "utf-8", "cp949"]
    records = _records(path, header_bytes, record_bytes)
    cells = (record[field.start : field.end] for record in records for field in texts)
    for piece in chain((field.name for field in fields), cells):
        if not piece.isascii():
            possible = [name for name in possible if _fits(piece, name)]
            if not possible:
                break
    return possible[0] if possible else "cp1252"


def _fits(piece: bytes, name: str) -> bool:
    """Does a fixed-width text decode? Its last character may have been cut in two."""
    try:
        text = piece.decode(name)
    except UnicodeDecodeError as error:
        return error.start >= len(piece) - 3 and error.start > 0
    # A Latin letter before an ASCII one may look like a rare syllable of the extension.
    return name != "cp949" or all(ord(c) < 128 or c.encode("euc-kr", "ignore") for c in text)


def _rows(
    path: Path, header_bytes: int, record_bytes: int, fields: list[_Field], encoding: str
) -> Iterator[list[str]]:
    for record in _records(path, header_bytes, record_bytes):
        yield [_shown(record[field.start : field.end], field.type, encoding) for field in fields]


def _shown(cell: bytes, kind: str, encoding: str) -> str:
    """A cell as people see it: dates in ISO form, logical values as TRUE and FALSE."""
    if kind == "I" and len(cell) == 4:
        return str(int.from_bytes(cell, "little", signed=True))
    text = cell.split(b"\0")[0].decode(encoding, "replace")
    if kind == "C":
        return text.rstrip()
    text = text.strip()
    if kind == "D" and len(text) == 8 and text.isdigit():
        return f"{text[:4]}-{text[4:6]}-{text[6:]}"
    if kind == "L":
        return {"T": "TRUE", "Y": "TRUE", "F": "FALSE", "N": "FALSE"}.get(text.upper(), "")
    return "" if kind == "M" or set(text) == {"*"} else text
