"""Delimited text: CSV, TSV and their relatives, whatever their name says."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

from profiler.encoding import Encoding, detect_encoding
from profiler.formats import Content
from profiler.formats.detection import Rating, ranked
from profiler.formats.dialect import Dialect
from profiler.formats.records import Records
from profiler.formats.samples import Samples, sampled
from profiler.formats.stack import tables_of
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.types import ANY, BOOLEAN, candidates
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_PROMISED = {"csv": ",", "tsv": "\t", "tab": "\t", "psv": "|"}
_CHECKED_RECORDS = 100_000
"""Records that decide between dialects where the samples leave a doubt."""
_CLEAR = 0.9
"""From this agreement of the samples' records on there is no doubt."""


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a table. Raises `Unreadable`: ENCODING_UNDETECTED, NO_TABLE, MEMORY_LIMIT."""
    del found
    encoding = detect_encoding(path)
    promised = _PROMISED.get(extension)
    samples = sampled(path, encoding)
    if not samples.head.strip():
        raise Unreadable(FailureReason.EMPTY_FILE)
    records = _records(path, encoding, samples, promised, limits)
    findings = [encoding.finding] if encoding.finding else []
    grids = tables_of(records, limits)
    if len(grids) == 1:
        grids = [replace(grids[0], records=records)]
    return Content(
        grids,
        encoding.name,
        records.dialect.delimiter,
        findings=findings,
        encoding_confidence=encoding.confidence,
    )


def _records(
    path: Path, encoding: Encoding, samples: Samples, promised: str | None, limits: Limits
) -> Records:
    ratings = ranked(samples.head, samples.pieces, preferred=promised)
    if not ratings:
        if not (promised or _one_column(samples.head)):
            raise Unreadable(FailureReason.NO_TABLE)
        return Records(path, encoding, Dialect(promised or ","), limits)
    rated = [(r, Records(path, encoding, r.dialect, limits, r.width)) for r in ratings[:2]]
    if len(ratings) > 1 and _in_doubt(*ratings[:2]):
        return max(rated, key=lambda pair: pair[0].score / pair[0].agreement * _agreement(pair[1]))[
            1
        ]
    return rated[0][1]


def _in_doubt(best: Rating, second: Rating) -> bool:
    return best.agreement < _CLEAR and second.score > 0.5 * best.score


def _agreement(records: Records) -> float:
    """The share of a text's records that have the usual number of cells."""
    widths: Counter[int] = Counter()
    try:
        for record, _ in zip(records, range(_CHECKED_RECORDS), strict=False):
            widths[len(record)] += any(map(str.strip, record))
    except Unreadable:
        return 0.0
    return widths[records.width or 0] / max(1, widths.total())


def _one_column(sample: str) -> bool:
    """Lines that are all values of one look (numbers, dates) below at most one label."""
    lines = [line.strip() for line in sample.splitlines() if line.strip()][1:]
    common = ANY
    for line in lines:
        common &= candidates(line)
    return len(lines) > 1 and bool(common & ~BOOLEAN)
