"""A look into XLS streams before calamine, which takes a sheet's stated size for granted.

A poisoned Dimensions record ([MS-XLS] 2.4.90) makes it ask for terabytes, which ends the process.
"""

from collections.abc import Iterator
from pathlib import Path

_DIMENSIONS = 0x0200
_MOST_ROWS, _MOST_COLUMNS = 65_536, 256


def sizes_are_possible(path: Path) -> bool:
    """Are all sheets of an XLS file at most 65,536 rows by 256 columns, as the format allows?"""
    import olefile

    with olefile.OleFileIO(str(path)) as ole:
        name = next((n for n in ("Workbook", "Book") if ole.exists(n)), None)
        stream: bytes = ole.openstream(name).read() if name else b""
    # Both layouts of the record; only where a look-alike says too much the records are walked.
    marks = (b"\x00\x02\x0e\x00", b"\x00\x02\x0a\x00")
    if all(_possible(body) for mark in marks for body in _after(stream, mark)):
        return True
    return all(_possible(body) for kind, body in _records(stream) if kind == _DIMENSIONS)


def _after(stream: bytes, mark: bytes) -> Iterator[bytes]:
    position = stream.find(mark)
    while position >= 0:
        yield stream[position + 4 : position + 4 + mark[2]]
        position = stream.find(mark, position + 1)


def _records(stream: bytes) -> Iterator[tuple[int, bytes]]:
    position = 0
    while position + 4 <= len(stream):
        size = int.from_bytes(stream[position + 2 : position + 4], "little")
        yield (
            int.from_bytes(stream[position : position + 2], "little"),
            stream[position + 4 : position + 4 + size],
        )
        position += 4 + size


def _possible(body: bytes) -> bool:
    """First and last row (4 bytes each, 2 before BIFF8), first and last column, in order."""
    wide = 4 if len(body) >= 14 else 2
    numbers = [int.from_bytes(body[at : at + wide], "little") for at in (0, wide)]
    columns = [int.from_bytes(body[2 * wide + at : 2 * wide + at + 2], "little") for at in (0, 2)]
    rows_fit = numbers[0] <= numbers[1] <= _MOST_ROWS
    return rows_fit and columns[0] <= columns[1] <= _MOST_COLUMNS
