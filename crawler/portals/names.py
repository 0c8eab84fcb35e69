"""File names as servers give them, which is seldom as RFC 6266 wants them."""

import re
import unicodedata
from email.errors import HeaderParseError
from email.header import decode_header
from urllib.parse import unquote_to_bytes, urlsplit

_LONGEST = 200
_FALLBACK = "download"
_EXTENDED = re.compile(rb"filename\*\s*=\s*([\w.-]*)'[^']*'([^;\r\n]+)", re.IGNORECASE)
_QUOTED = re.compile(rb'filename\s*=\s*"((?:\\.|[^"\\])*)"', re.IGNORECASE | re.DOTALL)
_TOKEN = re.compile(rb"filename\s*=\s*([^;\r\n]+)", re.IGNORECASE)
_PERCENT = re.compile(rb"%[0-9A-Fa-f]{2}")
_ENCODED_WORD = re.compile(rb"=\?[\w-]+\?[bqBQ]\?")


def file_name(disposition: bytes | None, listed: str | None, url: str) -> str:
    """The base name of a file, never empty, without control characters.

    Taken from Content-Disposition (raw field value), else from what the portal calls the file,
    else from the last segment of its URL.
    """
    last_segment = urlsplit(url).path.rpartition("/")[2]
    candidates = (
        _from_disposition(disposition) if disposition else "",
        listed or "",
        _text(unquote_to_bytes(last_segment)),
    )
    for candidate in candidates:
        name = base_name(candidate)
        if name:
            return name
    return _FALLBACK


def base_name(name: str) -> str:
    """The last part of a path of either kind, without control, format and surrogate characters."""
    last = re.split(r"[/\\]", name)[-1]
    kept = "".join(mark for mark in last if unicodedata.category(mark) not in ("Cc", "Cf", "Cs"))
    kept = kept.strip()
    if not kept.strip("."):
        return ""
    if len(kept) > _LONGEST:
        stem, dot, extension = kept.rpartition(".")
        keep = f"{dot}{extension}" if dot and len(extension) <= 10 else ""
        kept = (stem if keep else kept)[: _LONGEST - len(keep)] + keep
    return kept


def _from_disposition(value: bytes) -> str:
    extended = _EXTENDED.search(value)  # RFC 8187
    if extended:
        name = _decoded(unquote_to_bytes(extended[2].strip().strip(b'"')), extended[1].decode())
        if name:
            return name
    plain = _QUOTED.search(value) or _TOKEN.search(value)
    if not plain:
        return ""
    raw = plain[1].strip().strip(b'"')
    if _ENCODED_WORD.match(raw):  # RFC 2047, as mail programs write it
        return _encoded_words(raw)
    if _PERCENT.search(raw):
        # Servers that percent-encode use the form encoding, where a blank is a plus sign.
        return _text(unquote_to_bytes(raw.replace(b"+", b" ")))
    return _text(re.sub(rb'\\(["\\])', rb"\1", raw))


def _text(raw: bytes) -> str:
    """UTF-8, else CP949; a name that was taken for Latin-1 and encoded again is put right."""
    name = _decoded(raw, "utf-8") or _decoded(raw, "cp949") or raw.decode("latin-1")
    if name.isascii():
        return name
    try:
        inner = name.encode("latin-1")
    except UnicodeEncodeError:
        return name
    return _decoded(inner, "utf-8") or _decoded(inner, "cp949") or name


def _decoded(raw: bytes, charset: str) -> str:
    try:
        return raw.decode(charset or "utf-8")
    except (UnicodeError, LookupError):
        return ""


def _encoded_words(raw: bytes) -> str:
    try:
        parts = decode_header(raw.decode("ascii", "replace"))
    except (HeaderParseError, ValueError):
        return ""
    return "".join(
        part if isinstance(part, str) else _decoded(part, charset or "ascii")
        for part, charset in parts
    )
