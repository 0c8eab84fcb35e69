"""A window that moves over JSON text (RFC 8259) and decodes one value after the other.

Only the value in hand is in memory. Numbers stay as they are written, whatever their size. What
writers often get wrong and what cannot be misread is read: line breaks and control characters in
strings, `NaN` and `Infinity`, several texts one after the other. Of repeated names the last counts.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_SPACE = re.compile("[ \t\r\n\ufeff\x1e]*")
"""White space; also marks that files joined together have between them (U+FEFF, RFC 7464)."""
_SLACK = 1 << 20
"""Characters that may follow the largest value in the window."""


class Number(str):
    """A number or constant as it is written; no text."""

    __slots__ = ()


_DECODER = json.JSONDecoder(
    parse_float=Number, parse_int=Number, parse_constant=Number, strict=False
)


class Window:
    """Text from `chunks`; the first `skipped` characters are passed over.

    All methods raise `Unreadable`: DAMAGED, MEMORY_LIMIT (a value of more than `most` characters,
    or nested too deeply).
    """

    def __init__(self, chunks: Iterable[str], most: int, skipped: int = 0) -> None:
        self._chunks = iter(chunks)
        self._most = most
        self._text = ""
        self._position = 0
        self._before = 0
        self._ended = False
        while self._before + len(self._text) <= skipped and self._load(0):
            self._position = len(self._text)
        self._position = max(0, skipped - self._before)

    @property
    def offset(self) -> int:
        """Characters of the whole text before the next one."""
        return self._before + self._position

    def peek(self) -> str:
        """The next character that is no white space, or `""` at the end."""
        while True:
            match = _SPACE.match(self._text, self._position)
            assert match is not None  # noqa: S101  (the pattern matches nothing, too)
            self._position = match.end()
            if self._position < len(self._text):
                return self._text[self._position]
            if not self._load(0):
                return ""

    def take(self, expected: str) -> str:
        """The next character, which must be one of `expected`."""
        character = self.peek()
        if not character or character not in expected:
            raise Unreadable(FailureReason.DAMAGED)
        self._position += 1
        return character

    def value(self) -> Any:
        """The next value as Python has it, with `Number` for numbers."""
        self.peek()
        wanted = 0
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._position)
                # A number may go on where the text in hand ends.
                if end < len(self._text) or not self._load(0):
                    self._position = end
                    return value
            except RecursionError:
                raise Unreadable(FailureReason.MEMORY_LIMIT) from None
            except ValueError:
                wanted = max(wanted, len(self._text) - self._position)
                if not self._load(wanted):
                    raise Unreadable(FailureReason.DAMAGED) from None
            if len(self._text) - self._position > self._most + _SLACK:
                raise Unreadable(FailureReason.MEMORY_LIMIT)

    def items(self) -> Iterator[Any]:
        """The values of the array that comes next."""
        self.take("[")
        if self.peek() == "]":
            self.take("]")
            return
        while True:
            yield self.value()
            if self.take(",]") == "]":
                return

    def names(self) -> Iterator[str]:
        """The names of the object that comes next; each value is to be taken before the next."""
        self.take("{")
        if self.peek() == "}":
            self.take("}")
            return
        while True:
            if self.peek() != '"':
                raise Unreadable(FailureReason.DAMAGED)
            name: str = self.value()
            self.take(":")
            yield name
            if self.take(",}") == "}":
                return

    def _load(self, characters: int) -> bool:
        """Adds at least one piece of text, and at least so many characters if there are."""
        parts = [self._text[self._position :]]
        before, length = self._before + self._position, len(parts[0])
        loaded = 0
        while not self._ended and (loaded == 0 or loaded < characters):
            chunk = next(self._chunks, None)
            if chunk is None:
                self._ended = True
            else:
                parts.append(chunk)
                loaded += len(chunk)
            if length + loaded > self._most + _SLACK:
                break
        if loaded:
            self._text, self._position, self._before = "".join(parts), 0, before
        return loaded > 0
