"""Rule `observed-type-v1.0`: what every non-missing value of a column looks like.

`candidates` gives, for one cell without surrounding blanks, the set of types it could be, as bits.
A column's type is the narrowest type that all its values share (`settle`), or STRING. The names
are those of Table Schema (https://datapackage.org/standard/table-schema/#field-types). Missing
tokens do not take part: `-` in a column of numbers leaves it a column of numbers.
"""

import re
from collections.abc import Iterable
from datetime import date

from store.vocabulary import ObservedType

RULE = "observed-type-v1.0"

BOOLEAN, YEAR, YEARMONTH, DATE, DATETIME, TIME, INTEGER, NUMBER = (1 << i for i in range(8))
ANY = (1 << 8) - 1
_TEMPORAL = YEAR | YEARMONTH | DATE | DATETIME | TIME

_PREFERENCE = (
    (BOOLEAN, ObservedType.BOOLEAN),
    (YEARMONTH, ObservedType.YEARMONTH),
    (DATE, ObservedType.DATE),
    (DATETIME, ObservedType.DATETIME),
    (TIME, ObservedType.TIME),
    (YEAR, ObservedType.YEAR),
    (INTEGER, ObservedType.INTEGER),
    (NUMBER, ObservedType.NUMBER),
)

MISSING_TOKENS = frozenset(
    [
        "-",
        "--",
        "–",
        "—",
        "―",
        "n/a",
        "na",
        "#n/a",
        "null",
        "none",
        "nan",
        "nil",
        "(null)",
        "<null>",
        "없음",
        "해당없음",
        "해당사항없음",
        "자료없음",
        "미상",
    ]
) | {"해당 없음", "해당사항 없음", "자료 없음"}

BOOLEAN_PAIRS = tuple(
    frozenset(pair.split())
    for pair in (
        "y n",
        "yes no",
        "true false",
        "t f",
        "o x",
        "○ ×",
        "예 아니오",
        "예 아니요",
        "유 무",
        "여 부",
    )
)
_BOOLEAN_WORDS = frozenset().union(*BOOLEAN_PAIRS)

_INTEGER = re.compile(r"[+-]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)", re.ASCII)
_NUMBER = re.compile(
    r"[+-]?(?:(?:0|[1-9]\d*|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?%?",
    re.ASCII,
)
_DATE = re.compile(
    r"(\d{4})(?:(\d\d)(\d\d)|([-./])\s?(\d{1,2})\4\s?(\d{1,2})\.?|년\s?(\d{1,2})월\s?(\d{1,2})일)",
    re.ASCII,
)
_CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?"
_TIME = re.compile(_CLOCK, re.ASCII)
_ZONED_TIME = re.compile(rf"{_CLOCK}(?:Z|[+-]\d\d:?\d\d)?", re.ASCII)
_COMPACT_TIME = re.compile(r"(?:[01]\d|2[0-4])(?:[0-5]\d){1,2}", re.ASCII)
_YEARMONTH = re.compile(r"(\d{4})(?:(\d\d)|[-./]\s?(\d{1,2})\.?|년\s?(\d{1,2})월)", re.ASCII)
_YEAR = re.compile(r"\d{4}년?", re.ASCII)


def is_missing(value: str) -> bool:
    """Is this stripped cell a token that stands for "no value"?"""
    return len(value) <= 9 and value.lower() in MISSING_TOKENS


def candidates(value: str, wanted: int = ANY) -> int:
    """The types that a stripped, non-empty, non-missing cell could be, as bits (0: only STRING).

    Only the types in `wanted` are tried: what a column cannot be any more costs nothing.
    """
    if len(value) > 40 or not wanted:
        return 0
    bits = 0
    if wanted & BOOLEAN and value.lower() in _BOOLEAN_WORDS:
        bits = BOOLEAN
    if value[0] in "0123456789+-.":
        if wanted & (INTEGER | NUMBER):
            bits |= _numeric(value)
        if wanted & _TEMPORAL:
            bits |= _temporal(value)
    return bits & wanted


def settle(common: int, values: Iterable[str]) -> ObservedType:
    """The type of a column: `common` is the AND of all candidates.

    `values` are the column's distinct values as far as they are known; BOOLEAN asks for one
    complete pair in them and nothing else.
    """
    for bit, name in _PREFERENCE:
        if common & bit and (bit != BOOLEAN or {v.lower() for v in values} in BOOLEAN_PAIRS):
            return name
    return ObservedType.STRING


def _numeric(value: str) -> int:
    if _INTEGER.fullmatch(value):
        return INTEGER | NUMBER
    return NUMBER if _NUMBER.fullmatch(value) else 0


def _temporal(value: str) -> int:
    bits = 0
    if _YEAR.fullmatch(value) and 1900 <= int(value[:4]) <= 2100:
        bits |= YEAR
    if found := _YEARMONTH.fullmatch(value):
        month = next(int(m) for m in found.groups()[1:] if m)
        if 1 <= month <= 12 and 1900 <= int(found[1]) <= 2100:
            bits |= YEARMONTH
    if _TIME.fullmatch(value):
        bits |= TIME
    return bits | _calendar(value)


def _calendar(value: str) -> int:
    """DATE for a calendar date of 1900 to 2100; DATETIME for one followed by a time of day."""
    found = _DATE.match(value)
    if not found:
        return 0
    year, month, day = (int(part) for part in found.groups() if part and part.isdigit())
    try:
        date(year, month, day)
    except ValueError:
        return 0
    if not 1900 <= year <= 2100:
        return 0
    rest = value[found.end() :]
    if not rest:
        return DATE
    if found[2] and _COMPACT_TIME.fullmatch(rest):
        return DATETIME
    if rest[0] in " T" and _ZONED_TIME.fullmatch(rest.lstrip(" T")):
        return DATETIME
    return 0
