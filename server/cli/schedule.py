"""`pdl schedule`: stored schedules, and the one-shot command that a timer calls."""

import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import (
    BUSY,
    FAILED,
    WRONG_USAGE,
    complain,
    print_json,
    print_lines,
    print_table,
    stop,
)

app = typer.Typer(help="Schedules of cycles.", no_args_is_help=True)

Json = dict[str, Any]
_RUNS_SHOWN = 10


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(help="Name of the schedule.")],
    source: Annotated[str, typer.Argument(help="Catalogue list, as for `pdl run`.")],
    cron: Annotated[str, typer.Option(help='When, as in crontab: "0 3 1 * *", or @monthly.')],
    time_zone: Annotated[
        str | None, typer.Option(help="IANA time zone; default: PDL_TIME_ZONE.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Stores a schedule: `pdl schedule run-due` then runs the cycle of SOURCE when it is due."""
    from store import schedules
    from store.cron import CronError

    home = Home()
    zone = time_zone or home.settings.time_zone
    try:
        with home.database.write() as connection:
            made = schedules.add(connection, name, cron, zone, _place(source), time.time())
    except schedules.ScheduleExistsError:
        stop(
            say(f"이미 있는 일정입니다: {name}", f"there is a schedule {name} already"),
            "SCHEDULE_EXISTS",
            FAILED,
        )
    except (CronError, schedules.ScheduleError) as error:
        stop(str(error), "INVALID_SCHEDULE", WRONG_USAGE)
    if json:
        print_json(_shown(made, []))
    else:
        due = _moment(made.next_run_at, made.time_zone)
        print_lines([say(f"{name}: 다음 실행 {due}", f"{name}: next run {due}")])


@app.command("list")
def list_(
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Shows every schedule with its next and its last run."""
    shown = _all(Home())
    if json:
        print_json(shown)
        return
    header = (
        say("이름", "Name"),
        "cron",
        say("시간대", "Zone"),
        say("다음", "Next"),
        say("지난번", "Last"),
        say("상태", "State"),
        say("목록", "Source"),
    )
    print_table(say("일정", "Schedules"), header, map(_row, shown))


@app.command("remove")
def remove(name: Annotated[str, typer.Argument(help="Name of the schedule.")]) -> None:
    """Forgets a schedule; its recorded runs stay."""
    from store import schedules

    home = Home()
    gone = False
    if home.has_store:
        with home.database.write() as connection:
            gone = schedules.remove(connection, name)
    if not gone:
        stop(
            say(f"그런 일정이 없습니다: {name}", f"there is no schedule {name}"),
            "SCHEDULE_UNKNOWN",
            FAILED,
        )


@app.command("run-due")
def run_due(
    wait: Annotated[
        float, typer.Option(min=0, help="Seconds to wait at most for a retry that falls due.")
    ] = 60.0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; default: one a processor.")
    ] = None,
) -> None:
    """Runs every schedule that is due, once each, and ends: for cron, systemd or a CronJob.

    Prints each run's report as a line of JSON. Moments that were missed are one run; exit code 75
    tells that another run is under way, and what was due stays due.
    """
    home = Home()
    due = _due(home)
    if not due:
        return
    codes = []
    with home.locked():
        for schedule in due:
            codes.append(_run(home, schedule, wait, workers))
            if codes[-1] > BUSY:
                break
    worst = max((code for code in codes if code != BUSY), default=0) or max(codes)
    if worst:
        raise typer.Exit(worst)


def _run(home: Home, due: Any, wait: float, workers: int | None) -> int:
    """Runs one due schedule; the exit code that it stands for."""
    from server.cli.cycle import Plan, cycle, interrupted
    from store import runs, schedules
    from store.owner import this_owner

    seconds = home.settings.lease_seconds
    try:
        with home.database.write() as connection:
            run_id = schedules.claim(connection, due, this_owner(), time.time(), seconds)
    except runs.OverlapError:
        complain(say(f"{due.name}: 아직 실행 중입니다.", f"{due.name} is still running."), "BUSY")
        return BUSY
    if run_id is None:
        return 0
    try:
        report = cycle(home, run_id, Plan(due.source, wait=wait, workers=workers))
    except typer.Exit as ended:
        return ended.exit_code
    print_json({"schedule": due.name, "run": run_id, **report}, indent=None)
    return 130 if interrupted(report) else 0


def _due(home: Home) -> list[Any]:
    from store import runs, schedules

    if not home.has_store:
        return []
    now = time.time()
    with home.database.write() as connection:
        lost = runs.mark_lost(connection, now)
        due = schedules.schedules(connection, due_by=now)
    for run_id in lost:
        complain(
            say(
                f"실행 {run_id} 은 끝났다는 말 없이 사라졌습니다. 이어서 합니다.",
                f"run {run_id} went away without a word; its work goes on.",
            ),
            "RUN_LOST",
        )
    return due


def _place(source: str) -> str:
    """A source that means the same wherever the timer starts the command."""
    if "://" in source:
        return source
    path = Path(source)
    if not path.exists():
        stop(
            say(f"그런 파일이 없습니다: {source}", f"there is no file {source}"),
            "CATALOG_UNREADABLE",
            FAILED,
        )
    return str(path.absolute())


def _all(home: Home) -> list[Json]:
    from store import runs, schedules

    if not home.has_store:
        return []
    with home.database.write() as connection:
        runs.mark_lost(connection, time.time())
        return [
            _shown(schedule, runs.runs(connection, schedule.name, _RUNS_SHOWN))
            for schedule in schedules.schedules(connection)
        ]


def _row(shown: Json) -> tuple[object, ...]:
    last = shown["runs"][0] if shown["runs"] else {}
    return (
        shown["name"],
        shown["cron"],
        shown["timeZone"],
        shown["nextRunAt"],
        last.get("startedAt"),
        last.get("state"),
        shown["source"],
    )


def _shown(schedule: Any, runs: list[Any]) -> Json:
    zone = schedule.time_zone
    return {
        "name": schedule.name,
        "cron": schedule.cron,
        "timeZone": zone,
        "source": schedule.source,
        "nextRunAt": _moment(schedule.next_run_at, zone),
        "runs": [
            {
                "run": run.id,
                "state": run.state.value,
                "dueAt": _moment(run.due_at, zone),
                "merged": run.merged,
                "startedAt": _moment(run.started_at, zone),
                "finishedAt": _moment(run.finished_at, zone),
                "error": run.error,
                "counts": run.counts,
            }
            for run in runs
        ],
    }


def _moment(seconds: float | None, zone: str) -> str | None:
    """ISO 8601 in the schedule's time zone."""
    from store.cron import time_zone

    if seconds is None:
        return None
    return (
        datetime.fromtimestamp(seconds, UTC).astimezone(time_zone(zone)).isoformat("T", "seconds")
    )
