"""`pdl cat`: prints a table exactly as the profiler read it."""

import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer

from server.cli.home import Home
from server.cli.language import language, say
from server.cli.output import FAILED, complain
from server.cli.profile import unusable
from store.settings import Settings
from store.vocabulary import FailureReason, sentence


class Header(StrEnum):
    """Which header line is written."""

    NAMES = "names"
    PATH = "path"


def cat(
    paths: Annotated[list[str], typer.Argument(help="Files.", metavar="PATH…")],
    table: Annotated[int, typer.Option(min=0, help="Which table of the file, from 0.")] = 0,
    header: Annotated[
        Header,
        typer.Option(
            help="names: the column names; path: labels of all header rows joined with a blank, "
            "and no header line where the file has none."
        ),
    ] = Header.NAMES,
    out: Annotated[
        Path | None,
        typer.Option(help="Folder; the table of each PATH goes to <file name>.csv in it."),
    ] = None,
) -> None:
    """Prints a table as UTF-8 CSV: comma, minimal quoting, LF, header row first."""
    settings = Home().settings
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    failed = False
    written: set[str] = set()
    for path in paths:
        problem = unusable(Path(path)) or _taken(Path(path), out, written)
        problem = problem or _isolated(Path(path), table, header, out, settings)
        if problem:
            code, _, sentence = problem.rpartition("|")
            complain(f"{path}: {sentence}", code or None)
            failed = True
    if failed:
        raise typer.Exit(FAILED)


def _taken(path: Path, out: Path | None, written: set[str]) -> str | None:
    """Why the file would overwrite one that this run has written."""
    if out is None or path.name not in written:
        written.add(path.name)
        return None
    return say(
        f"같은 이름의 {path.name}.csv 를 이미 썼습니다.", f"{path.name}.csv was written already."
    )


def _isolated(
    path: Path, index: int, header: Header, out: Path | None, settings: Settings
) -> str | None:
    """Writes one table from a child process; what prevented it comes back as `CODE|sentence`."""
    from server.cli.forked import DiedError, in_child

    try:
        return in_child(
            lambda: _one(path, index, header, out),
            seconds=settings.profile_seconds,
            memory_bytes=settings.profile_memory_bytes,
        )
    except DiedError as error:
        return _told(error.reason)
    finally:
        if out is not None:
            _part(path, out).unlink(missing_ok=True)


def _one(path: Path, index: int, header: Header, out: Path | None) -> str | None:
    """Writes one table; what prevented it comes back as a sentence."""
    from profiler import read_tables
    from profiler.unreadable import Unreadable

    try:
        tables = read_tables(path)
        if index >= len(tables):
            return say(
                f"표가 {len(tables)}개뿐입니다(0부터 셉니다).",
                f"has {len(tables)} table(s), counted from 0.",
            )
        with _target(path, out) as target:
            write(tables[index], header, target)
    except Unreadable as error:
        return _told(error.reason)
    except MemoryError:
        return _told(FailureReason.MEMORY_LIMIT)
    except BrokenPipeError:
        return None  # the reader has seen enough
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def _told(reason: FailureReason) -> str:
    return f"{reason.value}|{sentence(reason, language())}"


def _part(path: Path, out: Path) -> Path:
    return out / f".{path.name}.csv.part"


def write(table: Any, header: Header, target: TextIO) -> None:
    """Writes `profiler.table.Table` as CSV."""
    writer = csv.writer(target, lineterminator="\n")
    if header is Header.NAMES:
        writer.writerow(table.names)
    elif table.has_header:
        writer.writerow(table.header_path_names())
    writer.writerows(table.rows())


@contextmanager
def _target(path: Path, out: Path | None) -> Iterator[TextIO]:
    if out is None:
        with open(
            sys.stdout.fileno(),
            "w",
            encoding="utf-8",
            newline="",
            errors="surrogateescape",
            closefd=False,
        ) as stdout:
            yield stdout
        return
    part = _part(path, out)
    try:
        with part.open("w", encoding="utf-8", newline="", errors="surrogateescape") as file:
            yield file
        part.replace(out / f"{path.name}.csv")
    finally:
        part.unlink(missing_ok=True)
