"""One published catalogue for all tests of the faces."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.tools import Tools
from store.release import Releases, activate, build_release
from tests.server import catalogue


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[catalogue.Home]:
    """A filled store with one active release."""
    made = catalogue.fill(tmp_path_factory.mktemp("home"))
    activate(made.releases, build_release(made.store, made.releases).release_id)
    yield made
    made.store.close()


@pytest.fixture(scope="session")
def tools(home: catalogue.Home) -> Tools:
    """The tools on that release."""
    return Tools(Releases(home.releases))


@pytest.fixture
def unpublished(tmp_path: Path) -> Tools:
    """The tools where nothing has been published."""
    return Tools(Releases(tmp_path / "releases"))


@pytest.fixture
def anyio_backend() -> str:
    """Coroutine tests run on asyncio, as the servers do."""
    return "asyncio"
