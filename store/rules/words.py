"""What a word is, for the search index, queries and place names alike."""

import re
import unicodedata

_WORD = re.compile(r"\w+")
_NO_LETTERS = ("_", "\u318d", "\u119e", "\u11a2")
"""Word characters to `re` that separate here: the dot ㆍ of Korean text is a letter to Unicode."""
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>|&(?:[a-zA-Z]{2,8}|#\d{1,6});")


def fold(text: str) -> str:
    """NFC and casefolded, so that equal-looking texts compare equal."""
    return unicodedata.normalize("NFC", text).casefold()


def words(text: str) -> list[str]:
    """The words of a text in order, folded; everything that is no letter or digit separates."""
    folded = fold(text)
    for sign in _NO_LETTERS:
        folded = folded.replace(sign, " ")
    return _WORD.findall(folded)


def prose_words(text: str) -> list[str]:
    """As `words`, of a text that may hold HTML tags and entities."""
    return words(_TAG.sub(" ", text) if "<" in text or "&" in text else text)


def listed(text: str) -> tuple[str, ...]:
    """The blank-separated entries of a word list."""
    return tuple(text.split())
