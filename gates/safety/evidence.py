"""Which kinds of personal data one value holds, and how surely."""

import re
from collections.abc import Mapping

from gates.safety.kind import Grade, Kind, Trigger
from gates.safety.kinds import BY_NAME, KINDS
from gates.safety.text import condensed, joined, normalise

SHORTEST = 6
"""Characters; no shorter value holds anything."""
_BY_TRIGGER: dict[Trigger, tuple[Kind, ...]] = {
    trigger: tuple(kind for kind in KINDS if kind.trigger is trigger) for trigger in Trigger
}
_ANY_TRIGGER = re.compile(
    "|".join(
        f"(?:{trigger.value.pattern})" for trigger in Trigger if trigger is not Trigger.LONG_DIGITS
    )
)
# What clean data holds most: points in time, geographic coordinates, shares and amounts.
_HARMLESS = re.compile(
    r"(?:19|20)[0-9]{2}[-./][01]?[0-9][-./][0-3]?[0-9]"
    r"(?:[ T][0-2]?[0-9]:[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?Z?)?"
    r"|-?(?:0|[1-9][0-9]{0,2})\.[0-9]{1,20}|-?[1-9][0-9]{0,2}(?:,[0-9]{3}){1,2}"
)
_KEYS: dict[tuple[str, Grade], str] = {
    (kind.name, grade): kind.name if grade is Grade.CERTAIN else f"{kind.name}:{grade.name.lower()}"
    for kind in KINDS
    for grade in Grade
}


def kinds_in(value: str) -> tuple[str, ...]:
    """The evidence keys of one cell value, at most one a kind, in a fixed order.

    A key is the name of a kind where it is certain, else `name:grade`; count the cells of each key
    and hand the counts to `judge`. Pure; linear in the length of the value. A value that can hold
    nothing of interest costs one or two searches.
    """
    if len(value) < SHORTEST:
        return ()
    text = condensed(normalise(value))
    if _HARMLESS.fullmatch(text) or not _ANY_TRIGGER.search(text):
        return ()
    return tuple(_KEYS[kind.name, grade] for kind, grade in graded(text))


def graded(text: str) -> list[tuple[Kind, Grade]]:
    """Each kind found in a normalised text with the surest grade it reaches."""
    text = joined(text)
    return [(kind, grade) for kind in triggered(text) if (grade := kind.grade(text)) is not None]


def triggered(text: str) -> list[Kind]:
    """The kinds that a normalised text can hold at all."""
    return [
        kind
        for trigger, kinds in _BY_TRIGGER.items()
        if kinds and trigger.value.search(text)
        for kind in kinds
    ]


def counts_by_grade(kinds: Mapping[str, int]) -> dict[Kind, dict[Grade, int]]:
    """Counts of evidence keys as kind -> grade -> cells; keys of no known kind are left out."""
    counts: dict[Kind, dict[Grade, int]] = {}
    for key, cells in kinds.items():
        name, _, grade = key.partition(":")
        kind = BY_NAME.get(name)
        if kind is not None and cells > 0:
            level = Grade[grade.upper()] if grade else Grade.CERTAIN
            counts.setdefault(kind, {})[level] = cells
    return counts
