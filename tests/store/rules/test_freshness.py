"""Freshness: the age of a listing at the base date of its snapshot."""

from datetime import date

import pytest

from store.rules.freshness import base_date, freshness
from store.vocabulary import UpdateCycle

BASE = date(2026, 7, 31)


@pytest.mark.parametrize(
    ("cycle", "modified", "status", "age"),
    [
        (UpdateCycle.DAILY, "2026-07-24", "FRESH", 7),
        (UpdateCycle.DAILY, "2026-07-23", "POSSIBLY_STALE", 8),
        (UpdateCycle.ANNUAL, "2025-02-06", "FRESH", 540),
        (UpdateCycle.ANNUAL, "2025-02-05", "POSSIBLY_STALE", 541),
        (UpdateCycle.MONTHLY, "2026-08-05", "FRESH", 0),
        (UpdateCycle.MONTHLY, "2062-08-05", "UNKNOWN", None),
        (UpdateCycle.IRREGULAR, "2026-07-24", "UNKNOWN", None),
        (UpdateCycle.MONTHLY, None, "UNKNOWN", None),
        (UpdateCycle.MONTHLY, "2026-13-45", "UNKNOWN", None),
    ],
)
def test_age_against_the_stated_cycle(
    cycle: UpdateCycle, modified: str | None, status: str, age: int | None
) -> None:
    shown = freshness(cycle, modified, BASE)
    assert (shown["status"], shown.get("ageDays")) == (status, age)
    assert shown["rule"] == "freshness-v1.0"


@pytest.mark.parametrize(
    ("month", "name", "expected"),
    [
        ("2026-02", "목록개방현황_20260227.csv", date(2026, 2, 27)),
        ("2026-02", "list.csv", date(2026, 2, 28)),
        ("2024-02", "list_20199999.csv", date(2024, 2, 29)),
        ("2026-02", "list_20200101.csv", date(2026, 2, 28)),
    ],
)
def test_the_base_date_of_an_edition(month: str, name: str, expected: date) -> None:
    assert base_date(month, name) == expected
