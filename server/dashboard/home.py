"""The page at `/`: what this instance holds, and how a host connects to it."""

import json
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from server.contract import SPEC_VERSION, description
from server.errors import ToolError
from server.tools import Tools

_FOLDER = Path(__file__).parent


def home_page(tools: Tools, base_url: str) -> HTMLResponse:
    """The page, in Korean and English; it says so where nothing has been published yet (503)."""
    try:
        info = tools.release().info
    except ToolError:
        info = None
    url = f"{base_url.rstrip('/')}/mcp"
    config = {"mcpServers": {"public-data-lens": {"type": "http", "url": url}}}
    html = (
        _environment()
        .get_template("home.html")
        .render(
            info=info,
            tools=[(name, description(name).strip().splitlines()[0]) for name in tools.names],
            url=url,
            config=json.dumps(config, indent=2),
            spec_version=SPEC_VERSION,
        )
    )
    return HTMLResponse(html, status_code=200 if info else 503)


def stylesheet(_request: Request) -> Response:
    """The one style sheet; pages have no inline style, for the content security policy bars it."""
    return Response((_FOLDER / "templates" / "style.css").read_text("utf-8"), media_type="text/css")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
