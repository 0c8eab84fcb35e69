"""The process that opens strangers' files: `python -m profiler.worker`.

It reads one task a line (JSON) from standard input, profiles the file and answers with one line on
standard output. Limits on memory, written bytes and core dumps are set before the first task; the
parent (`profiler.isolation`) watches the clock. Nothing else is ever printed.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any, BinaryIO

from profiler.confine import confine
from profiler.file import profile_file
from store.vocabulary import FailureReason, License


def answer(task: dict[str, Any]) -> dict[str, Any]:
    """Profiles the file of one task; see `profiler.isolation.Task` for its fields."""
    try:
        profile = profile_file(
            Path(task["path"]),
            name=task["name"],
            declared_format=task["declared_format"],
            license=License(task["license"]),
            third_party_rights=task["third_party_rights"],
        )
    except MemoryError:
        return {"failure": FailureReason.MEMORY_LIMIT}
    except Exception:  # noqa: BLE001  (whatever it says may quote the file: only its place is safe)
        return {"failure": FailureReason.INTERNAL}
    return {"profile": profile.to_json()}


def serve(tasks: BinaryIO, answers: BinaryIO) -> None:
    """Answers tasks until the input ends."""
    for line in tasks:
        answers.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        answers.flush()


def main() -> None:
    confine(int(sys.argv[1]))
    with os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # a library that prints must not be heard
        serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
