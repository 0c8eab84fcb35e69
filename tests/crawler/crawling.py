"""Crawls for tests: a store with listings, a portal that stands in, and what became of jobs."""

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import text

from crawler.catalogs import open_catalog
from crawler.crawl import CrawlReport, crawl
from samples.listing import list_csv
from store.database import Database, open_database
from store.queue import Filter, Queue
from store.records import CatalogRecord
from store.settings import Settings, load
from store.snapshots import import_snapshot
from tests.store import making

RULES = making.RULES


@dataclass(frozen=True, slots=True)
class Home:
    """A home with its store, as settings see it."""

    settings: Settings
    database: Database

    def put(self, *records: CatalogRecord, month: str = "2026-08", sha: str = "a") -> None:
        making.put(self.database, records, month, sha)

    def import_edition(self, edition: str) -> None:
        """The sample list of a month."""
        path = self.settings.home / f"{edition}.csv"
        path.write_bytes(list_csv(edition))
        catalog = open_catalog(path)
        import_snapshot(self.database, edition, catalog.edition, catalog.records())

    def crawl(self, *, wait: float = 20.0, limit: int | None = None, **wanted: Any) -> CrawlReport:
        Queue(self.database, self.settings, rules=RULES).enqueue_due()
        return crawl(
            self.database,
            self.settings,
            rules=RULES,
            limit=limit,
            wanted=Filter(**wanted),
            wait=wait,
        )

    def jobs(self) -> dict[str, Any]:
        """Record id -> newest job."""
        with self.database.read() as connection:
            rows = connection.execute(text("SELECT * FROM job ORDER BY id"))
            return {row.record_id: row for row in rows}

    def rows(self, query: str) -> list[Any]:
        with self.database.read() as connection:
            return list(connection.execute(text(query)))

    def blobs(self) -> set[str]:
        """sha256 of every file in the blob store."""
        return {path.name for path in (self.settings.home / "blobs").glob("??/*")}


@contextmanager
def home(folder: Path, portal: str, **given: Any) -> Iterator[Home]:
    """A home in `folder` whose crawls ask `portal` instead of data.go.kr."""
    defaults: dict[str, Any] = {
        "home": folder,
        "portal_data_go_kr_url": portal,
        "allowed_private_networks": "127.0.0.0/8",
        "crawl_delay": 0.0,
        "retry_base": 0.05,
        "min_free_bytes": 0,
        "lease_seconds": 30.0,
    }
    settings = load(**(defaults | given))
    folder.mkdir(parents=True, exist_ok=True)
    database = open_database(settings.database)
    try:
        yield Home(settings, database)
    finally:
        database.close()


_PROCESS = """
    import sys
    from crawler.crawl import crawl
    from store.database import open_database
    from store.queue import Queue
    from store.settings import load

    settings = load()
    database = open_database(settings.database)
    Queue(database, settings, rules="{rules}").enqueue_due()
    report = crawl(database, settings, rules="{rules}", wait={wait})
    print(report.downloaded, report.failed, report.interrupted)
"""


def start_crawl(settings: Settings, wait: float = 20.0) -> "subprocess.Popen[str]":
    """A crawl of that home in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name[:4] != "PDL_"}
    for name, value in settings.model_dump(exclude_defaults=True).items():
        shown = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        environment[f"PDL_{name.upper()}"] = shown
    environment["PYTHONWARNINGS"] = "error"
    code = textwrap.dedent(_PROCESS).format(rules=RULES, wait=wait)
    return subprocess.Popen(
        [sys.executable, "-c", code],
        env=environment,
        cwd=Path(__file__).resolve().parents[2],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def ended(process: "subprocess.Popen[str]", seconds: float = 60.0) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a process that should end by itself."""
    out, err = process.communicate(timeout=seconds)
    return process.returncode, out.strip(), err.strip()
