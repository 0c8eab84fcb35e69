"""`completeness-v1.0`: how much of a listing's metadata is filled in.

Decides from the normalised record alone. Each listing type has its profile, a fixed list of
fields; a field counts as filled when its normalised value is present. A cycle or licence that is
published but not in the vocabulary (OTHER) counts, an unpublished one (UNSPECIFIED) does not. The
score is filled / total. How common a score is comes from the scores of the same profile within one
release.
"""

from collections.abc import Mapping
from typing import Any

from store.records import CatalogRecord
from store.vocabulary import License, ListingType, UpdateCycle

RULE = "completeness-v1.0"

_COMMON = {
    "title": "title",
    "theme": "theme_raw",
    "org": "org_name",
    "cycle": "update_cycle",
    "keywords": "keywords",
    "description": "description",
    "license": "license",
    "created": "created_date",
    "modified": "modified_date",
    "url": "list_url",
    "spatial": "spatial",
    "temporal": "temporal",
    "dataLimits": "data_limits",
}
_STANDARD = {
    name: field for name, field in _COMMON.items() if name not in ("license", "dataLimits")
}
PROFILES: dict[str, dict[str, str]] = {
    ListingType.FILE: _COMMON
    | {"format": "formats", "rowCount": "row_count", "fileDataName": "file_data_name"},
    ListingType.API: _COMMON | {"apiType": "api_type", "traffic": "traffic"},
    ListingType.STD: _STANDARD | {"format": "formats"},
}
"""Profile -> its fields in bit order of a mask, each with the field of a normalised record."""
_KEY_FIELDS = {"spatial": "spatial", "temporal": "temporal", "dataLimits": "data_limits"}
_UNPUBLISHED = {"cycle": UpdateCycle.UNSPECIFIED, "license": License.UNSPECIFIED}
_TESTS = {
    profile: [(1 << bit, key, _UNPUBLISHED.get(name)) for bit, (name, key) in enumerate(f.items())]
    for profile, f in PROFILES.items()
}


def filled_fields(normalized: Mapping[str, Any]) -> int:
    """The filled fields of a record's profile as a bit mask: bit i is field i of the profile.

    `normalized` is the record's normalised form (field of CatalogRecord -> value).
    """
    mask = 0
    for bit, key, unpublished in _TESTS[normalized["list_type"]]:
        value = normalized[key]
        if (value or value == 0) and (unpublished is None or value != unpublished):
            mask |= bit
    return mask


def card_fields(list_type: ListingType, mask: int) -> dict[str, bool]:
    """Field name -> filled, for every field of the profile."""
    return {name: bool(mask >> bit & 1) for bit, name in enumerate(PROFILES[list_type])}


def completeness(
    list_type: ListingType, mask: int, record: CatalogRecord, distribution: Mapping[int, int]
) -> dict[str, Any]:
    """The contract's `completeness` object.

    `distribution` counts the records of this profile in the release by number of filled fields.
    `topPercent` is the share (%) of records with a strictly higher score, `typical` says that the
    score is the most common one (the lower one where two are equally common), `typicalShare` is
    the share (%) of that most common score.
    """
    total = len(PROFILES[list_type])
    filled = mask.bit_count()
    shown: dict[str, Any] = {
        "score": round(filled / total, 4),
        "profile": list_type.value,
        "rule": RULE,
        "filledFields": filled,
        "totalFields": total,
        "keyFields": {name: bool(getattr(record, key)) for name, key in _KEY_FIELDS.items()},
    }
    records = sum(distribution.values())
    if records:
        higher = sum(count for score, count in distribution.items() if score > filled)
        modal, share = max(distribution.items(), key=lambda item: (item[1], -item[0]))
        shown["topPercent"] = round(100 * higher / records, 1)
        shown["typical"] = filled == modal
        shown["typicalShare"] = round(100 * share / records, 1)
    return shown
