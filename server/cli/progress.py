"""Progress on standard error: a bar on a terminal, otherwise one line every few seconds."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import typer

from server.cli.language import say

_SECONDS_BETWEEN_LINES = 5.0

Report = Callable[[Any], None]


def crawl_progress() -> Any:
    """Context manager giving a callback for `crawler.crawl.Progress`."""
    return _progress(
        lambda seen: say(
            f"내려받음 {seen.downloaded}, 실패 {seen.failed}, {_size(seen.bytes)}",
            f"{seen.downloaded} downloaded, {seen.failed} failed, {_size(seen.bytes)}",
        )
    )


def profile_progress() -> Any:
    """Context manager giving a callback for `profiler.jobs.ProfileReport`."""
    return _progress(
        lambda seen: say(
            f"프로파일 {seen.profiled}, {_size(seen.bytes)}",
            f"{seen.profiled} profiled, {_size(seen.bytes)}",
        )
    )


@contextmanager
def _progress(describe: Callable[[Any], str]) -> Iterator[Report]:
    if sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status("") as line:
            yield lambda seen: line.update(describe(seen))
        return
    last = time.monotonic()

    def report(seen: Any) -> None:
        nonlocal last
        if time.monotonic() - last >= _SECONDS_BETWEEN_LINES:
            last = time.monotonic()
            typer.echo(describe(seen), err=True)

    yield report


def _size(count: float) -> str:
    for unit in ("B", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}" if unit == "B" else f"{count:.1f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"
