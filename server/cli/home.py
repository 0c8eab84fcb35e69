"""The home a command works on: settings, store, lock, releases."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from server.cli.language import say
from server.cli.output import BUSY, FAILED, WRONG_USAGE, stop
from store.settings import Settings, SettingsError, load


class Home:
    """Settings first; everything else is opened when it is asked for."""

    def __init__(self, **given: Any) -> None:
        """`given` is what the command line said; a bad setting ends the command (exit code 2)."""
        try:
            self.settings: Settings = load(**given)
        except SettingsError as error:
            stop(str(error), "SETTINGS", WRONG_USAGE)

    @property
    def has_store(self) -> bool:
        """Whether there is anything to open; opening would make an empty store otherwise."""
        from store.database import store_exists

        folder = self.settings.home
        unusable = folder.exists() and not folder.is_dir()
        return unusable or store_exists(self.settings.database)

    def start_logging(self) -> None:
        """Log lines go to standard error from here on."""
        from server.cli.logs import configure

        configure(self.settings.log_level)

    @cached_property
    def database(self) -> Any:
        """The store (`store.database.Database`); what prevents opening it ends the command."""
        from store.database import StoreUnavailableError, open_database

        self.start_logging()
        try:
            return open_database(self.settings.database)
        except StoreUnavailableError as error:
            stop(str(error), "STORE_UNAVAILABLE", FAILED)

    def sample_lists(self, name: str) -> bool:
        """Whether `name` is a list that the demo made in this home."""
        return (self.settings.home / "samples" / name).is_file()

    def lists(self, record_id: str) -> bool:
        """Whether the current snapshot has a record of this id."""
        from store.snapshots import current_snapshot, has_record

        with self.database.read() as connection:
            snapshot = current_snapshot(connection)
            return snapshot is not None and has_record(connection, snapshot.id, record_id)

    @cached_property
    def queue(self) -> Any:
        """The queue (`store.queue.Queue`) with the rules of the installed profiler."""
        from profiler.version import SIGNATURE
        from store.queue import Queue

        return Queue(self.database, self.settings, rules=SIGNATURE)

    @cached_property
    def blobs(self) -> Any:
        """Raw files (`store.blobs.Blobs`)."""
        from store.blobs import Blobs

        try:
            return Blobs(self.settings.blobs)
        except (ValueError, ImportError) as error:
            stop(f"PDL_BLOBS_URL: {error}", "SETTINGS", WRONG_USAGE)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Only one process at a time imports, publishes or runs a cycle; others end with 75."""
        from filelock import FileLock, Timeout

        lock = FileLock(self.settings.home / "pdl.lock", timeout=0)
        try:
            self.settings.home.mkdir(parents=True, exist_ok=True)
            lock.acquire()
        except Timeout:
            stop(
                say(
                    f"다른 작업이 {self.settings.home} 폴더를 쓰고 있습니다. 잠시 뒤에 하십시오.",
                    f"another run is using {self.settings.home}; try again when it has ended.",
                ),
                "BUSY",
                BUSY,
            )
        except OSError as error:
            stop(f"{self.settings.home}: {error.strerror}", "STORE_UNAVAILABLE", FAILED)
        try:
            yield
        finally:
            lock.release()
