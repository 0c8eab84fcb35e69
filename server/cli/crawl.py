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
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Also take records whose last look failed.")
    ] = False,
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait at most for a retry that falls due.")
    ] = 60.0,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Downloads what is due until the queue is empty or the limit is reached."""
    from store.queue import Filter

    home = Home()
    wanted = Filter(organization=org, format=format, record_id=record)
    if record is not None and not home.lists(record):
        stop(
            say(f"현재 목록에 없는 ID입니다: {record}", f"the catalogue has no record {record}"),
            "DATASET_NOT_FOUND",
            FAILED,
        )
    home.queue.enqueue_due(retry_failed=retry_failed)
    report = crawl_queue(home, limit=limit, wanted=wanted, wait=wait)
    if json:
        print_json(report)
    else:
        print_lines([_sentence(report), *_reasons(report)])
    if report["interrupted"]:
        raise typer.Exit(130)


def crawl_queue(home: Home, *, limit: int | None, wanted: Any, wait: float) -> dict[str, Any]:
    """Crawls; the report is what `--json` prints."""
    refuse_the_demo(home)
    from crawler.crawl import crawl as work
    from crawler.failures import DiskFullError
    from profiler.version import SIGNATURE
    from store.queue import Stage

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
        "waitingByReason": home.queue.waiting_reasons(Stage.DOWNLOAD),
        "interrupted": report.interrupted,
    }


def refuse_the_demo(home: Home) -> None:
    """The demo's records are made up: the real portal must never be asked for them."""
    from store.settings import Settings
    from store.snapshots import current_snapshot

    portal = Settings.model_fields["portal_data_go_kr_url"].default
    with home.database.read() as connection:
        snapshot = current_snapshot(connection)
    made_up = snapshot is not None and home.sample_lists(snapshot.source_name)
    if made_up and home.settings.portal_data_go_kr_url == portal:
        stop(
            say(
                f"{home.settings.home} 에는 데모 목록이 있습니다. PDL_HOME 으로 다른 폴더를 "
                "지정하십시오.",
                f"{home.settings.home} holds the demo's made-up list; name another PDL_HOME.",
            ),
            "HOME_IN_USE",
            FAILED,
        )


def _reasons(report: dict[str, Any]) -> list[str]:
    """What failed, and what waits, by code."""
    lines = []
    for title, counts in (
        (say("실패", "failed"), report["byReason"]),
        (say("다시 시도할 것", "waiting to be tried again"), report["waitingByReason"]),
    ):
        if counts:
            shown = ", ".join(f"{code} {count}" for code, count in counts.items())
            lines.append(f"{title}: {shown}")
    if "FORBIDDEN_ADDRESS" in report["byReason"]:
        lines.append(
            say(
                "사설 주소를 허용하려면 PDL_ALLOWED_PRIVATE_NETWORKS 를 쓰고 --retry-failed 로 "
                "다시 하십시오.",
                "if these addresses are yours, allow them with PDL_ALLOWED_PRIVATE_NETWORKS and "
                "run again with --retry-failed.",
            )
        )
    return lines


def _sentence(report: dict[str, Any]) -> str:
    return say(
        f"내려받음 {report['downloaded']}, 변화 없음 {report['unchanged']}, "
        f"실패 {report['failed']}, 나중에 다시 {report['retried']}.",
        f"{report['downloaded']} downloaded, {report['unchanged']} unchanged, "
        f"{report['failed']} failed, {report['retried']} to be tried again.",
    )
