"""Writes docs/reference.md from the code: `python -m server.reference`. A test keeps it true."""

from collections.abc import Iterator
from pathlib import Path

import typer.main
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from server.cli.app import app
from server.tools import TOOLS
from store.settings import Settings
from store.vocabulary import FAILURES, Finding

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reference.md"


def reference() -> str:
    """The whole page as Markdown."""
    parts = (
        "# Reference",
        "This page is made from the code by `make docs`.",
        "## Commands",
        (
            "`--lang ko|en` before the command chooses the language of messages; `--version` "
            "prints the version."
        ),
        *_commands(),
        "## Exit codes",
        (
            "0 done; 1 something failed (said on standard error); 2 wrong usage; 75 another run "
            "holds the home; 130 interrupted."
        ),
        "## Settings",
        (
            "Lowest first: the default, `pdl.toml` (or the file that `PDL_CONFIG` names), the "
            "environment, the command line. In `pdl.toml` a setting is written without the prefix, "
            "in lower case. `pdl config show` prints each value with its origin."
        ),
        _table(("variable", "default", "meaning"), _settings()),
        "## Tools",
        "Names, descriptions and schemas are those of `server/contract/tool-schemas-1.8.0.json`.",
        _table(("tool", "takes"), _tools()),
        "## Failure codes",
        _table(("code", "coverage status", "retries", "meaning", "뜻"), _failures()),
        "## Findings",
        "What is odd about a file that was read all the same.",
        _table(("code",), ((f"`{finding.value}`",) for finding in Finding)),
    )
    return "\n\n".join(parts) + "\n"


def _commands() -> Iterator[str]:
    yield from _sections(typer.main.get_command(app), "pdl")


def _sections(command: object, path: str) -> Iterator[str]:
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from _sections(inner, f"{path} {name}")
    elif isinstance(command, TyperCommand):
        arguments = [p for p in command.params if isinstance(p, TyperArgument)]
        options = [p for p in command.params if isinstance(p, TyperOption) and p.name != "help"]
        usage = " ".join([path, *(p.metavar or str(p.name).upper() for p in arguments)])
        yield f"### {path}"
        yield f"`{usage}`: {command.help}"
        if options:
            yield _table(
                ("option", "meaning"),
                [(f"`{option.opts[-1]}`", option.help or "") for option in options],
            )


def _settings() -> Iterator[tuple[str, ...]]:
    for name, field in Settings.model_fields.items():
        default = field.default
        if isinstance(default, tuple):
            default = ",".join(map(str, default))
        yield (
            f"`PDL_{name.upper()}`",
            f"`{default}`" if default != "" else "",
            str(field.description),
        )


def _tools() -> Iterator[tuple[str, ...]]:
    from server.contract import input_schema

    for tool in TOOLS:
        names = input_schema(tool.name).get("properties", {})
        yield f"`{tool.name}`", ", ".join(f"`{name}`" for name in names)


def _failures() -> Iterator[tuple[str, ...]]:
    for reason, failure in FAILURES.items():
        yield (
            f"`{reason.value}`",
            failure.coverage.value,
            str(failure.retries),
            failure.english,
            failure.korean,
        )


def _table(header: tuple[str, ...], rows: Iterator[tuple[str, ...]] | list[tuple[str, ...]]) -> str:
    lines = [header, tuple("---" for _ in header), *rows]
    return "\n".join(
        "| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines
    )


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(reference(), encoding="utf-8")
