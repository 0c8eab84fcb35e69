"""Resident numbers whose tail is starred (`900101-1******`): birth date and sex still show."""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import CalendarDate, Window
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import calendar_date

_STARS = "*xX●○•"
_SHAPE = re.compile(
    r"(?<![0-9])([0-9]{2})([0-9]{2})([0-9]{2})[ .\-/_~]{0,3}"
    rf"[0-9{_STARS}][{_STARS}]{{4,6}}(?![0-9{_STARS}])"
)
_LEAP_YEAR = 2000


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        real = calendar_date(_LEAP_YEAR, int(found[2]), int(found[3]))
        yield Hit(*found.span(), Grade.CERTAIN if real else Grade.REFUTED)


KIND = Kind(
    name="masked_resident_number",
    find=_find,
    trigger=Trigger.MASKED,
    weight=Weight.ONE_CELL,
    mask=str,
    digit_tests=(
        # Any year is the leap year: the month and the day alone decide.
        CalendarDate(Window(6, whole=False, near="*xX"), month=2, day=4, year_digits=0),
    ),
    samples={
        Grade.CERTAIN: ("900101-1******", "900101-*******", "900101 2●●●●●●", "9001011XXXXXX"),
        Grade.REFUTED: ("991399-1******",),
        None: ("010-****-5678", "******", "900101-1234567", "1234-56**-****-7890"),
    },
)
