"""A catalogue record in its normalised form: what every catalogue reader produces."""

import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from store.vocabulary import Delivery, License, ListingType, UpdateCycle


@dataclass(frozen=True, slots=True)
class CatalogRecord:
    """One listing. Absent facts are None or empty, never `-`; `*_raw` keep the published wording.

    `row_no` counts data rows from 1; dates are calendar `YYYY-MM-DD`; `formats` are upper-case
    tokens in published order; `source` is the row as published (field name -> text), empty in a
    record that was read back from its normalised form.
    """

    row_no: int
    list_key: str
    list_type: ListingType
    title: str
    org_name: str | None = None
    org_code: str | None = None
    department: str | None = None
    department_phone: str | None = None
    theme_raw: str | None = None
    theme_top: str | None = None
    theme_sub: str | None = None
    description: str | None = None
    keywords: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    format_raw: str | None = None
    media_type: str | None = None
    update_cycle: UpdateCycle = UpdateCycle.UNSPECIFIED
    update_cycle_raw: str | None = None
    next_due_date: str | None = None
    license: License = License.UNSPECIFIED
    license_raw: str | None = None
    third_party_rights: bool = False
    created_date: str | None = None
    modified_date: str | None = None
    row_count: int | None = None
    download_count: int | None = None
    view_count: int | None = None
    file_data_name: str | None = None
    delivery: Delivery = Delivery.UNKNOWN
    list_url: str | None = None
    legal_basis: str | None = None
    collection_method: str | None = None
    data_limits: str | None = None
    notes: str | None = None
    spatial: str | None = None
    temporal: str | None = None
    fee: str | None = None
    fee_basis: str | None = None
    api_type: str | None = None
    traffic: str | None = None
    review_type: str | None = None
    national_core: bool = False
    standard: bool = False
    source: Mapping[str, str] = field(default_factory=dict)

    def dump(self) -> str:
        """The normalised record (without `source`) as compact JSON; `load_record` reads it."""
        values = {name: getattr(self, name) for name in _NORMALIZED}
        return json.dumps(values, ensure_ascii=False, separators=(",", ":"))

    def pack_source(self) -> bytes:
        """The row as published, as zlib-compressed JSON; `unpack_source` reads it."""
        return zlib.compress(json.dumps(dict(self.source), ensure_ascii=False).encode(), 1)


_NORMALIZED = tuple(f.name for f in fields(CatalogRecord) if f.name != "source")
_TUPLES = ("keywords", "formats")


def load_record(text: str) -> CatalogRecord:
    """Reads what `CatalogRecord.dump` wrote."""
    values: dict[str, Any] = json.loads(text)
    values |= {name: tuple(values[name]) for name in _TUPLES}
    values["list_type"] = ListingType(values["list_type"])
    values["update_cycle"] = UpdateCycle(values["update_cycle"])
    values["license"] = License(values["license"])
    values["delivery"] = Delivery(values["delivery"])
    return CatalogRecord(**values)


def unpack_source(packed: bytes) -> dict[str, str]:
    """Reads what `CatalogRecord.pack_source` wrote: field name -> published text, in order."""
    row: dict[str, str] = json.loads(zlib.decompress(packed))
    return row


def as_dict(record: CatalogRecord) -> dict[str, Any]:
    """All fields but `source`, enums as their values."""
    values = asdict(record)
    del values["source"]
    return values
