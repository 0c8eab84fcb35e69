"""Sets of listing ids as Python integers: bit i is listing i."""

import sys
from array import array
from collections.abc import Iterable


def pack_ids(ids: Iterable[int]) -> bytes:
    """Ids as little-endian 32-bit numbers."""
    return _little(array("I", ids)).tobytes()


def unpack_ids(packed: bytes) -> "array[int]":
    """Reads `pack_ids`."""
    found = array("I")
    found.frombytes(packed)
    return _little(found)


def pack_set(ids: "array[int]", size: int) -> bytes:
    """A set of ids below `size`, in the smaller of two forms: a bitmap (first byte 1) or a list."""
    if len(ids) * 32 < size:
        return b"\0" + pack_ids(ids)
    return b"\1" + _bitmap(ids, size)


def unpack_set(packed: bytes, size: int) -> int:
    """Reads `pack_set`."""
    if packed[0]:
        return int.from_bytes(packed[1:], "little")
    return to_bits(unpack_ids(packed[1:]), size)


def to_bits(ids: Iterable[int], size: int) -> int:
    """The set of `ids`, all of them below `size`."""
    return int.from_bytes(_bitmap(ids, size), "little")


def _bitmap(ids: Iterable[int], size: int) -> bytearray:
    bitmap = bytearray(size // 8 + 1)
    for number in ids:
        bitmap[number >> 3] |= 1 << (number & 7)
    return bitmap


def _little(numbers: "array[int]") -> "array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
