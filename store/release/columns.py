"""Column search: `column-search-v1.0`.

A listing is found when each keyword occurs in the name of one of its columns (different columns,
files and sheets may do). Names are compared without blanks, underscores and case. A keyword's best
column decides: equal before beginning with before containing, then the name that more datasets
have (the common spelling is what is usually meant), then the record id.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from store.release.bitmaps import unpack_ids
from store.release.grams import column_norm, pieces

_SHOWN = 5
Rank = tuple[int, int]
"""How a name matches (0 equal, 1 at its beginning, 2 inside); minus the datasets that have it."""


@dataclass(frozen=True, slots=True)
class NameHit:
    """A distinct column name that a keyword occurs in, and the ids of the listings that have it."""

    name_id: int
    name: str
    rank: Rank
    listings: Sequence[int]


def find_names(connection: sqlite3.Connection, keyword: str) -> list[NameHit]:
    """The names that contain a keyword, best first; none for a keyword without letters."""
    norm = column_norm(keyword).replace("\0", "")
    if not norm or not norm.isprintable():
        return []
    wanted = list(dict.fromkeys(pieces(norm)))[:8]
    joins = "".join(
        f" JOIN name_gram g{i} ON g{i}.name_id = n.id AND g{i}.gram = ?" for i in range(len(wanted))
    )
    rows = connection.execute(
        f"SELECT n.id, n.name, n.norm, n.datasets, n.ids FROM column_name n{joins}"  # noqa: S608
        " WHERE instr(n.norm, ?)",
        (*wanted, norm),
    )
    hits = [
        NameHit(number, name, (_kind(found, norm), -datasets), unpack_ids(ids))
        for number, name, found, datasets, ids in rows
    ]
    hits.sort(key=lambda hit: (hit.rank, hit.name_id))
    return hits


def ranked_listings(keywords: Sequence[Sequence[NameHit]]) -> tuple[list[int], int]:
    """Listings that have a hit for every keyword, best first, and how many they are."""
    if len(keywords) == 1:
        order = list(_in_rank_order(keywords[0]))
        return order, len(order)
    common: set[int] | None = None
    for hits in sorted(keywords, key=lambda hits: sum(len(hit.listings) for hit in hits)):
        having = set().union(*(hit.listings for hit in hits))
        common = having if common is None else common & having
        if not common:
            return [], 0
    ranks = [_best_ranks(hits, common or set()) for hits in keywords]
    order = sorted(
        common or (),
        key=lambda number: (
            sum(best[number][0] for best in ranks),
            sum(best[number][1] for best in ranks),
            number,
        ),
    )
    return order, len(order)


def names_of(connection: sqlite3.Connection, listing: int) -> Iterator[tuple[int, str]]:
    """The distinct column names of a listing in order over all its tables, with their ids."""
    rows = connection.execute(
        "SELECT n.id, n.name FROM column_use u JOIN column_name n ON n.id = u.name_id"
        " WHERE u.listing_id = ? ORDER BY u.seq",
        (listing,),
    )
    return iter(dict(rows.fetchall()).items())


def shown_names(hits: Iterable[NameHit], own: Iterable[int]) -> list[str]:
    """The best few of a keyword's names that a listing (with the name ids `own`) has."""
    having = set(own)
    return [hit.name for hit in hits if hit.name_id in having][:_SHOWN]


def _kind(norm: str, wanted: str) -> int:
    if norm == wanted:
        return 0
    return 1 if norm.startswith(wanted) else 2


def _in_rank_order(hits: Sequence[NameHit]) -> Iterator[int]:
    seen: set[int] = set()
    for _, same in groupby(hits, key=lambda hit: hit.rank):
        fresh = set().union(*(hit.listings for hit in same)) - seen
        yield from sorted(fresh)
        seen |= fresh


def _best_ranks(hits: Sequence[NameHit], wanted: set[int]) -> dict[int, Rank]:
    best: dict[int, Rank] = {}
    for hit in hits:
        for number in hit.listings:
            if number in wanted and number not in best:
                best[number] = hit.rank
    return best
