"""Folders for unpacked data that are gone with the process that made them, however it ends."""

import os
import shutil
import tempfile
from pathlib import Path

_PREFIX = "pdl-work-"


def make_workspace() -> Path:
    """A new folder in the system's temporary folder, named by this process.

    Folders of processes that are gone (killed, crashed) are removed on the way.
    """
    sweep_workspaces()
    return Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-"))


def sweep_workspaces() -> int:
    """Removes the folders of processes that no longer exist; returns how many."""
    removed = 0
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*-*"):
        owner = folder.name.removeprefix(_PREFIX).partition("-")[0]
        if owner.isdigit() and not _lives(int(owner)):
            shutil.rmtree(folder, ignore_errors=True)
            removed += 1
    return removed


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
