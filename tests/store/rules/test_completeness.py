"""Completeness: which fields count, and how a score compares."""

from typing import Any

import pytest

from store.records import CatalogRecord, as_dict
from store.rules.completeness import PROFILES, card_fields, completeness, filled_fields
from store.vocabulary import License, ListingType, UpdateCycle
from tests.store.making import record


def fields(listing: CatalogRecord) -> dict[str, bool]:
    return card_fields(listing.list_type, filled_fields(as_dict(listing)))


def test_the_profiles_have_their_published_sizes() -> None:
    assert {profile: len(names) for profile, names in PROFILES.items()} == {
        "FILE": 16,
        "API": 15,
        "STD": 12,
    }
    assert "license" not in PROFILES["STD"]
    assert "dataLimits" not in PROFILES["STD"]


@pytest.mark.parametrize(
    ("facts", "field", "expected"),
    [
        ({"update_cycle": UpdateCycle.OTHER}, "cycle", True),
        ({"update_cycle": UpdateCycle.UNSPECIFIED}, "cycle", False),
        ({"license": License.OTHER}, "license", True),
        ({"license": License.UNSPECIFIED}, "license", False),
        ({"row_count": 0}, "rowCount", True),
        ({"row_count": None}, "rowCount", False),
        ({"keywords": ()}, "keywords", False),
        ({"keywords": ("물",)}, "keywords", True),
        ({"formats": ()}, "format", False),
        ({"title": "UNSPECIFIED"}, "title", True),
        ({"data_limits": "일부 누락"}, "dataLimits", True),
    ],
)
def test_what_counts_as_filled(facts: dict[str, Any], field: str, expected: bool) -> None:
    assert fields(record("1", **facts))[field] is expected


def test_api_listings_have_their_own_fields() -> None:
    shown = fields(record("1", list_type=ListingType.API, api_type="REST"))
    assert shown["apiType"] is True
    assert shown["traffic"] is False
    assert "rowCount" not in shown


def test_a_score_is_compared_within_its_profile() -> None:
    listing = record("1", spatial="대한민국")
    mask = filled_fields(as_dict(listing))
    filled = mask.bit_count()
    shown = completeness(listing.list_type, mask, listing, {filled: 1, filled + 2: 3, 2: 4})
    assert shown == {
        "score": round(filled / 16, 4),
        "profile": "FILE",
        "rule": "completeness-v1.0",
        "filledFields": filled,
        "totalFields": 16,
        "keyFields": {"spatial": True, "temporal": False, "dataLimits": False},
        "topPercent": 37.5,
        "typical": False,
        "typicalShare": 50.0,
    }
