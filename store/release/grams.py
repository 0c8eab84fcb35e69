"""The two index layouts: words as overlapping letter pairs, and column names as 1- and 2-grams."""

import re
from functools import lru_cache

from store.rules.words import fold

SEPARATOR = "|"
"""Token after each word, so that a phrase of pieces never runs across two words."""
_IGNORED = re.compile(r"[\s_]+")


def pieces(word: str) -> list[str]:
    """A word as its overlapping two-letter pieces in order; a one-letter word as itself."""
    if len(word) < 2:
        return [word]
    return [word[i : i + 2] for i in range(len(word) - 1)]


@lru_cache(maxsize=1 << 17)
def indexed(word: str) -> str:
    """A word as the text that goes into the index: its pieces and the separator."""
    return " ".join((*pieces(word), SEPARATOR))


def phrase(word: str) -> str:
    """An FTS5 phrase that matches wherever `word` occurs inside a word. Folded letters only."""
    return f'"{" ".join(pieces(word))}"'


def column_norm(name: str) -> str:
    """The form in which column names are compared: NFC, casefolded, no blanks, no underscores."""
    return _IGNORED.sub("", fold(name))


def grams(norm: str) -> set[str]:
    """All one- and two-letter substrings."""
    return set(norm) | set(pieces(norm)) if norm else set()
