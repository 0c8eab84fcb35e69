"""Rule `catalog-normalize-v1.0`: raw list values -> codes, numbers and dates.

Decides from one published cell at a time and never alters it: the row as published is kept beside
the normalised record. Source of the value lists: the portal's list editions of 2022 to 2026.
"""

import re
from datetime import date, timedelta
from functools import lru_cache

from gates.license import has_third_party_rights, license_of
from store.vocabulary import Delivery, License, ListingType, UpdateCycle

RULE_ID = "catalog-normalize-v1.0"

_ABSENT = frozenset({"", "-", "null", "(null)", "없음", "해당없음", "해당 없음"})
_LONGEST_MARKER = max(map(len, _ABSENT))
_FORMAT_TYPOS = {"XLXS": "XLSX", "CVS": "CSV"}
_EXCEL_EPOCH = date(1899, 12, 30)
_COUNT = re.compile(r"[0-9]{1,18}|[0-9]{1,3}(?:,[0-9]{3}){1,5}")
_ISO_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_EXCEL_DATE = re.compile(r"[1-9][0-9]{4}")
_BLANKS = re.compile(r"\s+")
_PARENTHESES = re.compile(r"\(.*?\)")
_MONTH_IN_NAME = re.compile(
    r"(?<![0-9])(?:(?P<ymd>(?:19|20)[0-9]{6})|(?P<ym>(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])))(?![0-9])"
)
_CYCLES = {
    "일간": UpdateCycle.DAILY,
    "매일": UpdateCycle.DAILY,
    "주간": UpdateCycle.WEEKLY,
    "매주": UpdateCycle.WEEKLY,
    "월간": UpdateCycle.MONTHLY,
    "매월": UpdateCycle.MONTHLY,
    "분기": UpdateCycle.QUARTERLY,
    "매분기": UpdateCycle.QUARTERLY,
    "반기": UpdateCycle.SEMIANNUAL,
    "매반기": UpdateCycle.SEMIANNUAL,
    "연간": UpdateCycle.ANNUAL,
    "매년": UpdateCycle.ANNUAL,
    "수시": UpdateCycle.IRREGULAR,
}
_LISTING_TYPES = {
    "FILE": ListingType.FILE,
    "파일": ListingType.FILE,
    "파일데이터": ListingType.FILE,
    "API": ListingType.API,
    "오픈API": ListingType.API,
    "OPENAPI": ListingType.API,
    "STD": ListingType.STD,
    "표준": ListingType.STD,
    "표준데이터": ListingType.STD,
    "표준데이터셋": ListingType.STD,
    "제공표준": ListingType.STD,
}


def text(raw: str | None) -> str | None:
    """A cell without outer blanks; None where it is empty or a marker of absence."""
    if raw is None or raw == "-":
        return None
    value = raw.strip()
    if "\x00" in value:
        value = value.replace("\x00", "").strip()
    return None if len(value) <= _LONGEST_MARKER and value.lower() in _ABSENT else value


def count(raw: str | None) -> int | None:
    """A number of things, thousands separators allowed; None for anything else."""
    value = text(raw)
    if value is None or not _COUNT.fullmatch(value):
        return None
    return int(value.replace(",", ""))


def day(raw: str | None) -> str | None:
    """A calendar date as `YYYY-MM-DD`; five digits are an Excel serial number."""
    value = text(raw)
    if value is None:
        return None
    try:
        if _ISO_DATE.fullmatch(value):
            return date.fromisoformat(value).isoformat()
        if _EXCEL_DATE.fullmatch(value):
            return (_EXCEL_EPOCH + timedelta(days=int(value))).isoformat()
    except ValueError:
        return None
    return None


def phone(raw: str | None) -> str | None:
    """A telephone number without the backtick or apostrophe that spreadsheets are fed with."""
    return text(raw.strip().lstrip("`'") if raw else raw)


def unique(raw: str | None, separators: str) -> tuple[str, ...]:
    """The parts of a list in one cell, trimmed, without absent and repeated ones, in order."""
    if not raw:
        return ()
    parts = (text(part) for part in re.split(f"[{re.escape(separators)}]", raw))
    return tuple(dict.fromkeys(part for part in parts if part))


@lru_cache(maxsize=4096)
def formats(raw: str | None) -> tuple[str, ...]:
    """`JSON+XML` -> ("JSON", "XML"); upper case, two known misspellings folded."""
    tokens = (part.upper() for part in unique(raw, "+,/;|"))
    return tuple(dict.fromkeys(_FORMAT_TYPOS.get(token, token) for token in tokens))


@lru_cache(maxsize=4096)
def theme(raw: str | None) -> tuple[str | None, str | None]:
    """`대분류 - 중분류` split once into its two levels."""
    value = text(raw)
    if value is None:
        return None, None
    top, _, sub = value.partition(" - ")
    return text(top), text(sub)


@lru_cache(maxsize=1024)
def cycle(raw: str | None) -> UpdateCycle:
    """업데이트 주기; `수시 (1회성 데이터)` counts as 수시."""
    value = text(raw)
    if value is None:
        return UpdateCycle.UNSPECIFIED
    return _CYCLES.get(_BLANKS.sub("", _PARENTHESES.sub("", value)), UpdateCycle.OTHER)


@lru_cache(maxsize=1024)
def delivery(raw: str | None) -> Delivery:
    """제공형태 by its words: a medium, the agency's own site, or the portal."""
    value = text(raw) or ""
    if "전자기록매체" in value or "저장매체" in value:
        return Delivery.OFFLINE_MEDIA
    if "기관자체" in value or "URL" in value.upper():
        return Delivery.LINK
    if "포털" in value or "원문파일" in value:
        return Delivery.PORTAL
    return Delivery.UNKNOWN


@lru_cache(maxsize=1024)
def terms(raw: str | None) -> tuple[License, bool]:
    """이용허락범위 as a licence, and whether rights of third parties are included."""
    return license_of(raw), has_third_party_rights(raw)


@lru_cache(maxsize=64)
def listing_type(raw: str) -> ListingType | None:
    """목록유형 in any of its wordings; None for an unknown one."""
    return _LISTING_TYPES.get(_BLANKS.sub("", raw).upper())


def month_of(name: str) -> str | None:
    """The month (`YYYY-MM`) in a source's name, as `..._20260228.csv` or `...2026-02...`."""
    for found in _MONTH_IN_NAME.finditer(name):
        if found["ym"]:
            return found["ym"]
        digits = found["ymd"]
        try:
            return date(int(digits[:4]), int(digits[4:6]), int(digits[6:])).isoformat()[:7]
        except ValueError:
            continue
    return None
