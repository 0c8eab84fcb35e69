"""Editions go in whole or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select
from sqlmodel import col

from store.database import Database
from store.records import CatalogRecord, load_record, unpack_source
from store.snapshots import (
    Edition,
    current_snapshot,
    import_snapshot,
    previous_snapshot,
)
from store.tables import Record
from store.vocabulary import ListingType
from tests.store import making


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Database]:
    opened = making.database(tmp_path)
    yield opened
    opened.close()


def ids(store: Database) -> list[str]:
    with store.read() as connection:
        return list(connection.scalars(select(col(Record.record_id)).order_by(col(Record.id))))


def test_ids_of_keys_that_repeat(store: Database) -> None:
    api = making.record("2", list_type=ListingType.API)
    rows = [making.record("1"), making.record("2"), api, api, making.record("3")]
    assert making.put(store, rows).duplicates == 2
    assert ids(store) == ["1", "2-FILE", "2-API", "2-API-2", "3"]


def test_ids_of_a_key_and_type_that_repeat(store: Database) -> None:
    keys = ["1", "1", "1", "1-FILE", "1-FILE"]
    making.put(store, [making.record(key) for key in keys])
    assert ids(store) == ["1-FILE", "1-FILE-2", "1-FILE-3", "1-FILE-FILE", "1-FILE-FILE-2"]


def test_the_same_edition_twice_is_one(store: Database) -> None:
    assert making.put(store, [making.record("1")]).new
    again = making.put(store, [making.record("1")])
    assert not again.new
    assert (again.revision, again.records) == (1, 1)
    assert ids(store) == ["1"]


def test_a_corrected_edition_is_a_further_revision(store: Database) -> None:
    making.put(store, [making.record("1")], sha="a")
    assert making.put(store, [making.record("1"), making.record("2")], sha="b").revision == 2
    with store.read() as connection:
        current = current_snapshot(connection)
        assert current
        assert (current.month, current.revision, current.records) == ("2026-08", 2, 2)
        assert previous_snapshot(connection, "2026-08") is None
        before = previous_snapshot(connection, "2026-09")
        assert before
        assert before.revision == 2


def test_a_list_that_breaks_half_way_leaves_nothing(store: Database) -> None:
    def read() -> Iterator[CatalogRecord]:
        for n in range(5_000):
            if n == 4_000:
                raise ValueError("row 4000 is broken")
            yield making.record(str(n))

    with pytest.raises(ValueError, match="row 4000"):
        import_snapshot(store, "2026-08", Edition("list.csv", "a" * 64, "cp949"), read())
    with store.read() as connection:
        assert current_snapshot(connection) is None
    assert ids(store) == []


def test_a_record_comes_back_as_it_went_in(store: Database) -> None:
    given = making.record("1", keywords=("가", "나"), source={"목록키": "1", "설명": "줄\n바꿈"})
    making.put(store, [given])
    with store.read() as connection:
        row = connection.execute(select(col(Record.normalized), col(Record.source))).one()
    assert unpack_source(row.source) == given.source
    read = load_record(row.normalized)
    assert read.dump() == given.dump()
    assert read.keywords == ("가", "나")
    assert read.list_type is ListingType.FILE
