"""Passport numbers: M, S, R, O, D or G and eight digits, since 2021 also `M123A4567`.

Many product codes look the same, so a number counts only with the word beside it or in the header.
"""

import re
from collections.abc import Iterator

from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import cued

_SHAPE = re.compile(
    r"(?<![A-Za-z0-9])[MSRODGmsrodg](?:[0-9]{8}|[0-9]{3}[A-Za-z][0-9]{4})(?![A-Za-z0-9])"
)
_CUE = re.compile(r"여권|(?i:passport)")


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        sure = cued(_CUE, text, found.start())
        yield Hit(*found.span(), Grade.CERTAIN if sure else Grade.POSSIBLE)


KIND = Kind(
    name="passport",
    find=_find,
    trigger=Trigger.LETTERED,
    weight=Weight.HEADER,
    header=re.compile(r"여권(?:번호)?$|passport(?:no|num|number)?$"),
    hint=re.compile(r"여권|passport"),
    samples={
        Grade.CERTAIN: ("여권번호 M12345678", "passport: M123A4567"),
        Grade.POSSIBLE: ("M12345678", "S123B4567"),
        None: ("A12345678", "M1234567", "PM12345678", "M123456789"),
    },
    headers=("여권번호", "신청인 여권번호", "passport_no"),
    other_headers=("여권발급건수", "여권사무대행기관", "여권접수처"),
)
