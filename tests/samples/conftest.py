"""The samples, made once, and a portal that serves them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from samples.make import make
from samples.portal import SamplePortal


@pytest.fixture(scope="session")
def samples_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("samples")
    make(directory)
    return directory


@pytest.fixture(scope="session")
def manifest(samples_directory: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((samples_directory / "portal.json").read_text("utf-8"))
    return loaded


@pytest.fixture
def portal(samples_directory: Path) -> Iterator[SamplePortal]:
    with SamplePortal(samples_directory) as running:
        yield running
