"""Passes over the bytes of a whole file that look at no table: its encoding, how its lines begin.

Compiled where a compiler was at hand (`_scan.c`), else by Python's own decoders; the answer is the
same. Memory stays flat whatever the size: a file is read in pieces, never mapped.
"""

import codecs
import os
import re
from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

try:
    from profiler import _scan
except ImportError:  # pragma: no cover  (an installation without a compiler)
    _scan = None  # type: ignore[assignment]

_PIECE = 1 << 18
_portable = os.environ.get("PDL_SCAN") == "portable"
_PADDING = 64
_LONGEST_CHARACTER = 4


def decodes(path: Path, encoding: str) -> bool:
    """Whether all of a file is text in a Python codec, strictly."""
    if _scan is None or encoding not in {"utf-8", "cp949"}:
        return _decodes(path, encoding)
    table = cp949_code_points() if encoding == "cp949" else None
    buffer = bytearray(_PIECE + _PADDING)
    view = memoryview(buffer)
    kept = 0
    with path.open("rb", buffering=0) as file:
        while got := file.readinto(view[kept:_PIECE]):
            size = kept + got
            view[size : size + _PADDING] = bytes(_PADDING)
            valid = _scan.valid(buffer, size, table, _portable)
            kept = size - valid
            if kept >= _LONGEST_CHARACTER:
                return False
            view[:kept] = view[valid:size]
    return kept == 0


def begins_line(path: Path, beginnings: Sequence[bytes], *, start: int = 0) -> bool:
    """Whether a line behind byte `start` begins as one of `beginnings`; LF, CR or CRLF end one."""
    longest = max(map(len, beginnings), default=0) + 1
    pattern = re.compile(b"(?:\n|\r(?!\n))(?:%b)" % b"|".join(map(re.escape, beginnings)))
    buffer = bytearray(_PIECE + longest + _PADDING)
    for size in _overlapping(path, buffer, start, longest):
        if _scan is None:
            found = pattern.search(buffer, 0, size) is not None
        else:
            found = _scan.begins_line(buffer, size, tuple(beginnings))
        if found:
            return True
    return False


@cache
def cp949_code_points() -> bytes:
    """65,536 code points of two bytes by lead and trail byte, 0 where there is none."""
    table = array("H", bytes(1 << 17))
    pairs = [(lead, trail) for lead in range(0x81, 0xFF) for trail in range(0x41, 0xFF)]
    text = b"".join(bytes((lead, trail, 0x0A)) for lead, trail in pairs).decode("cp949", "replace")
    for (lead, trail), char in zip(pairs, text.split("\n"), strict=False):
        if len(char) == 1 and char != "\ufffd":
            table[lead << 8 | trail] = ord(char)
    return table.tobytes()


def _overlapping(path: Path, buffer: bytearray, start: int, overlap: int) -> Iterator[int]:
    """Fills the buffer piece by piece, each with the end of the one before; yields the sizes."""
    view = memoryview(buffer)
    room, kept = len(buffer) - _PADDING, 0
    with path.open("rb", buffering=0) as file:
        file.seek(start)
        while got := file.readinto(view[kept:room]):
            size = kept + got
            yield size
            kept = min(overlap, size)
            view[:kept] = bytes(view[size - kept : size])


def _decodes(path: Path, encoding: str) -> bool:
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    try:
        with path.open("rb") as file:
            while chunk := file.read(_PIECE):
                decoder.decode(chunk)
            decoder.decode(b"", final=True)
    except UnicodeError:
        return False
    return True
