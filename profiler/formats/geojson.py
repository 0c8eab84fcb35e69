"""GeoJSON (RFC 7946): the properties of its features; geometries are no columns.

Feature collections, and features one after the other (RFC 8142, or one a line).
"""

from dataclasses import replace
from pathlib import Path

from profiler.encoding import detect_encoding
from profiler.formats import Content
from profiler.formats.json_records import JsonText, content_of
from profiler.formats.json_tables import Record
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid of all features. Raises `Unreadable`: DAMAGED, NO_TABLE, MEMORY_LIMIT.

    JSON that only mentions features somewhere is read as any other JSON.
    """
    del found, extension
    features = _Features()
    text = JsonText(path, detect_encoding(path), limits, shape=features)
    for attempt in (text, replace(text, joined=True)):
        try:
            return content_of(attempt)
        except Unreadable as failure:
            if features.seen or failure.reason is not FailureReason.NO_TABLE:
                raise
    return content_of(JsonText(path, text.encoding, limits))


class _Features:
    """The properties of an object that is a feature."""

    def __init__(self) -> None:
        self.seen = False

    def __call__(self, found: Record) -> Record | None:
        if found.get("type") != "Feature":
            return None
        self.seen = True
        properties = found.get("properties")
        return properties if isinstance(properties, dict) else {}
