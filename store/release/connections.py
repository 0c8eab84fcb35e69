"""Read-only connections to one release file, usable from several threads."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition
from urllib.parse import quote
from weakref import finalize

from store.release import schema
from store.release.pointer import ReleaseNotReadyError

_MAGIC = b"SQLite format 3\0"
_IDLE_AT_MOST = 16
_DAMAGE = frozenset(
    (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOTADB)
)
"""Primary result codes that are the file's fault; any other is a mistake of this program."""


class ConnectionPool:
    """Hands each caller a connection of its own.

    The file is opened immutable: no locks, no journal. A file that was removed meanwhile is still
    read through the connections that are open.
    """

    def __init__(self, path: Path) -> None:
        """Raises ReleaseNotReadyError when the file is missing, damaged or no release."""
        self.path = path
        self._idle: list[sqlite3.Connection] = []
        self._free = Condition()
        _check(path)
        try:
            self._idle.append(self._open())
        except sqlite3.Error:
            raise _damaged(path) from None
        finalize(self, _close_all, self._idle)

    @contextmanager
    def connection(self) -> Iterator[sqlite3.Connection]:
        """A connection for the time of the block; damage met in it is ReleaseNotReadyError."""
        connection = self._take()
        try:
            yield connection
        except (zlib.error, json.JSONDecodeError) as error:
            raise _damaged(self.path) from error
        except sqlite3.DatabaseError as error:
            if error.sqlite_errorcode & 0xFF in _DAMAGE:
                raise _damaged(self.path) from error
            raise
        finally:
            with self._free:
                if len(self._idle) < _IDLE_AT_MOST:
                    self._idle.append(connection)
                    self._free.notify()
                else:
                    connection.close()

    def _take(self) -> sqlite3.Connection:
        with self._free:
            if self._idle:
                return self._idle.pop()
        try:
            return self._open()
        except sqlite3.Error:
            with self._free:
                while not self._idle:
                    self._free.wait()
                return self._idle.pop()

    def _open(self) -> sqlite3.Connection:
        uri = f"file:{quote(str(self.path.resolve()))}?mode=ro&immutable=1"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None)
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA mmap_size = 268435456")
        connection.execute("SELECT 1 FROM meta").fetchone()
        return connection


def _check(path: Path) -> None:
    """Looks at the file header (SQLite file format, section 1.3) before SQLite does."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(100)
    except OSError:
        raise ReleaseNotReadyError(f"the release file {path.name} cannot be opened") from None
    number = {at: int.from_bytes(head[at : at + 4], "big") for at in (28, 60, 68)}
    if (
        not head.startswith(_MAGIC)
        or number[28] * schema.PAGE_SIZE != size
        or number[68] != schema.APPLICATION_ID
    ):
        raise _damaged(path)
    if number[60] != schema.FORMAT:
        raise ReleaseNotReadyError(
            f"the release file {path.name} was made by another version of this program;"
            " publish again"
        )


def _damaged(path: Path) -> ReleaseNotReadyError:
    return ReleaseNotReadyError(f"the release file {path.name} is damaged; publish again")


def _close_all(idle: list[sqlite3.Connection]) -> None:
    while idle:
        idle.pop().close()
