"""How many distinct values a column has: exact up to 4,096, a HyperLogLog estimate beyond.

Hashes are XXH64 (seed 0) of the value's UTF-8. Registers have the layout of datasketch's
`HyperLogLogPlusPlus` with p=14: index = hash & (m - 1), rank = leading zeros of the rest + 1, so
sketches merge across files, encodings and machines (Heule, Nunkesser, Hall 2013).
"""

from xxhash import xxh64_intdigest

EXACT_LIMIT = 4_096
PRECISION = 14
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
            index, rank = _place(digest)
            if rank > registers[index]:
                registers[index] = rank
            return
        assert self._hashes is not None  # noqa: S101  (one of the two is always there)
        self._hashes.add(digest)
        if len(self._hashes) > EXACT_LIMIT:
            self._registers = self.registers()
            self._hashes = None

    @property
    def exact(self) -> bool:
        return self._hashes is not None

    def registers(self) -> bytearray:
        """The 16,384 registers, one byte each."""
        if self._registers is not None:
            return self._registers
        registers = bytearray(_REGISTERS)
        for digest in self._hashes or ():
            index, rank = _place(digest)
            registers[index] = max(registers[index], rank)
        return registers

    def count(self) -> int:
        """The number of distinct values, exact or estimated."""
        if self._hashes is not None:
            return len(self._hashes)
        # datasketch pulls in scipy, most of a second: only where an estimate is really needed.
        import numpy as np
        from datasketch import HyperLogLogPlusPlus

        registers = np.frombuffer(bytes(self.registers()), dtype=np.int8)
        estimate: float = HyperLogLogPlusPlus(p=PRECISION, reg=registers).count()
        return round(estimate)


def _place(digest: int) -> tuple[int, int]:
    return digest & (_REGISTERS - 1), _REST_BITS - (digest >> PRECISION).bit_length() + 1
