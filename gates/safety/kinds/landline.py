"""Landlines (02, 031 …, 070, 050x): those of offices are public, private ones the name tells."""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import Prefix
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.labels import PRIVATE_PERSON

_SHAPE = re.compile(
    r"(?<![0-9])(?<![0-9]-)\(?0(?:2|3[1-3]|4[1-4]|5[1-5]|6[1-4]|70|80|50[2-8])"
    r"[-. )/]{1,3}[0-9]{3,4}[-. ]{1,3}[0-9]{4}(?![0-9])(?!-[0-9])"
)

_AREAS = (
    *("031", "032", "033", "041", "042", "043", "044", "051", "052", "053", "054", "055"),
    *("061", "062", "063", "064", "070", "080"),
)
_PERSONAL = tuple(f"050{digit}" for digit in range(2, 9))


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        yield Hit(*found.span(), Grade.CERTAIN)


KIND = Kind(
    name="landline",
    find=_find,
    trigger=Trigger.DIGITS,
    weight=Weight.NONE,
    header=re.compile(
        rf"(?:{PRIVATE_PERSON}|개인|자택|본인|가정|^집)(?:의|일반)?(?:전화(?:번호)?|연락처|tel|phone)[0-9]?$"
        r"|home(?:tel|phone)(?:no|number)?$"
    ),
    digit_tests=(
        Prefix((9, 10, 11, 12), (frozenset({"02"}), frozenset(_AREAS), frozenset(_PERSONAL))),
    ),
    samples={
        Grade.CERTAIN: (
            "02-123-4567",
            "031-1234-5678",
            "(02) 123-4567",
            "070-1234-5678",
            "0505-123-4567",
        ),
        None: ("02-120", "1588-1234", "2024-01-01", "010-1234-5678", "12-02-123-4567"),
    },
    headers=(
        "자택전화번호",
        "집전화",
        "개인연락처",
        "신청인 전화번호",
        "보호자연락처",
        "본인 연락처",
    ),
    other_headers=(
        "전화번호",
        "대표전화",
        "사업장전화번호",
        "연락처",
        "관리기관전화번호",
        "담당부서 전화번호",
    ),
)
