"""One cycle (import, crawl, profile, publish), recorded as a run from its beginning to its end."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import typer

from server.cli.catalog import import_list
from server.cli.crawl import crawl_queue
from server.cli.home import Home
from server.cli.output import Stopped
from server.cli.profile_queue import profile_downloads
from server.cli.publish import publish_release

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Plan:
    """What a cycle is to do: list, its month and protocol (None: found out), waits, workers."""

    source: str
    snapshot: str | None = None
    kind: str | None = None
    wait: float = 60.0
    workers: int | None = None


def begin_by_hand(home: Home, source: str) -> int:
    """Records that a run without a schedule begins; returns its id."""
    from store import runs
    from store.owner import this_owner

    seconds = home.settings.lease_seconds
    with home.database.write() as connection:
        return runs.begin(connection, source, this_owner(), time.time(), seconds)


def cycle(home: Home, run_id: int, plan: Plan) -> Json:
    """Works the steps one after the other; what each did, as far as it came.

    An interrupted crawl (`report["crawl"]["interrupted"]`) is the last step. What ends a step ends
    the run, recorded with its code, and is raised.
    """
    report: Json = {}
    with _recorded(home, run_id, report):
        report["import"] = import_list(home, plan.source, plan.snapshot, plan.kind)
        from store.queue import Filter

        report["crawl"] = crawl_queue(home, limit=None, wanted=Filter(), wait=plan.wait)
        if not interrupted(report):
            report["profile"] = profile_downloads(home, plan.workers)
            report["publish"] = publish_release(home)
    return report


def interrupted(report: Mapping[str, Any]) -> bool:
    """Whether a signal ended the crawl of a cycle."""
    return bool(report.get("crawl", {}).get("interrupted"))


@contextmanager
def _recorded(home: Home, run_id: int, report: Json) -> Iterator[None]:
    from store.runs import RunState

    stopped = threading.Event()
    heart = threading.Thread(target=_beat, args=(home, run_id, stopped), daemon=True)
    heart.start()
    state, error = RunState.DONE, None
    try:
        yield
        if interrupted(report):
            state = RunState.INTERRUPTED
    except (KeyboardInterrupt, SystemExit):
        state = RunState.INTERRUPTED
        raise
    except typer.Exit as ended:
        state, error = RunState.FAILED, ended.code if isinstance(ended, Stopped) else None
        raise
    except OSError:
        state, error = RunState.FAILED, "SYSTEM"
        raise
    except BaseException:
        state, error = RunState.FAILED, "INTERNAL"
        raise
    finally:
        stopped.set()
        heart.join()
        _finish(home, run_id, state, _counts(report), error)


def _beat(home: Home, run_id: int, stopped: threading.Event) -> None:
    from sqlalchemy.exc import SQLAlchemyError

    from store import runs

    seconds = home.settings.lease_seconds
    while not stopped.wait(seconds / 3):
        with suppress(SQLAlchemyError), home.database.write() as connection:
            runs.beat(connection, run_id, time.time(), seconds)


def _finish(home: Home, run_id: int, state: Any, counts: Json, error: str | None) -> None:
    from store import runs

    with home.database.write() as connection:
        runs.finish(connection, run_id, state, counts, time.time(), error)


def _counts(report: Mapping[str, Any]) -> Json:
    """What a run's steps did, by outcome; a step that was not reached is left out."""
    wanted = {
        "import": ("records", "queued"),
        "crawl": ("downloaded", "unchanged", "failed", "retried", "bytes", "byReason"),
        "profile": ("profiled", "byStatus"),
        "publish": ("release", "structures"),
    }
    return {
        name: report[step][name]
        for step, names in wanted.items()
        if step in report
        for name in names
    }
