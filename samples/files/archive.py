"""ZIP archives as they are met: names in CP949 without the UTF-8 flag, traditional encryption.

Layout and cipher: PKWARE APPNOTE 6.3, sections 4.3 and 6.1. The standard library writes neither.
"""

import struct
import zlib
from collections.abc import Iterable
from dataclasses import dataclass

_DOS_TIME = 0
_DOS_DATE = (2026 - 1980) << 9 | 7 << 5 | 1
_ENCRYPTED = 0x0001
_UTF8_NAME = 0x0800
_DEFLATED = 8


@dataclass(frozen=True, slots=True)
class Member:
    """A file or, where the name ends in a slash, a folder.

    `name_encoding` other than `utf-8` leaves the UTF-8 flag off. A password encrypts the content.
    """

    name: str
    body: bytes = b""
    name_encoding: str = "utf-8"
    password: bytes | None = None


def write_zip(members: Iterable[Member]) -> bytes:
    """The members in their order, all dated 2026-07-01."""
    local = bytearray()
    directory = bytearray()
    count = 0
    for member in members:
        name = member.name.encode(member.name_encoding)
        fields, stored = _describe(member, len(name))
        offset = len(local)
        local += b"PK\x03\x04" + fields + name + stored
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + fields
        directory += struct.pack("<HHHII", 0, 0, 0, 0, offset) + name
        count += 1
    end = struct.pack("<HHHHIIH", 0, 0, count, count, len(directory), len(local), 0)
    return bytes(local + directory + b"PK\x05\x06" + end)


def _describe(member: Member, name_length: int) -> tuple[bytes, bytes]:
    """The header fields that both records share, and the bytes to store."""
    crc = zlib.crc32(member.body)
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    stored = deflate.compress(member.body) + deflate.flush()
    flags = 0
    if member.name_encoding == "utf-8" and not member.name.isascii():
        flags |= _UTF8_NAME
    if member.password is not None:
        flags |= _ENCRYPTED
        stored = _encrypt(stored, member.password, crc)
    fields = struct.pack(
        "<HHHHHIIIHH",
        20,
        flags,
        _DEFLATED,
        _DOS_TIME,
        _DOS_DATE,
        crc,
        len(stored),
        len(member.body),
        name_length,
        0,
    )
    return fields, stored


def _crc_step(crc: int, byte: int) -> int:
    return zlib.crc32(bytes((byte,)), crc ^ 0xFFFFFFFF) ^ 0xFFFFFFFF


def _encrypt(body: bytes, password: bytes, crc: int) -> bytes:
    """PKWARE's traditional cipher; its 12-byte header ends in the top byte of the CRC."""
    keys = [0x12345678, 0x23456789, 0x34567890]

    def update(byte: int) -> None:
        keys[0] = _crc_step(keys[0], byte)
        keys[1] = ((keys[1] + (keys[0] & 0xFF)) * 134775813 + 1) & 0xFFFFFFFF
        keys[2] = _crc_step(keys[2], keys[1] >> 24)

    for byte in password:
        update(byte)
    out = bytearray()
    for byte in bytes(range(11)) + bytes((crc >> 24,)) + body:
        mixed = (keys[2] | 2) & 0xFFFF
        out.append(byte ^ (mixed * (mixed ^ 1) >> 8 & 0xFF))
        update(byte)
    return bytes(out)
