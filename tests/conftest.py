"""Every test starts without settings of its surroundings."""

import os
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in [name for name in os.environ if name.startswith("PDL_")]:
        monkeypatch.delenv(name)
    empty = tmp_path / "empty.toml"
    empty.touch()
    monkeypatch.setenv("PDL_CONFIG", str(empty))
