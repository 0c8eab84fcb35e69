"""One form for the many ways to write the same value: what the kinds are matched against."""

import html
import re
import unicodedata

# ASCII without line breaks and the marks of HTML (& <) and JSON (\\) escapes, and Hangul syllables.
_PLAIN = re.compile(r"[ -%'-;=-\[\]-~가-힣]*")
_DASHES = dict.fromkeys(
    map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u30fc\u3161\u1173"), "-"
)
_MARKS = dict.fromkeys(map(ord, "\u00b7\u318d\u30fb\u2022\u2219\uff65"), ".")
_BLANKS = dict.fromkeys(map(ord, "\t\r\n\v\f\u0085\u2028\u2029"), " ")
_TABLE = {**_DASHES, **_MARKS, **_BLANKS}
_INVISIBLE = re.compile(
    "[\u0000-\u0008\u000e-\u001f\u007f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]"
)
_ESCAPED = re.compile(r"\\u([0-9A-Fa-f]{4})")
_TAG = re.compile(r"<[^<>]{0,500}>")
_FOREIGN_DIGIT = re.compile(r"[^\D0-9]")

_LONG = 4_096
_IDLE = re.compile(r"[^0-9@:=]{1000,}")

_SPACED = re.compile(r"(?<![0-9])[0-9](?:[ .\-]{1,3}[0-9](?![0-9])){8,}")


def normalise(value: str) -> str:
    """`value` as the kinds read it.

    Compatibility composition (full-width digits), invisible characters removed, dashes, middle dots
    and blanks of all scripts made plain, HTML entities, tags and JSON escapes undone. The result is
    for matching only; its characters are not at the places they had.
    """
    return value if is_plain(value) else _unusual(value)


def is_plain(value: str) -> bool:
    """Whether `value` is printable ASCII without escapes and Hangul: it is as the kinds read it."""
    return _PLAIN.fullmatch(value) is not None


def _unusual(value: str) -> str:
    if "\\u" in value:
        value = _ESCAPED.sub(lambda found: chr(int(found[1], 16)), value)
    if "&" in value:
        value = html.unescape(value)
    if "<" in value:
        # A tag may stand inside a number, an address inside a tag: first the text, then the tags.
        tags = " ".join(tag[1:-1] for tag in _TAG.findall(value))
        value = f"{_TAG.sub(' ', value)} {tags}"
    value = _INVISIBLE.sub("", value)
    value = unicodedata.normalize("NFKC", value).translate(_TABLE)
    return _FOREIGN_DIGIT.sub(lambda found: str(unicodedata.digit(found[0])), value)


def joined(text: str) -> str:
    """A normalised text with digits that stand one by one pulled together, hyphens kept."""
    return _SPACED.sub(lambda found: found[0].replace(" ", "").replace(".", ""), text)


def condensed(text: str) -> str:
    """A normalised text without the insides of long stretches in which no kind can begin or end.

    Every kind needs a digit, `@`, `:` or `=`; what it needs around them is nearer than the bounds
    here. Texts under 4,096 characters come back as they are.
    """
    if len(text) < _LONG:
        return text
    return _IDLE.sub(lambda run: f"{run[0][:400]} … {run[0][-100:]}", text)
