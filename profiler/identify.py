"""What a file is, by its bytes: head, then the directories of OLE2 and ZIP; never by its name.

libmagic is not needed. Where it is installed it names the media type of files we do not read.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from profiler.containers import Inside, inside_ole, inside_zip
from profiler.encoding import wide_encoding
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_HEAD = 4096
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MAGIC: tuple[tuple[bytes, int, str], ...] = (
    (b"HWP Document File V", 0, "hwp3"),
    (b"PAR1", 0, "parquet"),
    (b"PARE", 0, "parquet"),
    (b"\x1f\x8b", 0, "gzip"),
    (b"7z\xbc\xaf\x27\x1c", 0, "7z"),
    (b"Rar!\x1a\x07", 0, "rar"),
    (b"BZh", 0, "bzip2"),
    (b"\xfd7zXZ\x00", 0, "xz"),
    (b"\x28\xb5\x2f\xfd", 0, "zstd"),
    (b"ALZ\x01", 0, "alz"),
    (b"EGGA", 0, "egg"),
    (b"ustar", 257, "tar"),
    (b"\x89PNG\r\n\x1a\n", 0, "png"),
    (b"\xff\xd8\xff", 0, "jpeg"),
    (b"GIF87a", 0, "gif"),
    (b"GIF89a", 0, "gif"),
    (b"BM", 0, "bmp"),
    (b"II*\x00", 0, "tiff"),
    (b"MM\x00*", 0, "tiff"),
    (b"ftyp", 4, "mp4"),
    (b"ID3", 0, "mp3"),
    (b"RIFF", 0, "riff"),
    (b"SQLite format 3\x00", 0, "sqlite"),
    (b"\x89HDF\r\n\x1a\n", 0, "hdf5"),
    (b"CDF\x01", 0, "netcdf"),
    (b"{\\rtf", 0, "rtf"),
    (b"\x7fELF", 0, "elf"),
    (b"MZ", 0, "exe"),
    (b"AC10", 0, "dwg"),
)
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body|table|meta|script|style|div|title)\b", re.I)
_PAGE_START = re.compile(
    r"a|article|b|base|big|body|br|button|center|code|d[dlt]|div|em|fieldset|font|footer|form|frame"
    r"|frameset|h[1-6r]|head|header|html|i|iframe|img|input|label|li|link|main|meta|nav|noscript|ol"
    r"|p|pre|script|section|select|small|span|strong|style|t[dhr]|table|tbody|thead|title|u|ul"
)
"""Elements that a page may begin with."""
_DBF_VERSIONS = frozenset(b"\x02\x03\x30\x31\x32\x43\x63\x83\x8b\xcb\xf5")


@dataclass(frozen=True, slots=True)
class Identified:
    """`protected` is why a known format cannot be opened; `encoding` a first guess for text."""

    format: str
    encoding: str | None = None
    protected: FailureReason | None = None
    media_type: str | None = None


def identify(path: Path, limits: Limits = Limits()) -> Identified:  # noqa: B008  (immutable)
    """The format of a file, lower-case (`csv`, `xlsx`, `hwp` …; `binary` if nothing fits).

    `csv` is any text that is nothing else; whether it holds a table its reader finds out. Raises
    `Unreadable(EMPTY_FILE)`.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
        size = file.seek(0, 2)
    if not size:
        raise Unreadable(FailureReason.EMPTY_FILE)
    if head.startswith(_OLE):
        return _from_container(inside_ole(path))
    if head.startswith((b"PK\3\4", b"PK\5\6", b"PK\7\x08")):
        return _from_container(inside_zip(path, limits))
    if b"%PDF-" in head[:1024]:
        return Identified("pdf", protected=_pdf_refusal(path, size))
    for magic, offset, name in _MAGIC:
        if head[offset : offset + len(magic)] == magic and _really(name, head):
            return Identified(name, media_type=_media_type(path))
    if _is_shp(head):
        return Identified("shp")
    if _is_dbf(head, size):
        return Identified("dbf")
    return _text(path, head)


def _from_container(inside: Inside) -> Identified:
    return Identified(inside.format, protected=inside.refusal)


def _really(name: str, head: bytes) -> bool:
    """Magics of letters also begin words: the bytes after them must be binary."""
    if name == "parquet":
        return any(code < 9 for code in head)
    if name in {"bmp", "exe", "bzip2", "dwg"}:
        return 0 in head[:64] or (name == "bzip2" and head[4:10] == b"1AY&SY")
    return True


def _pdf_refusal(path: Path, size: int) -> FailureReason | None:
    """A trailer or cross-reference stream with /Encrypt (ISO 32000-1, 7.6.1)."""
    with path.open("rb") as file:
        data = file.read(1 << 16)
        file.seek(max(0, size - (1 << 16)))
        data += file.read()
    return FailureReason.ENCRYPTED if re.search(rb"/Encrypt\s*(?:\d+\s+\d+\s+R|<<)", data) else None


def _is_shp(head: bytes) -> bool:
    """File code 9994 and version 1000 (ESRI Shapefile Technical Description, 1998, p. 4)."""
    return (
        len(head) >= 32
        and head[:4] == b"\x00\x00\x27\x0a"
        and int.from_bytes(head[28:32], "little") == 1000
    )


def _is_dbf(head: bytes, size: int) -> bool:
    """Version byte, a date, a header length that ends in 0x0D."""
    if len(head) < 33 or head[0] not in _DBF_VERSIONS:
        return False
    header = int.from_bytes(head[8:10], "little")
    if not (1 <= head[2] <= 12 and 1 <= head[3] <= 31 and 33 <= header <= size):
        return False
    return header > len(head) or 13 in (head[header - 1], head[max(0, header - 264)])


def _text(path: Path, head: bytes) -> Identified:
    encoding = _first_guess(head)
    if encoding is None:
        return Identified("binary", media_type=_media_type(path))
    text = head.decode(encoding, "replace").lstrip("\ufeff\x1e \t\r\n\0")
    lower = text[:2000].lower()
    if lower.startswith("<"):
        return Identified(_markup(lower), encoding)
    if text[:1] in "{[" and text[:1]:
        return Identified(_json(text), encoding)
    return Identified("csv", encoding)


def _first_guess(head: bytes) -> str | None:
    """An encoding that makes the head readable; None where it is no text."""
    boms = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe\x00\x00": "utf-32", b"\x00\x00\xfe\xff": "utf-32"}
    boms |= {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
    for bom, name in boms.items():
        if head.startswith(bom):
            return name
    if wide := wide_encoding(head):
        return wide
    controls = sum(head.count(code) for code in range(32) if code not in (9, 10, 12, 13, 26, 27))
    if controls > max(2, 0.02 * len(head)):
        return None
    for name in ("utf-8", "cp949"):
        try:
            head[:-4].decode(name)
        except UnicodeDecodeError as error:
            if error.start < len(head) - 8:
                continue
        return name
    return "latin-1"


def _markup(lower: str) -> str:
    if "<hwpml" in lower:
        return "hwpml"
    if "excel.sheet" in lower or "office:spreadsheet" in lower:
        return "spreadsheetml"
    if lower.startswith("<?xml") and not re.search(r"<!doctype\s+html|<html\b", lower):
        return "xml"
    first = re.match(r"<([a-z][\w:.-]*)", lower)
    if first and not _PAGE_START.fullmatch(first[1]) and not re.search(r"<(?:html|table)\b", lower):
        return "xml"  # a <body> or <title> is a common name of data, too
    if _HTML.search(lower):
        return "html"
    return "xml" if re.match(r"<[a-z_!?]", lower) else "csv"


def _json(text: str) -> str:
    """`json`, `jsonl` or `geojson` where the text begins like it, else `csv`."""
    if text[0] == "{":
        if not re.match(r'\{\s*(?:"|\})', text):
            return "csv"
        if re.search(r'"type"\s*:\s*"(?:FeatureCollection|Feature)"', text):
            return "geojson"
        lines = [line for line in text.splitlines()[:-1] if line.strip()]
        whole = len(lines) > 1 and all(
            line.startswith("{") and line.rstrip().endswith("}") for line in lines
        )
        return "jsonl" if whole else "json"
    return "json" if re.match(r'\[\s*(?:[{\["\]]|-?\d|true|false|null)', text) else "csv"


def _media_type(path: Path) -> str | None:
    """libmagic's word for a file we do not read, or None on a machine without libmagic."""
    try:
        import magic
    except ImportError:
        return None
    try:
        return str(magic.from_file(str(path), mime=True))
    except (magic.MagicException, OSError, ValueError):
        return None
