"""Work on a stranger's file in a child that may die, for commands that stream their output."""

import os
import selectors
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from profiler.confine import confine
from profiler.isolation import MEMORY_SIGNALS
from profiler.workspace import make_workspace
from store.vocabulary import FailureReason

Work = Callable[[], str | None]
"""Does its work and returns None, or a sentence about what prevented it."""

_CHUNK = 1 << 16
_OUT_OF_MEMORY = 3


class DiedError(RuntimeError):
    """The child gave no word: TIME_LIMIT, MEMORY_LIMIT, DAMAGED or INTERNAL is the `reason`."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def in_child(work: Work, *, seconds: float, memory_bytes: int) -> str | None:
    """What `work` returns, from a forked child with limits; where there is no fork, done here.

    Raises:
        DiedError: the child was ended by a signal, failed, or took longer than `seconds`.
    """
    if not hasattr(os, "fork"):
        return work()
    sys.stdout.flush()
    folder = make_workspace()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(work, writing, memory_bytes, folder)
    os.close(writing)
    try:
        words = _listen(reading, seconds)
    except BaseException as error:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if isinstance(error, TimeoutError):
            raise DiedError(FailureReason.TIME_LIMIT) from None
        raise
    else:
        _, status = os.waitpid(child, 0)
    finally:
        os.close(reading)
        shutil.rmtree(folder, ignore_errors=True)
    if reason := _cause_of_death(status):
        raise DiedError(reason)
    return words.decode() or None


def _cause_of_death(status: int) -> FailureReason | None:
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        memory = -code in MEMORY_SIGNALS
        return FailureReason.MEMORY_LIMIT if memory else FailureReason.DAMAGED
    if code == _OUT_OF_MEMORY:
        return FailureReason.MEMORY_LIMIT
    return FailureReason.INTERNAL if code else None


def _child(work: Work, writing: int, memory_bytes: int, folder: Path) -> None:
    code = 1
    try:
        tempfile.tempdir = str(folder)
        confine(memory_bytes)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # what a library says of its death is ours
        os.write(writing, (work() or "").encode())
        code = 0
    except MemoryError:
        code = _OUT_OF_MEMORY
    finally:
        os._exit(code)  # nothing of the parent's clean-up may run twice


def _listen(reading: int, seconds: float) -> bytes:
    words = b""
    with selectors.DefaultSelector() as ready:
        ready.register(reading, selectors.EVENT_READ)
        while ready.select(seconds):
            chunk = os.read(reading, _CHUNK)
            if not chunk:
                return words
            words += chunk
    raise TimeoutError
