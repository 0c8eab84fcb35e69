"""The one exception that readers raise for bad input: a code, and never any text from the file."""

from store.vocabulary import FailureReason


class Unreadable(Exception):  # noqa: N818  (it names a state of the file, not a fault of ours)
    """A file, a member or a sheet cannot be read; `reason` says why."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason.value)
        self.reason = reason
