"""The worker process: what it survives, what it reports, what it leaves."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from profiler.isolation import ProfileFailedError, Task, Worker
from store.vocabulary import FailureReason

_ROOMY = 2 << 30


@pytest.fixture
def small(tmp_path: Path) -> Task:
    path = tmp_path / "small.csv"
    path.write_text("이름,값\n가,1\n나,2\n", "utf-8")
    return Task(path=str(path), name="small.csv")


@pytest.fixture
def large(tmp_path: Path) -> Task:
    path = tmp_path / "large.csv"
    with path.open("w", encoding="utf-16") as file:  # which is not read by the compiled scanner
        file.write("번호,값\n")
        file.writelines(f"{n},값{n}\n" for n in range(400_000))
    return Task(path=str(path), name="large.csv")


def test_one_process_profiles_many_files(small: Task) -> None:
    with Worker(seconds=60, memory_bytes=_ROOMY) as worker:
        first = worker.profile(small)
        process = worker._process
        assert worker.profile(small) == first
        assert worker._process is process
    assert first["status"] == "AVAILABLE"
    assert [c["sourceName"] for c in first["assets"][0]["tables"][0]["columns"]] == ["이름", "값"]


def test_a_file_that_takes_too_long(large: Task, small: Task) -> None:
    with Worker(seconds=0.3, memory_bytes=_ROOMY) as worker:
        with pytest.raises(ProfileFailedError) as caught:
            worker.profile(large)
        assert caught.value.reason is FailureReason.TIME_LIMIT
        worker._seconds = 60
        assert worker.profile(small)["status"] == "AVAILABLE"


def test_a_file_that_takes_too_much_memory(tmp_path: Path, small: Task) -> None:
    path = tmp_path / "line.csv"
    with path.open("wb") as file:
        file.write(b'a,"')
        for _ in range(300):
            file.write(b"x" * (1 << 20))
        file.write(b'"\n')
    with Worker(seconds=60, memory_bytes=160 << 20) as worker:
        try:
            reason = worker.profile(Task(path=str(path), name="line.csv"))["failureReason"]
        except ProfileFailedError as error:
            reason = error.reason.value
        assert reason in ("MEMORY_LIMIT", "NO_TABLE", "TOO_LARGE", None)
        assert worker.profile(small)["status"] == "AVAILABLE"


def test_a_worker_that_is_killed_is_replaced(small: Task) -> None:
    with Worker(seconds=60, memory_bytes=_ROOMY) as worker:
        worker.profile(small)
        process = worker._process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert worker.profile(small)["status"] == "AVAILABLE"


def test_nothing_is_left_behind(small: Task) -> None:
    worker = Worker(seconds=60, memory_bytes=_ROOMY)
    folder = worker._folder
    worker.profile(small)
    assert list(folder.iterdir()) == []
    process = worker._process
    worker.close()
    assert not folder.exists()
    assert process is not None
    assert process.returncode is not None


@pytest.mark.skipif(sys.platform != "linux", reason="network namespaces are Linux's")
def test_a_confined_process_reaches_nobody() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        code = (
            "import socket\n"
            "from profiler.confine import confine\n"
            f"confine({_ROOMY})\n"
            f"socket.create_connection(('127.0.0.1', {port}), 2)\n"
        )
        ended = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    if b"Error" not in ended.stderr:
        pytest.skip("this system grants no network namespaces")
    assert b"unreachable" in ended.stderr
