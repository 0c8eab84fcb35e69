"""Payment card numbers: 16 digits (4-4-4-4), American Express 15 (4-6-5), check digit by Luhn.

ISO/IEC 7812-1. First digits: 3 (JCB, Amex), 4 (Visa), 51-55 and 2221-2720 (Mastercard), 6
(UnionPay, Discover), 9 (domestic).
"""

import re
from collections.abc import Iterator

from gates.safety.digit_tests import (
    COMPLEMENT_TO_TEN,
    CheckDigit,
    Prefix,
    Window,
    weighted,
)
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import cued, in_longer_token, masked_after, number, unbroken

_SEPARATOR = r"[ .\-]{0,2}"
_FOURS = number("[0-9]{4}", "[0-9]{4}", "[0-9]{4}", "[0-9]{4}", separator=_SEPARATOR)
_AMEX = number("3[47][0-9]{2}", "[0-9]{6}", "[0-9]{5}", separator=_SEPARATOR)
_ISSUER = re.compile(r"35[2-8]|4|5[1-5]|6|9|3[47]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720")
_ISSUERS = frozenset(str(n) for n in range(3, 10_000) if _ISSUER.fullmatch(str(n)))
_ONCE, _TWICE = weighted((1,))[0], (0, 2, 4, 6, 8, 1, 3, 5, 7, 9)
_CUE = re.compile(r"카드|(?i:card)")


def passes_luhn(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit of the others."""
    doubled = str.maketrans("0123456789", "0246813579")
    backwards = digits[::-1]
    total = sum(map(int, backwards[::2])) + sum(map(int, backwards[1::2].translate(doubled)))
    return total % 10 == 0


def _find(text: str) -> Iterator[Hit]:
    for shape in (_FOURS, _AMEX):
        for found in shape.finditer(text):
            start, end = found.span()
            whole = unbroken(found)
            if whole and in_longer_token(text, start, end):
                continue
            digits = "".join(found.groups())
            fits = _ISSUER.match(digits) and passes_luhn(digits)
            if fits:
                sure = not whole or cued(_CUE, text, start)
                yield Hit(start, end, Grade.CERTAIN if sure else Grade.LIKELY)
            else:
                yield Hit(start, end, Grade.UNLIKELY if whole else Grade.REFUTED)


def _mask(text: str) -> str:
    return masked_after(4, text)


KIND = Kind(
    name="card",
    find=_find,
    trigger=Trigger.LONG_DIGITS,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"(?:^|신용|체크|법인|선불|교통|복지|회원|개인|결제)카드번호$|(?:credit|debit)?cardn(?:o|um|umber)$"
    ),
    hint=re.compile(r"(?:신용|체크|결제)카드"),
    mask=_mask,
    digit_tests=(
        Prefix((15, 16), (_ISSUERS, frozenset({"34", "37"}))),
        CheckDigit(Window(16), (_TWICE, _ONCE) * 7 + (_TWICE,), 10, COMPLEMENT_TO_TEN),
        CheckDigit(Window(15), (_ONCE, _TWICE) * 7, 10, COMPLEMENT_TO_TEN),
    ),
    samples={
        Grade.CERTAIN: (
            "4111-1111-1111-1111",
            "5400 1234 5678 9010",
            "3782-822463-10005",
            "카드 9400123456789012",
        ),
        Grade.LIKELY: ("4111111111111111", "9400123456789012"),
        Grade.REFUTED: ("4111-1111-1111-1112", "1234-5678-9012-3456"),
        Grade.UNLIKELY: ("4111111111111112", "2024010112345678", "1168010100108250"),
        None: ("1168010100108250000", "4111-1111-1111", "2024-01-01 10:11:12.000"),
    },
    headers=("카드번호", "신용카드번호", "결제 카드번호", "card_no"),
    other_headers=("관리카드번호", "카드사명", "카드결제건수", "카드가맹점수"),
)
