"""Business registration numbers (사업자등록번호): 3-2-5 with a check digit.

Check digit: weights 1 3 7 1 3 7 1 3 5 and the tens of five times the ninth, complement to ten.
Public for companies; personal only where the column says that it holds sole traders.
"""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import COMPLEMENT_TO_TEN, CheckDigit, Window, weighted
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import number, weighted_sum

_SHAPE = number("[0-9]{3}", "[0-9]{2}", "[0-9]{5}", separator="[ -]?")
_WEIGHTS = (1, 3, 7, 1, 3, 7, 1, 3, 5)
_NINTH = tuple(digit * 5 + digit * 5 // 10 for digit in range(10))


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        digits = "".join(found.groups())
        total = weighted_sum(digits, _WEIGHTS) + int(digits[8]) * 5 // 10
        if (10 - total % 10) % 10 == int(digits[9]):
            yield Hit(*found.span(), Grade.CERTAIN)


KIND = Kind(
    name="business_number",
    find=_find,
    trigger=Trigger.DIGITS,
    weight=Weight.NONE,
    digit_tests=(CheckDigit(Window(10), (*weighted(_WEIGHTS[:8]), _NINTH), 10, COMPLEMENT_TO_TEN),),
    header=re.compile(r"개인사업자(?:의)?(?:사업자)?(?:등록)?번호$"),
    samples={
        Grade.CERTAIN: ("123-45-67891", "1208700019"),
        None: ("123-45-67890", "1208700018", "2024-01-01"),
    },
    headers=("개인사업자 등록번호", "개인사업자번호"),
    other_headers=("사업자등록번호", "사업자번호", "개인사업자 수"),
)
