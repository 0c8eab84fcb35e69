import hashlib
from pathlib import Path

import pytest

from crawler.catalogs import CatalogError, open_catalog
from store.records import CatalogRecord
from store.vocabulary import Delivery, License, ListingType, UpdateCycle
from tests.crawler import lists
from tests.shared import SHARED, needs_shared


def read(path: Path) -> list[CatalogRecord]:
    return list(open_catalog(path).records())


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-8", "cp949"])
def test_both_encodings_of_the_list_are_read(tmp_path: Path, encoding: str) -> None:
    path = lists.write(tmp_path / "list.csv", lists.THIRD, [lists.ROW], encoding)
    catalog = open_catalog(path)
    assert catalog.edition.encoding == encoding
    assert catalog.edition.name == "list.csv"
    assert catalog.edition.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert [record.title for record in catalog.records()] == ["가람시_공영주차장 현황"]


def test_encoding_is_judged_by_the_whole_file(tmp_path: Path) -> None:
    ascii_rows = [{**lists.ROW, "목록명": f"plain {n}", "설명": "x" * 400} for n in range(4000)]
    path = lists.write(tmp_path / "late.csv", lists.THIRD, [*ascii_rows, lists.ROW], "cp949")
    assert read(path)[-1].title == "가람시_공영주차장 현황"


def test_the_generation_of_13_columns(tmp_path: Path) -> None:
    row = {
        **lists.ROW,
        "목록설명": "설명입니다",
        "기관명": "가람시",
        "기관코드": "3000000",
        "목록 등록일": "2020-01-02",
        "목록 수정일": "2022-03-04",
        "조회수": "1,234",
    }
    (record,) = read(lists.write(tmp_path / "g1.csv", lists.FIRST, [row]))
    assert len(lists.FIRST) == 13
    assert record.description == "설명입니다"
    assert (record.org_name, record.org_code) == ("가람시", "3000000")
    assert (record.created_date, record.modified_date) == ("2020-01-02", "2022-03-04")
    assert record.view_count == 1234
    assert record.license is License.UNSPECIFIED


def test_the_generation_of_15_columns(tmp_path: Path) -> None:
    row = {**lists.ROW, "조회수": "(NULL)", "다운로드_활용건수": "7", "키워드": "주차, 도로,주차"}
    (record,) = read(lists.write(tmp_path / "g2.csv", lists.SECOND, [row]))
    assert len(lists.SECOND) == 15
    assert record.view_count is None
    assert record.download_count == 7
    assert record.keywords == ("주차", "도로")


def test_the_generation_of_36_columns(tmp_path: Path) -> None:
    row = {
        **lists.ROW,
        "제공기관": "가람시 ",
        "관리부서 전화번호": "`0212345678",
        "분류체계": "교통물류 - 도로 - 주차",
        "업데이트 주기": "수시 (1회성 데이터)",
        "확장자(데이터포맷)": "csv+xlxs,CSV",
        "제공형태": "기관자체에서 다운로드(제공데이터URL기재)",
        "이용허락범위": "이용허락범위 제한 없음",
        "전체행": "-1",
        "차기 등록 예정일": "46054",
        "등록일": "2025-02-30",
        "비용부과기준 및 단위": "건 ",
        "국가중점여부": "Y",
    }
    (record,) = read(lists.write(tmp_path / "g3.csv", lists.THIRD, [row]))
    assert len(lists.THIRD) == 36
    assert record.org_name == "가람시"
    assert record.department_phone == "0212345678"
    assert (record.theme_top, record.theme_sub) == ("교통물류", "도로 - 주차")
    assert record.update_cycle is UpdateCycle.IRREGULAR
    assert record.formats == ("CSV", "XLSX")
    assert record.delivery is Delivery.LINK
    assert record.license is License.NO_RESTRICTION
    assert record.row_count is None
    assert (record.next_due_date, record.created_date) == ("2026-02-01", None)
    assert (record.national_core, record.standard) == (True, False)
    assert record.data_limits is None
    assert record.source["비용부과기준 및 단위"] == "건 "
    assert record.source["데이터 한계"] == "-"


def test_headers_may_be_spaced_otherwise_and_hold_more_columns(tmp_path: Path) -> None:
    header = ["목록 키", "목록유형 ", "목록명", "목록URL", "새 열", "새 열"]
    rows = [["1", "파일", "이름", "https://x.kr/", "a", "b"]]
    text = "\r\n".join(",".join(line) for line in [header, *rows])
    path = tmp_path / "spaced.csv"
    path.write_text(text, encoding="utf-8")
    (record,) = read(path)
    assert (record.list_key, record.list_type) == ("1", ListingType.FILE)
    assert record.source["새 열"] == "a"
    assert record.source["새 열 (6)"] == "b"


def test_newlines_quotes_and_long_cells_stay_inside_their_cell(tmp_path: Path) -> None:
    long = '줄 1\r\n줄 2, "인용" <br>' + "가" * 200_000
    rows = [{**lists.ROW, "설명": long}, {**lists.ROW, "목록키": "2"}]
    first, second = read(lists.write(tmp_path / "list.csv", lists.THIRD, rows))
    assert first.source["설명"] == long
    assert (first.row_no, second.row_no, second.list_key) == (1, 2, "2")


def test_records_can_be_read_again_from_the_start(tmp_path: Path) -> None:
    catalog = open_catalog(lists.write(tmp_path / "list.csv", lists.THIRD, [lists.ROW] * 3))
    assert [r.row_no for r in catalog.records()] == [r.row_no for r in catalog.records()]


def test_blank_rows_are_no_listings(tmp_path: Path) -> None:
    path = lists.write(tmp_path / "list.csv", lists.THIRD, [lists.ROW])
    path.write_bytes(path.read_bytes() + b"," * 35 + b"\r\n\r\n")
    assert len(read(path)) == 1


def damaged(path: Path, kind: str) -> Path:
    lists.write(path, lists.THIRD, [lists.ROW])
    body = path.read_bytes()
    changes = {
        "empty": b"",
        "only a byte-order mark": b"\xef\xbb\xbf",
        "neither encoding": body + b"\xff\xff",
        "unclosed quote": body + b'1,FILE,"never closed,' + b"x\r\n" * 9,
        "too few cells": body + b"1,FILE,x\r\n",
        "too many cells": body + b"1," * 40 + b"\r\n",
        "blank": b"\r\n \r\n",
    }
    path.write_bytes(changes[kind])
    return path


@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("empty", "is empty"),
        ("only a byte-order mark", "is empty"),
        ("neither encoding", "neither UTF-8 nor CP949"),
        ("unclosed quote", "damaged"),
        ("too few cells", "3 cells, the header has 36"),
        ("too many cells", "damaged"),
        ("blank", "목록키, 목록유형, 목록명, 목록 URL"),
    ],
)
def test_damage_is_told_in_one_sentence(tmp_path: Path, kind: str, says: str) -> None:
    with pytest.raises(CatalogError, match=says) as caught:
        read(damaged(tmp_path / "list.csv", kind))
    assert "\n" not in str(caught.value)


def test_missing_columns_are_named(tmp_path: Path) -> None:
    path = tmp_path / "other.csv"
    path.write_text("목록키,목록명\r\n1,x\r\n", encoding="utf-8")
    with pytest.raises(CatalogError, match="목록유형, 목록 URL"):
        open_catalog(path)


@pytest.mark.parametrize(
    ("cells", "says"),
    [({"목록키": " "}, "data row 2 has no 목록키"), ({"목록유형": "영상"}, "'영상'")],
)
def test_a_row_without_identity_fails_the_list(
    tmp_path: Path, cells: dict[str, str], says: str
) -> None:
    path = lists.write(
        tmp_path / "list.csv", lists.THIRD, [lists.ROW, {**lists.ROW, **cells}, lists.ROW]
    )
    with pytest.raises(CatalogError, match=says):
        read(path)


@pytest.mark.parametrize(("name", "says"), [("gone.csv", "does not exist"), ("", "is a folder")])
def test_sources_that_are_no_file(tmp_path: Path, name: str, says: str) -> None:
    with pytest.raises(CatalogError, match=says):
        open_catalog(tmp_path / name)


def test_an_unknown_kind_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match=r"data\.go\.kr"):
        open_catalog(tmp_path / "x", kind="ckan-like")


@needs_shared("catalog", "list_split_data_01.csv")
def test_the_real_list_is_read_without_a_lost_or_doubled_row() -> None:
    records = read(SHARED / "catalog" / "list_split_data_01.csv")
    assert len(records) == 3143
    assert len({record.list_key for record in records}) == 3143
    assert {record.list_type for record in records} == {ListingType.FILE}
    deliveries = [record.delivery for record in records]
    assert deliveries.count(Delivery.PORTAL) == 2801
    assert deliveries.count(Delivery.LINK) == 337
    assert deliveries.count(Delivery.OFFLINE_MEDIA) == 5
    assert sum(record.license is License.NO_RESTRICTION for record in records) == 2949
    assert all(record.org_code and len(record.org_code) == 7 for record in records)
