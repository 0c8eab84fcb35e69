"""Sections of HWP distribution documents (배포용 문서), which no password guards.

Source: Hancom, "한글 문서 파일 형식 – 배포용 문서" (revision 1.2). A section begins with a
record of 256 bytes. XORed with runs of a pseudo-random sequence that their own first four bytes
seed, they give an AES-128 key, and the rest of the stream is enciphered with it block by block.
"""

from collections.abc import Iterator

from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_TAG = 28
_DATA = 256
_BLOCK = 16


def deciphered(stream: bytes) -> bytes:
    """The section in clear. Raises `Unreadable` (DAMAGED) where it does not begin as it must."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    head = int.from_bytes(stream[:4], "little")
    if len(stream) < 4 + _DATA or head & 0x3FF != _TAG or head >> 20 != _DATA:
        raise Unreadable(FailureReason.DAMAGED)
    body = stream[4 + _DATA :]
    key = _key(stream[4 : 4 + _DATA])
    # ECB is the format's choice: nothing is kept secret here.
    decryptor = Cipher(algorithms.AES128(key), modes.ECB()).decryptor()  # noqa: S305
    return decryptor.update(body[: len(body) // _BLOCK * _BLOCK]) + decryptor.finalize()


def _key(data: bytes) -> bytes:
    seed = int.from_bytes(data[:4], "little")
    mask = bytes(value for value, _ in zip(_mask(seed), data, strict=False))
    plain = bytes(a ^ b for a, b in zip(data, mask, strict=True))
    start = 4 + (seed & 0xF)
    return plain[start : start + _BLOCK]


def _mask(seed: int) -> Iterator[int]:
    """Bytes in runs of 1 to 16, value and length from the linear congruence of Microsoft's C."""
    state = seed
    while True:
        numbers = []
        for _ in range(2):
            state = (state * 214_013 + 2_531_011) & 0xFFFF_FFFF
            numbers.append(state >> 16 & 0x7FFF)
        for _ in range((numbers[1] & 0xF) + 1):
            yield numbers[0] & 0xFF
