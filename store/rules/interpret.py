"""`query-interpret-v1.0`: words of a query that name a filter become that filter.

Decides from the query's blank-separated words alone: a word that equals an entry of a dictionary
moves to the filter of that axis. Axes are tried in the order region, format, updateCycle, listType;
one word an axis, the first one wins; an axis that the caller filters by already is left alone.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from store.rules.places import ALIASES
from store.rules.words import fold
from store.vocabulary import ListingType, UpdateCycle

RULE = "query-interpret-v1.0"

_FORMATS = {
    name: name for name in ("CSV", "JSON", "XML", "XLSX", "XLS", "PDF", "SHP", "HWP", "HWPX")
} | {"엑셀": "XLSX", "EXCEL": "XLSX"}
_CYCLES = {
    "일간": UpdateCycle.DAILY,
    "매일": UpdateCycle.DAILY,
    "주간": UpdateCycle.WEEKLY,
    "매주": UpdateCycle.WEEKLY,
    "월간": UpdateCycle.MONTHLY,
    "매월": UpdateCycle.MONTHLY,
    "분기": UpdateCycle.QUARTERLY,
    "반기": UpdateCycle.SEMIANNUAL,
    "연간": UpdateCycle.ANNUAL,
    "매년": UpdateCycle.ANNUAL,
    "수시": UpdateCycle.IRREGULAR,
}
_TYPES = {
    "API": ListingType.API,
    "오픈API": ListingType.API,
    "파일": ListingType.FILE,
    "FILE": ListingType.FILE,
    "표준": ListingType.STD,
    "STD": ListingType.STD,
}
_AXES: dict[str, dict[str, str]] = {
    axis: {fold(word): str(value) for word, value in entries.items()}
    for axis, entries in (
        ("region", ALIASES),
        ("format", _FORMATS),
        ("updateCycle", _CYCLES),
        ("listType", _TYPES),
    )
}


@dataclass(frozen=True, slots=True)
class Interpreted:
    """What is left of the query (None when nothing is), and the contract's `interpretedFilters`."""

    query_rest: str | None
    filters: list[dict[str, Any]]


def interpret(query: str, taken_axes: Collection[str]) -> Interpreted:
    """Reads filters out of a query; `taken_axes` (contract argument names) are not touched."""
    taken = set(taken_axes)
    rest: list[str] = []
    filters: list[dict[str, Any]] = []
    for token in query.split():
        axis = next(
            (a for a, known in _AXES.items() if a not in taken and fold(token) in known), ""
        )
        if not axis:
            rest.append(token)
            continue
        taken.add(axis)
        value = _AXES[axis][fold(token)]
        filters.append({"field": axis, "value": value, "sourceToken": token, "ruleId": RULE})
    return Interpreted(" ".join(rest) or None, filters)
