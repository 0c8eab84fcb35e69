"""What a portal's flow is made of: answers that came, and the step that follows from each."""

from collections.abc import Callable
from dataclasses import dataclass, field

from store.vocabulary import FailureReason

Fields = tuple[tuple[str, str], ...]
"""Header fields or form fields, in order."""


@dataclass(frozen=True, slots=True)
class Page:
    """An answer with its body in memory: final URL, status, body bytes."""

    url: str
    status: int
    body: bytes

    @property
    def text(self) -> str:
        """The body as text; the portals' pages are UTF-8, whatever their header says."""
        return self.body.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Failed:
    """There is no file, for a stable reason; `pauses_host`: the host asks to be left alone."""

    reason: FailureReason
    pauses_host: bool = False


@dataclass(frozen=True, slots=True)
class FetchFile:
    """Download this URL as the file.

    `name` is what the portal calls the file, where it told. `linked` tells that a listing only
    links to it, so that a web page is not an error but LINK_ONLY.
    """

    url: str
    headers: Fields = ()
    name: str | None = None
    linked: bool = False


@dataclass(frozen=True, slots=True)
class NextRequest:
    """Ask this; `then` makes the following step of a page with status 200."""

    url: str
    then: Callable[[Page], "Step"] = field(compare=False)
    method: str = "GET"
    headers: Fields = ()
    form: Fields = ()


Step = NextRequest | FetchFile | Failed


def failure_of_status(status: int) -> FailureReason | None:
    """The reason that a status stands for; None for 200 (429 and 503 are judged before)."""
    if status == 200:
        return None
    if status in (401, 407):
        return FailureReason.LOGIN_REQUIRED
    if status in (404, 410):
        return FailureReason.NOT_FOUND
    if status == 429:
        return FailureReason.RATE_LIMITED
    return FailureReason.HTTP_ERROR
