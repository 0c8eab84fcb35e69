"""JSON Lines (NDJSON): one object a line; objects over several lines are read, too."""

from pathlib import Path

from profiler.encoding import detect_encoding
from profiler.formats import Content
from profiler.formats.json_records import JsonText, content_of
from profiler.identify import Identified
from profiler.limits import Limits


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid of all objects. Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT."""
    del found, extension
    return content_of(JsonText(path, detect_encoding(path), limits, joined=True))
