"""The one exception of everything that goes wrong between a listing and its file."""

from store.vocabulary import FailureReason


class DownloadFailure(Exception):  # noqa: N818  (an outcome that is recorded, not a fault)
    """A download ended without a file, for a stable reason.

    `retry_after` is what the source asked for, in seconds.
    """

    def __init__(
        self, reason: FailureReason, detail: str = "", *, retry_after: float | None = None
    ) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason.value)
        self.reason = reason
        self.retry_after = retry_after


class HostPausedError(RuntimeError):
    """The host asked to be left alone; nothing was sent. `until` in seconds since the epoch."""

    def __init__(self, until: float) -> None:
        super().__init__("the host is paused")
        self.until = until


class StoppedError(RuntimeError):
    """The crawl is being stopped; nothing was sent."""


class DiskFullError(RuntimeError):
    """Less disk is free than the settings demand; nothing more is downloaded."""
