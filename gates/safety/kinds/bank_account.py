"""Bank account numbers: each bank has its own groups, so they count only beside a bank's word."""

import re
from collections.abc import Iterator

from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import cued

_SHAPE = re.compile(
    r"(?<![0-9])(?<![0-9]-)(?:[0-9]{2,6}-[0-9]{2,6}-[0-9]{2,8}(?:-[0-9]{1,3})?|[0-9]{10,14})(?![0-9])(?!-[0-9])"
)
_CUE = re.compile(
    r"계좌|예금주|통장|입금|농협|신협|수협|새마을금고|우체국\s?예금|뱅크|(?:국민|신한|우리|하나|기업|산업|부산|대구|광주|전북|경남|제일|제주)은행"
)


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        if cued(_CUE, text, found.start()):
            yield Hit(*found.span(), Grade.CERTAIN)
        elif "-" in found[0]:
            yield Hit(*found.span(), Grade.POSSIBLE)


KIND = Kind(
    name="bank_account",
    find=_find,
    trigger=Trigger.DIGITS,
    weight=Weight.HEADER,
    header=re.compile(r"계좌(?:번호)?$|통장번호$|(?:bank)?account(?:no|num|number)$|^bankaccount$"),
    hint=re.compile(r"계좌|통장|예금|은행"),
    samples={
        Grade.CERTAIN: ("농협 301-1234-5678-01", "계좌: 110-123-456789", "국민은행 12345678901234"),
        Grade.POSSIBLE: ("110-123-456789", "02-1234-5678"),
        None: ("12345678901234", "2024-01-01", "1-2-3"),
    },
    headers=("계좌번호", "환급계좌", "입금 계좌번호", "account_no"),
    other_headers=("계좌수", "계좌개설일", "계정과목", "은행명"),
)
