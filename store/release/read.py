"""Reading a release: what the server, the command line and the dashboard answer from."""

import json
import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any

from store.records import load_record, unpack_source
from store.release import search as words_search
from store.release.columns import NameHit, find_names, names_of, ranked_listings, shown_names
from store.release.connections import ConnectionPool
from store.release.filters import Filters, Kept
from store.release.listings import READ
from store.release.pointer import POINTER, Pointer, ReleaseNotReadyError, read_pointer, release_path
from store.release.shapes import (
    ColumnHit,
    ColumnPage,
    Hit,
    Json,
    Listing,
    ReleaseInfo,
    SearchPage,
    SearchRequest,
    Structure,
)
from store.rules.completeness import card_fields, completeness
from store.rules.places import NAMES
from store.vocabulary import CoverageStatus, FailureReason, ListingType

_LISTINGS = (
    "SELECT l.id, l.record_id, l.coverage_status, l.coverage_reason, l.observation_id,"
    " l.checked_at, l.filled, l.regions, l.row_no, t.normalized"
    " FROM listing l JOIN listing_text t ON t.id = l.id WHERE l."
)


class Release:
    """One release, read-only and safe to use from several threads.

    Every method raises ReleaseNotReadyError when the file turns out to be damaged.
    """

    def __init__(self, path: Path, pointer: Pointer | None = None) -> None:
        self._pool = ConnectionPool(path)
        try:
            with self._pool.connection() as connection:
                meta = {
                    key: json.loads(value)
                    for key, value in connection.execute("SELECT key, value FROM meta")
                }
                self.info = _info(path.stem, meta, pointer)
                self._filters = Filters(connection, self.info.counts["datasets"])
        except (KeyError, TypeError, ValueError):
            raise ReleaseNotReadyError(
                f"the release file {path.name} is damaged; publish again"
            ) from None
        self._distribution = {
            profile: {int(filled): count for filled, count in scores.items()}
            for profile, scores in meta["completeness"].items()
        }
        self._results = Kept(32)
        self._facets: dict[str, list[str]] | None = None

    def listing(self, record_id: str) -> Listing | None:
        """The listing with this record id."""
        with self._pool.connection() as connection:
            row = connection.execute(
                f"{_LISTINGS}record_id = ?", (_bindable(record_id),)
            ).fetchone()
        return self._listing(row) if row else None

    def candidates(self, list_key: str) -> list[str]:
        """Record ids of a list key that is listed more than once; else empty."""
        with self._pool.connection() as connection:
            rows = connection.execute(
                "SELECT record_id FROM listing WHERE list_key = ? ORDER BY id",
                (_bindable(list_key),),
            ).fetchall()
        return [record_id for (record_id,) in rows] if len(rows) > 1 else []

    def source_row(self, record_id: str) -> dict[str, str] | None:
        """The row as published: field name -> text, in order."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT t.source FROM listing l JOIN listing_text t ON t.id = l.id"
                " WHERE l.record_id = ?",
                (_bindable(record_id),),
            ).fetchone()
            return unpack_source(row[0]) if row else None

    def structure(self, record_id: str) -> Structure | None:
        """What was observed inside the record's file, or None when nothing has been."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT s.assets, s.observed_at, s.available_assets, s.total_assets"
                " FROM listing l JOIN structure s ON s.listing_id = l.id WHERE l.record_id = ?",
                (_bindable(record_id),),
            ).fetchone()
            if row is None:
                return None
            assets, observed_at, available, total = row
            counts = {"availableAssets": available, "totalAssets": total}
            return Structure(json.loads(zlib.decompress(assets)), observed_at, counts)

    def column_names(self, record_id: str) -> list[str]:
        """Distinct verbatim column names in order over all tables of the record."""
        with self._pool.connection() as connection:
            row = connection.execute(
                "SELECT id FROM listing WHERE record_id = ?", (_bindable(record_id),)
            ).fetchone()
            return [name for _, name in names_of(connection, row[0])] if row else []

    def search(self, request: SearchRequest, offset: int, limit: int) -> SearchPage:
        """A page of the listings that pass the filters and match the query, or of all of them.

        Without a query, and with `sort="modified"`, the newest change comes first.
        """
        with self._pool.connection() as connection:
            allowed = self._filters.allowed(connection, request)
            if not (request.query or "").strip():
                return self._browse(connection, allowed, offset, limit)
            found = self._results.get(request, lambda: self._found(connection, request, allowed))
            page = found.page(offset, limit)
            rows = self._rows(connection, [number for _, number in page])
        items = []
        for position, (score, number) in enumerate(page, start=offset + 1):
            listing = self._listing(rows[number])
            items.append(Hit(listing, position, round(score, 4), _fields(found.words, listing)))
        by_date = request.sort == "modified"
        return SearchPage(
            items,
            len(found.matches),
            found.relaxed,
            found.method,
            list(found.dropped),
            "modified" if by_date else "relevance",
        )

    def search_columns(self, keywords: Sequence[str], offset: int, limit: int) -> ColumnPage:
        """A page of the listings that have a column for each keyword."""
        with self._pool.connection() as connection:
            hits = [self._names(connection, keyword) for keyword in keywords]
            order, total = ranked_listings(hits) if all(hits) else ([], 0)
            page = order[offset : offset + limit]
            rows = self._rows(connection, page)
            own = {number: [key for key, _ in names_of(connection, number)] for number in page}
        items = [
            ColumnHit(
                self._listing(rows[number]),
                {
                    keyword: shown_names(found, own[number])
                    for keyword, found in zip(keywords, hits, strict=True)
                },
            )
            for number in page
        ]
        counts = self.info.counts
        files = counts["byType"].get(ListingType.FILE.value, 0)
        return ColumnPage(items, total, counts["structures"], files)

    def facets(self) -> dict[str, list[str]]:
        """The values that occur: `theme` (top words and full), `format`, `cycle`, `license`,
        `type`, `region`, each with the most frequent first."""
        if self._facets is None:
            with self._pool.connection() as connection:
                rows = connection.execute(
                    "SELECT axis, value FROM facet WHERE axis NOT IN ('org', 'region_explicit')"
                    " ORDER BY axis, records DESC, value"
                ).fetchall()
            found: dict[str, list[str]] = {}
            for axis, value in rows:
                found.setdefault(axis, []).append(value)
            self._facets = found
        return self._facets

    def _browse(
        self, connection: sqlite3.Connection, allowed: int | None, offset: int, limit: int
    ) -> SearchPage:
        total = self.info.counts["datasets"] if allowed is None else allowed.bit_count()
        page = list(islice(self._filters.newest_first(allowed), offset, offset + limit))
        rows = self._rows(connection, page)
        items = [
            Hit(self._listing(rows[number]), position)
            for position, number in enumerate(page, start=offset + 1)
        ]
        return SearchPage(items, total, False, "modified_date", [], "modified")

    def _found(
        self, connection: sqlite3.Connection, request: SearchRequest, allowed: int | None
    ) -> words_search.Found:
        found = words_search.search(connection, request.query or "", allowed)
        if request.sort == "modified":
            scores = {number: score for score, number in found.matches}
            order = self._filters.newest_first(words_search.bits_of(scores))
            found.matches = [(scores[number], number) for number in order]
            found.ordered = True
        return found

    def _names(self, connection: sqlite3.Connection, keyword: str) -> list[NameHit]:
        return self._results.get(("names", keyword), lambda: find_names(connection, keyword))

    def _rows(self, connection: sqlite3.Connection, ids: Iterable[int]) -> dict[int, Any]:
        numbers = list(ids)
        marks = ",".join("?" * len(numbers))
        rows = connection.execute(f"{_LISTINGS}id IN ({marks})", numbers)
        return {row[0]: row for row in rows}

    def _listing(self, row: Any) -> Listing:
        record = load_record(row[9])
        distribution = self._distribution[record.list_type.value]
        status = CoverageStatus(row[2])
        regions = [
            {"code": code, "name": NAMES[code], "evidence": evidence, "confidence": confidence}
            for code, evidence, confidence in json.loads(row[7])
        ]
        return Listing(
            record_id=row[1],
            record=record,
            completeness=completeness(record.list_type, row[6], record, distribution),
            completeness_fields=card_fields(record.list_type, row[6]),
            regions=regions,
            coverage_status=status,
            coverage_reason=FailureReason(row[3]) if row[3] else None,
            observation_id=row[4],
            checked_at=row[5],
            structure_available=status in READ,
            row_no=row[8],
        )


class Releases:
    """The active release of a folder. Follows the pointer when it is swapped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = Lock()
        self._seen: tuple[int, int, int] | None = None
        self._release: Release | None = None

    def current(self) -> Release:
        """The active release; one that was handed out before stays usable.

        When a swap leads to a file that cannot be used, the release in use stays in use.

        Raises:
            ReleaseNotReadyError: nothing is published, or its file is damaged.
        """
        stamp = _stamp(self.folder / POINTER)
        with self._lock:
            if self._release is not None and stamp is not None and stamp == self._seen:
                return self._release
            try:
                self._release = open_active(self.folder)
            except ReleaseNotReadyError:
                if self._release is None or stamp is None:
                    raise
            self._seen = stamp
            return self._release


def open_release(path: Path) -> Release:
    """Opens a release file.

    Raises:
        ReleaseNotReadyError: the file is missing, damaged or of another version.
    """
    return Release(path)


def open_active(folder: Path) -> Release:
    """Opens the release that the folder's pointer names; raises as `open_release`."""
    pointer = read_pointer(folder)
    return Release(release_path(folder, pointer.release_id), pointer)


def _stamp(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


def _info(release_id: str, meta: Json, pointer: Pointer | None) -> ReleaseInfo:
    return ReleaseInfo(
        release_id=release_id,
        snapshot=meta["snapshot"],
        revision=meta["revision"],
        processed_at=meta["processedAt"],
        activated_at=pointer.activated_at if pointer else None,
        counts=meta["counts"],
        rule_versions=tuple(meta["ruleVersions"]),
        source_name=meta["sourceName"],
        source_sha256=meta["sourceSha256"],
        base_date=meta["baseDate"],
    )


def _fields(found: Sequence[str], listing: Listing) -> list[str]:
    record = listing.record
    return words_search.matched_fields(
        found,
        (
            ("title", record.title),
            ("keywords", " ".join(record.keywords)),
            ("description", record.description),
            ("orgName", record.org_name),
        ),
    )


def _bindable(text: str) -> str:
    """`text` as SQLite can take it: without lone surrogates."""
    return text.encode("utf-8", "replace").decode()
