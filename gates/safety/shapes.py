"""Building blocks of number shapes: groups of digits, what may stand between and around them.

A shape is a sequence of digit groups, so it can also be read as a template with a character class a
position. All patterns are bounded: no group or separator repeats without a limit.
"""

import datetime
import operator
import re

SEPARATOR = r"[ .\-/_~)]{0,3}"
"""Between two groups of one number."""


def number(*groups: str, separator: str = SEPARATOR, after: str = "(?!-[0-9])") -> re.Pattern[str]:
    """A number of digit groups, each group captured, not inside a longer number.

    `after` says what may not follow besides a digit: by default one more group.
    """
    captured = separator.join(f"({group})" for group in groups)
    return re.compile(rf"(?<![0-9])(?<![0-9]-){captured}(?![0-9]){after}")


def unbroken(found: re.Match[str]) -> bool:
    """Whether nothing stands between the groups of a match."""
    return found[0].isdecimal()


def in_longer_token(text: str, start: int, end: int) -> bool:
    """Whether an unbroken run is part of a hash (`…a3f` around it) or a number's decimals."""
    before = text[start - 1 : start]
    after = text[end : end + 1]
    if before == "." and text[start - 2 : start - 1].isdigit():
        return True
    return before in _HEX_LOWER or after in _HEX_LOWER


_HEX_LOWER = frozenset("abcdef")


def cued(cue: re.Pattern[str], text: str, start: int) -> bool:
    """Whether a word that names the kind stands within the 24 characters before `start`."""
    return cue.search(text, max(0, start - 24), start) is not None


def calendar_date(year: int, month: int, day: int) -> datetime.date | None:
    """The date, or None where the calendar has none."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None


def digits_of(text: str) -> str:
    """The digits of a text, in order."""
    return re.sub(r"[^0-9]", "", text)


def weighted_sum(digits: str, weights: tuple[int, ...]) -> int:
    """Sum of digit x weight over the shorter of both."""
    return sum(map(operator.mul, map(int, digits), weights))


def masked_after(keep: int, text: str) -> str:
    """`text` with every digit after the first `keep` ones starred; separators stay."""
    seen = 0
    shown = []
    for char in text:
        if char.isdigit():
            seen += 1
            shown.append(char if seen <= keep else "*")
        else:
            shown.append(char)
    return "".join(shown)
