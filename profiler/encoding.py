"""Which encoding a text file is in, decided over the whole stream, never a sample.

Order: byte-order mark, UTF-16/32 without a mark (by where the zero bytes are), UTF-8 strictly,
CP949 strictly (a superset of EUC-KR) if it then looks like Korean, the majority of UTF-8 and CP949
lines where a file mixes them, and only then a statistical detector.
"""

import codecs
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from profiler.bytescan import decodes
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

_CHUNK = 1 << 20
_SAMPLE = 1 << 18
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MIXED_SHARE = 0.2
"""Up to this share of lines may be invalid in the encoding of the rest."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """`name` is a Python codec; `other` decodes the lines that `name` does not."""

    name: str
    other: str | None = None
    finding: Finding | None = None
    confidence: float | None = None
    """Of the statistical detector, 0 to 1; None where a strict rule decided."""


def detect_encoding(path: Path) -> Encoding:
    """The encoding of a text file. Raises `Unreadable(ENCODING_UNDETECTED)`."""
    with path.open("rb") as file:
        head = file.read(_SAMPLE)
    for bom, name in _BOMS:
        if head.startswith(bom):
            if decodes(path, name):
                return Encoding(name)
            return Encoding(name, finding=Finding.MIXED_ENCODING)
    if wide := wide_encoding(head):
        if decodes(path, wide):
            return Encoding(wide)
        raise Unreadable(FailureReason.ENCODING_UNDETECTED)
    if decodes(path, "utf-8"):
        return Encoding("utf-8")
    if decodes(path, "cp949") and _looks_korean(head):
        return Encoding("cp949")
    return _mixed(path) or _detected(path, head)


def wide_encoding(head: bytes) -> str | None:
    """UTF-16 or UTF-32 without a byte-order mark, told by the places of the zero bytes."""
    head = head[: len(head) // 4 * 4][:4096]
    if len(head) < 8 or 0 not in head:
        return None
    quarter = len(head) / 4
    zeros = [head[place::4].count(0) / quarter for place in range(4)]
    if min(zeros[2:]) > 0.95 and zeros[0] < 0.05:
        return "utf-32-le"
    if min(zeros[:2]) > 0.95 and zeros[3] < 0.05:
        return "utf-32-be"
    even, odd = (zeros[0] + zeros[2]) / 2, (zeros[1] + zeros[3]) / 2
    if odd > 0.2 and even < odd / 3:
        return "utf-16-le"
    if even > 0.2 and odd < even / 3:
        return "utf-16-be"
    return None


def _looks_korean(head: bytes) -> bool:
    """Are most two-byte characters of KS X 1001 itself (trail byte >= 0xA1)?

    Latin-1 text can happen to be valid CP949: an accented letter and the ASCII letter after it form
    a syllable of the extension, which real text uses rarely.
    """
    pairs = extended = i = 0
    while i < len(head) - 1:
        if head[i] < 0x80:
            i += 1
            continue
        pairs += 1
        extended += head[i + 1] < 0xA1 or head[i] < 0xA1
        i += 2
    return 2 * extended <= pairs


def _mixed(path: Path) -> Encoding | None:
    """UTF-8 or CP949, whichever decodes nearly all lines that are not ASCII."""
    lines = 0
    bad = {"utf-8": 0, "cp949": 0}
    with path.open("rb") as file:
        for line in _lines(file):
            if line.isascii():
                continue
            lines += 1
            for name in bad:
                try:
                    line.decode(name)
                except UnicodeDecodeError:
                    bad[name] += 1
    best = min(bad, key=lambda name: bad[name])
    if bad[best] > _MIXED_SHARE * lines and bad[best] > 1:
        return None
    if bad[best] == lines:
        return None
    other = "cp949" if best == "utf-8" else "utf-8"
    return Encoding(best, other, Finding.MIXED_ENCODING)


def _lines(file: BinaryIO) -> Iterator[bytes]:
    while line := file.readline(_CHUNK):
        yield line


def _detected(path: Path, head: bytes) -> Encoding:
    # charset-normalizer is heavy and slow: the last resort only.
    from charset_normalizer import from_bytes

    if head[:8192].count(0) or _control_share(head) > 0.02:
        raise Unreadable(FailureReason.ENCODING_UNDETECTED)
    best = from_bytes(head[:65536], cp_exclusion=["utf_7"]).best()
    # As charset-normalizer itself answers for chardet: the share of text that is not mess.
    confidence = round(1.0 - best.chaos, 3) if best else 0.0
    for name in (best.encoding if best else None, "cp1252"):
        if name and decodes(path, name):
            western = name in {"cp1250", "latin_1", "iso8859_15", "cp1254", "mac_roman"}
            chosen = "cp1252" if western and decodes(path, "cp1252") else name
            guessed = chosen.replace("_", "-")
            return Encoding(guessed, finding=Finding.ENCODING_GUESSED, confidence=confidence)
    raise Unreadable(FailureReason.ENCODING_UNDETECTED)


def _control_share(head: bytes) -> float:
    controls = sum(head.count(code) for code in range(32) if code not in (9, 10, 12, 13, 27))
    return controls / max(1, len(head))
