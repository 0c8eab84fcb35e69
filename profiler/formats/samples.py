"""Whole lines from all over a text: its head, and pieces from its middle and its end."""

from dataclasses import dataclass
from pathlib import Path

from profiler.encoding import Encoding

_HEAD_CHARS = 1 << 16
_PIECES = 6
_PIECE_BYTES = 1 << 14


@dataclass(frozen=True, slots=True)
class Samples:
    """`head` begins the text; `pieces` follow in file order and do not overlap it."""

    head: str
    pieces: tuple[str, ...] = ()


def sampled(path: Path, encoding: Encoding) -> Samples:
    """Samples of bounded size, cut at line ends; of UTF-16 and UTF-32 only the head."""
    size = path.stat().st_size
    with path.open(encoding=encoding.name, errors="replace", newline="") as file:
        head = file.read(_HEAD_CHARS)
    read = len(head.encode(encoding.name, "replace"))
    if read >= size:
        return Samples(head)
    cut = max(head.rfind("\n"), head.rfind("\r"))
    head = head[: cut + 1] or head
    if encoding.name.startswith(("utf-16", "utf-32")):
        return Samples(head)
    return Samples(head, tuple(_pieces(path, encoding, read, size)))


def _pieces(path: Path, encoding: Encoding, begin: int, size: int) -> list[str]:
    """Pieces at even distances, the last one at the end of the file."""
    step = max(_PIECE_BYTES, (size - begin) // _PIECES)
    places = range(begin, max(begin + 1, size - _PIECE_BYTES), step)
    pieces: list[str] = []
    with path.open("rb") as file:
        for place in [*list(places)[1:_PIECES], max(begin, size - _PIECE_BYTES)]:
            file.seek(place)
            raw = file.read(_PIECE_BYTES)
            # The line ends of every encoding read here are those bytes and nothing else.
            starts = [at for end in (b"\n", b"\r") if (at := raw.find(end)) >= 0]
            ends = max(raw.rfind(b"\n"), raw.rfind(b"\r"))
            if starts and ends > min(starts):
                whole = raw[min(starts) + 1 : ends + 1]
                pieces.append(whole.decode(encoding.name, "replace").removeprefix("\n"))
    return pieces
