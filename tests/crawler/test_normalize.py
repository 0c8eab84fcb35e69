import pytest

from crawler.catalogs import month_of, normalize
from store.vocabulary import Delivery, ListingType, UpdateCycle


@pytest.mark.parametrize("raw", [None, "", " ", "-", " - ", "null", "NULL", "없음", "해당없음"])
def test_markers_of_absence_are_no_values(raw: str | None) -> None:
    assert normalize.text(raw) is None


@pytest.mark.parametrize(
    ("raw", "value"), [(" a b ", "a b"), ("--", "--"), ("\x00가\x00", "가"), ("없음표", "없음표")]
)
def test_texts_are_trimmed_only(raw: str, value: str) -> None:
    assert normalize.text(raw) == value


@pytest.mark.parametrize(
    ("raw", "number"),
    [
        ("1,234", 1234),
        ("12,345,678", 12345678),
        ("0", 0),
        ("007", 7),
        ("-1", None),
        ("1,23", None),
        ("1.5", None),
        ("약 30", None),
        ("-", None),
        ("9" * 19, None),
        ("１２", None),
    ],
)
def test_counts(raw: str, number: int | None) -> None:
    assert normalize.count(raw) == number


@pytest.mark.parametrize(
    ("raw", "day"),
    [
        ("2025-01-31", "2025-01-31"),
        ("2025-02-29", None),
        ("2024-02-29", "2024-02-29"),
        ("2025-1-3", None),
        ("20250131", None),
        ("2025-W05-5", None),
        ("45678", "2025-01-21"),
        ("#NAME?", None),
        ("-", None),
    ],
)
def test_days(raw: str, day: str | None) -> None:
    assert normalize.day(raw) == day


@pytest.mark.parametrize(
    ("raw", "formats"),
    [
        ("csv", ("CSV",)),
        ("JSON+XML", ("JSON", "XML")),
        ("CSV, csv;Xlsx/pdF", ("CSV", "XLSX", "PDF")),
        ("xlxs", ("XLSX",)),
        ("cvs+CSV", ("CSV",)),
        ("-", ()),
        (None, ()),
    ],
)
def test_formats(raw: str | None, formats: tuple[str, ...]) -> None:
    assert normalize.formats(raw) == formats


@pytest.mark.parametrize(
    ("raw", "cycle"),
    [
        ("연간", UpdateCycle.ANNUAL),
        ("반기", UpdateCycle.SEMIANNUAL),
        ("분기", UpdateCycle.QUARTERLY),
        ("월간", UpdateCycle.MONTHLY),
        ("주간", UpdateCycle.WEEKLY),
        ("일간", UpdateCycle.DAILY),
        ("수시 (1회성 데이터)", UpdateCycle.IRREGULAR),
        ("실시간", UpdateCycle.OTHER),
        ("-", UpdateCycle.UNSPECIFIED),
    ],
)
def test_cycles(raw: str, cycle: UpdateCycle) -> None:
    assert normalize.cycle(raw) is cycle


@pytest.mark.parametrize(
    ("raw", "delivery"),
    [
        ("공공데이터포털에서 다운로드(원문파일등록)", Delivery.PORTAL),
        ("기관자체에서 다운로드(제공데이터URL기재)", Delivery.LINK),
        ("전자기록매체 저장 제공", Delivery.OFFLINE_MEDIA),
        ("다운로드", Delivery.UNKNOWN),
        ("-", Delivery.UNKNOWN),
    ],
)
def test_deliveries(raw: str, delivery: Delivery) -> None:
    assert normalize.delivery(raw) is delivery


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (" file ", ListingType.FILE),
        ("파일데이터", ListingType.FILE),
        ("오픈 API", ListingType.API),
        ("표준데이터셋", ListingType.STD),
        ("영상", None),
    ],
)
def test_listing_types(raw: str, kind: ListingType | None) -> None:
    assert normalize.listing_type(raw) is kind


@pytest.mark.parametrize(
    ("raw", "number"),
    [("`0212345678", "0212345678"), ("'02-1-2", "02-1-2"), ("`-", None), (None, None)],
)
def test_phones_lose_the_spreadsheet_mark(raw: str | None, number: str | None) -> None:
    assert normalize.phone(raw) == number


@pytest.mark.parametrize(
    ("name", "month"),
    [
        ("공공데이터포털 목록개방현황_20260228.csv", "2026-02"),
        ("list_2025-11_slice.csv", "2025-11"),
        ("list_split_data_01.csv", None),
        ("x_20261399.csv", None),
        ("x_20261399_2024-05.csv", "2024-05"),
        ("x_2024-13.csv", None),
        ("120260228.csv", None),
    ],
)
def test_the_month_is_found_in_the_name(name: str, month: str | None) -> None:
    assert month_of(name) == month
