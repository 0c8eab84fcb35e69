"""Triggers and harmless values as templates, and templates as automata.

A template is a character class per position: a row of (class, least, most). It is what a program
that is not Python can run; `Trigger` and `evidence` have the same as regular expressions. Templates
are for *plain* texts alone (`gates.safety.text`): printable ASCII and Hangul syllables.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gates.safety.kind import Trigger

Template = tuple[tuple[str, int, int], ...]

HANGUL = 128
"""The symbol of any Hangul syllable; the others are ASCII codes."""
SYMBOLS = (*map(chr, range(HANGUL)), "가")
_ALL_SYMBOLS = "".join(SYMBOLS)

_DIGIT = ("[0-9]", 1, 1)
_GAP = ("[^0-9A-Za-z가-힣]", 0, 3)
_BLANK = (" ", 0, 1)

TEMPLATES: dict[Trigger, Template] = {
    Trigger.DIGITS: (_DIGIT, *(_GAP, _DIGIT) * 8),
    Trigger.LONG_DIGITS: (_DIGIT, *(_GAP, _DIGIT) * 11),
    Trigger.MAIL: (("@", 1, 1),),
    Trigger.MASKED: (("[0-9]", 6, 6), _GAP, ("[0-9*xX]", 0, 1), ("[*xX]", 4, 4)),
    Trigger.LETTERED: (("[A-Za-z]", 1, 1), ("[0-9]", 3, 3), ("[A-Za-z0-9]", 1, 1), ("[0-9]", 4, 4)),
    Trigger.PLATE: (_DIGIT, _BLANK, ("[가-힣]", 1, 1), _BLANK, ("[0-9]", 4, 4)),
}
WORDS = ("성명", "성함", "이름", "생년", "생일", "출생")
"""`Trigger.WORD`."""

_DATE = (("[0-9]", 2, 2), ("[-./]", 1, 1), ("[01]", 0, 1), _DIGIT, ("[-./]", 1, 1), ("[0-3]", 0, 1))
_MINUTES = (("[ T]", 1, 1), ("[0-2]", 0, 1), _DIGIT, (":", 1, 1), ("[0-5]", 1, 1), _DIGIT)
_SECONDS = ((":", 1, 1), ("[0-5]", 1, 1), _DIGIT)
_FRACTION = (("[.]", 1, 1), ("[0-9]", 1, 9))
_ZONE = ("Z", 0, 1)
_AMOUNT = (("-", 0, 1), ("[1-9]", 1, 1), ("[0-9]", 0, 2))
_DECIMALS = (("[.]", 1, 1), ("[0-9]", 1, 20))
_TIMES: tuple[Template, ...] = (
    (),
    (*_MINUTES, _ZONE),
    (*_MINUTES, *_SECONDS, _ZONE),
    (*_MINUTES, *_SECONDS, *_FRACTION, _ZONE),
)
HARMLESS: tuple[Template, ...] = (
    *((("1", 1, 1), ("9", 1, 1), *_DATE, _DIGIT, *time) for time in _TIMES),
    *((("2", 1, 1), ("0", 1, 1), *_DATE, _DIGIT, *time) for time in _TIMES),
    (*_AMOUNT, *_DECIMALS),
    (("-", 0, 1), ("0", 1, 1), *_DECIMALS),
    *((*_AMOUNT, *((",", 1, 1), ("[0-9]", 3, 3)) * groups) for groups in (1, 2)),
)
"""What `evidence` lets pass unread."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """A deterministic automaton; state 0 is the start, `accepting[state]` is 1 at a match.

    `classes` gives the column of each symbol; `steps[state * width + column]` the next state.
    """

    classes: bytes
    width: int
    steps: tuple[int, ...]
    accepting: bytes

    def accepts(self, text: str) -> bool:
        """Whether a plain text ends in an accepting state."""
        state = 0
        for char in text:
            symbol = min(ord(char), HANGUL)
            state = self.steps[state * self.width + self.classes[symbol]]
        return bool(self.accepting[state])


def automaton(templates: Sequence[Template], *, search: bool) -> Automaton:
    """The automaton that accepts texts that one of `templates` fits, or, searching, fits a part of.

    Sets of positions are integers, bit `i` for the item `i` that may come next.
    """
    items = [item for template in templates for item in (*_items(template), None)]
    places: dict[int, int] = {}
    for i, item in enumerate(items):
        if item:
            places[item[0]] = places.get(item[0], 0) | 1 << i
    symbols = [
        sum(at for members, at in places.items() if members >> symbol & 1)
        for symbol in range(len(SYMBOLS))
    ]
    columns = list(dict.fromkeys(symbols))
    optional = sum(1 << i for i, item in enumerate(items) if item and item[1])
    ends = sum(1 << i for i, item in enumerate(items) if item is None)
    starts = _closed(1 | (ends << 1) & ((1 << len(items)) - 1), optional)
    states = {starts: 0}
    waiting = [starts]
    steps: list[int] = []
    for state in waiting:
        for column in columns:
            following = _closed((state & column) << 1, optional)
            if search:
                following = ends if state & ends else following | starts
            if following not in states:
                states[following] = len(states)
                waiting.append(following)
            steps.append(states[following])
    return Automaton(
        classes=bytes(map(columns.index, symbols)),
        width=len(columns),
        steps=tuple(steps),
        accepting=bytes(bool(state & ends) for state in states),
    )


def _items(template: Template) -> list[tuple[int, bool]]:
    """(symbols as bits, may it be left out?) of each position."""
    found: list[tuple[int, bool]] = []
    for chars, least, most in template:
        members = sum(1 << found.start() for found in re.finditer(chars, _ALL_SYMBOLS))
        found += [(members, False)] * least + [(members, True)] * (most - least)
    return found


def _closed(positions: int, optional: int) -> int:
    """With every position that can be reached by leaving out optional items."""
    while (more := positions | (positions & optional) << 1) != positions:
        positions = more
    return positions
