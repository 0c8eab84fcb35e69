"""`portal.json`: how the portal behaves for each list key, and what a crawl must make of it."""

import hashlib
import uuid
from collections.abc import Iterator
from typing import Any

from samples.datasets import DATASETS
from samples.listing import ENCODINGS, page_path
from samples.model import EDITIONS, SHOWN_LICENSES, Column, Dataset
from store.vocabulary import ExampleStatus, SafetyStatus

Json = dict[str, Any]


def portal_json() -> Json:
    """Shape: `editions` and `encodings` of the lists, `datasets` by list key, `secrets`.

    A dataset has `behavior` (a `samples.model.Behavior`), `delivery`, `uddi`, `link` (with `{base}`
    for the agency's origin), `editions` (what is served in each one; a key that is absent is not
    listed) and `expect`: coverage, failure reason, licence, findings, and for each column that can
    be read its type and statuses. `secrets` are invented personal data that must never get out.
    """
    return {
        "editions": list(EDITIONS),
        "encodings": ENCODINGS,
        "datasets": {dataset.key: _dataset(dataset) for dataset in DATASETS},
        "secrets": sorted(set(_secrets())),
    }


def _secrets() -> Iterator[str]:
    for dataset in DATASETS:
        for edition in filter(dataset.is_in, EDITIONS):
            built = dataset.built_in(edition)
            for table in built.tables if built else ():
                yield from table.secrets()


def _dataset(dataset: Dataset) -> Json:
    return {
        "title": dataset.title,
        "organization": dataset.organization.name,
        "listingType": dataset.listing_type.value,
        "page": page_path(dataset),
        "extension": dataset.extension,
        "delivery": dataset.delivery.value,
        "behavior": dataset.behavior.value,
        "uddi": f"uddi:{uuid.uuid5(uuid.NAMESPACE_URL, page_path(dataset))}",
        "link": dataset.link,
        "editions": {
            edition: _served(dataset, edition) for edition in EDITIONS if dataset.is_in(edition)
        },
        "expect": _expect(dataset),
    }


def _served(dataset: Dataset, edition: str) -> Json:
    built = dataset.built_in(edition)
    upload = dataset.upload_in(edition)
    return {
        "modified": dataset.modified_in(edition),
        "dataName": dataset.data_name_in(edition),
        "fileName": dataset.file_name_in(edition),
        "file": f"files/{dataset.file_name_in(edition)}" if built else None,
        "sha256": hashlib.sha256(built.body).hexdigest() if built else None,
        "rows": sum(table.row_count for table in built.tables) if built else None,
        "atchFileId": f"FILE_{int(dataset.key) * 10 + upload:018d}" if built else None,
        "uploaded": "2026-08-26" if upload == 2 else dataset.modified,
    }


def _expect(dataset: Dataset) -> Json:
    built = dataset.built_in(next(filter(dataset.is_in, EDITIONS)))
    readable = built.tables if built and dataset.reason is None else ()
    return {
        "coverage": dataset.coverage.value,
        "reason": dataset.reason and dataset.reason.value,
        "license": dataset.terms.license and dataset.terms.license.value,
        "findings": [finding.value for finding in dataset.findings],
        "tables": [
            {
                "rowsScanned": table.row_count,
                "columns": [_column(column, dataset) for column in table.columns],
            }
            for table in readable
        ],
    }


def _column(column: Column, dataset: Dataset) -> Json:
    """Null stands for what is left open; a name with personal data in it is not repeated."""
    return {
        "sourceName": None if column.secret_name else column.name,
        "observedType": column.type.value,
        "exampleStatus": _example_status(column, dataset),
        "safetyStatus": column.safety and column.safety.value,
    }


def _example_status(column: Column, dataset: Dataset) -> str | None:
    if column.examples is None:
        return None
    shown = column.examples is ExampleStatus.AVAILABLE and column.safety is SafetyStatus.CLEAR
    if shown and dataset.terms.license not in SHOWN_LICENSES:
        return ExampleStatus.WITHHELD_BY_LICENSE.value
    return column.examples.value
