"""Profiling strangers' files in a process of their own, which may die without harm."""

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from profiler.workspace import make_workspace
from store.vocabulary import FailureReason, License

LARGEST_ANSWER = 64 << 20
"""Bytes of JSON about one file beyond which the file is given up (MEMORY_LIMIT)."""

_CHUNK = 1 << 16
_ROOT = Path(__file__).resolve().parent.parent
MEMORY_SIGNALS = (signal.SIGKILL, signal.SIGABRT)
"""How a process ends that takes too much memory: by the kernel, or by an allocator."""


@dataclass(frozen=True, slots=True)
class Task:
    """One file to profile; `name` is its published name, `license` the code of its terms."""

    path: str
    name: str
    declared_format: str | None = None
    license: License = License.NO_RESTRICTION
    third_party_rights: bool = False


class ProfileFailedError(RuntimeError):
    """The worker gave no profile: TIME_LIMIT, MEMORY_LIMIT, DAMAGED or INTERNAL is the `reason`."""

    def __init__(self, reason: FailureReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class Worker:
    """A long-lived worker process, replaced after a crash or an overrun. Not for two threads."""

    def __init__(self, *, seconds: float, memory_bytes: int) -> None:
        """Each file may take `seconds` of wall clock; the process `memory_bytes` of addresses."""
        self._seconds = seconds
        self._memory = memory_bytes
        self._folder = make_workspace()
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process and removes its working folder."""
        self._stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def abort(self) -> None:
        """Ends the process at once; a `profile` under way in another thread fails."""
        process = self._process
        if process is not None:
            process.kill()

    def profile(self, task: Task) -> dict[str, Any]:
        """The JSON of the profiled file (`FileProfile.to_json`).

        Raises:
            ProfileFailedError: the file took too long or too much, or the worker died over it.
        """
        if self._process is not None and self._process.poll() is not None:
            self._stop()  # it ended between two files: not this one's fault
        process = self._process = self._process or self._start()
        try:
            answer = json.loads(self._exchange(process, json.dumps(asdict(task)).encode() + b"\n"))
        except ProfileFailedError:
            self._stop()
            raise
        finally:
            self._clean()
        if "failure" in answer:
            self._stop()  # after a refused allocation the heap is not to be trusted
            raise ProfileFailedError(FailureReason(answer["failure"]))
        profile: dict[str, Any] = answer["profile"]
        return profile

    def _start(self) -> subprocess.Popen[bytes]:
        environment = {
            "PATH": os.environ.get("PATH", ""),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(_ROOT),
            "PYTHONDONTWRITEBYTECODE": os.environ.get("PYTHONDONTWRITEBYTECODE", ""),
            "TMPDIR": str(self._folder),
        }
        return subprocess.Popen(  # noqa: S603  (our own module, no shell)
            [sys.executable, "-P", "-m", "profiler.worker", str(self._memory)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )

    def _exchange(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
        deadline = time.monotonic() + self._seconds
        try:
            process.stdin.write(line)
            process.stdin.flush()
        except BrokenPipeError:
            raise ProfileFailedError(self._cause_of_death(process)) from None
        received = bytearray()
        with selectors.DefaultSelector() as ready:
            ready.register(process.stdout, selectors.EVENT_READ)
            while not received.endswith(b"\n"):
                if not ready.select(max(0.0, deadline - time.monotonic())):
                    raise ProfileFailedError(FailureReason.TIME_LIMIT)
                chunk = os.read(process.stdout.fileno(), _CHUNK)
                if not chunk:
                    raise ProfileFailedError(self._cause_of_death(process))
                received += chunk
                if len(received) > LARGEST_ANSWER:
                    raise ProfileFailedError(FailureReason.MEMORY_LIMIT)
        return bytes(received)

    @staticmethod
    def _cause_of_death(process: subprocess.Popen[bytes]) -> FailureReason:
        code = process.wait()
        if code < 0:
            killed = -code in MEMORY_SIGNALS
            return FailureReason.MEMORY_LIMIT if killed else FailureReason.DAMAGED
        return FailureReason.INTERNAL

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def _clean(self) -> None:
        for left in self._folder.iterdir():
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left, ignore_errors=True)
            else:
                left.unlink(missing_ok=True)
