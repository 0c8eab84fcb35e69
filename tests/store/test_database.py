"""Opening the store: migrations, transactions, what cannot be opened."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, select
from sqlmodel import SQLModel, col

from store import database as door
from store.tables import Host


def test_migrations_make_the_tables_that_the_code_declares(tmp_path: Path) -> None:
    store = door.open_database(f"sqlite:///{tmp_path / 'pdl.db'}")
    with store.read() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, SQLModel.metadata) == []
        assert context.get_current_revision() == door.HEAD
    store.close()


def test_head_is_the_newest_revision() -> None:
    scripts = ScriptDirectory(str(Path(door.__file__).parent / "migrations"))
    assert scripts.get_current_head() == door.HEAD


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    store = door.open_database(f"sqlite:///{tmp_path / 'pdl.db'}")

    def write_and_fail() -> None:
        row = insert(Host).values(name="a", paused_until=0, requests=0, failures=0)
        with store.write() as connection:
            connection.execute(row)
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write_and_fail()
    with store.read() as connection:
        assert connection.scalars(select(col(Host.name))).all() == []
    store.close()


@pytest.mark.parametrize(
    "url",
    ["nonsense", "mysql+nodriver://x/y", "sqlite:////proc/no/such/place/pdl.db"],
)
def test_urls_that_cannot_be_used(url: str) -> None:
    with pytest.raises(door.StoreUnavailableError):
        door.open_database(url)


def test_a_password_is_not_shown() -> None:
    assert "hush" not in door.shown_url("postgresql+psycopg://lens:hush@localhost/lens")


def test_a_store_is_not_made_by_asking_for_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'none' / 'pdl.db'}"
    assert not door.store_exists(url)
    assert not (tmp_path / "none").exists()
