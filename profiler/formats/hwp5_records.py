"""The records of an HWP section -> tables.

Source: Hancom, "한글 문서 파일 형식 5.0" (revision 1.3), 4.1 (records), 4.3 (body text), table 27
(control characters), tables 65, 75, 80 (list header, table, cell). Records form a tree by level: a
control's own records are one level below it. The walk keeps the open controls on a stack, so
nothing in a file makes it recurse.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack_from

from profiler.formats.document import Cell, DocumentTable, Tables
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_PARA_HEADER, _PARA_TEXT, _CTRL_HEADER, _LIST_HEADER, _TABLE = 66, 67, 71, 72, 77
_TABLE_CONTROL = b" lbt"
_TITLE_CELL = 1 << 18
_LONG = 0xFFF
"""A size of 12 bits that says: the size follows in four bytes."""

_CONTROL = re.compile("[\0-\x1f]")
_ONE_UNIT = frozenset({0, 10, 13, *range(24, 32)})
"""Control characters of one UTF-16 unit; the others below 32 take eight."""
_SHOWN = {9: "\t", 10: "\n", 24: "-", 30: "\N{NO-BREAK SPACE}", 31: " "}

Record = tuple[int, int, int, int]
"""(tag, level, start and end of its data in the section)."""


@dataclass(slots=True)
class RecordBudget:
    """How many more records a document may have."""

    left: int

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)


@dataclass(slots=True)
class _Control:
    """An open control; `table` is None for all but tables, `cell` None outside their cells."""

    level: int
    table: DocumentTable | None
    has_size: bool = False
    cell: Cell | None = None


def read_section(data: bytes, tables: Tables, budget: RecordBudget) -> None:
    """Adds the tables of one section. Raises `Unreadable`: DAMAGED, MEMORY_LIMIT."""
    controls: list[_Control] = []
    for tag, level, start, end in _records(data, budget):
        while controls and level <= controls[-1].level:
            controls.pop()
        if tag == _CTRL_HEADER:
            if len(controls) >= tables.limits.document_depth:
                raise Unreadable(FailureReason.MEMORY_LIMIT)
            is_table = data[start : start + 4] == _TABLE_CONTROL
            controls.append(_Control(level, tables.start_table() if is_table else None))
        elif controls and (control := controls[-1]).table is not None:
            _read_in_table(control, control.table, (tag, level, start, end), data, tables)


def _records(data: bytes, budget: RecordBudget) -> Iterator[Record]:
    position, size = 0, len(data)
    while position + 4 <= size:
        budget.spend()
        head = int.from_bytes(data[position : position + 4], "little")
        position += 4
        length = head >> 20
        if length == _LONG:
            length = int.from_bytes(data[position : position + 4], "little")
            position += 4
        if position + length > size:
            raise Unreadable(FailureReason.DAMAGED)
        yield head & 0x3FF, head >> 10 & 0x3FF, position, position + length
        position += length
    if any(data[position:]):
        raise Unreadable(FailureReason.DAMAGED)


def _read_in_table(
    control: _Control, table: DocumentTable, record: Record, data: bytes, tables: Tables
) -> None:
    tag, level, start, end = record
    if tag == _TABLE and end - start >= 8:
        table.rows, table.columns = unpack_from("<4xHH", data, start)
        control.has_size = True
    elif tag == _LIST_HEADER and level == control.level + 1:
        # A list before the table's own record is its caption.
        control.cell = None
        if control.has_size:
            control.cell = tables.start_cell(table, _cell(data[start:end]))
    elif tag == _PARA_HEADER and control.cell is not None:
        control.cell.paragraphs.append("")
    elif tag == _PARA_TEXT and control.cell is not None and control.cell.paragraphs:
        control.cell.paragraphs[-1] += _text(data[start:end])


def _cell(body: bytes) -> Cell:
    if len(body) < 16:
        raise Unreadable(FailureReason.DAMAGED)
    flags, column, row, column_span, row_span = unpack_from("<4xIHHHH", body)
    return Cell(row, column, row_span, column_span, is_title=bool(flags & _TITLE_CELL))


def _text(body: bytes) -> str:
    """The characters of a paragraph; controls and what they anchor are left out."""
    body = body[: len(body) // 2 * 2]
    text = body.decode("utf-16-le", "replace").removesuffix("\r")
    if not _CONTROL.search(text):
        return text
    parts, start, position = [], 0, 0
    units = unpack_from(f"<{len(body) // 2}H", body)
    while position < len(units):
        code = units[position]
        if code >= 32:
            position += 1
            continue
        parts.append(body[2 * start : 2 * position].decode("utf-16-le", "replace"))
        parts.append(_SHOWN.get(code, ""))
        position += 1 if code in _ONE_UNIT else 8
        start = position
    parts.append(body[2 * start :].decode("utf-16-le", "replace"))
    return "".join(parts)
