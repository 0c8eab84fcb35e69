"""A minimal OLE compound file, version 3 ([MS-CFB]), and the encrypted workbook that needs it."""

import hashlib
import struct

_SECTOR = 512
_MINI = 64
_MINI_CUTOFF = 4096
_FREE = 0xFFFFFFFF
_END = 0xFFFFFFFE
_FAT = 0xFFFFFFFD

_AGILE = (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
    '<encryption xmlns="http://schemas.microsoft.com/office/2006/encryption">'
    '<keyData saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" '
    'cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"/></encryption>'
)


def encrypted_workbook() -> bytes:
    """What Excel saves with a password: `EncryptionInfo` and `EncryptedPackage` ([MS-OFFCRYPTO]).

    The package is noise of the right size: nothing can open it, which is what it is for.
    """
    info = struct.pack("<HHI", 4, 4, 0x40) + _AGILE.encode()
    package = struct.pack("<Q", 8000) + hashlib.shake_256(b"encrypted package").digest(8000)
    return write_compound(info, package)


def write_compound(info: bytes, package: bytes) -> bytes:
    """A compound file with the streams `EncryptionInfo` (small) and `EncryptedPackage` (large).

    Raises ValueError where the sizes do not fit the layout: `info` lives in the mini stream, which
    holds streams under 4,096 bytes, `package` in sectors of its own.
    """
    if not len(info) < _MINI_CUTOFF <= len(package):
        raise ValueError("the first stream must be under 4,096 bytes, the second not")
    mini_stream = _padded(info, _MINI)
    mini_sectors = -(-len(mini_stream) // _SECTOR)
    package_sectors = -(-len(package) // _SECTOR)
    # Sectors: 0 the FAT, 1 the directory, 2 the mini FAT, then the mini stream and the package.
    first_package = 3 + mini_sectors
    chains = _chain(3, mini_sectors) + _chain(first_package, package_sectors)
    fat = _table([_FAT, _END, _END, *chains])
    mini_fat = _table(_chain(0, len(mini_stream) // _MINI))
    directory = (
        _entry("Root Entry", 5, child=1, start=3, size=len(mini_stream))
        + _entry("EncryptionInfo", 2, right=2, start=0, size=len(info))
        + _entry("EncryptedPackage", 2, start=first_package, size=len(package))
        + _entry("", 0)
    )
    body = fat + directory + mini_fat + _padded(mini_stream, _SECTOR) + _padded(package, _SECTOR)
    return _header() + body


def _header() -> bytes:
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIIIIIIII", 0, 1, 1, 0, _MINI_CUTOFF, 2, 1, _END, 0, 0)
    return head + struct.pack("<I", _FREE) * 108


def _chain(first: int, length: int) -> list[int]:
    return [*range(first + 1, first + length), _END]


def _table(entries: list[int]) -> bytes:
    if len(entries) > _SECTOR // 4:
        raise ValueError("one sector of allocation table is not enough")
    full = entries + [_FREE] * (_SECTOR // 4 - len(entries))
    return struct.pack(f"<{len(full)}I", *full)


def _padded(data: bytes, unit: int) -> bytes:
    return data + bytes(-len(data) % unit)


def _entry(
    name: str, kind: int, right: int = _FREE, child: int = _FREE, start: int = 0, size: int = 0
) -> bytes:
    encoded = name.encode("utf-16-le")
    name_length = len(encoded) + 2 if name else 0
    links = struct.pack("<HBBIII", name_length, kind, 1, _FREE, right, child)
    return encoded.ljust(64, b"\0") + links + bytes(36) + struct.pack("<IQ", start, size)
