"""ZIP members: names, limits, and that one bad member never costs the others."""

import io
import zipfile
from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.formats.archive import safe_path
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

CSV = "이름,값\n가,1\n나,2\n"


def zipped(members: dict[str, str | bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def write(folder: Path, data: bytes, name: str = "모음.zip") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_each_member_is_an_asset_and_a_bad_one_costs_no_other(tmp_path: Path) -> None:
    good = zipped({"a.csv": CSV, "그림.png": b"\x89PNG\r\n\x1a\n" + bytes(40), "b.csv": CSV})
    profile = profile_file(write(tmp_path, good))
    assert [asset.file_name for asset in profile.assets] == ["a.csv", "그림.png", "b.csv"]
    assert [asset.failure_reason for asset in profile.assets] == [
        None,
        FailureReason.UNSUPPORTED_FORMAT,
        None,
    ]
    assert {asset.container_name for asset in profile.assets} == {"모음.zip"}
    assert profile.status == "PARTIAL"
    assert profile.to_json()["coverage"] == {"availableAssets": 2, "totalAssets": 3}


def test_cp949_names_without_the_flag(tmp_path: Path) -> None:
    raw = "자료/현황.csv".encode("cp949")
    data = zipped({"x" * len(raw): CSV}).replace(b"x" * len(raw), raw)
    profile = profile_file(write(tmp_path, data))
    assert profile.assets[0].file_name == "현황.csv"
    assert profile.assets[0].tables[0].source_path == "자료/현황.csv"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/x.csv", "etc/x.csv"),
        ("/abs/x.csv", "abs/x.csv"),
        ("C:\\a\\x.csv", "a/x.csv"),
        ("./a//x.csv", "a/x.csv"),
        ("..", "member"),
        ("", "member"),
    ],
)
def test_no_name_leads_out_of_the_folder(name: str, shown: str) -> None:
    assert safe_path(name) == shown


def test_names_write_nothing_beside_the_archive(tmp_path: Path) -> None:
    path = write(tmp_path, zipped({"../escaped.csv": CSV, "/tmp-escaped.csv": CSV}))
    assert profile_file(path).status == "AVAILABLE"
    assert list(tmp_path.iterdir()) == [path]


def test_litter_is_no_asset(tmp_path: Path) -> None:
    litter = {"__MACOSX/._a.csv": b"\0", ".DS_Store": b"\0", "Thumbs.db": b"\0", "folder/": b""}
    profile = profile_file(write(tmp_path, zipped({**litter, "a.csv": CSV})))
    assert [asset.file_name for asset in profile.assets] == ["a.csv"]
    assert profile.findings == (Finding.MEMBER_SKIPPED,)


def test_archives_in_archives_down_to_the_limit(tmp_path: Path) -> None:
    data = zipped({"t0.csv": CSV})
    for depth in range(1, 5):
        data = zipped({f"t{depth}.csv": CSV, f"in{depth}.zip": data})
    profile = profile_file(write(tmp_path, data), limits=Limits(archive_depth=2))
    assert [(a.file_name, a.container_name, a.failure_reason) for a in profile.assets] == [
        ("t4.csv", "모음.zip", None),
        ("t3.csv", "in4.zip", None),
        ("in3.zip", "in4.zip", FailureReason.ARCHIVE_LIMIT),
    ]
    assert profile.assets[1].tables[0].source_path == "in4.zip/t3.csv"


@pytest.mark.parametrize(
    ("limits", "reasons"),
    [
        (Limits(archive_members=1), [FailureReason.ARCHIVE_LIMIT]),
        (Limits(archive_bytes=20), [None, FailureReason.ARCHIVE_LIMIT]),
        (Limits(archive_ratio=2, ratio_floor=100), [None, FailureReason.ARCHIVE_LIMIT]),
    ],
)
def test_limits(tmp_path: Path, limits: Limits, reasons: list[FailureReason | None]) -> None:
    data = zipped({"a.csv": "a,b\n1,2\n", "bomb.csv": "a,b\n" + "1,2\n" * 10_000})
    profile = profile_file(write(tmp_path, data), limits=limits)
    assert [asset.failure_reason for asset in profile.assets] == reasons


def test_archives_beyond_a_limit_fail_one_by_one(tmp_path: Path) -> None:
    inner = zipped({"a.csv": CSV, "b.csv": CSV})
    data = zipped({"1.zip": inner, "2.zip": inner, "c.csv": CSV})
    profile = profile_file(write(tmp_path, data), limits=Limits(archive_members=4))
    assert [asset.failure_reason for asset in profile.assets] == [
        FailureReason.ARCHIVE_LIMIT,
        FailureReason.ARCHIVE_LIMIT,
        None,
    ]


def test_encrypted_damaged_and_unknown_members(tmp_path: Path) -> None:
    data = bytearray(zipped({"a.csv": CSV, "b.csv": CSV, "c.csv": CSV}, method=zipfile.ZIP_STORED))
    directory = [i for i in range(len(data)) if data[i : i + 4] == b"PK\x01\x02"]
    data[directory[0] + 8] |= 1  # encrypted
    data[directory[1] + 10] = 95  # a method nobody here knows
    data[data.index(CSV.encode(), data.index(b"c.csv"))] ^= 0xFF  # checksum does not fit
    profile = profile_file(write(tmp_path, bytes(data)))
    assert [asset.failure_reason for asset in profile.assets] == [
        FailureReason.ENCRYPTED,
        FailureReason.UNSUPPORTED_FORMAT,
        FailureReason.DAMAGED,
    ]
    assert profile.failure_reason is FailureReason.ENCRYPTED


@pytest.mark.parametrize(
    ("data", "reason"),
    [(zipped({}), FailureReason.EMPTY_FILE), (zipped({"a.csv": CSV})[:60], FailureReason.DAMAGED)],
    ids=["empty", "cut"],
)
def test_archives_without_members(tmp_path: Path, data: bytes, reason: FailureReason) -> None:
    profile = profile_file(write(tmp_path, data))
    assert [(a.format, a.failure_reason) for a in profile.assets] == [("zip", reason)]


def test_tables_of_an_archive_outlive_the_call(tmp_path: Path) -> None:
    tables = read_tables(write(tmp_path, zipped({"a.csv": CSV, "b/c.csv": "x,y\n3,4\n"})))
    assert [list(table.rows()) for table in tables] == [[["가", "1"], ["나", "2"]], [["3", "4"]]]
    assert [table.source_path for table in tables] == ["a.csv", "b/c.csv"]


def test_no_table_at_all_is_the_first_reason(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="UNSUPPORTED_FORMAT"):
        read_tables(write(tmp_path, zipped({"a.png": b"\x89PNG\r\n\x1a\n" + bytes(40)})))
