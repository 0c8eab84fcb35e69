"""`profile_file` on delimited text, and the promises it makes whatever the file is."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from profiler import profile_file
from profiler.file import RULE_VERSIONS
from store.vocabulary import ExampleStatus, FailureReason, Finding, License, SafetyStatus

LIST = "번호,시설명,비고\n" + "".join(f"{n},시설{n % 12},-\n" for n in range(1, 101))


def write(folder: Path, data: str | bytes, name: str = "목록.csv") -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def test_a_list(tmp_path: Path) -> None:
    profile = profile_file(write(tmp_path, LIST))
    number, name, note = profile.assets[0].tables[0].columns
    assert (number.observed_type, number.distinct_count, number.null_count) == ("INTEGER", 100, 0)
    assert number.examples == tuple(str(n) for n in range(1, 11))
    assert (name.distinct_count, name.distinct_approx) == (12, False)
    assert name.examples == tuple(f"시설{n}" for n in range(1, 11))
    assert (note.observed_type, dict(note.missing_tokens)) == ("EMPTY", {"-": 100})
    assert note.example_status is ExampleStatus.NO_NON_NULL_VALUES


def test_json_has_what_the_command_line_promises(tmp_path: Path) -> None:
    path = write(tmp_path, LIST)
    answer = json.loads(json.dumps(profile_file(path, declared_format="CSV").to_json()))
    assert answer["path"] == str(path)
    assert answer["bytes"] == len(LIST.encode())
    assert len(answer["sha256"]) == 64
    assert answer["declaredFormat"] == "CSV"
    assert (answer["status"], answer["failureReason"]) == ("AVAILABLE", None)
    assert answer["ruleVersions"] == list(RULE_VERSIONS)
    asset = answer["assets"][0]
    assert (asset["fileName"], asset["format"], asset["encoding"]) == ("목록.csv", "csv", "utf-8")
    assert asset["observation"]["scanScope"] == "FULL"
    assert asset["observation"]["licenseGate"]["license"] == "NO_RESTRICTION"
    assert asset["tables"][0]["rowsScanned"] == 100


@pytest.mark.parametrize(
    ("license", "third_party", "status"),
    [
        (License.KOGL_BY, False, ExampleStatus.AVAILABLE),
        (License.KOGL_BY, True, ExampleStatus.WITHHELD_BY_LICENSE),
        (License.KOGL_BY_NC_ND, False, ExampleStatus.WITHHELD_BY_LICENSE),
        (License.UNSPECIFIED, False, ExampleStatus.WITHHELD_BY_LICENSE),
    ],
)
def test_licence_gate(
    tmp_path: Path,
    license: License,  # noqa: A002
    third_party: bool,
    status: ExampleStatus,
) -> None:
    profile = profile_file(write(tmp_path, LIST), license=license, third_party_rights=third_party)
    column = profile.assets[0].tables[0].columns[0]
    assert column.example_status is status
    assert bool(column.examples) is (status is ExampleStatus.AVAILABLE)


def test_a_refused_column_keeps_counts_and_loses_every_value(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    rows = "".join(f"{n},010-{1000 + n}-{9999 - n}\n" for n in range(1, 60))
    profile = profile_file(write(tmp_path, "번호,휴대전화\n" + rows))
    number, phone = profile.assets[0].tables[0].columns
    assert phone.safety.status is SafetyStatus.WITHHELD
    assert phone.example_status is ExampleStatus.WITHHELD_BY_SAFETY
    assert (phone.distinct_count, phone.examples) == (59, ())
    assert number.examples
    told = json.dumps(profile.to_json()) + repr(profile) + caplog.text
    assert "010-1" not in told


def test_a_late_value_decides(tmp_path: Path) -> None:
    text = "코드,값\n" + "1,2\n" * 20_000 + "1,두 개\n"
    code, value = profile_file(write(tmp_path, text)).assets[0].tables[0].columns
    assert (code.observed_type, value.observed_type) == ("INTEGER", "STRING")


def test_rows_and_cells(tmp_path: Path) -> None:
    text = 'a,b,c\n1,,x\n\n , ,\n2\n3,"y\nz",w,more\n'
    profile = profile_file(write(tmp_path, text))
    table = profile.assets[0].tables[0]
    assert (table.rows_scanned, table.findings) == (3, {Finding.RAGGED_ROWS: 2})
    assert [column.null_count for column in table.columns] == [0, 2, 1]


def test_long_examples_are_cut(tmp_path: Path) -> None:
    profile = profile_file(write(tmp_path, "제목,값\n" + "짧은 제목,2\n" * 9 + "가" * 300 + ",1\n"))
    examples = profile.assets[0].tables[0].columns[0].examples
    assert examples == ("짧은 제목", "가" * 200 + "…")


@pytest.mark.parametrize(
    ("data", "name", "status", "reason", "findings"),
    [
        (b"", "a.csv", "COLLECTION_FAILED", "EMPTY_FILE", []),
        (b"\n \n", "a.csv", "COLLECTION_FAILED", "EMPTY_FILE", []),
        (bytes(range(256)) * 99, "a.csv", "COLLECTION_FAILED", "FORMAT_MISMATCH", "mismatch"),
        (b",,,,\n" * 999, "a.csv", "UNSUPPORTED_FORMAT", "NO_TABLE", []),
        (b"Attachment not found!", "a.xls", "UNSUPPORTED_FORMAT", "NO_TABLE", "mismatch"),
        (b"x" * 20_000_000, "a.csv", "COLLECTION_FAILED", "MEMORY_LIMIT", []),
        (b"1," * 20_000 + b"\n", "a.csv", "COLLECTION_FAILED", "MEMORY_LIMIT", []),
        (b"<html><body>error</body></html>", "a.csv", "UNSUPPORTED_FORMAT", None, "mismatch"),
        (b"%PDF-1.4 /Encrypt 5 0 R", "a.pdf", "ACCESS_RESTRICTED", "ENCRYPTED", []),
    ],
    ids=str,
)
def test_bad_input_has_a_reason(
    tmp_path: Path,
    data: bytes,
    name: str,
    status: str,
    reason: str | None,
    findings: str | list[str],
) -> None:
    profile = profile_file(write(tmp_path, data, name))
    assert profile.status == status
    assert profile.failure_reason == (reason or "UNSUPPORTED_FORMAT")
    assert list(profile.findings) == (["FORMAT_MISMATCH"] if findings == "mismatch" else findings)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    assert profile_file(tmp_path / "none.csv").failure_reason is FailureReason.NOT_FOUND
    assert profile_file(tmp_path).failure_reason is FailureReason.NOT_A_FILE


def test_a_blob_without_extension_is_read_as_the_catalogue_declares_it(tmp_path: Path) -> None:
    path = write(tmp_path, "이런 글\n저런 글\n", "0a1b2c")
    assert profile_file(path).failure_reason is FailureReason.NO_TABLE
    assert profile_file(path, declared_format="CSV").status == "AVAILABLE"
    declared = profile_file(write(tmp_path, LIST, "0a1b"), declared_format="XLSX")
    assert declared.findings == (Finding.FORMAT_MISMATCH,)


def test_a_published_name_is_a_base_name_without_control_characters(tmp_path: Path) -> None:
    profile = profile_file(write(tmp_path, LIST, "blob"), name="../a/목\u0007\u202e록.csv")
    assert profile.assets[0].file_name == "목록.csv"


def test_names_with_personal_data_are_masked(tmp_path: Path) -> None:
    profile = profile_file(write(tmp_path, "번호,010-1234-5678\n1,가\n2,나\n"))
    column = profile.assets[0].tables[0].columns[1]
    assert "1234-5678" not in column.source_name
    assert column.note
    assert Finding.NAME_MASKED in profile.findings


@pytest.mark.parametrize("heavy", ["pandas", "scipy", "openpyxl", "sqlalchemy", "python_calamine"])
def test_text_needs_no_heavy_library(tmp_path: Path, heavy: str) -> None:
    path = write(tmp_path, LIST)
    code = (
        "import sys; from pathlib import Path; from profiler import profile_file;"
        f"assert profile_file(Path({str(path)!r})).status == 'AVAILABLE';"
        f"sys.exit({heavy!r} in sys.modules)"
    )
    root = Path(__file__).resolve().parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0
