"""`pdl schedule` as timers and people use it, and the page that tells how."""

import configparser
import json
import re
import shutil
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from croniter import croniter  # type: ignore[import-untyped]  # ships no types
from filelock import FileLock

from samples.make import make
from samples.portal import SamplePortal
from server.reference import reference
from tests import pdl

PAGE = pdl.ROOT / "docs" / "scheduling.md"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "list-2026-08.csv").write_text("목록키\n", "utf-8")
    return tmp_path / "home"


def schedule(home: Path, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return pdl.run(home, "schedule", *words, **settings)


def listed(home: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(schedule(home, "list", "--json").stdout)
    return found


def make_due(home: Path, name: str, seconds_ago: float = 1.0) -> None:
    with sqlite3.connect(home / "pdl.db") as connection:
        connection.execute(
            "UPDATE schedule SET next_run_at = ? WHERE name = ?", (time.time() - seconds_ago, name)
        )


def test_a_schedule_is_added_listed_and_removed(home: Path) -> None:
    ended = schedule(home, "add", "monthly", "--cron", "0 3 2 * *", "list-2026-08.csv")
    assert ended.returncode == 0, ended.stderr
    (shown,) = listed(home)
    assert (shown["cron"], shown["timeZone"], shown["runs"]) == ("0 3 2 * *", "Asia/Seoul", [])
    assert str(shown["nextRunAt"]).endswith("-02T03:00:00+09:00")
    assert shown["source"] == str(home.parent / "list-2026-08.csv")
    again = schedule(home, "add", "monthly", "--cron", "@daily", "list-2026-08.csv")
    assert (again.returncode, again.stderr.split(":")[1]) == (1, " SCHEDULE_EXISTS")
    assert schedule(home, "remove", "monthly").returncode == 0
    gone = schedule(home, "remove", "monthly")
    assert (gone.returncode, gone.stderr.split(":")[1]) == (1, " SCHEDULE_UNKNOWN")
    assert listed(home) == []


@pytest.mark.parametrize(
    ("words", "exit_code", "code"),
    [
        (("x", "--cron", "often", "list-2026-08.csv"), 2, "INVALID_SCHEDULE"),
        (("../x", "--cron", "@daily", "list-2026-08.csv"), 2, "INVALID_SCHEDULE"),
        (("x", "--cron", "@daily", "no-such.csv"), 1, "CATALOG_UNREADABLE"),
    ],
    ids=["cron", "name", "source"],
)
def test_what_cannot_be_scheduled(
    home: Path, words: tuple[str, ...], exit_code: int, code: str
) -> None:
    ended = schedule(home, "add", *words)
    assert ended.returncode == exit_code
    assert ended.stderr.startswith(f"pdl: {code}: ")
    assert len(ended.stderr.splitlines()) == 1
    assert listed(home) == []


def test_nothing_is_due_where_there_is_nothing(home: Path) -> None:
    ended = schedule(home, "run-due")
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert not home.exists()


def test_a_due_cycle_runs_once_and_is_recorded(tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "samples"
    make(folder)
    with SamplePortal(folder) as portal:
        settings = {
            "PDL_PORTAL_DATA_GO_KR_URL": portal.url,
            "PDL_ALLOWED_PRIVATE_NETWORKS": "127.0.0.0/8",
            "PDL_CRAWL_DELAY": "0",
            "PDL_RETRY_BASE": "0.05",
            "PDL_IDLE_TIMEOUT": "2",
        }
        rows = (folder / "list-2026-08.csv").read_bytes().splitlines(keepends=True)
        few = tmp_path / "list-2026-08.csv"
        few.write_bytes(b"".join(row for row in rows if b"159001" in row or row is rows[0]))
        source = str(few)
        schedule(home, "add", "samples", "--cron", "@daily", source)
        make_due(home, "samples", 3 * 86_400)
        ended = schedule(home, "run-due", "--wait", "3", **settings)
        assert ended.returncode == 0, ended.stderr
        (line,) = ended.stdout.splitlines()
        report = json.loads(line)
        quiet = schedule(home, "run-due", **settings)
    assert (quiet.returncode, quiet.stdout) == (0, "")
    (shown,) = listed(home)
    (run,) = shown["runs"]
    assert (run["state"], run["merged"], run["error"]) == ("DONE", 3, None)
    assert run["counts"]["downloaded"] == report["crawl"]["downloaded"] > 0
    assert run["counts"]["profiled"] == report["profile"]["profiled"] > 0
    assert run["counts"]["byReason"] == report["crawl"]["byReason"]


def test_a_cycle_that_fails_is_recorded_with_its_code(home: Path) -> None:
    schedule(home, "add", "bad", "--cron", "@daily", "list-2026-08.csv")
    schedule(home, "add", "worse", "--cron", "@daily", "list-2026-08.csv")
    make_due(home, "bad")
    make_due(home, "worse")
    ended = schedule(home, "run-due")
    assert ended.returncode == 1
    states = [run["state"] for one in listed(home) for run in one["runs"]]
    errors = {run["error"] for one in listed(home) for run in one["runs"]}
    assert (states, errors) == (["FAILED", "FAILED"], {"CATALOG_UNREADABLE"})


def test_an_overlap_is_refused_and_stays_due(home: Path) -> None:
    schedule(home, "add", "a", "--cron", "@daily", "list-2026-08.csv")
    make_due(home, "a")
    with FileLock(home / "pdl.lock"):
        ended = schedule(home, "run-due")
    assert (ended.returncode, ended.stderr.split(":")[1]) == (75, " BUSY")
    with sqlite3.connect(home / "pdl.db") as connection:
        assert connection.execute("SELECT COUNT(*) FROM run").fetchone() == (0,)
        (due,) = connection.execute("SELECT next_run_at FROM schedule").fetchone()
    assert due < time.time()


def test_another_machines_run_is_an_overlap_and_a_dead_one_is_lost(home: Path) -> None:
    schedule(home, "add", "a", "--cron", "@daily", "list-2026-08.csv")
    make_due(home, "a")
    row = (
        "INSERT INTO run (schedule, source, merged, state, owner, lease_until, started_at, counts)"
    )
    values = " VALUES ('a', 'x', 0, 'RUNNING', 'another-machine/7/1', ?, 0, '{}')"
    with sqlite3.connect(home / "pdl.db") as connection:
        connection.execute(row + values, (time.time() + 600,))
    assert schedule(home, "run-due").returncode == 75
    with sqlite3.connect(home / "pdl.db") as connection:
        connection.execute("UPDATE run SET lease_until = 1")
    ended = schedule(home, "run-due")
    assert ended.stderr.splitlines()[0].startswith("pdl: RUN_LOST: ")
    assert [run["state"] for run in listed(home)[0]["runs"]] == [
        "FAILED",
        "LOST",
    ]


def blocks(language: str) -> list[str]:
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found
    return found


def test_the_commands_of_the_page_work(home: Path) -> None:
    for block in blocks("console"):
        for line in block.splitlines():
            words = re.findall(r'"([^"]*)"|(\S+)', line.removeprefix("$ pdl "))
            ended = pdl.run(home, *(quoted or plain for quoted, plain in words))
            assert ended.returncode == 0, (line, ended.stderr)


def test_the_crontab_of_the_page_is_one() -> None:
    for block in blocks("crontab"):
        jobs = [line for line in block.splitlines() if not re.match(r"\w+=", line)]
        assert len(jobs) == 1
        *fields, command = jobs[0].split(None, 5)
        assert croniter.is_valid(" ".join(fields))
        assert re.search(r"/pdl schedule run-due ", command)


def test_the_units_of_the_page_are_units(tmp_path: Path) -> None:
    paths = []
    for block in blocks("ini"):
        name = block.splitlines()[0].rpartition("/")[2]
        parser = configparser.ConfigParser(strict=False, interpolation=None)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read_string(block)
        text = block.replace("/opt/public-data-lens/.venv/bin/pdl", shutil.which("true") or "")
        path = tmp_path / name
        path.write_text(text.replace("User=lens\n", ""), "utf-8")
        paths.append(path)
    assert [path.suffix for path in paths] == [".service", ".timer"]
    verify = shutil.which("systemd-analyze")
    if verify:
        ended = subprocess.run(
            [verify, "verify", *map(str, paths)], capture_output=True, text=True, check=False
        )
        assert "public-data-lens" not in ended.stderr, ended.stderr


def test_the_cronjob_of_the_page_calls_the_command() -> None:
    (block,) = blocks("yaml")
    assert croniter.is_valid(re.search(r'schedule: "(.*)"', block)[1])  # type: ignore[index]
    assert 'args: ["schedule", "run-due"]' in block
    for indentation in re.findall(r"^( *)\S", block, re.MULTILINE):
        assert len(indentation) % 2 == 0


def test_commands_and_settings_of_the_page_exist() -> None:
    text, known = PAGE.read_text("utf-8"), reference()
    for name in re.findall(r"pdl ((?:schedule )?[a-z-]+)", text):
        assert f"### pdl {name}" in known, name
    for variable in re.findall(r"\bPDL_[A-Z_]+", text):
        assert f"`{variable}`" in known, variable
