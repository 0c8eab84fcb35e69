"""Which release is active: `current.json` in the release folder, swapped atomically."""

import json
import os
import re
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from store.release.build import sync_folder

POINTER = "current.json"
_RELEASE_ID = re.compile(r"\d{4}-\d{2}-[0-9a-f]{16}")


class ReleaseNotReadyError(RuntimeError):
    """There is no release to answer from, or its file cannot be used; the message says which."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """The active release and since when (ISO 8601, UTC)."""

    release_id: str
    activated_at: str


def release_path(folder: Path, release_id: str) -> Path:
    """Where a release lies. Raises ValueError for what is no release id."""
    if not _RELEASE_ID.fullmatch(release_id):
        raise ValueError(f"not a release id: {release_id!r}")
    return folder / f"{release_id}.sqlite"


def activate(folder: Path, release_id: str) -> Pointer:
    """Makes a finished release the one that readers answer from, in one step.

    Raises:
        ReleaseNotReadyError: there is no such release file.
    """
    if not release_path(folder, release_id).is_file():
        raise ReleaseNotReadyError(f"there is no release {release_id}")
    pointer = Pointer(release_id, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    text = json.dumps({"release": pointer.release_id, "activatedAt": pointer.activated_at})
    handle, name = tempfile.mkstemp(".json", ".current-", folder)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text + "\n")
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)  # readers may run as another user
        temporary.replace(folder / POINTER)
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(folder)
    return pointer


def read_pointer(folder: Path) -> Pointer:
    """The active release.

    Raises:
        ReleaseNotReadyError: nothing has been published, or the pointer is damaged.
    """
    try:
        found = json.loads((folder / POINTER).read_text("utf-8"))
        pointer = Pointer(found["release"], found["activatedAt"])
        release_path(folder, pointer.release_id)
    except FileNotFoundError:
        raise ReleaseNotReadyError("nothing has been published yet") from None
    except (OSError, ValueError, KeyError, TypeError):
        raise ReleaseNotReadyError("the pointer to the active release is damaged") from None
    return pointer


def prune_releases(folder: Path, keep: int) -> list[str]:
    """Removes all release files but the `keep` newest and the active one; returns removed ids."""
    try:
        active = read_pointer(folder).release_id
    except ReleaseNotReadyError:
        return []  # without a known active release nothing is safe to remove
    files = [p for p in folder.glob("*.sqlite") if _RELEASE_ID.fullmatch(p.stem)]
    files.sort(key=lambda path: (path.stat().st_mtime_ns, path.stem), reverse=True)
    removed = [path for path in files[max(0, keep) :] if path.stem != active]
    for path in removed:
        path.unlink(missing_ok=True)
    return [path.stem for path in removed]
