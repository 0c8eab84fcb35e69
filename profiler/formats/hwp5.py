"""HWP 5.x documents: OLE2 files with one stream of records a section.

Source: Hancom, "한글 문서 파일 형식 5.0" (revision 1.3), 3.2 (streams) and 3.2.1 (FileHeader).
Passwords and DRM were told by the flags at identification; a distribution document (배포용) keeps
its sections enciphered in ViewText and is read like any other.
"""

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from profiler.formats import Content
from profiler.formats.document import Tables, content_of
from profiler.formats.hwp5_distribution import deciphered
from profiler.formats.hwp5_records import RecordBudget, read_section
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

if TYPE_CHECKING:
    import olefile

_COMPRESSED = 1 << 0
_DISTRIBUTION = 1 << 2
_SECTION = re.compile(r"Section(\d{1,5})")


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a table, nested ones after those around them.

    Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT.
    """
    del found, extension
    return content_of(document_tables(path, limits))


def document_tables(path: Path, limits: Limits) -> Tables:
    """All tables of a document with their cells. Raises `Unreadable`: DAMAGED, MEMORY_LIMIT."""
    tables, records = Tables(limits), RecordBudget(limits.document_records)
    with _opened(path) as ole:
        flags = int.from_bytes(_stream(ole, "FileHeader", limits)[36:40], "little")
        locked = bool(flags & _DISTRIBUTION) and ole.exists("ViewText")
        if locked:
            tables.findings.append(Finding.DISTRIBUTION_DOCUMENT)
        for data in _sections(ole, flags, limits, locked=locked):
            read_section(data, tables, records)
    return tables


def _opened(path: Path) -> "olefile.OleFileIO":
    import olefile

    try:
        return olefile.OleFileIO(str(path))
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  (olefile raises anything on damaged sector chains)
        raise Unreadable(FailureReason.DAMAGED) from None


def _sections(
    ole: "olefile.OleFileIO", flags: int, limits: Limits, *, locked: bool
) -> Iterator[bytes]:
    """The records of each section, in the order of their numbers."""
    folder = "ViewText" if locked else "BodyText"
    numbered = [
        (int(match[1]), "/".join(entry))
        for entry in ole.listdir()
        if entry[0] == folder and (match := _SECTION.fullmatch("/".join(entry[1:])))
    ]
    if not numbered:
        raise Unreadable(FailureReason.DAMAGED)
    bytes_left = limits.document_bytes
    for _, name in sorted(numbered):
        data = _stream(ole, name, limits)
        if locked:
            data = deciphered(data)
        if flags & _COMPRESSED:
            data = _inflated(data, min(limits.document_part_bytes, bytes_left))
        bytes_left -= len(data)
        if bytes_left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        yield data


def _stream(ole: "olefile.OleFileIO", name: str, limits: Limits) -> bytes:
    try:
        if ole.get_size(name) > limits.document_part_bytes:
            raise Unreadable(FailureReason.MEMORY_LIMIT)
        data: bytes = ole.openstream(name).read()
    except (Unreadable, MemoryError):
        raise
    except Exception:  # noqa: BLE001  (as above)
        raise Unreadable(FailureReason.DAMAGED) from None
    return data


def _inflated(data: bytes, most: int) -> bytes:
    """Raw deflate (RFC 1951). A stream that ends early is damage: its tables would be in part."""
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        out = inflater.decompress(data, most + 1)
    except zlib.error:
        raise Unreadable(FailureReason.DAMAGED) from None
    if len(out) > most:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    if not inflater.eof:
        raise Unreadable(FailureReason.DAMAGED)
    return out
