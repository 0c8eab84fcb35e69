"""What is scanned, and why a scan may be refused."""

import enum
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ENCODINGS = frozenset({"utf-8", "cp949"})
_TRAILS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_MIB = 1 << 20


class Unscannable(enum.Enum):
    """Why a file must be read in the slow, exact way instead."""

    DIALECT = "delimiter, quote, escape or encoding that is not one of the scanner's"
    TEXT = "bytes that are not of the encoding"
    RECORD = "a record whose quotes are odd or that is too long, and nobody to read it"


class UnscannableError(Exception):
    """`reason` and, where it is one place, the byte `offset` of the record."""

    def __init__(self, reason: Unscannable, offset: int | None = None) -> None:
        super().__init__(f"{reason.name} at byte {offset}" if offset is not None else reason.name)
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, slots=True)
class Source:
    """The records of a file from byte `start` on, which is where a record begins.

    `encoding` is "utf-8" (ASCII included, a byte-order mark is before `start`) or "cp949"; `quote`
    is empty where quoting is off, else quotes in quotes are doubled; `width` is the number of
    columns. No record has more than `record_bytes`, each line of one in several lines costing
    `line_cost` more. The last `tail_records` records are not counted. A record of one cell with one
    of `lone_signs` is odd: it may be delimited otherwise. Records that begin with `label`, the name
    of the first column, are marked.
    """

    path: Path
    start: int
    encoding: str
    delimiter: str
    quote: str
    width: int
    tail_records: int = 12
    record_bytes: int = 16 * _MIB
    line_cost: int = 64
    lone_signs: str = ""
    label: str = ""

    def check(self) -> None:
        """Raises `UnscannableError(DIALECT)` where this is no source for a scan."""
        signs = {self.delimiter, self.quote or '"'}
        plain = all((len(sign) == 1 and " " <= sign < "\x7f") or sign == "\t" for sign in signs)
        if not plain or len(signs) < len("dq") or signs & _TRAILS or self.encoding not in ENCODINGS:
            raise UnscannableError(Unscannable.DIALECT)
        if self.quote and self.quote in self.label:
            raise UnscannableError(Unscannable.DIALECT)
        if not 0 < self.width <= 1 << 15:
            raise UnscannableError(Unscannable.DIALECT)


OddRecords = Callable[[int], tuple[list[list[str]], int]]
"""Reads what the scanner does not, a record that begins at a byte offset and whose quotes are odd:
(its rows, the byte offset where the next record begins)."""
