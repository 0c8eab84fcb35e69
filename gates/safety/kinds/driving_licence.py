"""Driving licence numbers (운전면허번호): RR-YY-NNNNNN-CC, RR a region 11 to 26 or 28."""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import Prefix
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import cued, number, unbroken

_SHAPE = number("[0-9]{2}", "[0-9]{2}", "[0-9]{6}", "[0-9]{2}", separator=r"[ .\-]{0,3}")
_REGIONS = frozenset(map(str, (*range(11, 27), 28)))
_CUE = re.compile(r"면허|(?i:licen[sc]e)")


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        start, end = found.span()
        known = found[1] in _REGIONS
        if known and cued(_CUE, text, start):
            yield Hit(start, end, Grade.CERTAIN)
        elif unbroken(found) or not (
            found.end(1) < found.start(2) and found.end(3) < found.start(4)
        ):
            continue
        else:
            yield Hit(start, end, Grade.CERTAIN if known else Grade.REFUTED)


KIND = Kind(
    name="driving_licence",
    find=_find,
    trigger=Trigger.LONG_DIGITS,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"운전면허(?:증)?(?:번호)?$|(?<!업)면허(?:증)?번호$|driv(?:er|ing)s?licen[sc]e(?:no|number)?$"
    ),
    digit_tests=(Prefix((12,), (_REGIONS,)),),
    not_header=re.compile(r"업면허|사업|업체|공사"),
    samples={
        Grade.CERTAIN: ("11-90-123456-12", "28 05 654321 10", "면허번호 119012345612"),
        Grade.REFUTED: ("99-90-123456-12",),
        None: ("119012345612", "2024-11-123456-12", "11-90-12345-12", "02-123-4567"),
    },
    headers=("운전면허번호", "면허증번호", "면허번호", "운전자 운전면허증번호"),
    other_headers=("면허종류", "건설업면허번호", "운전면허시험장", "운전면허 소지자수"),
)
