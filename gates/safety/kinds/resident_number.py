"""Resident registration numbers (주민등록번호) and those of foreigners: YYMMDD-GNNNNNN.

G tells century and sex: 1, 2 and 5, 6 (foreigners) born in 19YY, 3, 4 and 7, 8 in 20YY; 9 and 0
(18YY) are out of use. Numbers given since October 2020 have random last digits and no check digit,
so the check digit (weights 2…9, 2…5, modulo 11; complement to 11, of foreigners to 13) confirms and
never discards. Unbroken thirteen-digit ids of other kinds can look the same: epoch milliseconds
(10… to 19…), document numbers that begin with a full date, and Korean barcodes (880…); those need
the check digit.
"""

import datetime
import re
from collections.abc import Iterator

from gates.safety.corporate import CORPORATE_TESTS, has_corporate_check, has_corporate_prefix
from gates.safety.digit_tests import (
    COMPLEMENT_TO_TEN,
    CalendarDate,
    CheckDigit,
    DigitTest,
    Prefix,
    Window,
    weighted,
)
from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import (
    calendar_date,
    cued,
    digits_of,
    in_longer_token,
    masked_after,
    number,
    unbroken,
    weighted_sum,
)

_SHAPE = number("[0-9]{6}", "[0-9]{7}", after="")
_SCATTERED = re.compile(
    r"(?<![0-9])(?<![0-9][ .\-])(?!0[0-9]{1,2}[-.) ])"
    r"[0-9](?:[ .\-]{0,3}[0-9]){12}(?![0-9])(?![ .\-]{1,2}[0-9])"
)
_CUE = re.compile(r"주민|외국인\s?등록|거소\s?신고|(?i:rrn|jumin|resident)")
_WEIGHTS = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
_BARCODE_WEIGHTS = (1, 3) * 6
_CENTURY = {"1": 1900, "2": 1900, "5": 1900, "6": 1900, "3": 2000, "4": 2000, "7": 2000, "8": 2000}
_TODAY = datetime.datetime.now(datetime.UTC).date()
_OLDEST_UNCONFIRMED = 1921
"""Nobody much over a hundred gets a new number; ids that begin with a year 20YY look like 1920."""

_CHECK_BASES = tuple(13 if str(digit) in "5678" else 11 for digit in range(10))
_DIGIT_TESTS: tuple[DigitTest, ...] = (
    *CORPORATE_TESTS,
    Prefix((13,), tuple(frozenset({prefix}) for prefix in ("0", "1", "20", "880"))),
    CalendarDate(
        Window(13),
        month=2,
        day=4,
        centuries=tuple(_CENTURY.get(str(digit), 0) for digit in range(10)),
        selector=6,
        bounds=(datetime.date(_OLDEST_UNCONFIRMED, 1, 1), _TODAY + datetime.timedelta(days=1)),
    ),
    CalendarDate(Window(13), month=4, day=6, year_digits=4),
    CheckDigit(
        Window(13),
        weighted(_WEIGHTS),
        11,
        tuple(tuple((base - residue) % 10 for residue in range(11)) for base in _CHECK_BASES),
        selector=6,
    ),
    CheckDigit(Window(13), weighted(_BARCODE_WEIGHTS), 10, COMPLEMENT_TO_TEN),
)


def birth_date(digits: str) -> datetime.date | None:
    """The date of birth in thirteen (or seven) digits; None if there is no such past date."""
    century = _CENTURY.get(digits[6])
    if century is None:
        return None
    born = calendar_date(century + int(digits[:2]), int(digits[2:4]), int(digits[4:6]))
    return born if born and born <= _TODAY else None


def has_check_digit(digits: str) -> bool:
    """Whether the last of thirteen digits is the check digit used before October 2020."""
    base = 13 if digits[6] in "5678" else 11
    return (base - weighted_sum(digits, _WEIGHTS) % 11) % 10 == int(digits[12])


def _is_other_id(digits: str, born: datetime.date) -> bool:
    """Whether an unconfirmed run is rather an epoch time, a dated document number or a barcode."""
    if digits[0] == "1" or born.year < _OLDEST_UNCONFIRMED:
        return True
    if digits[:2] == "20" and calendar_date(int(digits[:4]), int(digits[4:6]), int(digits[6:8])):
        return True
    barcode_check = (10 - weighted_sum(digits, _BARCODE_WEIGHTS) % 10) % 10
    return digits.startswith("880") and barcode_check == int(digits[12])


def _could_be_child(digits: str, born: datetime.date, *, split: bool) -> bool:
    """Whether digits that begin like a corporate number may still be a resident number."""
    if has_check_digit(digits):
        return True
    if has_corporate_check(digits) or born.year < _OLDEST_UNCONFIRMED:
        return False
    return split or not _is_other_id(digits, born)


def _grade(digits: str, born: datetime.date | None, *, split: bool) -> Grade:
    refused = Grade.REFUTED if split else Grade.UNLIKELY
    if has_corporate_prefix(digits):
        # Never CERTAIN, and never contrast for certain ones: a person's number hidden in a column
        # of corporate numbers begins otherwise and must still decide alone.
        child = born is not None and _could_be_child(digits, born, split=split)
        return Grade.POSSIBLE if child else Grade.UNLIKELY
    if born is None:
        return refused
    if split:
        return Grade.CERTAIN
    if has_check_digit(digits):
        return Grade.LIKELY
    return refused if _is_other_id(digits, born) else Grade.POSSIBLE


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        start, end = found.span()
        whole = unbroken(found)
        if whole and in_longer_token(text, start, end):
            continue
        digits = found[1] + found[2]
        born = birth_date(digits)
        # A lone dot may be a decimal point: plane coordinates have six digits before it.
        split = not whole and text[found.end(1) : found.start(2)] != "."
        grade = _grade(digits, born, split=split)
        if born and grade < Grade.CERTAIN and cued(_CUE, text, start):
            grade = Grade.CERTAIN
        yield Hit(start, end, grade)
    for found in _SCATTERED.finditer(text):
        if _SHAPE.fullmatch(found[0]):
            continue
        if birth_date(digits_of(found[0])):
            sure = cued(_CUE, text, found.start())
            yield Hit(*found.span(), Grade.CERTAIN if sure else Grade.POSSIBLE)


def _mask(text: str) -> str:
    return masked_after(7, text)


KIND = Kind(
    name="resident_number",
    find=_find,
    trigger=Trigger.LONG_DIGITS,
    weight=Weight.ONE_CELL,
    header=re.compile(
        r"주민(?:법인)?(?:등록)?번호|주민등록증번호|외국인(?:등록)?번호|국내거소(?:신고)?번호"
        r"|(?:^|[^a-z])(?:rrn|jumin(?:no|number)?)$|resident(?:registration)?(?:no|num|number)$"
    ),
    hint=re.compile(r"주민|외국인등록"),
    counter_hint=re.compile(r"법인"),
    mask=_mask,
    digit_tests=_DIGIT_TESTS,
    samples={
        Grade.CERTAIN: (
            "900101-1234568",
            "900101-1234567",
            "850315 2345678",
            "201105-3123456",
            "950505-5678905",
            "신청인 주민번호: 9001011234567",
            "(900101–1234567)",
            "９００１０１－１２３４５６７",
            "9 0 0 1 0 1 - 1 2 3 4 5 6 7",
            "9001\u200b01-12\u200b34567",
            "900101-1234567-1",
            "900101&#45;1234567",
            "900101<b>-1234567</b>",
            '{"id":"900101\\u002d1234567"}',
        ),
        Grade.LIKELY: ("9001011234568", "8503152345678", "9505055678905", "900101.1234568"),
        Grade.POSSIBLE: (
            "9001011234567",
            "2111053123456",
            "900101 1 234567",
            "90 01 01 - 1234567",
            "90.01.01 1234567",
        ),
        Grade.REFUTED: ("901301-1234567", "900101-0234567", "202401-1234567"),
        Grade.UNLIKELY: (
            "1704067200000",
            "1612123456789",
            "2011051234567",
            "8801115123453",
            "1101115123453",
            "110111-0123458",
            "200412.0345678",
        ),
        None: (
            "123900101-1234567",
            "900101-12345678",
            "37.9001011234567",
            "3f9001011234567ab",
            "010-1234-5678",
            "2024-01-01 12:34:56",
        ),
    },
    headers=(
        "주민등록번호",
        "주민번호 앞자리",
        "외국인등록번호",
        "대표자 주민(법인)등록번호",
        "RRN",
    ),
    other_headers=(
        "주민등록인구수",
        "주민등록 세대수",
        "법인등록번호",
        "외국인등록현황",
        "주민센터",
    ),
)
