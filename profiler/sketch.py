"""How many distinct values a column has: exact up to 4,096, a HyperLogLog estimate beyond.

Hashes are XXH64 (seed 0) of the value's UTF-8. Registers have the layout of datasketch's
`HyperLogLogPlusPlus` with p=15: index = hash & (m - 1), rank = leading zeros of the rest + 1, so
sketches merge across files, encodings and machines (Heule, Nunkesser, Hall 2013).
"""

import math
from collections.abc import Iterable

from xxhash import xxh64_intdigest

EXACT_LIMIT = 4_096
PRECISION = 15
"""A standard error of 1.04 / sqrt(2^15) = 0.57 %, with one byte for each of 2^15 registers."""
_REGISTERS = 1 << PRECISION
_REST_BITS = 64 - PRECISION


class DistinctCounter:
    """Takes values one by one; repeated values are welcome, they only cost their hash."""

    __slots__ = ("_hashes", "_registers")

    def __init__(self) -> None:
        self._hashes: set[int] | None = set()
        self._registers: bytearray | None = None

    def add(self, value: str) -> None:
        """Counts `value` in. Lone surrogates, which no UTF-8 has, are hashed as they are."""
        digest = xxh64_intdigest(value.encode("utf-8", "surrogatepass"))
        registers = self._registers
        if registers is not None:
            _register(registers, digest)
            return
        assert self._hashes is not None  # noqa: S101  (one of the two is always there)
        self._hashes.add(digest)
        if len(self._hashes) > EXACT_LIMIT:
            self._registers = self.registers()
            self._hashes = None

    @classmethod
    def restored(cls, hashes: Iterable[int] | None, registers: bytes | None) -> "DistinctCounter":
        """The counter that has the hashes of all its values, at most 4,096, or else registers."""
        counter = cls()
        counter._hashes = None if hashes is None else set(hashes)
        counter._registers = None if registers is None else bytearray(registers)
        return counter

    def merge(self, other: "DistinctCounter") -> None:
        """Counts all values of `other` in."""
        if self._hashes is not None and other._hashes is not None:
            self._hashes |= other._hashes
            if len(self._hashes) <= EXACT_LIMIT:
                return
        registers = self.registers()
        if other._hashes is not None:
            for digest in other._hashes:
                _register(registers, digest)
        else:
            registers = bytearray(map(max, registers, other.registers()))
        self._registers, self._hashes = registers, None

    @property
    def exact(self) -> bool:
        return self._hashes is not None

    def registers(self) -> bytearray:
        """The 32,768 registers, one byte each."""
        if self._registers is not None:
            return self._registers
        registers = bytearray(_REGISTERS)
        for digest in self._hashes or ():
            _register(registers, digest)
        return registers

    def count(self) -> int:
        """The number of distinct values, exact or estimated."""
        if self._hashes is not None:
            return len(self._hashes)
        return round(estimate(self.registers()))


def estimate(registers: bytes | bytearray) -> float:
    """How many distinct values left these registers.

    Ertl, "New cardinality estimation algorithms for HyperLogLog sketches" (2017), algorithm 6: the
    improved raw estimator, which needs no tables for small and large numbers.
    """
    size, longest = len(registers), _REST_BITS + 1
    counts = [registers.count(rank) for rank in range(max(registers) + 1)]
    counts += [0] * (longest + 1 - len(counts))
    total = size * _tau(1 - counts[longest] / size)
    for count in reversed(counts[1:longest]):
        total = 0.5 * (total + count)
    total += size * _sigma(counts[0] / size)
    return size * size / (2 * math.log(2) * total)


def _sigma(x: float) -> float:
    """The sum of x^(2^k) 2^(k-1) over k from 1 on, and x."""
    if x == 1:
        return math.inf
    weight, total, before = 1.0, x, -1.0
    while total != before:
        x, before = x * x, total
        total += x * weight
        weight *= 2
    return total


def _tau(x: float) -> float:
    """A third of 1 - x less the sum of (1 - x^(2^-k))^2 2^-k over k from 1 on."""
    if x in {0, 1}:
        return 0.0
    weight, total, before = 1.0, 1 - x, -1.0
    while total != before:
        x, before = math.sqrt(x), total
        weight *= 0.5
        total -= (1 - x) ** 2 * weight
    return total / 3


def _register(registers: bytearray, digest: int) -> None:
    index = digest & (_REGISTERS - 1)
    rank = _REST_BITS - (digest >> PRECISION).bit_length() + 1
    if rank > registers[index]:
        registers[index] = rank
