"""What commands print: JSON for programs, tables for people, one sentence for what went wrong."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import typer

FAILED = 1
WRONG_USAGE = 2
BUSY = 75


class Stopped(typer.Exit):
    """The end of a command that said why; `code` is what it said it with."""

    def __init__(self, exit_code: int, code: str | None) -> None:
        super().__init__(exit_code)
        self.code = code


def complain(sentence: str, code: str | None = None) -> None:
    """One line on standard error: `pdl: CODE: sentence`, control characters shown harmless."""
    prefix = f"{code}: " if code else ""
    typer.echo(f"pdl: {prefix}{printable(sentence)}", err=True)


def stop(sentence: str, code: str | None = None, exit_code: int = FAILED) -> NoReturn:
    """Ends the command with a sentence on standard error and an exit code."""
    complain(sentence, code)
    raise Stopped(exit_code, code)


def print_json(value: Any, *, indent: int | None = 2) -> None:
    """JSON on standard output, UTF-8, one value; with `indent=None` on one line."""
    separators = None if indent else (",", ":")
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table on standard output; text from files is never taken for markup."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(printable(title)), title_justify="left", header_style="bold")
    for name in header:
        table.add_column(Text(name), overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if cell is None else printable(str(cell))) for cell in row))
    Console(width=None if sys.stdout.isatty() else 120).print(table)


def print_lines(lines: Iterable[str]) -> None:
    """Plain lines on standard output."""
    for line in lines:
        sys.stdout.buffer.write(printable(line).encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def printable(text: str) -> str:
    """`text` on one line, with control and direction-changing characters made visible."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode()
        for character in text
    )
