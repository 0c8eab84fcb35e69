"""Values of sample cells: invented, and the same on every machine."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import TypeVar

T = TypeVar("T")

_MULTIPLIER = 2654435761
"""Knuth's multiplicative hash: scatters consecutive row numbers over 32 bits."""


def spread(row: int, low: int, high: int, salt: int = 0) -> int:
    """A number from `low` to `high`, both included, that depends on the row and the salt."""
    mixed = ((row + 1) * _MULTIPLIER + salt * 40503) & 0xFFFFFFFF
    return low + (mixed >> 8) % (high - low + 1)


def pick(row: int, choices: Sequence[T], salt: int = 0) -> T:
    return choices[spread(row, 0, len(choices) - 1, salt)]


def latitude(row: int, center: float = 37.5) -> str:
    return f"{center + spread(row, -9000, 9000, 1) / 100000:.6f}"


def longitude(row: int, center: float = 127.0) -> str:
    return f"{center + spread(row, -9000, 9000, 2) / 100000:.6f}"


def day(row: int, start: date = date(2015, 1, 1), span: int = 4000) -> date:
    return start + timedelta(days=spread(row, 0, span, 3))


def hour(row: int, start: datetime) -> str:
    """The start plus as many hours as the row, to the minute."""
    return (start + timedelta(hours=row)).strftime("%Y-%m-%d %H:%M")


def landline(row: int, area: str = "033") -> str:
    """An office number in an exchange that is not in use."""
    return f"{area}-000-{1000 + row:04d}"


def mobile(row: int) -> str:
    """A number of the mobile shape in the exchange 0000, which nobody holds."""
    return f"010-0000-{1001 + row * 7:04d}"


def mail(row: int) -> str:
    return f"nobody{row + 1:02d}@example.com"


def resident_number(row: int) -> str:
    """The resident-number shape: a real date, but a check digit that no issued number has.

    Numbers of people born before October 2020 end in (11 - weighted sum mod 11) mod 10; this one
    ends in the digit after it, so it cannot be anybody's.
    """
    born = date(1990, 1, 1) + timedelta(days=row * 41)
    digits = f"{born:%y%m%d}{1 + row % 2}00{row:03d}"
    weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
    total = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))
    check = (11 - total % 11) % 10
    return f"{digits[:6]}-{digits[6:]}{(check + 1) % 10}"


def business_number(row: int) -> str:
    """A company's registration number (3-2-5) with a right check digit and the invented office 000.

    The middle 81 to 88 marks a company, not a sole trader.
    """
    digits = f"000{81 + row % 8}{1000 + row:04d}"
    weights = (1, 3, 7, 1, 3, 7, 1, 3, 5)
    total = sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))
    check = (10 - (total + int(digits[8]) * 5 // 10) % 10) % 10
    return f"{digits[:3]}-{digits[3:5]}-{digits[5:]}{check}"


def person(row: int) -> str:
    """An invented name."""
    return pick(row, "김이박최정강조윤장임") + pick(row, SYLLABLES, 5) + pick(row, SYLLABLES, 9)


SYLLABLES = ("가온", "누리", "다솜", "라온", "마루", "바름", "새봄", "아람", "찬솔", "하람")
PLACES = ("물빛", "솔밭", "은하", "참빛", "해오름", "달맞이", "고운", "푸른들", "별내린", "느티")


def address(row: int, region: str) -> str:
    return f"{region} {pick(row, PLACES)}로 {spread(row, 1, 240, 4)}"
