"""One module a format. A reader turns a file into assets facts and grids of cell strings.

`READERS` maps the lower-case names of `profiler.identify` to readers; a format that is identified
and not in it is UNSUPPORTED_FORMAT. Adding a format is adding a module with a `read` function and a
line here. Modules are imported when first needed, so that text costs no workbook library.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path

from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from store.vocabulary import Finding


@dataclass(frozen=True)
class Content:
    """What a reader found in one file: its grids in order, and facts about the whole."""

    grids: list[Grid]
    encoding: str | None = None
    delimiter: str | None = None
    shape: str = "table"
    findings: list[Finding] = field(default_factory=list)
    encoding_confidence: float | None = None
    """Of a statistical detector, where one chose the encoding."""


Reader = Callable[[Path, Identified, str, Limits], Content]
"""(path, what it is, extension of its name or "", limits) -> content; raises `Unreadable`."""

READERS = {
    "csv": "profiler.formats.delimited",
    "dbf": "profiler.formats.dbf",
    "docx": "profiler.formats.docx",
    "geojson": "profiler.formats.geojson",
    "html": "profiler.formats.html",
    "hwp": "profiler.formats.hwp5",
    "hwpml": "profiler.formats.hwpml",
    "hwpx": "profiler.formats.hwpx",
    "json": "profiler.formats.json_records",
    "jsonl": "profiler.formats.json_lines",
    "parquet": "profiler.formats.parquet",
    "xlsx": "profiler.formats.workbook",
    "xlsm": "profiler.formats.workbook",
    "xlsb": "profiler.formats.workbook",
    "xls": "profiler.formats.workbook",
    "ods": "profiler.formats.workbook",
    "spreadsheetml": "profiler.formats.spreadsheetml",
    "xml": "profiler.formats.xml_records",
}


def reader_of(format: str) -> Reader | None:  # noqa: A002  (the field's word)
    """The reader of a format, or None where we have none."""
    module = READERS.get(format)
    if module is None:
        return None
    reader: Reader = import_module(module).read
    return reader
