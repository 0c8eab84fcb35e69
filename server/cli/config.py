"""`pdl config show`: each setting with its value and where that comes from."""

from typing import Annotated

import typer

from server.cli.home import Home
from server.cli.language import say
from server.cli.output import print_json, print_table
from store.settings import Settings, origins

app = typer.Typer(help="Settings.", no_args_is_help=True)


@app.command("show")
def show(
    json: Annotated[bool, typer.Option("--json", help="JSON on standard output.")] = False,
) -> None:
    """Prints every setting with its value, origin and meaning."""
    from store.database import shown_url

    settings = Home().settings
    values = settings.model_dump(mode="json") | {
        "database_url": shown_url(settings.database),
        "blobs_url": settings.blobs,
    }
    where = origins()
    rows = [
        {
            "name": name,
            "variable": f"PDL_{name.upper()}",
            "value": values[name],
            "origin": where[name],
            "description": field.description,
        }
        for name, field in Settings.model_fields.items()
    ]
    if json:
        print_json(rows)
        return
    print_table(
        say("설정", "Settings"),
        [say("변수", "Variable"), say("값", "Value"), say("출처", "Origin"), say("뜻", "Meaning")],
        [(row["variable"], row["value"], row["origin"], row["description"]) for row in rows],
    )
