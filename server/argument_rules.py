"""Rules for single arguments, which tools name in their declaration; see `server.arguments`."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date

from server.arguments import Rule
from server.contract import MAX_QUERY_LENGTH
from server.errors import invalid, unavailable_filter

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MAX_CURSOR = 1_000


def text(name: str, value: str) -> str | None:
    """Free text of at most 500 characters, in composed form (NFC); None where it is blank."""
    _refuse_long(name, value, MAX_QUERY_LENGTH)
    return unicodedata.normalize("NFC", value).strip() or None


def format_token(name: str, value: str) -> str | None:
    """A format as the catalogue writes it: upper case, without a leading dot."""
    return (text(name, value) or "").lstrip(".").upper() or None


def record_id(name: str, value: str) -> str:
    """A record id, not blank."""
    _refuse_long(name, value, MAX_QUERY_LENGTH)
    if not value.strip():
        raise invalid(name, f"{name}이(가) 비어 있습니다.")
    return value.strip()


def cursor(name: str, value: str) -> str:
    """A cursor of bounded length; `server.cursor` reads it."""
    _refuse_long(name, value, _MAX_CURSOR)
    return value


def calendar_date(name: str, value: str) -> str:
    """Exactly `YYYY-MM-DD`, and a day that exists."""
    try:
        if _DATE.fullmatch(value):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass
    raise invalid(name, f"{name}은(는) 실제 날짜인 YYYY-MM-DD여야 합니다.", expected="YYYY-MM-DD")


def filter_value(allowed: Iterable[str]) -> Rule:
    """A value of a closed vocabulary, else FILTER_NOT_AVAILABLE with the vocabulary."""
    values = [str(value) for value in allowed]

    def rule(name: str, value: str) -> str:
        if value not in values:
            raise unavailable_filter(name, values)
        return value

    return rule


def option(allowed: Iterable[str]) -> Rule:
    """A value of a small set of options, else INVALID_ARGUMENT with the options."""
    values = [str(value) for value in allowed]

    def rule(name: str, value: str) -> str:
        if value not in values:
            raise invalid(name, f"{name}에 쓸 수 없는 값입니다.", allowed=values)
        return value

    return rule


def distinct_ids(name: str, value: list[str]) -> list[str]:
    """Record ids, none blank, none twice: the answer is keyed by them."""
    ids = [record_id(name, item) for item in value]
    if len(set(ids)) < len(ids):
        raise invalid(name, f"{name}에 같은 값이 두 번 있습니다.")
    return ids


def keywords(limit: int) -> Rule:
    """Words of 1 to `limit` characters, each more than blanks and underscores (which column search
    ignores); repeated ones count once."""

    def rule(name: str, value: list[str]) -> list[str]:
        if any(len(word) > limit for word in value):
            raise invalid(name, f"{name}의 각 값은 {limit}자 이하여야 합니다.", limit=limit)
        words = [unicodedata.normalize("NFC", word).strip() for word in value]
        if not all(word.replace("_", "").strip() for word in words):
            raise invalid(name, f"{name}에 빈 값이 있습니다.")
        return list(dict.fromkeys(words))

    return rule


def _refuse_long(name: str, value: str, limit: int) -> None:
    if len(value) > limit:
        raise invalid(name, f"{name}은(는) {limit}자 이하여야 합니다.", limit=limit)
