"""`region-v1.0`: which 시·도 a listing is about, from which field, how sure.

Decides from the words of four fields, in falling order of evidence: the stated 공간범위 (.95), the
title (.8), the publisher (.6), the description (.5); a code keeps its best evidence. A name counts
at the beginning of a word only, so 해운대구 is Busan and not Daegu, and 부산물, 경기장 and 세종대왕
are no places. 시·군·구 names lead to their 시·도. A name that exists in several (중구, 고성군,
광주시) is read after the word before it, else after the places that the other fields name; 광주
with no such help is Gwangju at .3 less. Names that are ordinary words too (경기, 영양, 예산) count
in 공간범위, elsewhere only next to another place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from store.records import CatalogRecord
from store.rules.places import GWANGJU, NAMES, Mention, mention
from store.rules.words import prose_words, words

RULE = "region-v1.0"

_AMBIGUOUS_LOSS = 0.3
_EVIDENCE = (
    ("EXPLICIT_SPATIAL", 0.95),
    ("INFERRED_FROM_TITLE", 0.8),
    ("INFERRED_FROM_PUBLISHER", 0.6),
    ("INFERRED_FROM_DESCRIPTION", 0.5),
)


@dataclass(frozen=True, slots=True)
class Region:
    """One 시·도 of a listing: ISO code, kind of evidence (contract enum), confidence 0 to 1."""

    code: str
    evidence: str
    confidence: float

    def to_json(self) -> dict[str, Any]:
        """The contract's `region` object."""
        return {
            "code": self.code,
            "name": NAMES[self.code],
            "evidence": self.evidence,
            "confidence": self.confidence,
        }


def regions_of(record: CatalogRecord) -> list[Region]:
    """The regions of one record, best evidence first, then by code."""
    return regions_of_words(
        words(record.spatial or ""),
        words(record.title),
        words(record.org_name or ""),
        prose_words(record.description or ""),
    )


def regions_of_words(
    spatial: Sequence[str],
    title: Sequence[str],
    publisher: Sequence[str],
    description: Sequence[str],
) -> list[Region]:
    """As `regions_of`, from fields that are cut into words already."""
    fields = [list(map(mention, field)) for field in (spatial, title, publisher, description)]
    anchors = {
        found.codes[0]
        for field in fields[:3]
        if any(field)
        for found in field
        if found and len(found.codes) == 1 and not found.weak
    }
    best: dict[str, Region] = {}
    for (evidence, confidence), field in zip(_EVIDENCE, fields, strict=True):
        if not any(field):
            continue
        for code, loss in _codes(field, anchors, places_only=evidence == "EXPLICIT_SPATIAL"):
            region = Region(code, evidence, round(confidence - loss, 2))
            if code not in best or best[code].confidence < region.confidence:
                best[code] = region
    return sorted(best.values(), key=lambda region: (-region.confidence, region.code))


def _codes(
    field: Sequence[Mention | None], anchors: set[str], *, places_only: bool
) -> Iterator[tuple[str, float]]:
    """The codes that one field names, each with what its ambiguity costs."""
    before: str | None = None
    for position, found in enumerate(field):
        code, loss = None, 0.0
        if found and found.weak and not places_only:
            code = found.codes[0] if _in_company(field, position) else None
        elif found and len(found.codes) == 1:
            code = found.codes[0]
        elif found:
            code, loss = _resolve(found, before, anchors)
        if code:
            yield code, loss
        before = code


def _resolve(found: Mention, before: str | None, anchors: set[str]) -> tuple[str | None, float]:
    if before in found.codes:
        return before, 0.0
    known = anchors.intersection(found.codes)
    if len(known) == 1:
        return known.pop(), 0.0
    return (GWANGJU, _AMBIGUOUS_LOSS) if GWANGJU in found.codes[:1] else (None, 0.0)


def _in_company(field: Sequence[Mention | None], position: int) -> bool:
    """Whether a weak name stands next to a place: 경기 next to any, others next to their 시·도."""
    own = field[position]
    around = [n for n in field[max(0, position - 1) : position + 2] if n and n is not own]
    if own is None or not around:
        return False
    if own.codes == ("KR-41",):
        return any(not near.weak for near in around)
    return any(near.codes == own.codes and not near.weak for near in around)
