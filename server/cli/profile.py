"""`pdl profile`: looks inside local files, without any database."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any

import typer

from server.cli.home import Home
from server.cli.language import language, say
from server.cli.output import FAILED, complain, print_json, print_table
from store.vocabulary import FailureReason, License, sentence


def profile(
    paths: Annotated[list[str], typer.Argument(help="Files.", metavar="PATH…")],
    json: Annotated[bool, typer.Option("--json", help="One JSON object a line a file.")] = False,
    license: Annotated[  # noqa: A002  (the option's name)
        License, typer.Option(help="Terms of use of the files; decides whether examples show.")
    ] = License.NO_RESTRICTION,
) -> None:
    """Profiles files: columns, types, distinct counts, examples that may be shown."""
    failed = False
    for path, found in profiles(Home(), paths, license):
        if isinstance(found, str):
            complain(f"{path}: {found}")
            failed = True
            continue
        if json:
            print_json(found, indent=None)
        else:
            print_profile(found)
        if found["failureReason"]:
            reason = FailureReason(found["failureReason"])
            complain(f"{path}: {sentence(reason, language())}", reason.value)
            failed = True
    if failed:
        raise typer.Exit(FAILED)


def profiles(
    home: Home, paths: list[str], terms: License
) -> Iterator[tuple[str, dict[str, Any] | str]]:
    """(path, profile as JSON) in the order given; instead of a profile, why there can be none."""
    from profiler.isolation import Worker

    workers: list[Worker] = []
    mine = threading.local()

    def one(path: str) -> dict[str, Any] | str:
        if problem := unusable(Path(path)):
            return problem
        if not hasattr(mine, "worker"):
            mine.worker = Worker(
                seconds=home.settings.profile_seconds,
                memory_bytes=home.settings.profile_memory_bytes,
            )
            workers.append(mine.worker)
        return _isolated(mine.worker, path, terms)

    with ThreadPoolExecutor(min(len(paths), os.cpu_count() or 1)) as pool:
        try:
            yield from zip(paths, pool.map(one, paths), strict=True)
        finally:
            for worker in workers:
                worker.abort()  # a file under way must not hold up an interruption
            pool.shutdown(cancel_futures=True)
            for worker in workers:
                worker.close()


def unusable(path: Path) -> str | None:
    """Why a path cannot even be opened as a file, as a sentence; None when it can."""
    if path.is_dir():
        return say("폴더입니다. 파일을 지정하십시오.", "is a folder; name a file.")
    if not path.exists():
        return say("그런 파일이 없습니다.", "there is no such file.")
    if not path.is_file():
        return say("보통 파일이 아닙니다.", "is not a regular file.")
    if not os.access(path, os.R_OK):
        return say("읽을 권한이 없습니다.", "may not be read.")
    return None


def _isolated(worker: Any, path: str, terms: License) -> dict[str, Any]:
    from profiler.file import unread
    from profiler.isolation import ProfileFailedError, Task

    try:
        found: dict[str, Any] = worker.profile(
            Task(path=os.path.abspath(path), name=Path(path).name, license=terms)  # noqa: PTH100
        )
    except ProfileFailedError as error:
        found = unread(Path(path), error.reason).to_json()
    return found | {"path": path}


def print_profile(found: dict[str, Any]) -> None:
    """A profile as tables for people: one a table, a row a column."""
    for asset in found["assets"]:
        member = f" > {asset['fileName']}" if asset["containerName"] else ""
        for table in asset["tables"]:
            sheet = f" [{table['sheetName']}]" if table["sheetName"] else ""
            inside = f" > {table['sourcePath']}" if asset["containerName"] else ""
            rows = say(f"{table['rowsScanned']}행", f"{table['rowsScanned']} rows")
            facts = ", ".join(filter(None, (asset["format"], asset["encoding"], rows)))
            print_table(
                f"{found['path']}{inside}{sheet} ({facts})",
                [
                    "#",
                    say("컬럼", "Column"),
                    say("유형", "Type"),
                    say("빈칸", "Nulls"),
                    say("고유값", "Distinct"),
                    say("예시", "Examples"),
                ],
                [_column_row(column) for column in table["columns"]],
            )
        if asset["failureReason"] and len(found["assets"]) > 1:
            reason = FailureReason(asset["failureReason"])
            complain(f"{found['path']}{member}: {sentence(reason, language())}", reason.value)


def _column_row(column: dict[str, Any]) -> tuple[object, ...]:
    about = "≈" if column["distinctApprox"] else ""
    examples = ", ".join(column["examples"][:3]) or column["exampleStatus"]
    return (
        column["ordinal"],
        column["sourceName"],
        column["observedType"],
        column["nullCount"],
        f"{about}{column['distinctCount']}",
        examples,
    )
