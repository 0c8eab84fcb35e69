"""What a catalogue is to the rest: an edition with a name and a hash, and records."""

from collections.abc import Iterator
from typing import Protocol

from store.records import CatalogRecord
from store.snapshots import Edition


class CatalogError(ValueError):
    """A catalogue that cannot be read; the message is one sentence that says why."""


class Catalog(Protocol):
    """One edition of a catalogue, readable any number of times."""

    @property
    def edition(self) -> Edition:
        """Name, sha256 and text encoding of the edition."""
        ...

    def records(self) -> Iterator[CatalogRecord]:
        """Every listing in published order, from the start at each call.

        Raises:
            CatalogError: a row that cannot be understood; nothing may be kept of the edition.
        """
        ...
