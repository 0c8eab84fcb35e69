"""Catalogue readers: one module a protocol, each turning an edition into normalised records."""

from collections.abc import Callable
from pathlib import Path

from crawler.catalogs import data_go_kr
from crawler.catalogs.base import Catalog, CatalogError
from crawler.catalogs.normalize import month_of

__all__ = ["KINDS", "Catalog", "CatalogError", "month_of", "open_catalog"]

KINDS: dict[str, Callable[[Path], Catalog]] = {data_go_kr.KIND: data_go_kr.DataGoKrList}
"""Kind of catalogue -> what opens it."""


def open_catalog(source: Path | str, kind: str | None = None) -> Catalog:
    """Opens a catalogue; without `kind` it is read as the list of data.go.kr.

    Raises:
        CatalogError: the source is missing, unreadable, or no catalogue of that kind.
    """
    if kind is not None and kind not in KINDS:
        raise CatalogError(f"there is no catalogue kind {kind!r}; known are: {', '.join(KINDS)}")
    return KINDS[kind or data_go_kr.KIND](Path(source))
