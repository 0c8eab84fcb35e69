"""Limits that a process sets itself, for good, before it opens a stranger's file."""

import ctypes
import sys
from contextlib import suppress

try:
    import resource
except ImportError:  # no such limits on this system
    resource = None  # type: ignore[assignment]

_LARGEST_WRITE = 8 << 30
_PR_SET_PDEATHSIG = 1
_SIGKILL = 9
_CLONE_NEWNET = 0x40000000
_CLONE_NEWUSER = 0x10000000


def confine(memory_bytes: int) -> None:
    """Limits this process for good: address space, written bytes, no core dump, no network.

    What the system does not offer is left out: the limits of the parent hold in any case.
    """
    if resource is not None:
        for limit, value in (
            (resource.RLIMIT_AS, memory_bytes),
            (resource.RLIMIT_FSIZE, _LARGEST_WRITE),
            (resource.RLIMIT_CORE, 0),
        ):
            with suppress(OSError, ValueError):
                resource.setrlimit(limit, (value, value))
    if sys.platform == "linux":
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0)
        # An empty network namespace; unprivileged users get it inside a user namespace.
        if libc.unshare(_CLONE_NEWNET) != 0:
            libc.unshare(_CLONE_NEWUSER | _CLONE_NEWNET)
