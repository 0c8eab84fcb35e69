"""Dates of birth of persons, told by the column's name or by `생년월일` before a date."""

import re
from collections.abc import Iterator

from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import masked_after

_SHAPE = re.compile(
    r"(?:생년월일|출생일자?|생일)[\"']?\s{0,3}[:=(]?\s{0,3}[\"']?"
    r"(?P<date>(?:[0-9]{4}|[0-9]{2})[-./년 ]{0,3}[0-9]{1,2}[-./월 ]{0,3}[0-9]{1,2})(?![0-9])"
)
_ANIMAL = r"개체|동물|가축|한우|젖소|축산|반려|유기견|유기동물|견종|품종"


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        yield Hit(*found.span("date"), Grade.CERTAIN)


def _mask(text: str) -> str:
    return masked_after(0, text)


KIND = Kind(
    name="birth_date",
    find=_find,
    trigger=Trigger.WORD,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"생년월일?(?:자)?$|(?:^|[^학재선])생일$|출생(?:년월)?일자?$|출생연월일$|생년$|birth(?:day|date|dt)?$|dateofbirth$|^dob$"
    ),
    not_header=re.compile(_ANIMAL),
    mask=_mask,
    samples={
        Grade.CERTAIN: ("생년월일: 1990-01-01", "생년월일 90.1.1", '"생년월일":"19900101"'),
        None: ("1990-01-01", "생년월일", "생일 축하금 지급", "출생아 수 1990"),
    },
    headers=("생년월일", "대표자 생년월일", "생일", "출생일자", "birth_date", "생년월일(6자리)"),
    other_headers=("개체 출생일자", "출생아수", "출생연도별 인구", "설립일", "birth_rate"),
)
