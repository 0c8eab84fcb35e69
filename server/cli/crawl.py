"""`pdl crawl`: works the download queue."""

from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import FAILED, print_json, print_lines, stop
from server.cli.progress import crawl_progress


def crawl(
    limit: Annotated[int | None, typer.Option(min=1, help="Records to take at most.")] = None,
    org: Annotated[
        str | None, typer.Option(help="Only organisations with this in their name.")
    ] = None,
    format: Annotated[  # noqa: A002  (the option's name)
        str | None, typer.Option(help="Only records that declare this format.")
    ] = None,
    record: Annotated[str | None, typer.Option(help="Only this record id.")] = None,
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait at most for a retry that falls due.")
    ] = 60.0,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Downloads what is due until the queue is empty or the limit is reached."""
    from store.queue import Filter

    home = Home()
    wanted = Filter(organization=org, format=format, record_id=record)
    home.queue.enqueue_due()
    report = crawl_queue(home, limit=limit, wanted=wanted, wait=wait)
    if json:
        print_json(report)
    else:
        print_lines([_sentence(report)])
    if report["interrupted"]:
        raise typer.Exit(130)


def crawl_queue(home: Home, *, limit: int | None, wanted: Any, wait: float) -> dict[str, Any]:
    """Crawls; the report is what `--json` prints."""
    from crawler.crawl import crawl as work
    from crawler.failures import DiskFullError
    from profiler.version import SIGNATURE

    try:
        with crawl_progress() as progress:
            report = work(
                home.database,
                home.settings,
                rules=SIGNATURE,
                limit=limit,
                wanted=wanted,
                wait=wait,
                progress=progress,
            )
    except DiskFullError:
        floor = home.settings.min_free_bytes
        stop(
            say(
                f"디스크 여유가 PDL_MIN_FREE_BYTES({floor} 바이트)보다 적어 멈췄습니다.",
                f"stopped: less disk is free than PDL_MIN_FREE_BYTES ({floor} bytes).",
            ),
            "DISK_FULL",
            FAILED,
        )
    return {
        "downloaded": report.downloaded,
        "unchanged": report.unchanged,
        "failed": report.failed,
        "retried": report.retried,
        "bytes": report.bytes,
        "byReason": dict(report.by_reason),
        "interrupted": report.interrupted,
    }


def _sentence(report: dict[str, Any]) -> str:
    return say(
        f"내려받음 {report['downloaded']}, 변화 없음 {report['unchanged']}, "
        f"실패 {report['failed']}, 나중에 다시 {report['retried']}.",
        f"{report['downloaded']} downloaded, {report['unchanged']} unchanged, "
        f"{report['failed']} failed, {report['retried']} to be tried again.",
    )
