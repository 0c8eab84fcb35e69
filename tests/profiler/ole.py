"""A small writer of OLE2 files ([MS-CFB] version 3) for tests."""

import struct


def ole_file(records: bytes = b"", *, stream_size: int = 4_096) -> bytes:
    """An OLE2 file whose stream `Workbook` (4,096 bytes) is a BIFF8 BOF record and `records`."""
    head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
    head += struct.pack(
        "<HHHHH6xIIIIIIIIII", 62, 3, 0xFFFE, 9, 6, 0, 1, 1, 0, 4096, END, 0, END, 0, 0
    )
    head += struct.pack("<I", FREE) * 108
    chain = [FAT, END, *range(3, 10), END]
    fat = struct.pack("<128I", *chain, *[FREE] * (128 - len(chain)))
    root = _entry("Root Entry", kind=5, child=1, start=END, size=0)
    book = _entry("Workbook", kind=2, child=FREE, start=2, size=stream_size)
    stream = struct.pack("<HH", 0x0809, 16) + bytes(16) + records
    return head + fat + (root + book).ljust(512, b"\0") + stream.ljust(4096, b"\0")


FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def _entry(name: str, *, kind: int, child: int, start: int, size: int) -> bytes:
    raw = (name + "\0").encode("utf-16-le")
    return struct.pack("<64sHBBIII36xIQ", raw, len(raw), kind, 1, FREE, FREE, child, start, size)
