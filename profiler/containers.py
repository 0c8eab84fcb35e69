"""Telling formats apart inside the two containers that many formats share: OLE2 and ZIP."""

import re
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from profiler.limits import Limits
from store.vocabulary import FailureReason

_HWP_SIGNATURE = b"HWP Document File"
_HWP_PASSWORD = 1 << 1
_HWP_DRM = 1 << 4 | 1 << 8 | 1 << 10
"""DRM, certificate encryption and certificate DRM: bits 4, 8 and 10 of FileHeader."""
_BIFF_FILEPASS = 0x2F
_BIFF_BOF = {0x0809, 0x0409, 0x0209, 0x0009}


@dataclass(frozen=True, slots=True)
class Inside:
    """A format, and why it cannot be opened although it is known."""

    format: str
    refusal: FailureReason | None = None


def inside_ole(path: Path) -> Inside:
    """The format of an OLE2 file, by its directory ([MS-CFB]); `ole` where that is damaged."""
    import olefile

    try:
        with olefile.OleFileIO(str(path)) as ole:
            sizes = [ole.get_size(entry) for entry in ole.listdir()]
            if max([0, ole.root.size, *sizes]) > 2 * path.stat().st_size:
                return Inside("ole", FailureReason.DAMAGED)  # olefile would follow it for minutes
            inside = _ole_format(ole, {"/".join(entry).lower() for entry in ole.listdir()})
            if inside.format == "ole" and ole.parsing_issues:
                return Inside("ole", FailureReason.DAMAGED)  # cut off before what would tell it
            return inside
    except Exception:  # noqa: BLE001  (olefile raises anything on damaged sector chains)
        return Inside("ole", FailureReason.DAMAGED)


def _ole_format(ole: "object", names: set[str]) -> Inside:
    if "fileheader" in names:
        header = ole.openstream("FileHeader").read(256)  # type: ignore[attr-defined]
        if header.startswith(_HWP_SIGNATURE):
            return Inside("hwp", _hwp_refusal(int.from_bytes(header[36:40], "little")))
        if "docinfo" in names:
            return Inside("hwp", FailureReason.DAMAGED)
    if "encryptedpackage" in names:
        return Inside("xlsx", FailureReason.ENCRYPTED)
    for name in ("workbook", "book"):
        if name in names:
            stream = ole.openstream(name).read(1 << 16)  # type: ignore[attr-defined]
            locked = _has_file_pass(stream)
            return Inside("xls", FailureReason.ENCRYPTED if locked else None)
    known = {"worddocument": "doc", "powerpoint document": "ppt", "__properties_version1.0": "msg"}
    return Inside(next((known[name] for name in known if name in names), "ole"))


def _hwp_refusal(flags: int) -> FailureReason | None:
    if flags & _HWP_PASSWORD:
        return FailureReason.ENCRYPTED
    return FailureReason.DRM_PROTECTED if flags & _HWP_DRM else None


def _has_file_pass(stream: bytes) -> bool:
    """Is there a FilePass record among the first records of a BIFF stream ([MS-XLS] 2.4.117)?"""
    position = 0
    for index in range(64):
        if position + 4 > len(stream):
            return False
        kind = int.from_bytes(stream[position : position + 2], "little")
        if index == 0 and kind not in _BIFF_BOF:
            return False
        if kind == _BIFF_FILEPASS:
            return True
        position += 4 + int.from_bytes(stream[position + 2 : position + 4], "little")
    return False


def inside_zip(path: Path, limits: Limits) -> Inside:
    """The format of a ZIP file, by its directory; `zip` where that is damaged."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _zip_format(archive, limits)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError):
        return Inside("zip", FailureReason.DAMAGED)


def _zip_format(archive: zipfile.ZipFile, limits: Limits) -> Inside:
    names = {info.filename for info in archive.infolist()}
    kind = _small(archive, names, "mimetype", limits).strip()
    if kind == b"application/hwp+zip" or "Contents/content.hpf" in names:
        return Inside("hwpx", _manifest_refusal(archive, names, limits))
    if kind.startswith(b"application/vnd.oasis.opendocument."):
        short = {b"spreadsheet": "ods", b"text": "odt", b"presentation": "odp"}
        format = short.get(kind.rsplit(b".", 1)[1].split(b"-")[0], "odf")  # noqa: A001
        return Inside(format, _manifest_refusal(archive, names, limits))
    if "xl/workbook.xml" in names:
        macros = "xl/vbaProject.bin" in names
        return Inside("xlsm" if macros else "xlsx")
    parts = {
        "xl/workbook.bin": "xlsb",
        "word/document.xml": "docx",
        "ppt/presentation.xml": "pptx",
    }
    found = next((parts[part] for part in parts if part in names), None)
    if found is None and "[Content_Types].xml" in names:
        found = _by_content_types(_small(archive, names, "[Content_Types].xml", limits))
    return Inside(found or "zip")


def _by_content_types(text: bytes) -> str | None:
    """Office files whose parts have unusual names ([ECMA-376] part 2, 10.1.2.2)."""
    for mark, name in (
        (b"spreadsheetml.sheet.main", "xlsx"),
        (b"wordprocessingml.document", "docx"),
    ):
        if mark in text:
            return name
    return None


def _manifest_refusal(
    archive: zipfile.ZipFile, names: Iterable[str], limits: Limits
) -> FailureReason | None:
    """ODF and HWPX say in their manifest that parts are encrypted (ODF 1.3 part 2, 4.8)."""
    manifest = _small(archive, names, "META-INF/manifest.xml", limits)
    locked = re.search(rb"<(?:\w+:)?encryption-data\b", manifest)
    return FailureReason.ENCRYPTED if locked else None


def _small(archive: zipfile.ZipFile, names: Iterable[str], name: str, limits: Limits) -> bytes:
    """A metadata member, or nothing where it is missing, damaged or too large."""
    if name not in names or archive.getinfo(name).file_size > limits.directory_bytes:
        return b""
    try:
        with archive.open(name) as member:
            return member.read(limits.directory_bytes)
    except Exception:  # noqa: BLE001  (zlib, NotImplementedError, RuntimeError: no metadata then)
        return b""
