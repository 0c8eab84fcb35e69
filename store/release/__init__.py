"""Releases: one immutable, content-named file that answers everything; built here, read here."""

from store.release.build import Built, NothingToPublishError, build_release
from store.release.pointer import (
    Pointer,
    ReleaseNotReadyError,
    activate,
    prune_releases,
    read_pointer,
)
from store.release.read import Release, Releases, open_active, open_release
from store.release.shapes import (
    ColumnHit,
    ColumnPage,
    Hit,
    Listing,
    ReleaseInfo,
    SearchPage,
    SearchRequest,
    Structure,
)

__all__ = [
    "Built",
    "ColumnHit",
    "ColumnPage",
    "Hit",
    "Listing",
    "NothingToPublishError",
    "Pointer",
    "Release",
    "ReleaseInfo",
    "ReleaseNotReadyError",
    "Releases",
    "SearchPage",
    "SearchRequest",
    "Structure",
    "activate",
    "build_release",
    "open_active",
    "open_release",
    "prune_releases",
    "read_pointer",
]
