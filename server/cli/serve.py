"""`pdl serve`: MCP over stdio or HTTP."""

from typing import Annotated

import typer

from server.cli.answers import tools
from server.cli.home import Home
from server.cli.language import say
from server.cli.output import FAILED, stop


def serve(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="MCP over standard input and output.")
    ] = False,
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on.")] = None,
) -> None:
    """Answers from the current release until it is stopped."""
    home = Home(host=host, port=port)
    if stdio:
        from server.mcp import serve_stdio

        serve_stdio(tools(home))
        return
    serve_tools(home)


def serve_tools(home: Home) -> None:
    """MCP and HTTP until the process is told to stop."""
    from server.http import make_app, serve_http

    settings = home.settings
    app = make_app(tools(home), allowed_hosts=settings.allowed_hosts)
    try:
        serve_http(app, settings.host, settings.port, ready=_announce)
    except OSError as error:
        stop(
            say(
                f"{settings.host}:{settings.port} 에서 받을 수 없습니다: {error.strerror}",
                f"cannot listen on {settings.host}:{settings.port}: {error.strerror}",
            ),
            "ADDRESS_UNAVAILABLE",
            FAILED,
        )


def _announce(url: str) -> None:
    typer.echo(say(f"{url}/mcp 에서 답합니다.", f"answering at {url}/mcp"), err=True)
