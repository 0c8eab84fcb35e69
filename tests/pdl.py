"""Runs `pdl` as its users do: as a process, with an exit code and two streams."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = (sys.executable, "-m", "server.cli")
ROOT = Path(__file__).resolve().parent.parent


def environment(home: Path, **settings: str) -> dict[str, str]:
    """The surroundings of a run on `home`; English messages unless `LC_ALL` says otherwise."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PDL_")}
    return kept | {
        "PDL_HOME": str(home),
        "PDL_CONFIG": "",
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
        **settings,
    }


def run(home: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(
        [*COMMAND, *words],
        env=environment(home, **settings),
        cwd=home.parent,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )


def start(home: Path, *words: str, **settings: str) -> subprocess.Popen[bytes]:
    """Starts a command and does not wait for it."""
    return subprocess.Popen(
        [*COMMAND, *words],
        env=environment(home, **settings),
        cwd=home.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
