"""HWPML documents (.hml): what HWP saves as one XML file.

Source: Hancom, "한글 문서 파일 구조 3.0 / HWPML" (revision 1.2), part II.
"""

from functools import partial
from pathlib import Path

from profiler.formats import Content
from profiler.formats.document import Tables, content_of
from profiler.formats.document_xml import Names, read_xml
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_CHUNK = 1 << 16

NAMES = Names(
    table="TABLE",
    rows="RowCount",
    columns="ColCount",
    cell="CELL",
    title="Header",
    list="PARALIST",
    paragraph="P",
    text="CHAR",
    address=("CELL", "RowAddr", "ColAddr"),
    span=("CELL", "RowSpan", "ColSpan"),
)


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a table. Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT."""
    del found, extension
    return content_of(document_tables(path, limits))


def document_tables(path: Path, limits: Limits) -> Tables:
    """All tables of a document with their cells. Raises `Unreadable`: DAMAGED, MEMORY_LIMIT."""
    if path.stat().st_size > limits.document_bytes:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    tables = Tables(limits)
    with path.open("rb") as file:
        read_xml(iter(partial(file.read, _CHUNK), b""), NAMES, tables)
    return tables
