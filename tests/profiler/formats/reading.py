"""What the tests of readers share: write a file, read its tables, or the reason why not."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from profiler import read_tables
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason


@dataclass(frozen=True)
class Read:
    """One table as read."""

    sheet: str | None
    names: tuple[str, ...]
    rows: list[list[str]]
    encoding: str | None = None


def save(folder: Path, name: str, body: str | bytes, encoding: str = "utf-8") -> Path:
    path = folder / name
    path.write_bytes(body if isinstance(body, bytes) else body.encode(encoding))
    return path


def tables_of(path: Path) -> list[Read]:
    tables = read_tables(path)
    return [Read(t.sheet_name, t.names, list(t.rows()), t.encoding) for t in tables]


def table_of(path: Path) -> Read:
    (table,) = tables_of(path)
    return table


def reason_of(path: Path, limits: Limits = Limits()) -> FailureReason:  # noqa: B008  (immutable)
    with pytest.raises(Unreadable) as failure:
        read_tables(path, limits=limits)
    return failure.value.reason
