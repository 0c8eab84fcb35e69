"""XML files as parser events, whatever encoding they are in; no DTD, no entity of the file's own.

Expat knows few encodings, and none of Korean ones, so files are decoded here and parsed as UTF-8.
Declarations are often wrong (CP949 saved under `encoding="UTF-8"` and the reverse): bytes that are
strictly UTF-8 are that, and so are those that are strictly CP949, unless the declaration names
another encoding of East Asia; it decides where they are neither.
"""

import codecs
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from profiler.encoding import Encoding, detect_encoding
from profiler.formats.decoded import text_chunks
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_DECLARED = re.compile(rb"^\s*<\?xml[^>]{0,100}?\sencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']")
_EAST_ASIAN = re.compile(r"gb|big5|shift_jis|euc_jis|euc_jp|cp932|cp936|cp950")
_TRUSTED = re.compile(r"iso8859|cp\d|koi8|mac|tis_620|ascii|" + _EAST_ASIAN.pattern)
"""Names of codecs that a declaration may choose; Python has others that decode no text."""


class Target(Protocol):
    """What a parser calls; names are `{namespace}local`. It counts the elements it was given."""

    elements: int

    def start(self, tag: str, attributes: Mapping[str, str]) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, data: str) -> None: ...
    def close(self) -> None: ...


def xml_encoding(path: Path) -> Encoding:
    """The encoding of an XML file. Raises `Unreadable`: DAMAGED, ENCODING_UNDETECTED.

    DAMAGED where the bytes neither fit what is declared nor anything that is certain.
    """
    found = detect_encoding(path)
    with path.open("rb") as file:
        match = _DECLARED.match(file.read(1024))
    declared = _codec(match[1].decode("ascii")) if match else ""
    if found.finding is None and (found.name != "cp949" or not _EAST_ASIAN.match(declared)):
        return found
    if _TRUSTED.match(declared) and _decodes(path, declared):
        return Encoding(declared)
    if declared and found.confidence is not None:
        raise Unreadable(FailureReason.DAMAGED)
    return found


def _codec(label: str) -> str:
    """Python's name of an encoding, or `""`."""
    try:
        return codecs.lookup(label).name
    except LookupError:
        return ""


def _decodes(path: Path, name: str) -> bool:
    try:
        with path.open(encoding=name) as text:
            while text.read(1 << 18):
                pass
    except UnicodeError:
        return False
    return True


def parsed(path: Path, encoding: Encoding, target: Target, limits: Limits) -> Iterator[None]:
    """Parses a file, one step a piece of text; what the target found may be taken in between.

    Raises `Unreadable`: DAMAGED, UNSUPPORTED_FORMAT (a DTD), MEMORY_LIMIT (more
    text between two tags, or a larger tag or comment, than a record may have).
    """
    parser = DefusedXMLParser(target=target, encoding="utf-8", forbid_dtd=True)
    elements = silent = 0
    try:
        for chunk in _after_blanks(text_chunks(path, encoding)):
            parser.feed(chunk.encode("utf-8", "replace"))
            silent = silent + len(chunk) if target.elements == elements else 0
            elements = target.elements
            if silent > limits.record_text:
                raise Unreadable(FailureReason.MEMORY_LIMIT)
            yield
        parser.close()
    except DefusedXmlException:
        raise Unreadable(FailureReason.UNSUPPORTED_FORMAT) from None
    except (ParseError, LookupError, ValueError):
        raise Unreadable(FailureReason.DAMAGED) from None
    yield


def _after_blanks(chunks: Iterator[str]) -> Iterator[str]:
    """The text without blanks before its declaration, which expat does not allow."""
    started = False
    for chunk in chunks:
        text = chunk if started else chunk.lstrip("\ufeff \t\r\n\0")
        if text:
            started = True
            yield text
