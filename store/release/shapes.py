"""What a release answers with."""

from dataclasses import dataclass, field
from typing import Any

from store.records import CatalogRecord
from store.vocabulary import CoverageStatus, FailureReason

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ReleaseInfo:
    """Facts about a release. Moments are ISO 8601 in UTC, `snapshot` is `YYYY-MM`, `base_date` is
    the calendar day the catalogue list describes; `activated_at` is None when it was not opened as
    the active release. `counts`: datasets, byType, byCoverage, doubleListedKeys, structures,
    columns, columnNames."""

    release_id: str
    snapshot: str
    revision: int
    processed_at: str
    activated_at: str | None
    counts: Json
    rule_versions: tuple[str, ...]
    source_name: str
    source_sha256: str
    base_date: str


@dataclass(frozen=True, slots=True)
class Listing:
    """One listing. `completeness` and `regions` are the contract's shapes; `completeness_fields`
    (field -> filled) belongs into the card's `completeness.fields`."""

    record_id: str
    record: CatalogRecord
    completeness: Json
    completeness_fields: dict[str, bool]
    regions: list[Json]
    coverage_status: CoverageStatus
    coverage_reason: FailureReason | None
    observation_id: str | None
    checked_at: str | None
    structure_available: bool
    row_no: int

    def summary(self) -> Json:
        """The contract's `summaryItem`, without what only a search knows."""
        record = self.record
        item: Json = {
            "recordId": self.record_id,
            "listKey": record.list_key,
            "listType": record.list_type.value,
            "title": record.title,
            "orgName": record.org_name,
            "theme": {"top": record.theme_top, "sub": record.theme_sub},
            "formats": list(record.formats),
            "updateCycle": record.update_cycle.value,
            "modifiedDate": record.modified_date,
            "completeness": self.completeness,
            "regions": self.regions,
            "portalUrl": record.list_url,
            "structureAvailable": self.structure_available,
        }
        if record.row_count is not None:
            item["rowCountListed"] = record.row_count
        return item


@dataclass(frozen=True, slots=True)
class Structure:
    """What was observed of a record: contract `assets[]` items, and the contract's `coverage`."""

    assets: list[Json]
    observed_at: str
    coverage: dict[str, int]


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A catalogue search. Codes are those of the vocabularies; None means no such filter.

    `org` is literal text: a part of the name, or with `org_exact` the whole. `updated_after` is
    `YYYY-MM-DD`, that day included. `sort` is `relevance`, `modified` or None.
    """

    query: str | None = None
    theme: str | None = None
    org: str | None = None
    org_exact: bool = False
    format: str | None = None
    update_cycle: str | None = None
    license: str | None = None
    list_type: str | None = None
    region: str | None = None
    include_inferred: bool = True
    updated_after: str | None = None
    sort: str | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A found listing: `rank` counts from 1 over all pages, `score` is BM25, lower is better."""

    listing: Listing
    rank: int
    score: float | None = None
    matched_fields: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SearchPage:
    """A page of hits out of `total`, and how they were found.

    `relaxed` says that no listing has all words; `dropped_words` were not searched for: question
    words, words beyond the limit, and words that occur nowhere. `sort` is what was sorted by,
    `relevance` or `modified`.
    """

    items: list[Hit]
    total: int
    relaxed: bool
    method: str
    dropped_words: list[str]
    sort: str


@dataclass(frozen=True, slots=True)
class ColumnHit:
    """A listing with the verbatim column names found for each keyword, best first, five at most."""

    listing: Listing
    columns: dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class ColumnPage:
    """A page of a column search. `searched_records` have an observed structure, of
    `file_records_total` FILE listings."""

    items: list[ColumnHit]
    total: int
    searched_records: int
    file_records_total: int
