"""Values of any length and form: nothing is missed, nothing takes long."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gates.safety import kinds_in

MEGABYTE = 1_000_000
SECRET = "900101-1234567"


@pytest.mark.parametrize(
    "unit",
    [
        *("가나다 ", "성명", "생년월일", "12가", "M1234", "*", ". ", "a@", "a@a.", "a.a-a_a%"),
        *("1", "1 ", "1-", "010-", "9001011234567 ", "900101-12345678 ", "4111-1111-1111-1112 "),
        *("<", "&", "\\u", "１", "\u200b"),
    ],
)
def test_a_megabyte_is_judged_in_linear_time(unit: str) -> None:
    filler = (unit * (MEGABYTE // len(unit) + 1))[:MEGABYTE]
    started = time.process_time()
    found = kinds_in(f"{filler} 번호: {SECRET}")
    spent = time.process_time() - started
    assert "resident_number" in found
    assert spent < 3.0, "0.1 to 1 s on an idle machine; a quadratic pattern takes minutes"


@pytest.mark.parametrize(
    "value",
    ["", " ", "-", "서울특별시 강남구", "2024-01-01", "0.101234567890", "12345", "1,234,567", "Y"],
)
def test_everyday_values_hold_nothing(value: str) -> None:
    assert kinds_in(value) == ()


@pytest.mark.parametrize("place", [0, 399, 4_000, 50_000, 99_990, 100_000])
def test_no_place_in_a_long_text_hides_a_secret(place: int) -> None:
    text = "가나다라 " * 20_000
    found = kinds_in(f"{text[:place]} 여권 M12345678, someone@example.com {text[place:]}")
    assert {"passport", "email"} <= set(found)


def test_several_kinds_in_one_value() -> None:
    value = "홍길동 900101-1234567 010-1234-5678 someone@example.com 02-123-4567"
    certain = {key for key in kinds_in(value) if ":" not in key}
    assert certain == {"landline", "mobile", "resident_number", "email"}


@given(st.text(max_size=200))
def test_any_text_is_judged_without_error(value: str) -> None:
    assert kinds_in(value) == kinds_in(value)


@given(
    before=st.text(st.characters(blacklist_categories=["Cs", "Nd", "No", "Nl"]), max_size=20),
    after=st.text(st.characters(blacklist_categories=["Cs", "Nd", "No", "Nl"]), max_size=20),
)
def test_a_split_resident_number_is_found_in_any_company(before: str, after: str) -> None:
    assert "resident_number" in kinds_in(f"{before} {SECRET} {after}")
