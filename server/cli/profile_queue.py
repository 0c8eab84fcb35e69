"""`pdl profile-queue`: profiles what has been downloaded."""

import os
from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import print_json, print_lines
from server.cli.progress import profile_progress


def profile_queue(
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; default: one a processor.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Profiles the downloaded files, each in a process of its own limits."""
    home = Home()
    report = profile_downloads(home, workers)
    if json:
        print_json(report)
    else:
        print_lines([_sentence(report)])


def profile_downloads(home: Home, workers: int | None) -> dict[str, Any]:
    """Profiles; the report is what `--json` prints."""
    from profiler.jobs import ProfileRun

    with profile_progress() as progress:
        report = ProfileRun(
            home.queue, home.blobs, workers=workers or os.cpu_count() or 1, progress=progress
        ).run()
    return {
        "profiled": report.profiled,
        "retried": report.retried,
        "bytes": report.bytes,
        "byStatus": dict(report.by_status),
        "byReason": dict(report.by_reason),
    }


def _sentence(report: dict[str, Any]) -> str:
    failed = sum(report["byReason"].values())
    return say(
        f"프로파일 {report['profiled']}건, 그중 읽지 못함 {failed}건.",
        f"{report['profiled']} files profiled, {failed} of them not readable.",
    )
