"""Catalogue search: `search-v1.0`.

BM25 over letter pairs and whole words. A listing must have all words of the query, each anywhere
in its title, keywords, description or organisation, inside longer words too. Only when no listing
has them all (within the filters), in this order: words that occur nowhere are searched for with
one letter different, or left out; then one word may be missing, then two, and so on. A trailing
particle is taken off unless the word occurs with it in a title, keyword or organisation. Ties are
broken by record id.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import combinations

from store.release import schema
from store.release.bitmaps import to_bits
from store.release.query import Query, expression, named, near_misses, read_query, stem_of
from store.rules.words import fold

METHOD = "FTS5/BM25"
_MOST_COMBINATIONS = 6
_FEW = 100
_RANK = f"bm25(fts, {', '.join(map(str, schema.WEIGHTS))})"
_MATCH = f"SELECT {_RANK}, rowid FROM fts WHERE fts MATCH ?"  # noqa: S608 (constants)
_OCCURS = "SELECT 1 FROM fts WHERE fts MATCH ? LIMIT 1"

Scored = list[tuple[float, int]]


@dataclass(slots=True)
class Found:
    """All matches as (score, listing id), best first once `page` asked, and how they were found."""

    matches: Scored
    relaxed: bool
    method: str
    dropped: tuple[str, ...]
    words: tuple[str, ...]
    ordered: bool = False

    def page(self, offset: int, limit: int) -> Scored:
        """A slice of the matches in order of score, then id."""
        if not self.ordered:
            if offset + limit <= _FEW:
                return nsmallest(offset + limit, self.matches)[offset:]
            self.matches = sorted(self.matches)
            self.ordered = True
        return self.matches[offset : offset + limit]


def search(connection: sqlite3.Connection, text: str, allowed: int | None) -> Found:
    """Runs a query over the listings in `allowed` (a bit set; None: all of them)."""
    query = read_query(text)
    if not query.required:
        return Found([], False, METHOD, query.dropped, ())
    return _Search(connection, query, allowed).run()


def matched_fields(found: Sequence[str], fields: Iterable[tuple[str, str | None]]) -> list[str]:
    """Names of the fields in which any of the (folded) words occurs."""
    names = []
    for name, text in fields:
        folded = fold(text) if text else ""
        if any(word in folded for word in found):
            names.append(name)
    return names


class _Search:
    def __init__(self, connection: sqlite3.Connection, query: Query, allowed: int | None) -> None:
        self._connection = connection
        self._query = query
        self._keep = _keeper(allowed)
        self._stems = {word: self._stem(word) for word in query.required}

    def run(self) -> Found:
        words = list(self._query.required)
        if matches := self._all([self._term(word) for word in words]):
            return self._found(matches, words)
        terms, dropped, changed = self._mend(words)
        if changed and terms and (matches := self._all(terms)):
            return self._found(matches, words, dropped, f"{METHOD}/mended")
        for missing in range(1, len(terms)):
            if matches := self._some(terms, len(terms) - missing):
                return self._found(matches, words, dropped, f"{METHOD}/any-{len(terms) - missing}")
        return Found([], False, METHOD, (*self._query.dropped, *dropped), tuple(words))

    def _found(
        self,
        matches: Scored,
        words: Sequence[str],
        dropped: Sequence[str] = (),
        method: str = METHOD,
    ) -> Found:
        stems = (self._stems.get(word) or word for word in (*words, *self._query.ranking))
        shown = tuple(word for word in stems if word not in dropped)
        left_out = (*self._query.dropped, *dropped)
        return Found(matches, method != METHOD, method, left_out, shown)

    def _mend(self, words: Sequence[str]) -> tuple[list[str], list[str], bool]:
        """Terms for the words that occur, or nearly occur; the other words; whether any changed."""
        terms, dropped, changed = [], [], False
        for word in words:
            term = self._term(word)
            if self._occurs(term):
                terms.append(term)
                continue
            changed = True
            near = near_misses(self._stems[word] or word)
            if near and self._occurs(near):
                terms.append(near)
            else:
                dropped.append(word)
        return terms, dropped, changed

    def _all(self, terms: Sequence[str]) -> Scored:
        required = " AND ".join(terms)
        for word in self._query.ranking:
            # Always true where the rest is, so it only adds to the score.
            required += f" AND ({expression(word, None)} OR {terms[0]})"
        return self._run(required)

    def _some(self, terms: Sequence[str], wanted: int) -> Scored:
        if len(terms) > _MOST_COMBINATIONS:
            return self._run(" OR ".join(terms)) if wanted == 1 else []
        groups = (f"({' AND '.join(group)})" for group in combinations(terms, wanted))
        return self._run(" OR ".join(groups))

    def _run(self, match: str) -> Scored:
        rows: Scored = self._connection.execute(_MATCH, (match,)).fetchall()
        keep = self._keep
        return [pair for pair in rows if keep(pair[1])] if keep else rows

    def _term(self, word: str) -> str:
        return expression(word, self._stems[word])

    def _stem(self, word: str) -> str | None:
        stem = stem_of(word)
        return None if stem is None or self._occurs(named(word)) else stem

    def _occurs(self, match: str) -> bool:
        return self._connection.execute(_OCCURS, (match,)).fetchone() is not None


def _keeper(allowed: int | None) -> Callable[[int], int] | None:
    if allowed is None:
        return None
    bits = allowed.to_bytes((allowed.bit_length() + 7) // 8 + 1, "little")
    size = len(bits) * 8

    def keep(number: int) -> int:
        return number < size and bits[number >> 3] >> (number & 7) & 1

    return keep


def bits_of(numbers: Iterable[int]) -> int:
    """The set of listing ids as bits."""
    found = list(numbers)
    return to_bits(found, max(found, default=0) + 1)
