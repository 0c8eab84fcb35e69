"""Rule `safety-gate-v1.0`: evidence of a whole column + its name -> verdict.

In this order:

1. `VALUES_MATCH`: values hold personal data. One certain cell of a kind is enough, however many
   other cells there are. Uncertain cells (unbroken digit runs) count by their share among the
   runs of the same length: a column of random thirteen-digit ids matches the shape of resident
   numbers at 2.5 %, with a check digit at 0.27 %, one of resident numbers at 100 %.
2. `NAME_IS_PERSONAL`: the name says so (`성명`, `휴대전화`), whatever the values are. A column
   named for mail whose every value is a public body's address is a directory of offices and passes.
3. `NAME_HOLDS_DATA`: the name itself is personal data, as when a data row was taken for a header.
4. `FREE_TEXT`: people's own sentences, by name or by a mean length over 80 characters: to be
   reviewed.
"""

from collections.abc import Mapping, Sequence

from gates.safety.evidence import counts_by_grade, kinds_in
from gates.safety.kind import Grade, Kind, Weight
from gates.safety.kinds import KINDS
from gates.safety.labels import FREE_TEXT, forms
from gates.safety.verdict import Verdict
from store.vocabulary import SafetyStatus

FREE_TEXT_LENGTH = 80.0
"""Characters; the longest names and addresses of Korean registers stay below."""

_LIKELY_SHARE = 0.25
_POSSIBLE_SHARE = 0.4
_CHANCE_SHARE = 0.2
_CHANCE_CELLS = 10
"""From this many refused look-alikes on, certain cells under `_CHANCE_SHARE` of them are chance."""


def judge(name: str, kinds: Mapping[str, int], values: int, *, mean_length: float = 0.0) -> Verdict:
    """The verdict on one column.

    `name` is the full header path, `kinds` the number of cells for each key of `kinds_in`,
    `values` the number of cells that are not missing, `mean_length` their mean length in
    characters.
    """
    compact = forms(name)
    counts = counts_by_grade(kinds)
    deciding = [
        kind for kind, grades in counts.items() if _withholds(kind, grades, values, compact)
    ]
    found = _found(counts, deciding)
    if deciding:
        return Verdict(SafetyStatus.WITHHELD, kinds=found, reason="VALUES_MATCH")
    named = personal_name(name)
    if named and not _is_office_directory(named, counts, values):
        return Verdict(SafetyStatus.WITHHELD, kinds=found, reason="NAME_IS_PERSONAL")
    if holds_personal_data(name):
        return Verdict(SafetyStatus.WITHHELD, kinds=found, reason="NAME_HOLDS_DATA")
    if mean_length > FREE_TEXT_LENGTH or any(FREE_TEXT.search(form) for form in compact):
        return Verdict(SafetyStatus.REVIEW_REQUIRED, kinds=found, reason="FREE_TEXT")
    return Verdict(SafetyStatus.CLEAR, kinds=found)


def personal_name(name: str) -> Kind | None:
    """The kind that a column name stands for, if it is one of personal data."""
    compact = forms(name)
    for kind in KINDS:
        if any(kind.not_header.search(form) for form in compact):
            continue
        if any(kind.header.search(form) for form in compact):
            return kind
    return None


def holds_personal_data(text: str) -> bool:
    """Whether a single text, such as a name, would be withheld as the only value of a column."""
    counts = counts_by_grade(dict.fromkeys(kinds_in(text), 1))
    return any(_withholds(kind, grades, 1, ()) for kind, grades in counts.items())


def _withholds(
    kind: Kind, grades: Mapping[Grade, int], values: int, compact: tuple[str, ...]
) -> bool:
    if kind.weight is Weight.NONE:
        return False
    certain = grades.get(Grade.CERTAIN, 0)
    refuted = grades.get(Grade.REFUTED, 0)
    if certain and not (refuted >= _CHANCE_CELLS and certain < _CHANCE_SHARE * (certain + refuted)):
        return True
    likely = grades.get(Grade.LIKELY, 0)
    uncertain = likely + grades.get(Grade.POSSIBLE, 0)
    if not uncertain:
        return False
    if any(kind.hint.search(form) for form in compact):
        return True
    if kind.weight is Weight.HEADER or any(kind.counter_hint.search(form) for form in compact):
        return False
    unlike = refuted + grades.get(Grade.UNLIKELY, 0)
    every = max(values, uncertain) if kind.weight is Weight.SHARE else certain + uncertain + unlike
    return likely >= _LIKELY_SHARE * every or uncertain >= _POSSIBLE_SHARE * every


def _found(counts: Mapping[Kind, Mapping[Grade, int]], deciding: Sequence[Kind]) -> dict[str, int]:
    """Cells a kind: all that fit where the kind decided, elsewhere the certain ones."""
    found: dict[str, int] = {}
    for kind, grades in counts.items():
        least = Grade.POSSIBLE if kind in deciding else Grade.CERTAIN
        cells = sum(count for grade, count in grades.items() if grade >= least)
        if cells:
            found[kind.name] = cells
    return found


def _is_office_directory(
    named: Kind, counts: Mapping[Kind, Mapping[Grade, int]], values: int
) -> bool:
    if named.name != "email":
        return False
    offices = sum(
        sum(grades.values()) for kind, grades in counts.items() if kind.name == "office_email"
    )
    return 0 < values <= offices
