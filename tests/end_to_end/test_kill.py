"""A cycle that is killed at any moment goes on where it stopped: nothing lost, nothing doubled."""

import random
import sqlite3
import time
from pathlib import Path

import pytest

from samples.make import make
from samples.portal import SamplePortal
from tests import pdl

_LEAST_SECONDS, _MOST_SECONDS = 0.6, 4.0


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_and_started_again(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    home, folder = tmp_path / "home", tmp_path / "samples"
    make(folder)
    with SamplePortal(folder) as portal:
        settings = {
            "PDL_PORTAL_DATA_GO_KR_URL": portal.url,
            "PDL_ALLOWED_PRIVATE_NETWORKS": "127.0.0.0/8",
            "PDL_CRAWL_DELAY": "0.02",
            "PDL_RETRY_BASE": "0.1",
            "PDL_IDLE_TIMEOUT": "2",
        }
        words = ("run", str(folder / "list-2026-08.csv"), "--wait", "3")
        for _ in range(4):
            process = pdl.start(home, *words, **settings)
            time.sleep(chance.uniform(_LEAST_SECONDS, _MOST_SECONDS))
            process.kill()
            process.wait()
        ended = pdl.run(home, *words, **settings)
    assert ended.returncode == 0, ended.stderr
    check(home)


def check(home: Path) -> None:
    with sqlite3.connect(home / "pdl.db") as connection:

        def one(query: str) -> int:
            count: int = connection.execute(query).fetchone()[0]
            return count

        assert one("SELECT COUNT(*) FROM snapshot") == 1
        records = one("SELECT COUNT(*) FROM record WHERE list_type = 'FILE'")
        assert records == one(
            "SELECT COUNT(DISTINCT record_id) FROM record WHERE list_type = 'FILE'"
        )
        settled = one("SELECT COUNT(DISTINCT record_id) FROM record_check")
        waiting = one("SELECT COUNT(*) FROM job WHERE state = 'QUEUED'")
        assert one("SELECT COUNT(*) FROM job WHERE state = 'LEASED'") == 0
        assert settled + waiting == records
        for table in ("observation", "record_check"):
            doubled = f"SELECT 1 FROM {table} GROUP BY record_id HAVING COUNT(*) > 1"
            assert one(f"SELECT COUNT(*) FROM ({doubled})") == 0
        assert one("SELECT COUNT(*) FROM observation") >= records // 2
    assert list((home / "blobs").rglob("*.part")) == []
    assert [path for path in (home / "releases").iterdir() if path.suffix == ".tmp"] == []
