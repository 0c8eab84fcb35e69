"""A source and the rules of profiling, packed for the compiled kernel (`_scan.c`, `read_plan`)."""

import os
from array import array
from collections.abc import Iterable
from functools import cache
from typing import Any

from gates.safety.digit_tests import CalendarDate, CheckDigit, DigitTest, Prefix
from gates.safety.screen import Screen, screen
from gates.safety.templates import Automaton
from gates.safety.text import is_plain
from profiler import types
from profiler._scan_source import Source
from profiler.bytescan import cp949_code_points

_LETTER, _SPECIAL, _HIGH, _RUN = 1, 2, 4, 8
_LONG_RUN = 4
_NO_PLACE = 0xFFFFFFFF
_ASCII = tuple(map(chr, range(128)))
_PREFIX, _CHECK_DIGIT, _CALENDAR_DATE = 0, 1, 2


def packed(source: Source, *, portable: bool) -> tuple[Any, ...]:
    """The arguments of `_scan.plan`."""
    return (
        source.width,
        ord(source.delimiter),
        ord(source.quote) if source.quote else -1,
        source.record_bytes,
        source.line_cost,
        source.lone_signs.encode(),
        source.label.encode(source.encoding, "replace"),
        os.urandom(24),
        cp949_code_points() if source.encoding == "cp949" else None,
        tuple(sorted(token.encode() for token in types.MISSING_TOKENS)),
        tuple(sorted({word.encode() for pair in types.BOOLEAN_PAIRS for word in pair})),
        _screen(),
        portable,
    )


@cache
def _screen() -> tuple[Any, ...]:
    rules = screen()
    signs = {c for need, _ in rules.triggers for sign in need.signs for c in sign if c < "\x80"}
    unusual = {char for char in _ASCII if not is_plain(char)}
    special = unusual | {char for char in signs if not char.isalnum()}
    return (
        _automaton(rules.harmless),
        tuple(
            (need.digits, _seen(need.signs), need.run >= _LONG_RUN, _automaton(automaton))
            for need, automaton in rules.triggers
        ),
        tuple(word.encode() for word in rules.words),
        _tests(rules.digit_tests),
        rules.code_points,
        _quick(rules),
        "".join(special).encode(),
        "".join(unusual).encode(),
        rules.least_digits,
        rules.shortest,
        rules.gap,
        rules.most_digits,
    )


def _automaton(source: Automaton) -> tuple[bytes, bytes, bytes, int]:
    """With the place of each state's first step for its number, and the place of the dead end."""
    width = source.width
    steps = array("H", (state * width for state in source.steps)).tobytes()
    accepting = b"".join(bytes([accepts]) + bytes(width - 1) for accepts in source.accepting)
    dead = (
        state * width
        for state, accepts in enumerate(source.accepting)
        if not accepts and set(source.steps[state * width : (state + 1) * width]) == {state}
    )
    return source.classes, steps, accepting, next(dead, _NO_PLACE)


def _seen(signs: tuple[frozenset[str], ...]) -> int:
    """One of what bits a text must have for the first sign that is needed; 0 where none is."""
    return _bits(signs[0]) if signs else 0


def _bits(sign: frozenset[str]) -> int:
    bits = 0
    for char in sign:
        bits |= _HIGH if char not in _ASCII else _LETTER if char.isalpha() else _SPECIAL
    return bits


def _quick(rules: Screen) -> bytes:
    """By what a value has beside digits: with fewer digits than this no trigger fits."""
    return bytes(
        min(
            (
                need.digits
                for need, _ in rules.triggers
                if all(_bits(sign) & seen for sign in need.signs)
                and (need.run < _LONG_RUN or seen & _RUN)
            ),
            default=255,
        )
        for seen in range(16)
    )


def _tests(tests: tuple[DigitTest, ...]) -> tuple[tuple[int, int, int, int, bytes, bytes], ...]:
    """Of each test its kind, the lengths as bits, the digits it reads, the signs, and all else."""
    found: list[tuple[int, int, int, int, bytes, bytes]] = []
    prefixes = [test for test in tests if isinstance(test, Prefix)]
    for place in dict.fromkeys((prefix.lengths, prefix.offset) for prefix in prefixes):
        alike = [prefix for prefix in prefixes if (prefix.lengths, prefix.offset) == place]
        tree = _tree([one for prefix in alike for one in prefix.sets])
        lengths, offset = place
        found.append((_PREFIX, sum(1 << n for n in lengths), 0, 0, b"", _ints([offset, *tree])))
    for test in tests:
        if isinstance(test, Prefix):
            continue
        kind = _CHECK_DIGIT if isinstance(test, CheckDigit) else _CALENDAR_DATE
        window = test.window
        lengths_bit = 1 << window.length if window.whole else 0
        near = _bits(frozenset(window.near)), window.near.encode()
        found.append((kind, lengths_bit, window.length, *near, _ints(_data(test))))
    return tuple(found)


def _ints(numbers: Iterable[int]) -> bytes:
    return array("i", numbers).tobytes()


def _tree(sets: list[frozenset[str]]) -> list[int]:
    """Nodes of eleven integers: which sets have a member so far, and where the next nodes are."""
    paths = {""} | {member[:n] for one in sets for member in one for n in range(1, len(member) + 1)}
    ordered = sorted(paths, key=len)
    places = {path: 11 * n for n, path in enumerate(ordered)}
    memberships = [
        tuple(any(path[:n] in one for n in range(1, len(path) + 1)) for one in sets)
        for path in ordered
    ]
    numbers = {membership: n for n, membership in enumerate(dict.fromkeys(memberships))}
    tree: list[int] = []
    for path, membership in zip(ordered, memberships, strict=True):
        tree.append(numbers[membership])
        tree.extend(places.get(f"{path}{digit}", 0) for digit in range(10))
    return tree


def _data(test: CheckDigit | CalendarDate) -> tuple[int, ...]:
    if isinstance(test, CheckDigit):
        selector = -1 if test.selector is None else test.selector
        rows = (*test.values, *test.expected)
        return (test.modulus, selector, *(number for row in rows for number in row))
    bounds = [bound.year * 10_000 + bound.month * 100 + bound.day for bound in test.bounds]
    return (
        *(test.month, test.day, test.year_digits, test.selector),
        *test.centuries,
        len(bounds),
        *bounds,
    )
