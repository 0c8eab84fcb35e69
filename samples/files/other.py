"""Files that are no tables: a page, a picture, prose, noise."""

import hashlib
import struct
import zlib


def pdf(line: str) -> bytes:
    """A one-page PDF 1.4 with one line of Latin text and a right cross-reference table."""
    content = f"BT /F1 14 Tf 72 760 Td ({line}) Tj ET".encode("ascii")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources 6 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Font << /F1 5 0 R >> >>",
    ]
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    for offset in offsets:
        out += b"%010d 00000 n \n" % offset
    out += b"trailer\n<< /Size %d /Root 1 0 R >>\n" % (len(objects) + 1)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


def png(width: int = 64, height: int = 48) -> bytes:
    """A PNG with a grey gradient."""
    lines = b"".join(b"\0" + bytes((x * 4 + y) & 0xFF for x in range(width)) for y in range(height))

    def chunk(kind: bytes, data: bytes) -> bytes:
        crc = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc)

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(lines, 9)), chunk(b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def prose() -> bytes:
    """Korean prose in paragraphs: text, but no table."""
    paragraphs = (
        "통일 이후를 대비한 문화 교류의 방향을 정리한 강연 원고이다.",
        "첫째 마당에서는 두 지역의 말과 노래가 어떻게 달라졌는지를 살펴본다.",
        "둘째 마당에서는 함께 치르는 잔치를 제안한다. 해마다 이어지는 것이 중요하다.",
        "맺는말. 느리더라도 멈추지 않는 걸음이 가장 빠른 걸음이다.",
    )
    return "\n\n".join(paragraphs).encode()


def noise(size: int = 4000) -> bytes:
    """Lines of bytes that neither UTF-8 nor CP949 can decode, and that look like no other text."""
    raw = hashlib.shake_256(b"no encoding").digest(size)
    high = bytes(0x80 | byte for byte in raw)
    lines = (high[start : start + 40] for start in range(0, size, 40))
    return b"\n".join(b",".join((line[:13], line[13:26], line[26:])) for line in lines) + b"\n"
