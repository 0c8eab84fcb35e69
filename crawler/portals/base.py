"""What a portal module gives: the first step for a listing; later ones follow from the answers."""

from typing import Protocol

from crawler.portals.steps import Step
from store.queue import LeasedJob


class Portal(Protocol):
    """The way from a listing to its file, as pure functions: no network, no clock."""

    def first(self, job: LeasedJob) -> Step:
        """The step to begin with."""
        ...
