"""Health insurance numbers (건강보험증번호), told by the name or by that word in a text."""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import Prefix
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight

_SHAPE = re.compile(
    r"(?:건강보험|건보|의료보험)(?:증|카드)?\s?번호?\D{0,5}(?P<number>[1-9]-?[0-9]{10})(?![0-9])"
)


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        yield Hit(*found.span("number"), Grade.CERTAIN)


KIND = Kind(
    name="health_insurance",
    find=_find,
    trigger=Trigger.DIGITS,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"(?:건강보험|건보|의료보험|보험)(?:증|카드)(?:번호)?$|(?:건강보험|의료보험)번호$"
    ),
    digit_tests=(Prefix((11,), (frozenset("0"),)),),
    samples={
        Grade.CERTAIN: ("건강보험증번호 1-2345678901", "건강보험번호: 12345678901"),
        None: ("12345678901", "건강보험료 12345"),
    },
    headers=("건강보험증번호", "건강보험번호", "환자 건강보험증 번호"),
    other_headers=("건강보험료", "건강보험 가입자수", "요양기관번호", "보험종류"),
)
