"""Rule `intake-gate-v1.0`: may a file of this size be read at all?

Decided from the size alone and the class of the format, before a byte is parsed. Documents have the
smaller limit because their readers hold a file in memory; the largest legitimate document of a
658-file corpus was far below it. Everything else is streamed.
"""

from dataclasses import dataclass
from enum import StrEnum

from store.vocabulary import FailureReason

RULE = "intake-gate-v1.0"

MIB = 1 << 20


class SizeClass(StrEnum):
    """Formats that share a size limit."""

    DOCUMENT = "DOCUMENT"
    OTHER = "OTHER"


_DOCUMENTS = frozenset(
    {"doc", "docx", "hml", "hwp", "hwp3", "hwp5", "hwpml", "hwpx", "odp", "odt", "pdf"}
    | {"document", "ppt", "pptx", "rtf"}
)


@dataclass(frozen=True, slots=True)
class Limits:
    """The largest sizes that are read, in bytes."""

    document_bytes: int = 200 * MIB
    file_bytes: int = 2048 * MIB


DEFAULT_LIMITS = Limits()


def size_class(kind: str | None) -> SizeClass:
    """The size class of a format name such as `hwpx` or `csv`; unknown ones are OTHER."""
    name = (kind or "").casefold().removeprefix(".")
    return SizeClass.DOCUMENT if name in _DOCUMENTS else SizeClass.OTHER


def admit(
    size: int, *, kind: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> FailureReason | None:
    """Why a file of `size` bytes and format `kind` may not be read; None: it may."""
    if size <= 0:
        return FailureReason.EMPTY_FILE
    largest = limits.file_bytes
    if size_class(kind) is SizeClass.DOCUMENT:
        largest = min(largest, limits.document_bytes)
    return FailureReason.TOO_LARGE if size > largest else None
