"""One door to the store's database: connections, transactions, migrations."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError

HEAD = "0002"
"""Revision that this code works with; the newest file in `migrations/versions`."""

_BUSY_SECONDS = 30
_WRITES = "pdl_writes"


class StoreUnavailableError(RuntimeError):
    """The database cannot be opened; the message says why, without credentials."""


class Database:
    """Transactions on the store. Safe to use from several threads and processes at once.

    SQLite runs in WAL mode; `write` takes the write lock when it begins, so that reading and then
    writing within one transaction never fails half-way.
    """

    def __init__(self, url: str) -> None:
        """Raises StoreUnavailableError when the URL is not usable."""
        try:
            parsed = make_url(url)
            if parsed.get_backend_name() == "sqlite" and parsed.database:
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            self.engine: Engine = create_engine(parsed)
        except (ArgumentError, ModuleNotFoundError, OSError) as error:
            raise StoreUnavailableError(f"the database cannot be used: {error}") from None
        self.url = parsed
        if self.engine.dialect.name == "sqlite":
            event.listen(self.engine, "connect", _prepare_sqlite)
            event.listen(self.engine, "begin", _begin_sqlite)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that only reads: one consistent view."""
        with self.engine.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that may write; committed at the end, rolled back on any exception."""
        connection = self.engine.connect().execution_options(**{_WRITES: True})
        with connection, connection.begin():
            yield connection

    def close(self) -> None:
        """Returns all connections."""
        self.engine.dispose()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are begun by _begin_sqlite alone
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {_BUSY_SECONDS * 1000}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def shown_url(url: str) -> str:
    """A database URL without its password."""
    return make_url(url).render_as_string(hide_password=True)


def store_exists(url: str) -> bool:
    """Whether there is a store at `url` that opening would not have to make first."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return True
    return bool(parsed.database) and Path(parsed.database or "").exists()


def open_database(url: str) -> Database:
    """Opens the store and brings its tables up to date.

    Raises:
        StoreUnavailableError: the database cannot be opened, is no store, or is of a newer version.
    """
    database = Database(url)
    try:
        current = _revision(database)
        if current != HEAD:
            _migrate(database, current)
    except DatabaseError as error:
        database.close()
        raise StoreUnavailableError(f"the database cannot be opened: {error.orig}") from None
    return database


def _revision(database: Database) -> str | None:
    with database.read() as connection:
        if not database.engine.dialect.has_table(connection, "alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def _migrate(database: Database, current: str | None) -> None:
    # Alembic is only loaded where there is something to migrate: it costs a quarter of a second.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if current is not None and current not in known:
        raise StoreUnavailableError("the database was made by a newer version of this program")
    with database.write() as connection:
        if _revision_in(connection) == HEAD:  # another process was faster
            return
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, HEAD)
        except CommandError as error:
            raise StoreUnavailableError(f"the database cannot be migrated: {error}") from None


def _revision_in(connection: Connection) -> str | None:
    if not connection.dialect.has_table(connection, "alembic_version"):
        return None
    return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
