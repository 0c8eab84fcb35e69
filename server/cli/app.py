"""The command `pdl`.

Each command is a module of this package. Commands import what they work with when they run, so that
`pdl --help` and `pdl profile` do not wait for the crawler or the server.
"""

import io
import signal
import sys
from typing import Annotated

import typer

from server.cli import (
    cat,
    catalog,
    columns,
    compare,
    config,
    crawl,
    demo,
    doctor,
    profile,
    profile_queue,
    publish,
    run,
    schedule,
    search,
    serve,
    show,
    status,
)
from server.cli.language import Language, choose, say
from server.cli.output import FAILED, complain

app = typer.Typer(
    name="pdl",
    help="Looks inside an open-data portal's files: which dataset has which columns.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib import metadata

        typer.echo(metadata.version("public-data-lens"))
        raise typer.Exit


@app.callback()
def options(
    lang: Annotated[
        Language | None, typer.Option("--lang", help="Language of messages; default: the locale's.")
    ] = None,
    version: Annotated[  # noqa: ARG001  (acted on by its callback)
        bool,
        typer.Option("--version", help="Prints the version.", callback=_version, is_eager=True),
    ] = False,
) -> None:
    """Options before the command."""
    choose(lang)


app.command("demo")(demo.demo)
app.command("profile")(profile.profile)
app.command("cat")(cat.cat)
app.add_typer(catalog.app, name="catalog")
app.command("crawl")(crawl.crawl)
app.command("profile-queue")(profile_queue.profile_queue)
app.command("publish")(publish.publish)
app.command("run")(run.run)
app.add_typer(schedule.app, name="schedule")
app.command("status")(status.status)
app.command("show")(show.show)
app.command("search")(search.search)
app.command("columns")(columns.columns)
app.command("compare")(compare.compare)
app.command("serve")(serve.serve)
app.add_typer(config.app, name="config")
app.command("doctor")(doctor.doctor)


def _terminate(_number: int, _frame: object) -> None:
    """Ends like an interruption does: what is open is closed, leases are given back."""
    sys.exit(128 + signal.SIGTERM)


def main() -> None:
    """Entry point: whatever happens, the user gets a sentence and an exit code, no traceback."""
    signal.signal(signal.SIGTERM, _terminate)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that lacks Hangul is no fault of ours
            stream.reconfigure(errors="backslashreplace")
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(FAILED)
    except OSError as error:
        complain(f"{error.filename or ''} {error.strerror or ''}".strip(), "SYSTEM")
        sys.exit(FAILED)
    except Exception as error:  # noqa: BLE001  (the last net; the text may quote data: not shown)
        complain(
            say(
                f"프로그램 오류로 멈췄습니다({type(error).__name__}).",
                f"stopped by a fault of this program ({type(error).__name__}).",
            ),
            "INTERNAL",
        )
        sys.exit(FAILED)
