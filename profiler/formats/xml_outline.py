"""The outline of an XML document: its kinds of elements, and which of them are records.

A kind is all elements with one path of local names. Records are of the outermost kind that comes
again under one parent and has fields: attributes or elements. A kind that has nothing but more such
kinds in it is an envelope, and what it holds counts. Records are what a file of data mostly
consists of, so they must have half of all its elements, else it is a document with some lists in
it. Text between elements (mixed content) makes a document, too.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_INSTANCE = "{http://www.w3.org/2001/XMLSchema-instance}"
"""Attributes of this namespace say how to read an element (`xsi:nil`) and are no data."""
_MOST_KINDS = 65_536
"""Kinds and attributes of one document."""
_MOST = 0.5
_MINOR = 0.1
"""From this share of all elements on, another kind of records is a table beside the main one."""


@dataclass(eq=False, slots=True)
class Kind:
    """All elements with one path; `parent` is None for what the root is in."""

    name: str
    parent: "Kind | None" = None
    depth: int = 0
    children: dict[str, "Kind"] = field(default_factory=dict)
    attributes: dict[str, int] = field(default_factory=dict)
    """Local names; the number is a column."""
    count: int = 0
    siblings: int = 0
    """The most of them under one parent."""
    texts: int = 0
    mixed: int = 0
    """How many have text beside elements."""
    column: int | None = None
    """The column of the text."""

    def elements(self) -> int:
        """All elements of this kind and inside them."""
        return self.count + sum(child.elements() for child in self.children.values())

    def is_mixed(self) -> bool:
        """Is there text between the elements of more than one in ten?"""
        inside = any(child.is_mixed() for child in self.children.values())
        return inside or 10 * self.mixed > self.count

    def is_envelope(self) -> bool:
        """Does it hold nothing but lists of elements with fields?"""
        held = self.children.values()
        return bool(held) and not self.attributes and all(child.repeats() for child in held)

    def repeats(self) -> bool:
        """Is it a list of elements with fields?"""
        return self.siblings > 1 and bool(self.children or self.attributes)


class Outline:
    """The target of an XML parser that learns all kinds of a document."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.top = Kind("")
        self.elements = 0
        self._kinds_left = _MOST_KINDS
        self._open: list[_Open] = [_Open(self.top)]

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        parent = self._open[-1]
        name = local(tag)
        kind = parent.kind.children.get(name)
        if kind is None:
            self._spend()
            kind = parent.kind.children[name] = Kind(name, parent.kind, parent.kind.depth + 1)
            if kind.depth > self._limits.record_depth:
                raise Unreadable(FailureReason.MEMORY_LIMIT)
        self.elements += 1
        kind.count += 1
        parent.counts[kind] = parent.counts.get(kind, 0) + 1
        for attribute in attributes:
            if local(attribute) not in kind.attributes and is_data(attribute):
                self._spend()
                kind.attributes[local(attribute)] = -1
        self._open.append(_Open(kind))

    def end(self, tag: str) -> None:
        del tag
        closed = self._open.pop()
        closed.kind.texts += closed.has_text
        if closed.counts:
            closed.kind.mixed += closed.has_text
            for kind, count in closed.counts.items():
                kind.siblings = max(kind.siblings, count)

    def data(self, data: str) -> None:
        if not data.isspace():
            self._open[-1].has_text = True

    def close(self) -> None:
        """Part of the parser's protocol; nothing is left to do."""

    def _spend(self) -> None:
        self._kinds_left -= 1
        if self._kinds_left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)

    def records(self) -> list[Kind]:
        """The kinds whose elements are records, in document order; none in a document of text."""
        total = self.elements
        found = [kind for kind in _outermost(self.top) if not kind.is_mixed()]
        sizes = {kind: kind.elements() for kind in found}
        if not found or max(sizes.values()) < _MOST * total:
            return []
        return [kind for kind in found if sizes[kind] >= _MINOR * total]


@dataclass(slots=True)
class _Open:
    """An element whose end is still to come."""

    kind: Kind
    counts: dict[Kind, int] = field(default_factory=dict)
    has_text: bool = False


def _outermost(kind: Kind) -> Iterator[Kind]:
    for child in kind.children.values():
        if child.repeats() and not child.is_envelope():
            yield child
        else:
            yield from _outermost(child)


def local(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]


def is_data(attribute: str) -> bool:
    """Does an attribute hold data? Some say how an element is to be read."""
    return not attribute.startswith(_INSTANCE)


def columns_of(record: Kind) -> tuple[str, ...]:
    """Gives each field of a kind of records its column, and returns their names.

    A name is the path inside the record with dots, that of the record itself for its own text.
    """
    names: list[str] = []
    _number(record, (), names)
    return tuple(names)


def _number(kind: Kind, path: tuple[str, ...], names: list[str]) -> None:
    if kind.texts or not (kind.children or kind.attributes):
        kind.column = len(names)
        names.append(".".join(path) or kind.name)
    for attribute in kind.attributes:
        kind.attributes[attribute] = len(names)
        names.append(".".join((*path, attribute)))
    for child in kind.children.values():
        _number(child, (*path, child.name), names)
