"""Unfinished downloads on disk: `.part` files, and the validator that lets one be continued."""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from crawler.failures import DownloadFailure
from store.vocabulary import FailureReason

_BLOCK = 1 << 20
_ORPHAN_SECONDS = 7 * 86_400.0


@dataclass(frozen=True, slots=True)
class Resumable:
    """What a `.part` file holds: the first `size` bytes of what `url` served as `etag`."""

    url: str
    etag: str
    size: int


def strong(etag: str | None) -> str | None:
    """The entity tag where it is a strong one (RFC 9110, 8.8.1), else None."""
    value = (etag or "").strip()
    return value if len(value) > 2 and value.startswith('"') and value.endswith('"') else None


def resumable(part: Path, url: str) -> Resumable | None:
    """What may be continued with a Range request; None where nothing fits."""
    try:
        noted = json.loads(_note(part).read_text("utf-8"))
        size = part.stat().st_size
    except (OSError, ValueError):
        return None
    if not isinstance(noted, dict) or noted.get("url") != url or not size:
        return None
    etag = strong(str(noted.get("etag")))
    return Resumable(url, etag, size) if etag else None


def create(part: Path, url: str, etag: str | None) -> BinaryIO:
    """A new, empty part; a writer that lost its lease goes on in the old file, unlinked."""
    discard(part)
    if strong(etag):
        _note(part).write_text(json.dumps({"url": url, "etag": etag}), "utf-8")
    return part.open("xb")


def copy(part: Path, start: Resumable) -> tuple[BinaryIO, Iterator[bytes]]:
    """A new part for `start.url` and the blocks of the old one, to be written to it first."""
    old = part.open("rb")
    file = create(part, start.url, start.etag)

    def blocks() -> Iterator[bytes]:
        left = start.size
        with old:
            while left and (block := old.read(min(_BLOCK, left))):
                left -= len(block)
                yield block

    return file, blocks()


def check_own(part: Path, file: BinaryIO) -> None:
    """Raises DownloadFailure when `part` is another writer's file by now."""
    try:
        if os.path.samestat(os.fstat(file.fileno()), part.stat()):
            return
    except OSError:
        pass
    raise DownloadFailure(FailureReason.INTERNAL, "the part was taken over")


def settle(part: Path) -> None:
    """After a failed transfer: keeps a part that can be continued, removes any other."""
    if not _note(part).exists():
        part.unlink(missing_ok=True)


def discard(part: Path) -> None:
    """Removes a part and its note."""
    part.unlink(missing_ok=True)
    _note(part).unlink(missing_ok=True)


def forget(part: Path) -> None:
    """Removes the note of a part that was moved away."""
    _note(part).unlink(missing_ok=True)


def sweep(folder: Path, older_than: float = _ORPHAN_SECONDS) -> int:
    """Removes parts and notes that nobody wrote to for `older_than` seconds; returns how many."""
    horizon, removed = time.time() - older_than, 0
    for path in [*folder.glob("*.part"), *folder.glob("*.part.json")]:
        try:
            if path.stat().st_mtime < horizon:
                path.unlink()
                removed += 1
        except FileNotFoundError:
            continue
    return removed


def _note(part: Path) -> Path:
    return part.with_name(f"{part.name}.json")
