"""Corporate registration numbers (법인등록번호): public, and told apart from resident numbers."""

import re
from collections.abc import Iterator

from gates.safety.corporate import CORPORATE_TESTS, has_corporate_check, has_corporate_prefix
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import number

_SHAPE = number("[0-9]{6}", "[0-9]{7}", separator="[ -]?")


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        digits = found[1] + found[2]
        if has_corporate_prefix(digits) and has_corporate_check(digits):
            yield Hit(*found.span(), Grade.CERTAIN)


KIND = Kind(
    name="corporate_number",
    find=_find,
    trigger=Trigger.LONG_DIGITS,
    weight=Weight.NONE,
    hint=re.compile(r"법인"),
    digit_tests=CORPORATE_TESTS,
    samples={
        Grade.CERTAIN: ("110111-0123458", "1101113123455"),
        None: ("110111-0123457", "900101-1234568"),
    },
)
