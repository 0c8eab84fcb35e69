"""HWPX documents (OWPML, KS X 6101): ZIP files with one XML member a section."""

import re
import zipfile
import zlib
from functools import partial
from pathlib import Path

from profiler.formats import Content
from profiler.formats.document import Tables, content_of
from profiler.formats.document_xml import Names, read_xml
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_SECTION = re.compile(r"contents/section(\d{1,5})\.xml", re.I)
_CHUNK = 1 << 16
_IS_ENCRYPTED = 1

NAMES = Names(
    table="tbl",
    rows="rowCnt",
    columns="colCnt",
    cell="tc",
    title="header",
    list="subList",
    paragraph="p",
    text="t",
    address=("cellAddr", "rowAddr", "colAddr"),
    span=("cellSpan", "rowSpan", "colSpan"),
)


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a table. Raises `Unreadable`: DAMAGED, ENCRYPTED, NO_TABLE, limits."""
    del found, extension
    return content_of(document_tables(path, limits))


def document_tables(path: Path, limits: Limits) -> Tables:
    """All tables of a document with their cells. Raises `Unreadable` as `read` does."""
    tables = Tables(limits)
    try:
        with zipfile.ZipFile(path) as archive:
            bytes_left = limits.document_bytes
            for section in _sections(archive, limits):
                bytes_left -= section.file_size
                if section.file_size > limits.document_part_bytes or bytes_left < 0:
                    raise Unreadable(FailureReason.ARCHIVE_LIMIT)
                _read_section(archive, section, tables)
    except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, NotImplementedError):
        raise Unreadable(FailureReason.DAMAGED) from None
    return tables


def _sections(archive: zipfile.ZipFile, limits: Limits) -> list[zipfile.ZipInfo]:
    """The members with body text, in the order of their numbers; of equal names the first."""
    members = archive.infolist()
    if len(members) > limits.archive_members:
        raise Unreadable(FailureReason.ARCHIVE_LIMIT)
    found: dict[int, zipfile.ZipInfo] = {}
    for member in members:
        if match := _SECTION.fullmatch(member.filename):
            found.setdefault(int(match[1]), member)
    if not found:
        raise Unreadable(FailureReason.DAMAGED)
    return [found[number] for number in sorted(found)]


def _read_section(archive: zipfile.ZipFile, section: zipfile.ZipInfo, tables: Tables) -> None:
    """Reads one member; `zipfile` never gives more of it than its stated size."""
    if section.flag_bits & _IS_ENCRYPTED:
        raise Unreadable(FailureReason.ENCRYPTED)
    with archive.open(section) as file:
        read_xml(iter(partial(file.read, _CHUNK), b""), NAMES, tables)
