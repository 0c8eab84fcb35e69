"""ZIP archives: members one after the other, each unpacked into a file of its own.

Names of members decide nothing about where bytes go: files are numbered inside the working folder.
Names without the UTF-8 flag are tried as UTF-8, then CP949 (Korean Windows), then CP437, which is
what the specification says ([APPNOTE] 6.3.10, appendix D).
"""

import stat
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_CHUNK = 1 << 18
_LITTER = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_UTF8_FLAG = 1 << 11
_ENCRYPTED_FLAG = 1


@dataclass(frozen=True, slots=True)
class Member:
    """`path` has the bytes until the next member is asked for, or `failure` says why not."""

    source_path: str
    path: Path | None = None
    failure: FailureReason | None = None
    skipped: bool = False
    """Left out without being a failure: resource forks, symbolic links."""


@dataclass
class Budget:
    """What is left for all archives of one file together."""

    members: int
    bytes: int

    @classmethod
    def of(cls, limits: Limits) -> "Budget":
        return cls(limits.archive_members, limits.archive_bytes)


def members(
    path: Path, folder: Path, limits: Limits, budget: Budget, *, keep: bool = False
) -> Iterator[Member]:
    """Members in directory order; folders and litter of file managers are passed over.

    A member's file is deleted when the next one is asked for, unless `keep`. Raises `Unreadable`:
    DAMAGED, ARCHIVE_LIMIT (more members than the budget), EMPTY_FILE (no member at all).
    """
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError):
        raise Unreadable(FailureReason.DAMAGED) from None
    with archive:
        entries = [info for info in archive.infolist() if not info.filename.endswith("/")]
        if not entries:
            raise Unreadable(FailureReason.EMPTY_FILE)
        if len(entries) > budget.members:
            raise Unreadable(FailureReason.ARCHIVE_LIMIT)
        budget.members -= len(entries)
        for number, info in enumerate(entries):
            source_path = safe_path(decoded_name(info))
            if is_litter(source_path) or stat.S_ISLNK(info.external_attr >> 16):
                yield Member(source_path, skipped=True)
                continue
            target = folder / f"member-{number}"
            try:
                _unpack(archive, info, target, limits, budget)
                yield Member(source_path, target)
            except Unreadable as failure:
                yield Member(source_path, failure=failure.reason)
            finally:
                if not keep:
                    target.unlink(missing_ok=True)


def decoded_name(info: zipfile.ZipInfo) -> str:
    """The member's name as its author saw it."""
    name = info.filename
    if info.flag_bits & _UTF8_FLAG or name.isascii():
        return name
    raw = name.encode("cp437", "replace")
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return name


def safe_path(name: str) -> str:
    """A member's path without drive, root, `.` and `..`, and with forward slashes."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    kept = [part for part in parts if part not in {"/", "//", ".", ".."} and not part.endswith(":")]
    return "/".join(kept) or "member"


def is_litter(source_path: str) -> bool:
    """Is it what file managers leave in archives: resource forks, thumbnails?"""
    parts = source_path.lower().split("/")
    return "__macosx" in parts or parts[-1] in _LITTER or parts[-1].startswith("._")


def _unpack(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, target: Path, limits: Limits, budget: Budget
) -> None:
    if info.flag_bits & _ENCRYPTED_FLAG:
        raise Unreadable(FailureReason.ENCRYPTED)
    most = max(limits.ratio_floor, limits.archive_ratio * info.compress_size)
    written = 0
    try:
        with archive.open(info) as source, target.open("wb") as out:
            while chunk := source.read(_CHUNK):
                written += len(chunk)
                budget.bytes -= len(chunk)
                if written > most or budget.bytes < 0:
                    raise Unreadable(FailureReason.ARCHIVE_LIMIT)
                out.write(chunk)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError):
        raise Unreadable(FailureReason.DAMAGED) from None
    except NotImplementedError:
        raise Unreadable(FailureReason.UNSUPPORTED_FORMAT) from None
    except RuntimeError:
        raise Unreadable(FailureReason.ENCRYPTED) from None
