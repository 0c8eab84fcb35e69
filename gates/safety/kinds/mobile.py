"""Mobile telephone numbers: 010, 011, 016 to 019, also with the country code +82."""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import Prefix
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import cued, in_longer_token

_SHAPE = re.compile(
    r"(?<![0-9A-Fa-f])(?<![0-9]-)"
    r"(?:(?P<country>\+ ?82|0082|82(?=[-. )]))[-. )(]{0,3}\(?0?\)?|\(?0)"
    r"(?P<net>1[016789])"
    r"(?P<a>[-. /_)]{0,3})(?P<middle>[0-9]{3,4})(?P<b>[-. /_]{0,3})[0-9]{4}(?![0-9])"
)
_OTHER_SPLIT = re.compile(r"(?<![0-9-])(?!0[1-8])[0-9]{3}([-. ])[0-9]{3,4}\1[0-9]{4}(?![0-9-])")
_OTHER_RUN = re.compile(r"(?<![0-9.])(?!0[1-8])[0-9]{10,11}(?![0-9])")
_CUE = re.compile(r"휴대|핸드폰|연락처|전화|(?i:mobile|phone|tel|h\.?p)")

_OLD = ("11", "16", "17", "18", "19")
_COUNTRY = tuple(
    frozenset(f"{code}{net}" for net in nets)
    for code in ("82", "820", "0082", "00820")
    for nets in (("",), ("10",), _OLD)
)
_NATIONAL = (
    frozenset({"010"}),
    frozenset(f"0{net}" for net in _OLD),
    frozenset(f"0{digit}" for digit in range(1, 9)),
)
_BARE = (frozenset({"10"}), frozenset(_OLD))


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        start, end = found.span()
        if found["country"] or found["a"] or found["b"] or cued(_CUE, text, start):
            yield Hit(start, end, Grade.CERTAIN)
        elif not in_longer_token(text, start, end):
            modern = found["net"] == "10" and len(found["middle"]) == 4
            yield Hit(start, end, Grade.LIKELY if modern else Grade.POSSIBLE)
    for found in _OTHER_SPLIT.finditer(text):
        yield Hit(*found.span(), Grade.REFUTED)
    for found in _OTHER_RUN.finditer(text):
        yield Hit(*found.span(), Grade.UNLIKELY)


def _mask(text: str) -> str:
    """Stars the block in the middle, as is customary."""
    seen = sum(char.isdigit() for char in text)
    shown, left = [], seen
    for char in text:
        hidden = char.isdigit() and 4 < left <= seen - 3
        left -= char.isdigit()
        shown.append("*" if hidden else char)
    return "".join(shown)


KIND = Kind(
    name="mobile",
    find=_find,
    trigger=Trigger.DIGITS,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"(?:휴대(?:폰|전화)?|핸드폰|핸펀|셀폰)(?:전화)?(?:번호|연락처)$|(?:휴대폰|휴대전화|핸드폰)(?:번호)?$"
        r"|(?:mobile|cell|cellular)(?:phone)?(?:no|num|number)?$|^hp(?:no)?$"
    ),
    hint=re.compile(r"전화|연락|휴대|핸드폰|phone|tel|mobile|contact"),
    mask=_mask,
    digit_tests=(
        Prefix((10, 11), _NATIONAL),
        Prefix((9, 10), _BARE),
        Prefix((11, 12, 13, 14, 15), _COUNTRY),
    ),
    samples={
        Grade.CERTAIN: (
            "010-1234-5678",
            "010.1234.5678",
            "010 1234 5678",
            "010)1234-5678",
            "(010) 1234-5678",
            "011-234-5678",
            "+82-10-1234-5678",
            "+821012345678",
            "+82 (0)10-1234-5678",
            "010-1234-5678-1",
            "담당 홍길동(010-1234-5678)",
            "HP010-1234-5678",
            "휴대폰: 01012345678",
            "０１０－１２３４－５６７８",
            "010-12345678",
            "0 1 0 - 1 2 3 4 - 5 6 7 8",
            "1.010-1234-5678",
        ),
        Grade.LIKELY: ("01012345678", "연번 01012345678"),
        Grade.POSSIBLE: ("0161234567", "01912345678"),
        Grade.REFUTED: ("123-4567-8901", "001-2024-0001"),
        Grade.UNLIKELY: ("1704067200", "20240101123", "00012345678"),
        None: (
            "02-123-4567",
            "031-1234-5678",
            "010-****-5678",
            "3f01012345678b",
            "12010-1234-5678",
            "2024-010-1234-5678",
            "2024-01-01 10:12:34",
            "a010-1234-5678-0a1b2c3d4e5f",
        ),
    },
    headers=(
        "휴대폰번호",
        "휴대전화",
        "핸드폰",
        "담당자 휴대폰",
        "휴대폰번호(선택)",
        "mobile_no",
        "mobilePhone",
    ),
    other_headers=(
        "휴대폰충전여부",
        "휴대용기기",
        "휴대전화 가입자수",
        "휴대폰 개통건수",
        "전화번호",
        "연락처",
    ),
)
