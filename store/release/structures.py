"""Writes the observed half of a release: structures, and the index of column names."""

import json
import sqlite3
import zlib
from array import array
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select
from sqlmodel import col

from store.coverage import Coverage
from store.release.bitmaps import pack_ids
from store.release.grams import column_norm, grams
from store.release.listings import READ, moment
from store.tables import Observation
from store.vocabulary import CoverageStatus, ExampleStatus

_CHUNK = 200


class StructureWriter:
    """Takes (listing id, coverage) in the order of ids; writes the observations they name."""

    def __init__(self, source: Connection, target: sqlite3.Connection) -> None:
        self._source = source
        self._target = target
        self._names: dict[str, int] = {}
        self._listings: list[array[int]] = []
        self._tables = 0
        self.structures = 0
        self.columns = 0
        self.newest = 0.0
        self.rule_versions: set[str] = set()

    def add(self, listings: Iterable[tuple[int, Coverage]]) -> None:
        """Writes the structures of these listings; those without an observation are passed over."""
        wanted = [(number, cov) for number, cov in listings if cov.observation_id]
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            found = self._observations([coverage.observation_id for _, coverage in chunk])
            for number, coverage in chunk:
                self._structure(number, coverage, found[coverage.observation_id])

    def finish(self) -> None:
        """Writes the distinct column names with their grams and the listings that have them."""
        norms = {name: column_norm(name) for name in self._names}
        self._target.executemany(
            "INSERT INTO column_name VALUES(?,?,?,?,?)",
            (
                (number, name, norms[name], len(ids), pack_ids(ids))
                for (name, number), ids in zip(self._names.items(), self._listings, strict=True)
            ),
        )
        pairs = sorted(
            (gram, number) for name, number in self._names.items() for gram in grams(norms[name])
        )
        self._target.executemany("INSERT INTO name_gram VALUES(?,?)", pairs)

    @property
    def names(self) -> int:
        """Distinct column names."""
        return len(self._names)

    def _observations(self, ids: list[str | None]) -> Mapping[str | None, Any]:
        rows = self._source.execute(
            select(
                col(Observation.id),
                col(Observation.observed_at),
                col(Observation.sha256),
                col(Observation.size),
                col(Observation.file_name),
                col(Observation.source_url),
                col(Observation.rule_versions),
                col(Observation.profile),
            ).where(col(Observation.id).in_(ids))
        )
        return {row.id: row for row in rows}

    def _structure(self, number: int, coverage: Coverage, seen: Any) -> None:
        self.newest = max(self.newest, seen.observed_at)
        self.rule_versions.update(seen.rule_versions)
        assets = seen.profile.get("assets") or []
        shown = [asset | {"observation": _facts(seen, asset)} for asset in assets]
        counts = seen.profile.get("coverage") or {}
        available = sum(asset.get("status") == CoverageStatus.AVAILABLE for asset in assets)
        self._target.execute(
            "INSERT INTO structure VALUES(?,?,?,?,?)",
            (
                number,
                moment(seen.observed_at),
                counts.get("availableAssets", available),
                counts.get("totalAssets", len(assets)),
                zlib.compress(json.dumps(shown, separators=(",", ":")).encode(), 6),
            ),
        )
        if coverage.status in READ:
            self.structures += 1
            self._index(number, assets)

    def _index(self, number: int, assets: Iterable[Mapping[str, Any]]) -> None:
        tables: list[tuple[int, int, str, str | None]] = []
        uses: list[tuple[int, int, int, int, int]] = []
        for asset in assets:
            for table in asset.get("tables") or []:
                self._tables += 1
                sheet = table.get("sheetName")
                place = _storable(asset["fileName"]), sheet and _storable(sheet)
                tables.append((self._tables, number, *place))
                for column in table["columns"]:
                    name_id = self._name_id(_storable(column["sourceName"]), number)
                    uses.append((number, len(uses), name_id, self._tables, column["ordinal"]))
        self.columns += len(uses)
        self._target.executemany("INSERT INTO source_table VALUES(?,?,?,?)", tables)
        self._target.executemany("INSERT INTO column_use VALUES(?,?,?,?,?)", uses)

    def _name_id(self, name: str, listing: int) -> int:
        name_id = self._names.get(name)
        if name_id is None:
            self._listings.append(array("I"))
            name_id = self._names[name] = len(self._listings)
        listings = self._listings[name_id - 1]
        if not listings or listings[-1] != listing:
            listings.append(listing)
        return name_id


def _facts(seen: Any, asset: Mapping[str, Any]) -> dict[str, Any]:
    """The contract's `observation` of one asset."""
    withheld = any(
        column.get("exampleStatus") == ExampleStatus.WITHHELD_BY_LICENSE
        for table in asset.get("tables") or []
        for column in table["columns"]
    )
    return {
        "observationId": seen.id,
        "observedAt": moment(seen.observed_at),
        "provenance": {
            "sourceUrl": seen.source_url,
            "sha256": seen.sha256,
            "bytes": seen.size,
            "fileName": seen.file_name,
        },
        "scanScope": "FULL",
        "licenseGate": "COLUMNS_ONLY" if withheld else "FULL",
    }


def _storable(text: str) -> str:
    """`text` without lone surrogates, which no UTF-8 file can hold."""
    return text.encode("utf-8", "replace").decode()
