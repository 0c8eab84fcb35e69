"""Work in a child: its word comes back, its death is told apart."""

import faulthandler
import os
import signal
import tempfile
import time
from pathlib import Path

import pytest

from server.cli.forked import DiedError, in_child
from store.vocabulary import FailureReason

_ROOMY = 4 << 30


def test_its_word_comes_back() -> None:
    assert in_child(lambda: None, seconds=20, memory_bytes=_ROOMY) is None
    assert (
        in_child(lambda: "안 됩니다" * 9_000, seconds=20, memory_bytes=_ROOMY)
        == "안 됩니다" * 9_000
    )


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (signal.SIGKILL, FailureReason.MEMORY_LIMIT),
        (signal.SIGABRT, FailureReason.MEMORY_LIMIT),
        (signal.SIGSEGV, FailureReason.DAMAGED),
    ],
)
def test_how_it_died(number: signal.Signals, reason: FailureReason) -> None:
    def die() -> None:
        faulthandler.disable()
        os.kill(os.getpid(), number)
        time.sleep(20)

    with pytest.raises(DiedError) as caught:
        in_child(die, seconds=20, memory_bytes=_ROOMY)
    assert caught.value.reason is reason


def test_it_failed() -> None:
    def fail() -> None:
        raise RuntimeError("words of a file")

    with pytest.raises(DiedError) as caught:
        in_child(fail, seconds=20, memory_bytes=_ROOMY)
    assert caught.value.reason is FailureReason.INTERNAL
    with pytest.raises(DiedError) as caught:
        in_child(lambda: "x" * (1 << 40), seconds=20, memory_bytes=_ROOMY)
    assert caught.value.reason is FailureReason.MEMORY_LIMIT


def test_its_folder_goes_with_it() -> None:
    def leave() -> None:
        Path(tempfile.mkdtemp(prefix="pdl-")).joinpath("left").write_text("x")
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(DiedError):
        in_child(leave, seconds=20, memory_bytes=_ROOMY)
    assert list(Path(tempfile.gettempdir()).glob(f"pdl-work-{os.getpid()}-*")) == []


def test_it_took_too_long() -> None:
    with pytest.raises(DiedError) as caught:
        in_child(lambda: time.sleep(20), seconds=0.2, memory_bytes=_ROOMY)
    assert caught.value.reason is FailureReason.TIME_LIMIT
