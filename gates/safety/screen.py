"""Everything the safety gate looks for, compiled for a program that reads bytes and knows no kind.

What such a program must do to count exactly what `kinds_in` would give on every value:

1. A value of under `SHORTEST` characters holds nothing.
2. A *plain* value (printable ASCII without `& < \\`, and Hangul syllables) holds nothing where
   `harmless` fits the whole of it, or where none of `triggers` fits a part and no word of `words`
   is in it.
3. Any other value holds nothing unless one of its characters is marked `ALWAYS`, or it has at least
   `least_digits` digits, each counted as `code_points` says, or a word or `@`.
4. All others are judged: by `kinds_in`, or by the answer for an earlier plain value with an equal
   `outline`, of which `kinds_in` was asked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from gates.safety.digit_tests import (
    GAP,
    MOST_DIGITS,
    DigitTest,
    Prefix,
)
from gates.safety.evidence import SHORTEST
from gates.safety.kind import Trigger
from gates.safety.kinds import KINDS
from gates.safety.shapes import digits_of
from gates.safety.templates import (
    HARMLESS,
    SYMBOLS,
    TEMPLATES,
    WORDS,
    Automaton,
    Template,
    automaton,
)
from gates.safety.text import is_plain, normalise

ALWAYS = 255
"""In `code_points`: a value with this character is always judged."""
_GROUP_START = re.compile(r"(?<![0-9])[0-9]")
_NUMBER = re.compile(rf"[0-9](?:[^0-9A-Za-z가-힣]{{0,{GAP}}}[0-9]){{0,{MOST_DIGITS - 1}}}")
_LOCAL_PART = re.compile(r"[A-Za-z0-9_.+%-]+(?=@)")
_JAMO = re.compile("[\u1100-\u1112\u1161-\u1175\u11a8-\u11c2]")
_DIGITS = frozenset("0123456789")
_COLLAPSED = "\1"
_BLOCK = 64
_APART = "|"
_LEFT_OUT = dict.fromkeys(map(ord, "&<\\|｜"), "x")
"""They mean something together with others, or apart from them; none of them is a digit."""


@dataclass(frozen=True, slots=True)
class Need:
    """What a text must have for a trigger: digits, and one of each of `signs`."""

    digits: int
    run: int
    """Digits in a row among them."""
    signs: tuple[frozenset[str], ...]


@dataclass(frozen=True, slots=True)
class Screen:
    """See the module; `code_points` has 65,536 entries, characters beyond are `ALWAYS`."""

    harmless: Automaton
    triggers: tuple[tuple[Need, Automaton], ...]
    words: tuple[str, ...]
    code_points: bytes
    least_digits: int
    digit_tests: tuple[DigitTest, ...]
    shortest: int = SHORTEST
    gap: int = GAP
    most_digits: int = MOST_DIGITS


@cache
def screen() -> Screen:
    """The screen of all kinds, compiled once a process (some 20 ms)."""
    needs = {trigger: _need(template) for trigger, template in TEMPLATES.items()}
    # What DIGITS does not find, LONG_DIGITS does not find either.
    used = [trigger for trigger in TEMPLATES if trigger is not Trigger.LONG_DIGITS]
    return Screen(
        harmless=automaton(HARMLESS, search=False),
        triggers=tuple((needs[t], automaton([TEMPLATES[t]], search=True)) for t in used),
        words=WORDS,
        code_points=_code_points(),
        least_digits=min(needs[trigger].digits for trigger in used if needs[trigger].digits),
        digit_tests=digit_tests(),
    )


def digit_tests() -> tuple[DigitTest, ...]:
    """The digit tests of all kinds, each once."""
    return tuple(dict.fromkeys(test for kind in KINDS for test in kind.digit_tests))


def may_hold(value: str) -> bool:
    """Whether `value` must be judged: the rules 1 to 3 above, in Python."""
    table = screen()
    if len(value) < table.shortest:
        return False
    if any(word in value for word in table.words):
        return True
    if is_plain(value):
        if table.harmless.accepts(value):
            return False
        return any(trigger.accepts(value) for _, trigger in table.triggers)
    codes = [
        table.code_points[ord(char)] if ord(char) < len(table.code_points) else ALWAYS
        for char in value
    ]
    return ALWAYS in codes or "@" in value or sum(codes) >= table.least_digits


def outline(value: str) -> tuple[object, ...] | None:
    """What the kinds in a plain value depend on; None where that is all of it.

    Where one `@` is the only trigger, all that is read of what is before it is that it is there.
    """
    if not is_plain(value):
        return None
    text = re.sub("[0-9]", "0", value)
    if value.count("@") == 1 and _only_mail(value):
        return (_LOCAL_PART.sub(_COLLAPSED, text),)
    starts = (found.start() for found in _GROUP_START.finditer(value))
    return (text, *(outcome for start in starts for outcome in _outcomes(value, start)))


def _only_mail(value: str) -> bool:
    digits = (trigger for need, trigger in screen().triggers if need.digits)
    return not any(trigger.accepts(value) for trigger in digits) and not any(
        word in value for word in WORDS
    )


def _outcomes(value: str, start: int) -> Iterator[object]:
    """The outcome of each digit test at a group; None where it does not apply."""
    number = _NUMBER.match(value, start)
    assert number is not None  # noqa: S101  (a group starts with a digit)
    digits = digits_of(number[0])
    ends = _group_ends(value, start, number.end())
    for test in screen().digit_tests:
        if isinstance(test, Prefix):
            yield test.outcome(digits) if ends.intersection(test.lengths) else None
            continue
        window = test.window
        applies = len(digits) >= window.length and (not window.whole or window.length in ends)
        if window.near and not any(sign in value for sign in window.near):
            applies = False
        yield test.outcome(digits) if applies else None


def _group_ends(value: str, start: int, end: int) -> set[int]:
    """After how many digits of `value[start:end]` a group ends."""
    seen, ends = 0, set()
    for at in range(start, end):
        if value[at] in _DIGITS:
            seen += 1
            if at + 1 == len(value) or value[at + 1] not in _DIGITS:
                ends.add(seen)
    return ends


def _need(template: Template) -> Need:
    digits = run = longest = 0
    signs: list[frozenset[str]] = []
    for chars, least, most in template:
        members = frozenset(symbol for symbol in SYMBOLS if re.fullmatch(chars, symbol))
        run = run + least if members <= _DIGITS and least == most else 0
        longest = max(longest, run)
        if members <= _DIGITS:
            digits += least
        elif least and not members & _DIGITS:
            signs.append(members)
    return Need(digits, longest, tuple(dict.fromkeys(signs)))


def _code_points() -> bytes:
    """How many digits each character of the Basic Multilingual Plane can turn into, or `ALWAYS`."""
    marks = bytearray(1 << 16)
    for start in range(0, 1 << 16, _BLOCK):
        codes = [code for code in range(start, start + _BLOCK) if not 0xD800 <= code < 0xE000]
        block = "".join(map(chr, codes))
        # Most blocks are letters that stay what they are: nothing of them needs a look.
        if start and normalise(block) == block and not _JAMO.search(block):
            continue
        plain = normalise(_APART.join(block.translate(_LEFT_OUT))).split(_APART)
        for code, turned in zip(codes, plain, strict=True):
            if turned != chr(code) or code < 128 or _JAMO.match(turned):
                marks[code] = _mark(chr(code), turned)
    marks[ord("&")] = marks[ord("\\")] = ALWAYS
    return bytes(marks)


def _mark(char: str, plain: str) -> int:
    if not plain or "@" in plain or _JAMO.search(plain):
        return ALWAYS
    if plain != char and any(letter in plain for word in WORDS for letter in word):
        return ALWAYS
    return sum(letter in _DIGITS for letter in plain)
