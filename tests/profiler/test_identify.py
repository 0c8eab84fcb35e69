"""Formats by content; a name is never looked at."""

import io
import zipfile
from pathlib import Path

import pytest

from profiler.identify import identify
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason
from tests.profiler.ole import ole_file


def zipped(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/"), text)
    return out.getvalue()


ODS = "application/vnd.oasis.opendocument.spreadsheet"
CASES: list[tuple[bytes, str]] = [
    (b"a,b\n1,2\n", "csv"),
    ("가,나\n".encode("cp949") * 30, "csv"),
    ("가,나\n".encode("utf-16"), "csv"),
    (b"\xef\xbb\xbfa,b\n", "csv"),
    (b"[section]\nvalue\n", "csv"),
    (b'{"a": [1, 2]}', "json"),
    (b'[{"a": 1}]', "json"),
    (b'{"a": 1}\n{"a": 2}\n{"a": 3}\n', "jsonl"),
    (b'{"type": "FeatureCollection", "features": []}', "geojson"),
    (b'<?xml version="1.0"?><rows><row/></rows>', "xml"),
    (b"\n\n<!DOCTYPE html><html></html>", "html"),
    (b"<table><tr><td>1</td></tr></table>", "html"),
    (b'<?xml version="1.0"?><HWPML Version="2.9">', "hwpml"),
    (b'<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>', "spreadsheetml"),
    (b"%PDF-1.4\n", "pdf"),
    (b"PAR1" + bytes(20), "parquet"),
    (b"\x1f\x8b\x08" + bytes(20), "gzip"),
    (b"7z\xbc\xaf\x27\x1c" + bytes(20), "7z"),
    (b"\x89PNG\r\n\x1a\n" + bytes(20), "png"),
    (b"\xff\xd8\xff\xe0" + bytes(20), "jpeg"),
    (b"GIF89a" + bytes(20), "gif"),
    (b"HWP Document File V3.00 \x1a\x01" + bytes(20), "hwp3"),
    (bytes(257) + b"ustar", "tar"),
    (b"\x00\x00\x27\x0a" + bytes(24) + (1000).to_bytes(4, "little") + bytes(70), "shp"),
    (bytes(range(256)) * 8, "binary"),
    (b"BMI,height\n1,2\n", "csv"),
    (b"MZ,code\n1,2\n", "csv"),
    (zipped(a="1"), "zip"),
    (zipped(xl__workbook_xml="1").replace(b"workbook_xml", b"workbook.xml"), "xlsx"),
    (zipped(mimetype=ODS), "ods"),
    (zipped(mimetype="application/hwp+zip"), "hwpx"),
    (zipped(word__document_xml="1").replace(b"document_xml", b"document.xml"), "docx"),
]


@pytest.mark.parametrize(("data", "expected"), CASES, ids=[case[1] for case in CASES])
def test_format(tmp_path: Path, data: bytes, expected: str) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    assert identify(path).format == expected


def test_a_poisoned_stream_size_is_damage_and_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(ole_file(stream_size=0xFF000000))
    assert identify(path).protected is FailureReason.DAMAGED
    path.write_bytes(ole_file(stream_size=4_096))
    assert identify(path).format == "xls"


def test_an_empty_file_is_nothing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    with pytest.raises(Unreadable, match="EMPTY_FILE"):
        identify(path)


@pytest.mark.parametrize(
    ("data", "expected", "reason"),
    [
        (b"%PDF-1.4\ntrailer <</Encrypt 5 0 R>>", "pdf", FailureReason.ENCRYPTED),
        (b"PK\x03\x04" + bytes(40), "zip", FailureReason.DAMAGED),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "ole", FailureReason.DAMAGED),
        (
            zipped(mimetype=ODS, **{"META-INF__manifest.xml": "<m:encryption-data/>"}),
            "ods",
            FailureReason.ENCRYPTED,
        ),
    ],
)
def test_known_formats_that_cannot_be_opened(
    tmp_path: Path, data: bytes, expected: str, reason: FailureReason
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    found = identify(path)
    assert (found.format, found.protected) == (expected, reason)
