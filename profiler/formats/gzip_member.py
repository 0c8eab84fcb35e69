"""gzip files (RFC 1952): one packed file, which is an asset as a member of an archive is."""

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from profiler.formats.archive import Budget, Member, safe_path
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_CHUNK = 1 << 18
_SUFFIXES = {".gz": "", ".tgz": ".tar", ".gzip": "", ".z": ""}
_HEAD = 1 << 16
_HAS_EXTRA, _HAS_NAME = 4, 8


def members(
    path: Path, folder: Path, limits: Limits, budget: Budget, name: str, *, keep: bool = False
) -> Iterator[Member]:
    """The one member of the file called `name`.

    The member is called as the file without its suffix; where it has none, as the file's header
    says. Its own file is deleted when the next member is asked for, unless `keep`. Raises
    `Unreadable(ARCHIVE_LIMIT)` where the budget has no member left.
    """
    budget.members -= 1
    if budget.members < 0:
        raise Unreadable(FailureReason.ARCHIVE_LIMIT)
    source_path = safe_path(_member_name(path, name))
    target = folder / "member"
    try:
        _unpack(path, target, limits, budget)
        yield Member(source_path, target)
    except Unreadable as failure:
        yield Member(source_path, failure=failure.reason)
    finally:
        if not keep:
            target.unlink(missing_ok=True)


def _member_name(path: Path, name: str) -> str:
    given = PurePosixPath(name)
    suffix = given.suffix.lower()
    if suffix in _SUFFIXES and given.stem:
        return given.stem + _SUFFIXES[suffix]
    return PurePosixPath(_stored_name(path).replace("\\", "/")).name or given.name


def _stored_name(path: Path) -> str:
    """The name in the header (RFC 1952, 2.3.1); `""` where there is none."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
    position = 10
    if len(head) < position or not head[3] & _HAS_NAME:
        return ""
    if head[3] & _HAS_EXTRA:
        position += 2 + int.from_bytes(head[position : position + 2], "little")
    raw = head[position:].split(b"\0", 1)[0]
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def _unpack(path: Path, target: Path, limits: Limits, budget: Budget) -> None:
    most = max(limits.ratio_floor, limits.archive_ratio * path.stat().st_size)
    written = 0
    try:
        with gzip.open(path) as source, target.open("wb") as out:
            while chunk := source.read(_CHUNK):
                written += len(chunk)
                budget.bytes -= len(chunk)
                if written > most or budget.bytes < 0:
                    raise Unreadable(FailureReason.ARCHIVE_LIMIT)
                out.write(chunk)
    except (gzip.BadGzipFile, zlib.error, EOFError, OSError, ValueError):
        raise Unreadable(FailureReason.DAMAGED) from None
