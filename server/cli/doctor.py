"""`pdl doctor`: what is missing on this machine, and how to get it."""

import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import FAILED, print_json, print_table

_OLDEST_SQLITE = (3, 35, 0)  # UPDATE … RETURNING, contentless FTS5 with bm25


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `needed` tells a fault from a convenience that is missing."""

    name: str
    ok: bool
    needed: bool
    says: str


def doctor(
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Looks at what this machine offers; ends with 1 when something needed is missing."""
    findings = list(examine(Home()))
    if json:
        print_json(
            [{"name": f.name, "ok": f.ok, "needed": f.needed, "message": f.says} for f in findings]
        )
    else:
        print_table(
            say("이 컴퓨터", "This machine"),
            [say("항목", "Item"), say("상태", "State"), say("설명", "Message")],
            [(f.name, _state(f), f.says) for f in findings],
        )
    if any(finding.needed and not finding.ok for finding in findings):
        raise typer.Exit(FAILED)


def examine(home: Home) -> Iterator[Finding]:
    """Everything that may be missing."""
    yield _python()
    yield _sqlite()
    yield _fts5()
    yield _scanner()
    yield _libmagic(_load_libmagic)
    yield _home(home)
    yield _disk(home)


def _state(finding: Finding) -> str:
    if finding.ok:
        return "ok"
    return say("필요함", "missing") if finding.needed else say("없어도 됨", "optional")


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("python", sys.version_info >= (3, 11), True, version)


def _sqlite() -> Finding:
    ok = sqlite3.sqlite_version_info >= _OLDEST_SQLITE
    hint = say("3.35 이상이 필요합니다", "3.35 or newer is needed")
    return Finding("sqlite", ok, True, sqlite3.sqlite_version + ("" if ok else f": {hint}"))


def _fts5() -> Finding:
    try:
        with sqlite3.connect(":memory:") as connection:
            connection.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
    except sqlite3.OperationalError:
        says = say(
            "검색에 필요한 FTS5가 없는 SQLite입니다", "this SQLite lacks FTS5 for the search"
        )
        return Finding("sqlite-fts5", False, True, says)
    return Finding("sqlite-fts5", True, True, say("있음", "present"))


def _scanner() -> Finding:
    from profiler.scan import implementation

    found = implementation()
    if found == "reference":
        says = say(
            "컴파일된 스캐너가 없어 큰 텍스트 파일을 느리게 읽습니다. C 컴파일러를 설치하고 "
            "make clean 뒤 다시 설치하십시오.",
            "the compiled scanner is missing: large text files are read slowly; install a C "
            "compiler, then make clean and install again.",
        )
        return Finding("scanner", False, False, says)
    return Finding("scanner", True, False, found)


def _load_libmagic() -> None:
    import magic

    magic.Magic(mime=True)


def _libmagic(load: Callable[[], None]) -> Finding:
    try:
        load()
    except Exception:  # noqa: BLE001  (python-magic raises ImportError, OSError or its own)
        says = say(
            "읽지 않는 형식의 매체 유형 이름을 알 수 없습니다. libmagic을 설치하면 됩니다 "
            "(Debian: libmagic1, macOS: brew install libmagic).",
            "media types of files that are not read stay unnamed; install libmagic "
            "(Debian: libmagic1, macOS: brew install libmagic).",
        )
        return Finding("libmagic", False, False, says)
    return Finding("libmagic", True, False, say("있음", "present"))


def _home(home: Home) -> Finding:
    folder = home.settings.home
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".doctor"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return Finding("home", False, True, f"{folder}: {error.strerror}")
    return Finding("home", True, True, str(folder))


def _disk(home: Home) -> Finding:
    folder = home.settings.home
    free = shutil.disk_usage(folder if folder.exists() else ".").free
    enough = free >= home.settings.min_free_bytes
    says = say(f"{free / 1e9:.1f} GB 남음", f"{free / 1e9:.1f} GB free")
    return Finding("disk", enough, True, says)
