"""Who holds a lease: a process on a host, recognisable again after it died."""

import os
import socket
from pathlib import Path


def this_owner() -> str:
    """`host/pid/start` of the running process; `start` tells a reused process id apart."""
    pid = os.getpid()
    return f"{socket.gethostname()}/{pid}/{_start_of(pid) or 0}"


def is_dead(owner: str) -> bool:
    """True only when the holder is known to be gone: same host, and no such process any more."""
    host, pid, start = owner.rsplit("/", 2)
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    now = _start_of(int(pid))
    return now is not None and start not in ("0", now)


def _start_of(pid: int) -> str | None:
    """Start time of a process in clock ticks since boot (proc(5), field 22); None elsewhere."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("ascii", "replace")
    except OSError:
        return None
    after_name = stat.rpartition(")")[2].split()
    if after_name[0] == "Z":  # a zombie holds nothing
        return "dead"
    return after_name[19]
