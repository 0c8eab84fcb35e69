"""E-mail addresses, except those of public bodies, which `office_email` counts."""

import re
from collections.abc import Iterator

from gates.safety.addresses import OFFICE_NAME, mail_addresses
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight


def _find(text: str) -> Iterator[Hit]:
    for start, end, institutional in mail_addresses(text):
        if not institutional:
            yield Hit(start, end, Grade.CERTAIN)


def _mask(text: str) -> str:
    return "***@" + text.rpartition("@")[2].strip()


KIND = Kind(
    name="email",
    find=_find,
    trigger=Trigger.MAIL,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"(?:이메일|메일주소|전자우편|전자메일|e?mail)(?:주소|address|addr|id)?[0-9]?$"
    ),
    not_header=re.compile(
        rf"(?:{OFFICE_NAME})(?:용|의)?(?:이메일|메일주소|전자우편|전자메일|e?mail)"
    ),
    mask=_mask,
    samples={
        Grade.CERTAIN: (
            "hong@naver.com",
            "hong.gildong+a@mail.example.co.kr",
            '<a href="mailto:hong@naver.com">문의</a>',
            "문의: hong@example.com 홍길동",
            "hong @ naver.com",
            "hong＠naver.com",
            "hong&#64;naver.com",
            "홍길동@example.com",
        ),
        None: (
            "hong@korea.kr",
            "info@seoul.go.kr",
            "a@37.5",
            "@handle",
            "npm@1.2.3",
            "***@naver.com",
        ),
    },
    headers=("이메일", "전자우편주소", "담당자 이메일", "email", "e-mail", "E_MAIL_ADDRESS"),
    other_headers=("대표이메일", "기관 이메일", "이메일수신여부", "이메일 발송건수", "우편번호"),
)
