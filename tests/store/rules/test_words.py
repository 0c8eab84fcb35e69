"""Cutting text into words."""

import unicodedata

import pytest

from store.rules.words import prose_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("서울특별시_CCTV 설치(현황)", ["서울특별시", "cctv", "설치", "현황"]),
        ("교통ㆍ물류·도로", ["교통", "물류", "도로"]),
        (unicodedata.normalize("NFD", "도서관"), ["도서관"]),
        ('a\x00b\ud800c "x" * OR', ["a", "b", "c", "x", "or"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_markup_is_no_text() -> None:
    assert prose_words("표<br/>입니다&nbsp;<p class='x'>A&B 3<5") == [
        "표",
        "입니다",
        "a",
        "b",
        "3",
        "5",
    ]
