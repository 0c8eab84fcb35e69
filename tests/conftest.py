"""Every test starts without settings of its surroundings."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def no_settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A settings file that sets nothing."""
    path = tmp_path_factory.mktemp("settings") / "pdl.toml"
    path.touch()
    return path


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch, no_settings: Path) -> None:
    for name in [name for name in os.environ if name.startswith("PDL_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PDL_CONFIG", str(no_settings))
