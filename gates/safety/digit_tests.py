"""What kinds read of digits, as data: prefixes, calendar dates, check digits.

`find` of a kind is the authority. Beside it a kind lists every property of the *digits* that its
answer depends on; everything else it may depend on is the *outline*, the text with each digit
replaced by 0. So two texts of one outline whose groups of digits pass the same tests hold the same
kinds, and one of them needs to be judged (`gates.safety.screen`). A test reads the digits from the
start of a group on, over at most `GAP` signs between groups.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

GAP = 5
"""Characters other than letters and digits that may stand between two digits of one number."""
MOST_DIGITS = 20
"""How many digits from the start of a group on tests may look at."""

_LEAP_YEAR = 2000


@dataclass(frozen=True, slots=True)
class Prefix:
    """Which of `sets` have a member that the digits from `offset` on begin with.

    Applies where a group ends after one of `lengths` digits.
    """

    lengths: tuple[int, ...]
    sets: tuple[frozenset[str], ...]
    offset: int = 0

    def outcome(self, digits: str) -> tuple[bool, ...]:
        beginnings = {digits[self.offset : end] for end in range(self.offset + 1, len(digits) + 1)}
        return tuple(not members.isdisjoint(beginnings) for members in self.sets)


@dataclass(frozen=True, slots=True)
class Window:
    """A test of the first `length` digits, which must end a group if `whole`.

    With `near`, only in texts that hold one of its characters (ASCII).
    """

    length: int
    whole: bool = True
    near: str = ""


@dataclass(frozen=True, slots=True)
class CheckDigit:
    """Whether the last digit is the one that the others give.

    Digit `i` adds `values[i][digit]`; the sum modulo `modulus` chooses the check digit from
    `expected[digit at selector]`, or from its only row where `selector` is None.
    """

    window: Window
    values: tuple[tuple[int, ...], ...]
    modulus: int
    expected: tuple[tuple[int, ...], ...]
    selector: int | None = None

    def outcome(self, digits: str) -> bool:
        numbers = [int(digit) for digit in digits]
        total = sum(row[number] for row, number in zip(self.values, numbers, strict=False))
        row = self.expected[0 if self.selector is None else numbers[self.selector]]
        return row[total % self.modulus] == numbers[self.window.length - 1]


@dataclass(frozen=True, slots=True)
class CalendarDate:
    """0 where the digits are no date, else 1 and how many of `bounds` it is not before.

    The year has four or two digits from 0 on, or none and is a leap year; `month` and `day` are
    offsets of two digits each. `centuries` gives the century of a two-digit year by the digit at
    `selector`; 0 is no century.
    """

    window: Window
    month: int
    day: int
    year_digits: int = 2
    centuries: tuple[int, ...] = (0,) * 10
    selector: int = 0
    bounds: tuple[datetime.date, ...] = ()

    def outcome(self, digits: str) -> int:
        year = int(digits[: self.year_digits] or _LEAP_YEAR)
        if self.year_digits == len("YY"):
            century = self.centuries[int(digits[self.selector])]
            year = century + year if century else 0
        month, day = (int(digits[at : at + 2]) for at in (self.month, self.day))
        try:
            date = datetime.date(year, month, day)
        except ValueError:
            return 0
        return 1 + sum(date >= bound for bound in self.bounds)


DigitTest = Prefix | CheckDigit | CalendarDate


def weighted(weights: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """`values` of a check digit: digit x weight."""
    return tuple(tuple(weight * digit for digit in range(10)) for weight in weights)


COMPLEMENT_TO_TEN = (tuple((10 - residue) % 10 for residue in range(10)),)
"""`expected` of the most common check digits."""
