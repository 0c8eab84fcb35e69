"""The text of a file in pieces, decoded as its encoding was detected; it never fails."""

from collections.abc import Iterator
from pathlib import Path

from profiler.encoding import Encoding

_CHUNK = 1 << 18


def text_chunks(path: Path, encoding: Encoding) -> Iterator[str]:
    """Pieces of the text, line breaks unaltered; what does not decode becomes U+FFFD.

    In a file of two encodings each line is decoded in the one it fits.
    """
    if encoding.other is None:
        with path.open(encoding=encoding.name, errors="replace", newline="") as text:
            while chunk := text.read(_CHUNK):
                yield chunk
        return
    with path.open("rb") as raw:
        while line := raw.readline(_CHUNK):
            yield _decoded(line, encoding.name, encoding.other)


def _decoded(line: bytes, *names: str) -> str:
    for name in names:
        try:
            return line.decode(name)
        except UnicodeDecodeError:
            continue
    return line.decode(names[0], "replace")
