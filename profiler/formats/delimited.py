"""Delimited text: CSV, TSV and their relatives, whatever their name says."""

from pathlib import Path

from profiler.encoding import Encoding, detect_encoding
from profiler.formats import Content
from profiler.formats.dialect import Dialect, detect_dialect
from profiler.formats.records import Records
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.types import ANY, BOOLEAN, candidates
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_SAMPLE_BYTES = 1 << 16
_PROMISED = {"csv": ",", "tsv": "\t", "tab": "\t", "psv": "|"}


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid. Raises `Unreadable`: ENCODING_UNDETECTED, NO_TABLE, MEMORY_LIMIT."""
    del found
    encoding = detect_encoding(path)
    promised = _PROMISED.get(extension)
    sample = _sample(path, encoding)
    if not sample.strip():
        raise Unreadable(FailureReason.EMPTY_FILE)
    guess = detect_dialect(sample, preferred=promised)
    if guess is None and not (promised or _one_column(sample)):
        raise Unreadable(FailureReason.NO_TABLE)
    dialect, width = guess or (Dialect(promised or ","), None)
    records = Records(path, encoding, dialect, limits, width)
    grid = Grid(lambda: iter(records), ragged=True, notes=lambda: records.findings)
    findings = [encoding.finding] if encoding.finding else []
    return Content([grid], encoding.name, dialect.delimiter, findings=findings)


def _sample(path: Path, encoding: Encoding) -> str:
    """Whole lines from the head of the text, and from its middle where that is far away."""
    size = path.stat().st_size
    with path.open(encoding=encoding.name, errors="replace", newline="") as file:
        head = file.read(_SAMPLE_BYTES)
    if size > len(head.encode(encoding.name, "replace")):
        cut = max(head.rfind("\n"), head.rfind("\r"))
        head = head[: cut + 1] or head
    return head


def _one_column(sample: str) -> bool:
    """Lines that are all values of one look (numbers, dates) below at most one label."""
    lines = [line.strip() for line in sample.splitlines() if line.strip()][1:]
    common = ANY
    for line in lines:
        common &= candidates(line)
    return len(lines) > 1 and bool(common & ~BOOLEAN)
