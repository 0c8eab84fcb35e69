"""Work on a stranger's file in a child that may die, for commands that stream their output."""

import os
import selectors
import signal
import sys
from collections.abc import Callable

from profiler.confine import confine
from store.vocabulary import FailureReason

Work = Callable[[], str | None]
"""Does its work and returns None, or a sentence about what prevented it."""

_CHUNK = 1 << 16


class DiedError(RuntimeError):
    """The child ended without a word; `reason` is TIME_LIMIT, MEMORY_LIMIT or DAMAGED."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


def in_child(work: Work, *, seconds: float, memory_bytes: int) -> str | None:
    """What `work` returns, from a forked child with limits; where there is no fork, done here.

    Raises:
        DiedError: the child was ended by a signal, or took longer than `seconds`.
    """
    if not hasattr(os, "fork"):
        return work()
    sys.stdout.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _child(work, writing, memory_bytes)
    os.close(writing)
    try:
        words = _listen(reading, seconds)
    except TimeoutError:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise DiedError(FailureReason.TIME_LIMIT) from None
    finally:
        os.close(reading)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        killed = os.WTERMSIG(status) == signal.SIGKILL
        raise DiedError(FailureReason.MEMORY_LIMIT if killed else FailureReason.DAMAGED)
    return words.decode() or None


def _child(work: Work, writing: int, memory_bytes: int) -> None:
    code = 1
    try:
        confine(memory_bytes)
        os.write(writing, (work() or "").encode())
        code = 0
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
