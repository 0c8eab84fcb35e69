"""Writes the catalogue half of a release: listings, their facets, and the search index."""

import json
import re
import sqlite3
from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from store.coverage import Coverage
from store.release.bitmaps import pack_ids, pack_set
from store.release.grams import SEPARATOR, indexed
from store.rules.completeness import filled_fields
from store.rules.regions import Region, regions_of_words
from store.rules.words import prose_words, words
from store.vocabulary import CoverageStatus

READ = (CoverageStatus.AVAILABLE, CoverageStatus.PARTIAL)
"""Coverage of records whose structure can be shown."""

Json = dict[str, Any]

_LISTING = f"INSERT INTO listing VALUES({','.join('?' * 17)})"
_FTS = "INSERT INTO fts(rowid, title, keywords, description, org, title_words, other_words, region) VALUES(?,?,?,?,?,?,?,?)"  # noqa: E501
_SCRIPT_RUN = re.compile(r"[a-z]+|[0-9]+|[^\Wa-z0-9]+")
_LATIN_RUN = re.compile(r"[a-z]{2,}")


def moment(seconds: float) -> str:
    """Seconds since the epoch as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class ListingWriter:
    """Takes the records of a snapshot in the order of their ids, in batches; ids count from 1."""

    def __init__(self, connection: sqlite3.Connection, coverage: Mapping[str, Coverage]) -> None:
        self._connection = connection
        self._coverage = coverage
        self._orgs: dict[str, int] = {}
        self._facets: defaultdict[tuple[str, str], array[int]] = defaultdict(lambda: array("I"))
        self._modified: list[tuple[str, int]] = []
        self._filled: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self.records = 0
        self.by_type: Counter[str] = Counter()
        self.by_coverage: Counter[str] = Counter()
        self.keys: Counter[str] = Counter()

    def add(self, rows: Iterable[Any]) -> list[tuple[int, Coverage]]:
        """Writes rows (record_id, normalized, source); returns (listing id, coverage) of each."""
        listings, texts, documents, found = [], [], [], []
        for row in rows:
            self.records += 1
            record = json.loads(row.normalized)
            coverage = self._coverage[row.record_id]
            cut = _Cut(record)
            regions = regions_of_words(cut.spatial, cut.title, cut.org, cut.description)
            listings.append(self._listing(row.record_id, record, coverage, regions))
            texts.append((self.records, row.normalized, row.source))
            documents.append((self.records, *cut.document(regions)))
            found.append((self.records, coverage))
        self._connection.executemany(_LISTING, listings)
        self._connection.executemany("INSERT INTO listing_text VALUES(?,?,?)", texts)
        self._connection.executemany(_FTS, documents)
        return found

    def finish(self) -> dict[str, dict[int, int]]:
        """Writes what needs all records; returns the distribution of filled fields by profile."""
        run = self._connection.executemany
        run("INSERT INTO org VALUES(?,?)", ((number, name) for name, number in self._orgs.items()))
        size = self.records + 1
        run(
            "INSERT INTO facet VALUES(?,?,?,?)",
            ((*key, len(ids), pack_set(ids, size)) for key, ids in sorted(self._facets.items())),
        )
        # Newest first, unknown dates last, then by id: two stable sorts over ascending ids.
        self._modified.sort(key=lambda pair: pair[0], reverse=True)
        order = [number for _, number in self._modified]
        run("INSERT INTO vector VALUES(?,?)", [("by_modified", pack_ids(order))])
        self._connection.execute("INSERT INTO fts(fts) VALUES('optimize')")
        return {profile: dict(sorted(c.items())) for profile, c in sorted(self._filled.items())}

    def _listing(
        self, record_id: str, record: Json, coverage: Coverage, regions: list[Region]
    ) -> tuple[Any, ...]:
        filled = filled_fields(record)
        self._count(record, coverage, filled)
        org = record["org_name"]
        org_id = self._orgs.setdefault(org, len(self._orgs) + 1) if org else None
        self._put_into_facets(record, org_id, regions)
        return (
            self.records,
            record_id,
            record["list_key"],
            record["list_type"],
            org_id,
            record["theme_top"],
            record["theme_raw"],
            record["update_cycle"],
            record["license"],
            record["modified_date"],
            coverage.status,
            coverage.reason,
            coverage.observation_id,
            moment(coverage.checked_at) if coverage.checked_at is not None else None,
            filled,
            json.dumps([(r.code, r.evidence, r.confidence) for r in regions]),
            record["row_no"],
        )

    def _count(self, record: Json, coverage: Coverage, filled: int) -> None:
        self._modified.append((record["modified_date"] or "", self.records))
        self._filled[record["list_type"]][filled.bit_count()] += 1
        self.by_type[record["list_type"]] += 1
        self.by_coverage[coverage.status] += 1
        self.keys[record["list_key"]] += 1

    def _put_into_facets(self, record: Json, org_id: int | None, regions: list[Region]) -> None:
        facets, number = self._facets, self.records
        facets["type", record["list_type"]].append(number)
        facets["cycle", record["update_cycle"]].append(number)
        facets["license", record["license"]].append(number)
        if org_id is not None:
            facets["org", str(org_id)].append(number)
        themes = {theme for theme in (record["theme_top"], record["theme_raw"]) if theme}
        for theme in themes:
            facets["theme", theme].append(number)
        for token in set(record["formats"]):
            facets["format", token].append(number)
        for region in regions:
            facets["region", region.code].append(number)
            if region.evidence == "EXPLICIT_SPATIAL":
                facets["region_explicit", region.code].append(number)


class _Cut:
    """The fields of a normalised record as words."""

    __slots__ = ("description", "keywords", "org", "spatial", "title")

    def __init__(self, record: Json) -> None:
        self.title = words(record["title"])
        self.keywords = words(" ".join(record["keywords"]))
        self.org = words(record["org_name"] or "")
        self.spatial = words(record["spatial"] or "")
        self.description = prose_words(record["description"] or "")

    def document(self, regions: list[Region]) -> tuple[str, ...]:
        """The columns of the search index, in order."""
        other = dict.fromkeys((*map(_whole, self.keywords), *map(_whole, self.org)))
        latin = dict.fromkeys(_LATIN_RUN.findall(" ".join(self.description)))
        return (
            " ".join(map(indexed, self.title)),
            " ".join(map(indexed, self.keywords)),
            " ".join(map(indexed, self.description)),
            " ".join(map(indexed, self.org)),
            _listed(map(_whole, self.title)),
            _listed(other | latin),
            " ".join(region_token(region.code) for region in regions if region.confidence > 0.5),
        )


def region_token(code: str) -> str:
    """How a region code is written in the search index."""
    return code.replace("-", "").lower()


@lru_cache(maxsize=1 << 17)
def _whole(word: str) -> str:
    """A word itself, and the runs of one script that a mixed word (`ai기반`) consists of."""
    runs = _SCRIPT_RUN.findall(word)
    return word if len(runs) == 1 else _listed((word, *runs))


def _listed(whole: Iterable[str]) -> str:
    return f" {SEPARATOR} ".join(whole)
