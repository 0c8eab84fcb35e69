"""The generated directory: the same bytes each time, two editions, and every intention declared."""

import csv
import hashlib
import io
import re
import subprocess
import sys
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from samples.make import make
from store.vocabulary import (
    FAILURES,
    CoverageStatus,
    ExampleStatus,
    FailureReason,
    ListingType,
    ObservedType,
    SafetyStatus,
)

Json = dict[str, Any]
Rows = dict[str, dict[str, str]]

ENCODINGS = {"2026-08": "utf-8-sig", "2026-09": "cp949"}


def _list(directory: Path, edition: str) -> Rows:
    text = (directory / f"list-{edition}.csv").read_bytes().decode(ENCODINGS[edition])
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    by_key = {row["목록키"]: row for row in rows}
    assert len(by_key) == len(rows)
    return by_key


def _snapshot(directory: Path) -> dict[str, str]:
    return {
        str(path.relative_to(directory)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in directory.rglob("*")
        if path.is_file()
    }


def test_made_twice_in_two_processes_the_bytes_are_the_same(
    samples_directory: Path, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "samples.make", str(tmp_path)]
    subprocess.run(command, check=True, timeout=60)
    assert _snapshot(tmp_path) == _snapshot(samples_directory)


def test_making_again_in_place_changes_nothing(tmp_path: Path) -> None:
    make(tmp_path)
    before = _snapshot(tmp_path)
    make(tmp_path)
    assert _snapshot(tmp_path) == before


def test_a_directory_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    command = [sys.executable, "-m", "samples.make", str(tmp_path / "taken")]
    result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert result.returncode == 1
    assert result.stderr.startswith("the samples cannot be written: ")
    assert len(result.stderr.splitlines()) == 1


def test_the_samples_are_small(samples_directory: Path) -> None:
    sizes = [path.stat().st_size for path in samples_directory.rglob("*") if path.is_file()]
    assert sum(sizes) < 3_000_000


@pytest.mark.parametrize(("edition", "count"), [("2026-08", 56), ("2026-09", 57)])
def test_each_list_has_36_columns_in_its_encoding(
    samples_directory: Path, edition: str, count: int
) -> None:
    raw = (samples_directory / f"list-{edition}.csv").read_bytes()
    assert raw.startswith(b"\xef\xbb\xbf") == (edition == "2026-08")
    rows = list(csv.reader(io.StringIO(raw.decode(ENCODINGS[edition]), newline="")))
    assert {len(row) for row in rows} == {36}
    assert len(set(rows[0])) == 36
    assert len(rows) == count + 1


def test_the_cp949_list_is_not_utf8(samples_directory: Path) -> None:
    with pytest.raises(UnicodeDecodeError):
        (samples_directory / "list-2026-09.csv").read_bytes().decode("utf-8")


def test_the_second_edition_differs_as_a_month_does(
    samples_directory: Path, manifest: Json
) -> None:
    first, second = (_list(samples_directory, edition) for edition in ENCODINGS)
    assert len(first.keys() - second.keys()) == 1
    assert len(second.keys() - first.keys()) == 2
    modified = [
        k for k in first.keys() & second.keys() if first[k]["수정일"] != second[k]["수정일"]
    ]
    kinds: Counter[tuple[bool, bool]] = Counter()
    for key in modified:
        served = manifest["datasets"][key]["editions"]
        old, new = served["2026-08"], served["2026-09"]
        renamed = first[key]["파일데이터명"] != second[key]["파일데이터명"]
        assert renamed == (old["atchFileId"] != new["atchFileId"])
        kinds[renamed, old["sha256"] != new["sha256"]] += 1
    assert kinds == {(True, True): 3, (True, False): 1, (False, False): 1}
    for key in first.keys() & second.keys():
        assert int(second[key]["조회수"]) >= int(first[key]["조회수"])
        if key not in modified:
            assert first[key]["파일데이터명"] == second[key]["파일데이터명"]


def test_the_list_has_the_vocabularies_and_oddities_of_the_real_one(
    samples_directory: Path,
) -> None:
    rows = list(_list(samples_directory, "2026-08").values())
    column = {name: {row[name] for row in rows} for name in rows[0]}
    assert Counter(row["목록유형"] for row in rows) == {"FILE": 51, "API": 3, "STD": 2}
    assert len({theme.partition(" - ")[0] for theme in column["분류체계"]}) == 16
    cycles = {"일간", "주간", "월간", "분기", "반기", "연간", "수시", "실시간", "-"}
    assert cycles | {"수시 (1회성 데이터)"} == column["업데이트 주기"]
    words = " ".join(column["이용허락범위"])
    for word in ("제한 없음", "상업적 이용금지", "변경금지", "제3자 권리", "제 0유형", "제 4유형"):
        assert word in words
    assert "-" in column["이용허락범위"]
    assert len(column["제공형태"]) == 4
    assert {"무료", "유료"} == column["비용부과유무"]
    assert "건 " in column["비용부과기준 및 단위"]
    assert any("<br" in text for text in column["설명"])
    assert any("\n" in text for text in column["설명"])
    assert all(re.fullmatch(r"`0\d{8,9}|-|`-", phone) for phone in column["관리부서 전화번호"])
    unfilled = sum(row["보유근거"] == "-" for row in rows)
    assert unfilled / len(rows) > 0.8
    suffixes = {"FILE": "fileData", "API": "openapi", "STD": "standard"}
    for row in rows:
        page = f"https://www.data.go.kr/data/{row['목록키']}/{suffixes[row['목록유형']]}.do"
        assert row["목록 URL"] == page


def _expected(manifest: Json) -> list[Json]:
    return [dataset["expect"] for dataset in manifest["datasets"].values()]


def _columns(manifest: Json) -> list[Json]:
    return [
        column
        for expect in _expected(manifest)
        for table in expect["tables"]
        for column in table["columns"]
    ]


def test_every_coverage_status_is_intended(manifest: Json) -> None:
    # COLLECTING lasts only while a crawl runs: one dataset drips to make it visible.
    lasting = set(CoverageStatus) - {CoverageStatus.COLLECTING}
    assert {expect["coverage"] for expect in _expected(manifest)} == lasting
    assert "drip" in {dataset["behavior"] for dataset in manifest["datasets"].values()}


def test_every_failure_is_intended_with_the_status_that_it_maps_to(manifest: Json) -> None:
    reasons = set()
    for expect in _expected(manifest):
        if expect["reason"] is not None:
            reason = FailureReason(expect["reason"])
            assert expect["coverage"] == FAILURES[reason].coverage
            reasons.add(reason)
    assert reasons == {
        FailureReason.UNSUPPORTED_FORMAT,
        FailureReason.NO_TABLE,
        FailureReason.ENCRYPTED,
        FailureReason.LOGIN_REQUIRED,
        FailureReason.ROBOTS_DISALLOWED,
        FailureReason.NOT_FOUND,
        FailureReason.NOT_A_FILE,
        FailureReason.OFFLINE_MEDIA,
        FailureReason.LINK_ONLY,
        FailureReason.HTTP_ERROR,
        FailureReason.TRUNCATED,
        FailureReason.RATE_LIMITED,
        FailureReason.EMPTY_FILE,
        FailureReason.DAMAGED,
        FailureReason.ENCODING_UNDETECTED,
    }


def test_every_type_and_every_gate_outcome_is_intended(manifest: Json) -> None:
    columns = _columns(manifest)
    assert {column["observedType"] for column in columns} == set(ObservedType)
    assert {column["safetyStatus"] for column in columns} == {*SafetyStatus, None}
    assert {column["exampleStatus"] for column in columns} == {
        ExampleStatus.AVAILABLE,
        ExampleStatus.NO_NON_NULL_VALUES,
        ExampleStatus.WITHHELD_BY_LICENSE,
        ExampleStatus.WITHHELD_BY_SAFETY,
        None,
    }
    assert any(column["sourceName"] is None for column in columns)


def test_only_file_listings_have_files(manifest: Json) -> None:
    for dataset in manifest["datasets"].values():
        files = [edition["file"] for edition in dataset["editions"].values()]
        if dataset["listingType"] != ListingType.FILE:
            assert files.count(None) == len(files)


def test_every_secret_occurs_in_a_file_of_a_licence_that_allows_examples(
    samples_directory: Path, manifest: Json
) -> None:
    held = {}
    for dataset in manifest["datasets"].values():
        file = dataset["editions"].get("2026-08", {}).get("file")
        if file and file.endswith(".csv"):
            raw = (samples_directory / file).read_bytes()
            # The encoding of each file is known to be one of the two.
            for encoding in ("utf-8", "cp949"):
                text = raw.decode(encoding, errors="replace")
                for secret in manifest["secrets"]:
                    if secret in text:
                        held[secret] = dataset["expect"]["license"]
    assert held.keys() == set(manifest["secrets"])
    assert set(held.values()) <= {"NO_RESTRICTION", "KOGL_BY"}
    assert len(held) > 100


def test_no_secret_occurs_in_a_list_or_beside_the_secrets(
    samples_directory: Path, manifest: Json
) -> None:
    public = "".join(str(_list(samples_directory, edition)) for edition in ENCODINGS)
    public += str(manifest["datasets"])
    assert [secret for secret in manifest["secrets"] if secret in public] == []


def test_archives_name_their_members_in_cp949_without_the_flag(
    samples_directory: Path, manifest: Json
) -> None:
    file = manifest["datasets"]["15900801"]["editions"]["2026-08"]["file"]
    with zipfile.ZipFile(samples_directory / file) as archive:
        names = [name.encode("cp437").decode("cp949") for name in archive.namelist()]
        assert archive.testzip() is None
        assert not any(info.flag_bits & 0x800 for info in archive.infolist())
    assert "지진대피소/부산광역시.csv" in names
    assert any(name.startswith("__MACOSX/") for name in names)


@pytest.mark.parametrize("key", ["15900704", "15900705"])
def test_two_files_have_the_content_of_another_format(
    samples_directory: Path, manifest: Json, key: str
) -> None:
    file = samples_directory / manifest["datasets"][key]["editions"]["2026-08"]["file"]
    assert file.read_bytes().startswith(b"PK\x03\x04") == (file.suffix == ".csv")
