"""OLE compound files, version 3 ([MS-CFB]), and the encrypted workbook that is one."""

import hashlib
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

_SECTOR = 512
_MINI = 64
_MINI_CUTOFF = 4096
_FREE = 0xFFFFFFFF
_END = 0xFFFFFFFE
_FAT = 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT = 1, 2, 5
_MOST_FAT_SECTORS = 109
"""Those that the header itself lists; they reach over 7 MB."""

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
    return write_compound({"EncryptionInfo": info, "EncryptedPackage": package})


def write_compound(streams: Mapping[str, bytes]) -> bytes:
    """A compound file with these streams; a name `BodyText/Section0` is a stream in a storage.

    Raises ValueError where the file would be larger than its header can map (about 7 MB).
    """
    root = _tree(streams)
    entries = _flattened(root)
    small = [e for e in entries if e.kind == _STREAM and len(e.body) < _MINI_CUTOFF]
    large = [e for e in entries if e.kind == _STREAM and len(e.body) >= _MINI_CUTOFF]
    mini_fat: list[int] = []
    for entry in small:
        entry.start = len(mini_fat) if entry.body else _END
        mini_fat += _chain(len(mini_fat), -(-len(entry.body) // _MINI))
    root.body = b"".join(_padded(entry.body, _MINI) for entry in small)
    parts = [_directory_size(entries), 4 * len(mini_fat), len(root.body)]
    sectors = [-(-size // _SECTOR) for size in [*parts, *(len(e.body) for e in large)]]
    count = _fat_sectors(sum(sectors))
    fat, starts = [_FAT] * count, []
    for length in sectors:
        starts.append(len(fat) if length else _END)
        fat += _chain(len(fat), length)
    root.start = starts[2]
    for entry, start in zip(large, starts[3:], strict=True):
        entry.start = start
    body = _table(fat) + _directory(entries) + _table(mini_fat)
    body += b"".join(_padded(part, _SECTOR) for part in [root.body, *(e.body for e in large)])
    return _header(count, starts[0], starts[1], sectors[1]) + body


@dataclass(slots=True, eq=False)
class _Entry:
    """One directory entry; `body` is a stream's, and the root's is the stream of small ones."""

    name: str
    kind: int
    body: bytes = b""
    start: int = 0
    children: list["_Entry"] = field(default_factory=list)


def _tree(streams: Mapping[str, bytes]) -> _Entry:
    root = _Entry("Root Entry", _ROOT)
    storages = {"": root}
    for path, body in streams.items():
        storage, _, name = path.rpartition("/")
        if storage not in storages:
            storages[storage] = _Entry(storage, _STORAGE)
            root.children.append(storages[storage])
        storages[storage].children.append(_Entry(name, _STREAM, body))
    for entry in storages.values():
        entry.children.sort(key=lambda child: (len(child.name), child.name.upper()))
    return root


def _flattened(root: _Entry) -> list[_Entry]:
    """The root, and after each entry its children."""
    entries = [root]
    for entry in entries:
        entries += entry.children
    return entries


def _fat_sectors(others: int) -> int:
    """How many sectors a table needs that maps `others` sectors and its own."""
    count = 1
    while count * (_SECTOR // 4) < others + count:
        count += 1
    if count > _MOST_FAT_SECTORS:
        raise ValueError("too large for one header")
    return count


def _header(fat_sectors: int, directory: int, mini_fat: int, mini_fat_sectors: int) -> bytes:
    head = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(16)
    head += struct.pack("<HHHHH6x", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<IIIII", 0, fat_sectors, directory, 0, _MINI_CUTOFF)
    head += struct.pack("<IIII", mini_fat, mini_fat_sectors, _END, 0)
    listed = [*range(fat_sectors), *[_FREE] * (_MOST_FAT_SECTORS - fat_sectors)]
    return head + struct.pack(f"<{_MOST_FAT_SECTORS}I", *listed)


def _chain(first: int, length: int) -> list[int]:
    return [*range(first + 1, first + length), _END] if length else []


def _table(entries: Sequence[int]) -> bytes:
    full = [*entries, *[_FREE] * (-len(entries) % (_SECTOR // 4))]
    return struct.pack(f"<{len(full)}I", *full)


def _padded(data: bytes, unit: int) -> bytes:
    return data + bytes(-len(data) % unit)


def _directory_size(entries: Sequence[_Entry]) -> int:
    return 128 * len(entries)


def _directory(entries: Sequence[_Entry]) -> bytes:
    """Siblings hang on each other's right, which is a tree as good as any other to a reader."""
    rights = {
        left: entries.index(right)
        for entry in entries
        for left, right in zip(entry.children, entry.children[1:], strict=False)
    }
    packed = [_packed(entry, entries, rights.get(entry, _FREE)) for entry in entries]
    unused = struct.pack("<64xHBBIII36xIQ", 0, 0, 0, _FREE, _FREE, _FREE, 0, 0)
    return b"".join(packed) + unused * (-len(packed) % 4)


def _packed(entry: _Entry, entries: Sequence[_Entry], right: int) -> bytes:
    name = (entry.name + "\0").encode("utf-16-le")
    child = entries.index(entry.children[0]) if entry.children else _FREE
    links = struct.pack("<HBBIII", len(name), entry.kind, 1, _FREE, right, child)
    place = struct.pack("<IQ", entry.start, len(entry.body))
    return name.ljust(64, b"\0") + links + bytes(36) + place
