"""Opaque paging cursors: base64url of `{"o": offset, "d": digest}`.

The digest covers the offset, the tool, the snapshot with the bytes of its list, and every argument
that decides which records come in which order. A cursor therefore outlives a release of the same
list (the order is the same), and nothing else. It guards against mistakes, not against forgery:
an offset gives nothing away.
"""

import base64
import binascii
import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from server.errors import ToolError, invalid

if TYPE_CHECKING:
    from store.release import ReleaseInfo

_PAGING = ("cursor", "pageSize")
_OFFSETS = 1 << 31


@dataclass(frozen=True, slots=True)
class Paging:
    """What a cursor is bound to: one ordered listing of one snapshot."""

    binding: str

    @classmethod
    def of(cls, info: "ReleaseInfo", tool: str, arguments: dict[str, Any]) -> "Paging":
        """The listing that `tool` gives for these arguments; paging arguments do not matter."""
        kept = {name: value for name, value in arguments.items() if name not in _PAGING}
        parts = [tool, info.snapshot, info.source_sha256, kept]
        return cls(json.dumps(parts, ensure_ascii=False, sort_keys=True))

    def cursor(self, offset: int) -> str:
        """The cursor for the records from `offset` (0-based) on."""
        body = json.dumps({"o": offset, "d": self._digest(offset)}, separators=(",", ":"))
        return base64.urlsafe_b64encode(body.encode()).decode().rstrip("=")

    def offset(self, cursor: str | None) -> int:
        """The offset of a cursor of this listing; 0 for None.

        Raises:
            ToolError: INVALID_ARGUMENT, when it is malformed or belongs to another listing.
        """
        if cursor is None:
            return 0
        offset, digest = _read(cursor)
        if digest != self._digest(offset):
            raise invalid(
                "cursor",
                "다른 질의나 이전 스냅샷의 cursor입니다. 같은 조건으로 첫 쪽부터 요청하십시오.",
            )
        return offset

    def _digest(self, offset: int) -> str:
        return hashlib.sha256(f"{offset}\n{self.binding}".encode()).hexdigest()[:24]


def _read(cursor: str) -> tuple[int, Any]:
    try:
        body = json.loads(base64.b64decode(_padded(cursor), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        raise _malformed() from None
    offset = body.get("o") if isinstance(body, dict) else None
    if type(offset) is not int or not 0 <= offset < _OFFSETS:
        raise _malformed()
    return offset, body.get("d")


def _padded(cursor: str) -> bytes:
    return cursor.encode() + b"=" * (-len(cursor) % 4)


def _malformed() -> ToolError:
    return invalid("cursor", "cursor의 형식이 올바르지 않습니다.")
