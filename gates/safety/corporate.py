"""Corporate registration numbers (법인등록번호) told apart from resident numbers; both are 6-7.

A corporate number is four digits of the registry office (courts 11 to 28), two of the kind of
corporation, six of a serial and a check digit: weights 1, 2 alternating, complement to ten.
"""

from gates.safety.digit_tests import (
    COMPLEMENT_TO_TEN,
    CheckDigit,
    DigitTest,
    Prefix,
    Window,
    weighted,
)
from gates.safety.shapes import weighted_sum

_WEIGHTS = (1, 2) * 6
_CORPORATION_KINDS = frozenset({"11", "12", "13", "14", "15", "21", "22", "31"})

CORPORATE_TESTS: tuple[DigitTest, ...] = (
    Prefix((13,), (frozenset(map(str, range(11, 29))),)),
    Prefix((13,), (_CORPORATION_KINDS,), offset=4),
    CheckDigit(Window(13), weighted(_WEIGHTS), 10, COMPLEMENT_TO_TEN),
)
"""What the functions below read of thirteen digits."""


def has_corporate_prefix(digits: str) -> bool:
    """Whether thirteen digits begin like a corporate number: office and kind of corporation."""
    return "11" <= digits[:2] <= "28" and digits[4:6] in _CORPORATION_KINDS


def has_corporate_check(digits: str) -> bool:
    """Whether the last of thirteen digits is the check digit of a corporate number."""
    return (10 - weighted_sum(digits, _WEIGHTS) % 10) % 10 == int(digits[12])
