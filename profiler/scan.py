"""All rows of a delimited file counted in one pass, by the compiled kernel where there is one.

`scan` is the interface; `_scan_kernel` (with `_scan.c`) and `_scan_reference` (plain Python, the
same answer) are behind it. Neither decides what a table is: that was found from the file's head,
and the last records, among which footers are, are left to the caller.
"""

import os

from profiler import _scan_reference
from profiler._scan_reference import counts_of
from profiler._scan_source import OddRecords, Source, Unscannable, UnscannableError
from profiler.counts import ColumnCounts, TableCounts

try:
    from profiler import _scan_kernel
except ImportError:  # pragma: no cover  (an installation without a compiler)
    _scan_kernel = None  # type: ignore[assignment]

__all__ = [
    "ColumnCounts",
    "OddRecords",
    "Source",
    "TableCounts",
    "Unscannable",
    "UnscannableError",
    "counts_of",
    "implementation",
    "scan",
]

_SETTING = "PDL_SCAN"
"""In the environment, for comparisons: `reference`, or `portable` for a kernel without AVX2."""


def implementation() -> str:
    """What `scan` runs on: `avx2`, `portable` (both compiled) or `reference` (plain Python)."""
    wanted = os.environ.get(_SETTING, "")
    if _scan_kernel is None or wanted == "reference":
        return "reference"
    return "portable" if wanted == "portable" else _scan_kernel.instructions()


def scan(
    source: Source, *, odd: OddRecords | None = None, threads: int | None = None
) -> TableCounts:
    """Counts all records of `source` but the last ones.

    `odd` reads records that the scanner does not. `threads` defaults to the processors there are.
    Raises `UnscannableError`: the file must be read in another way.
    """
    source.check()
    chosen = implementation()
    if _scan_kernel is None or chosen == "reference":
        return _scan_reference.scan(source, odd=odd)
    return _scan_kernel.scan(
        source, odd=odd, threads=threads or _processors(), portable=chosen == "portable"
    )


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # pragma: no cover  (not on every system)
        return os.cpu_count() or 1
