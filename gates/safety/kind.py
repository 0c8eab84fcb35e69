"""The shape of a kind of personal data: one object a module in `gates.safety.kinds`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

from gates.safety.digit_tests import DigitTest


class Grade(IntEnum):
    """How surely a stretch of text is of a kind. Validators grade; they never discard.

    REFUTED and UNLIKELY are look-alikes that the validator refused. They matter as contrast: one
    possible resident number among a thousand refused thirteen-digit ids is chance, alone it is not.
    """

    UNLIKELY = 1
    """An unbroken digit run of the right length, refused."""
    REFUTED = 2
    """Written the kind's own way (hyphens, blanks), refused."""
    POSSIBLE = 3
    """An unbroken run that fits, without a check digit that confirms it."""
    LIKELY = 4
    """An unbroken run that fits and whose check digit or prefix confirms it."""
    CERTAIN = 5
    """Written the kind's own way and fitting, or named by a word right before it."""


class Hit(NamedTuple):
    """A stretch `text[start:end]` with its grade."""

    start: int
    end: int
    grade: Grade


class Weight(Enum):
    """What found values decide when the header says nothing."""

    ONE_CELL = (
        "one certain cell withholds the column, less certain ones by their share of look-alikes"
    )
    SHARE = "like ONE_CELL, but less certain ones are held against all values of the column"
    HEADER = "only certain cells, or any under a header that hints at the kind"
    NONE = "never personal by its values alone"


class Trigger(Enum):
    """What a text must hold for a kind to be looked for at all; each is one linear search."""

    DIGITS = re.compile(r"[0-9](?:[^0-9A-Za-z가-힣]{0,3}[0-9]){8}")
    LONG_DIGITS = re.compile(r"[0-9](?:[^0-9A-Za-z가-힣]{0,3}[0-9]){11}")
    MAIL = re.compile(r"@")
    MASKED = re.compile(r"[0-9]{6}[^0-9A-Za-z가-힣]{0,3}[0-9*xX●○•]?[*xX●○•]{4}")
    LETTERED = re.compile(r"[A-Za-z][0-9]{3}[A-Za-z0-9][0-9]{4}")
    PLATE = re.compile(r"[0-9] ?[가-힣] ?[0-9]{4}")
    WORD = re.compile(r"성명|성함|이름|생년|생일|출생")


def _unmasked(text: str) -> str:
    """Keeps the first two letters or digits and stars the others."""
    return text[:2] + re.sub(r"\w", "*", text[2:])


def _nothing(_: str) -> Iterable[Hit]:
    return ()


_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """One kind of personal data.

    `find` yields hits in a normalised text. `header` is searched in the compact forms of a column
    name (`gates.safety.labels.forms`) and withholds by name unless `not_header` is found; `hint`
    only makes uncertain hits count and `counter_hint` makes them not count. `digit_tests` lists all
    that `find` reads of digits beside their places (see `gates.safety.digit_tests`).
    `samples` maps a grade (None: no hit) to values, `headers` and `other_headers` are names that
    must and must not withhold: the module's own tests.
    """

    name: str
    find: Callable[[str], Iterable[Hit]] = _nothing
    trigger: Trigger | None = None
    weight: Weight = Weight.NONE
    header: re.Pattern[str] = _NEVER
    not_header: re.Pattern[str] = _NEVER
    hint: re.Pattern[str] = _NEVER
    counter_hint: re.Pattern[str] = _NEVER
    mask: Callable[[str], str] = _unmasked
    digit_tests: tuple[DigitTest, ...] = ()
    samples: Mapping[Grade | None, tuple[str, ...]] = field(default_factory=dict)
    headers: tuple[str, ...] = ()
    other_headers: tuple[str, ...] = ()

    def grade(self, text: str) -> Grade | None:
        """The surest grade that a normalised text reaches."""
        best: Grade | None = None
        for hit in self.find(text):
            if hit.grade is Grade.CERTAIN:
                return hit.grade
            if best is None or hit.grade > best:
                best = hit.grade
        return best
