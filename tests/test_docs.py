"""The documentation says what the code does."""

import re
from pathlib import Path

from server.reference import PAGE, reference

ROOT = Path(__file__).resolve().parent.parent


def test_the_reference_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == reference(), "run `make docs`"


def test_every_folder_has_its_place_in_the_architecture() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for package in ("store", "gates", "profiler", "crawler", "server", "samples", "tests"):
        assert f"`{package}/" in page
    missing = [
        name
        for name in re.findall(r"`((?:store|gates|profiler|crawler|server|samples)/[\w./]+)`", page)
        if not (ROOT / name).exists()
    ]
    assert missing == []


def test_commands_that_the_readme_shows_exist() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    shown = set(re.findall(r"^(?:\$ )?pdl ([a-z-]+)", readme, re.MULTILINE))
    known = set(re.findall(r"^### pdl ([a-z-]+)", reference(), re.MULTILINE))
    assert shown
    assert shown <= known
