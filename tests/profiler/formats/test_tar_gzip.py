"""TAR and gzip: members are assets, as those of ZIP are; limits, links, names, damage."""

import gzip
import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.limits import Limits
from store.vocabulary import FailureReason, Finding
from tests.profiler.formats.reading import save

CSV = "이름,값\n가,1\n나,2\n".encode()
ROWS = [["가", "1"], ["나", "2"]]
PNG = b"\x89PNG\r\n\x1a\n" + bytes(40)
LINKS = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE)


def tarred(
    members: dict[str, bytes], *, layout: int = tarfile.PAX_FORMAT, encoding: str = "utf-8"
) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=layout, encoding=encoding) as archive:
        for name, body in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()


def with_links(target: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for number, kind in enumerate((*LINKS, tarfile.DIRTYPE)):
            info = tarfile.TarInfo(f"link-{number}.csv")
            info.type, info.linkname = kind, target
            archive.addfile(info)
        info = tarfile.TarInfo("a.csv")
        info.size = len(CSV)
        archive.addfile(info, io.BytesIO(CSV))
    return out.getvalue()


@pytest.mark.parametrize("layout", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
@pytest.mark.parametrize("name", ["모음.tar", "모음.tar.gz", "모음.tgz"])
def test_each_member_is_an_asset(tmp_path: Path, name: str, layout: int) -> None:
    members = {"자료/a.csv": CSV, "그림.png": PNG, "../../b.csv": CSV, "자료/._a.csv": CSV}
    body = tarred(members, layout=layout)
    profile = profile_file(save(tmp_path, name, gzip.compress(body) if "gz" in name else body))
    assert [(a.file_name, a.container_name, a.failure_reason) for a in profile.assets] == [
        ("a.csv", name, None),
        ("그림.png", name, FailureReason.UNSUPPORTED_FORMAT),
        ("b.csv", name, None),
    ]
    paths = [t.source_path for a in profile.assets for t in a.tables]
    assert paths == ["자료/a.csv", "b.csv"]
    assert (profile.status, profile.findings) == ("PARTIAL", (Finding.MEMBER_SKIPPED,))


def test_names_in_cp949(tmp_path: Path) -> None:
    body = tarred({"자료/현황.csv": CSV}, layout=tarfile.GNU_FORMAT, encoding="cp949")
    (asset,) = profile_file(save(tmp_path, "a.tar", body)).assets
    assert asset.file_name == "현황.csv"


def test_links_and_devices_are_left_out(tmp_path: Path) -> None:
    secret = save(tmp_path, "secret.csv", "비밀,값\n다,3\n라,4\n")
    profile = profile_file(save(tmp_path, "a.tar", with_links(str(secret))))
    assert [asset.file_name for asset in profile.assets] == ["a.csv"]
    assert profile.skipped_members == len(LINKS)


def test_tables_outlive_the_call(tmp_path: Path) -> None:
    path = save(tmp_path, "a.tar.gz", gzip.compress(tarred({"a.csv": CSV, "b.csv": CSV})))
    assert [list(table.rows()) for table in read_tables(path)] == [ROWS, ROWS]


@pytest.mark.parametrize(
    ("name", "member", "stored"),
    [
        ("a.csv.gz", "a.csv", ""),
        ("a.csv.GZ", "a.csv", "other.csv"),
        ("a.csv", "b.csv", "b.csv"),
        ("a.csv", "b.csv", "../../b.csv"),
        ("a.csv", "a.csv", ""),
    ],
)
def test_gzip_has_one_member(tmp_path: Path, name: str, member: str, stored: str) -> None:
    out = io.BytesIO()
    with gzip.GzipFile(stored, "wb", fileobj=out) as packed:
        packed.write(CSV)
    body = bytearray(out.getvalue())
    if stored.startswith(".."):  # the writer keeps the base name alone
        body[10:10] = b"../../"
    profile = profile_file(save(tmp_path, name, bytes(body)))
    (asset,) = profile.assets
    assert (asset.file_name, asset.container_name) == (member, name)
    assert (asset.tables[0].source_path, asset.tables[0].rows_scanned) == (member, 2)


def test_several_packed_parts_are_one_file(tmp_path: Path) -> None:
    body = gzip.compress(CSV) + gzip.compress("다,3\n".encode())
    (table,) = read_tables(save(tmp_path, "a.csv.gz", body))
    assert list(table.rows()) == [*ROWS, ["다", "3"]]


@pytest.mark.parametrize(
    ("name", "body", "reason"),
    [
        ("a.csv.gz", gzip.compress(CSV)[:-9], FailureReason.DAMAGED),
        ("a.csv.gz", gzip.compress(CSV)[:12] + b"\xff" * 30, FailureReason.DAMAGED),
        ("a.csv.gz", gzip.compress(b""), FailureReason.EMPTY_FILE),
        ("a.csv.gz", gzip.compress(b"a,b\n" * (10 << 20)), FailureReason.ARCHIVE_LIMIT),
        ("a.tar", tarred({"a.csv": CSV})[:520], FailureReason.DAMAGED),
        ("a.tar", tarred({}), FailureReason.FORMAT_MISMATCH),
        ("a.tar", with_links("x")[: 6 * 512] + bytes(1024), FailureReason.NO_TABLE),
    ],
    ids=["cut", "bad data", "empty", "bomb", "cut tar", "zeros", "links alone"],
)
def test_failures(tmp_path: Path, name: str, body: bytes, reason: FailureReason) -> None:
    assert profile_file(save(tmp_path, name, body)).failure_reason is reason


def test_damage_costs_only_what_follows_it(tmp_path: Path) -> None:
    body = bytearray(tarred({"a.csv": CSV, "b.csv": CSV}, layout=tarfile.USTAR_FORMAT))
    body[1024 + 3] ^= 0xFF  # the checksum of the second header does not fit
    profile = profile_file(save(tmp_path, "a.tar", bytes(body)))
    assert [(a.file_name, a.failure_reason) for a in profile.assets] == [
        ("a.csv", None),
        ("a.tar", FailureReason.DAMAGED),
    ]


@pytest.mark.parametrize(
    ("limits", "reasons"),
    [
        (Limits(archive_members=2), [None, None, FailureReason.ARCHIVE_LIMIT]),
        (Limits(archive_bytes=2 * len(CSV)), [None, None, FailureReason.ARCHIVE_LIMIT]),
    ],
)
def test_limits(tmp_path: Path, limits: Limits, reasons: list[FailureReason | None]) -> None:
    path = save(tmp_path, "a.tar", tarred({f"{n}.csv": CSV for n in range(3)}))
    assert [a.failure_reason for a in profile_file(path, limits=limits).assets] == reasons


def nested(levels: int, name: str) -> bytes:
    body = CSV
    for _ in range(levels):
        body = gzip.compress(body) if name == "gz" else tarred({"a.tar": body})
    return body


@pytest.mark.parametrize(("kind", "name"), [("gz", "a.csv.gz.gz.gz.gz"), ("tar", "a.tar")])
def test_depth(tmp_path: Path, kind: str, name: str) -> None:
    assert profile_file(save(tmp_path, name, nested(3, kind))).status == "AVAILABLE"
    deep = profile_file(save(tmp_path, name, nested(4, kind)))
    assert deep.failure_reason is FailureReason.ARCHIVE_LIMIT


def test_tar_in_gzip_in_zip(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("안.tar.gz", gzip.compress(tarred({"자료/a.csv": CSV})))
    (asset,) = profile_file(save(tmp_path, "a.zip", out.getvalue())).assets
    assert (asset.container_name, asset.file_name) == ("안.tar.gz", "a.csv")
    assert asset.tables[0].source_path == "안.tar.gz/자료/a.csv"
