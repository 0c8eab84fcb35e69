"""TAR archives (POSIX pax and ustar, GNU, V7): members one after the other, as `archive` does it.

Links, devices and pipes are never followed or made: only regular files are unpacked, each into a
numbered file. Names that are no UTF-8 are tried as CP949.
"""

import tarfile
from collections.abc import Iterator
from pathlib import Path

from profiler.formats.archive import Budget, Member, is_litter, safe_path
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_CHUNK = 1 << 18
_FAULTS = (tarfile.TarError, EOFError, OSError, ValueError, OverflowError, LookupError)
"""What tarfile raises on bad headers, besides its own errors."""


def members(
    path: Path, folder: Path, limits: Limits, budget: Budget, *, keep: bool = False
) -> Iterator[Member]:
    """Members in file order; folders and litter of file managers are passed over.

    A member's file is deleted when the next one is asked for, unless `keep`. Raises `Unreadable`:
    DAMAGED, ARCHIVE_LIMIT (more members than the budget), EMPTY_FILE (no member at all). What was
    given before stays good.
    """
    most = max(limits.ratio_floor, limits.archive_ratio * path.stat().st_size)
    number = 0
    try:
        with tarfile.open(path, "r:", encoding="utf-8", errors="surrogateescape") as archive:
            for number, info in enumerate(_entries(archive, budget), 1):
                source_path = safe_path(_decoded(info.name))
                if is_litter(source_path) or not info.isreg():
                    yield Member(source_path, skipped=True)
                    continue
                target = folder / f"member-{number}"
                try:
                    _unpack(archive, info, target, most, budget)
                    yield Member(source_path, target)
                except Unreadable as failure:
                    yield Member(source_path, failure=failure.reason)
                finally:
                    if not keep:
                        target.unlink(missing_ok=True)
            _check_end(archive, path)
    except _FAULTS:
        raise Unreadable(FailureReason.DAMAGED) from None
    if not number:
        raise Unreadable(FailureReason.EMPTY_FILE)


def _entries(archive: tarfile.TarFile, budget: Budget) -> Iterator[tarfile.TarInfo]:
    for info in archive:
        budget.members -= 1
        if budget.members < 0:
            raise Unreadable(FailureReason.ARCHIVE_LIMIT)
        if not info.isdir():
            yield info


def _decoded(name: str) -> str:
    raw = name.encode("utf-8", "surrogateescape")
    for encoding in ("utf-8", "cp949"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("utf-8", "replace")


def _unpack(
    archive: tarfile.TarFile, info: tarfile.TarInfo, target: Path, most: int, budget: Budget
) -> None:
    """Copies a member; a sparse one may be far larger than what is stored of it."""
    source = archive.extractfile(info)
    if source is None:
        raise Unreadable(FailureReason.DAMAGED)
    written = 0
    try:
        with source, target.open("wb") as out:
            while chunk := source.read(_CHUNK):
                written += len(chunk)
                budget.bytes -= len(chunk)
                if written > most or budget.bytes < 0:
                    raise Unreadable(FailureReason.ARCHIVE_LIMIT)
                out.write(chunk)
    except _FAULTS:
        raise Unreadable(FailureReason.DAMAGED) from None
    if written != info.size:
        raise Unreadable(FailureReason.DAMAGED)


def _check_end(archive: tarfile.TarFile, path: Path) -> None:
    """tarfile takes a bad header for the end. The end is a block of zeros, or that of the file."""
    with path.open("rb") as file:
        file.seek(archive.offset)
        if any(file.read(tarfile.BLOCKSIZE)):
            raise Unreadable(FailureReason.DAMAGED)
