"""What a tool is, and what it is given besides its arguments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from server.arguments import Rule
from server.contract import BASE_URI
from server.errors import not_found
from store.coverage import Coverage
from store.release import Listing, Release
from store.vocabulary import CoverageStatus, ListingType

Json = dict[str, Any]
Live = Callable[[str], Coverage | None]
"""Record id -> coverage in the store at this moment; None when the store is not at hand."""

_READ = (CoverageStatus.AVAILABLE, CoverageStatus.PARTIAL)
_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Context:
    """One call's surroundings. A tool says what the reader must know through `warn`."""

    live: Live | None = None
    examples_public: bool = True
    base_uri: str = BASE_URI
    tools: tuple[str, ...] = ()
    warnings: list[str] = field(default_factory=list)

    def warn(self, text: str) -> None:
        """Adds a Korean sentence to the answer's warnings and notices, once."""
        if text not in self.warnings:
            self.warnings.append(text)

    def coverage(self, listing: Listing) -> Coverage:
        """Coverage of a record: the store's where the release has no structure, else the release's.

        A structure that the store has and the release has not yet is COLLECTING: it cannot be
        shown. A store that fails is logged and passed over, for the release alone can answer.
        """
        released = Coverage(listing.coverage_status, listing.coverage_reason)
        waits = not listing.structure_available and listing.record.list_type is ListingType.FILE
        if self.live is None or not waits:
            return released
        try:
            now = self.live(listing.record_id) or released
        except Exception as error:  # noqa: BLE001  (any database driver's own exception)
            _log.warning("live coverage unavailable", error=type(error).__name__)
            return released
        return Coverage(CoverageStatus.COLLECTING) if now.status in _READ else now


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool of the contract: its name, a pure function for `data`, and rules for its arguments."""

    name: str
    answer: Callable[[Release, Json, Context], Json]
    rules: Mapping[str, Rule] = field(default_factory=dict)


def find(release: Release, record_id: str) -> Listing:
    """The record of this id.

    Raises:
        ToolError: DATASET_NOT_FOUND, with the candidates where a bare list key is listed twice.
    """
    listing = release.listing(record_id)
    if listing is None:
        raise not_found(record_id, release.candidates(record_id))
    return listing
