"""The screen never hides a value, and texts that it calls alike hold the same kinds."""

import random
import re
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gates.safety import kinds_in
from gates.safety.kinds import KINDS
from gates.safety.screen import may_hold, outline

SAMPLES = sorted(
    {value for kind in KINDS for values in kind.samples.values() for value in values}
    | {
        "010-1234-5678 02-123-4567",
        "MA010120240101123456",
        "4111 1111 1111 1111 / 900101-1234567",
        "담당 홍길동 010-1234-5678, 900101-1234567",
        "0.1234567890123456",
        "1.234567890123e-05",
        "2024-01-01 10:00:00 ~ 2024-12-31 18:00:00",
        "1234567890",
        "12345678901",
        "12345678901234",
        "123-45-67890",
        "제1234567890123호",
        "a1234567890123",
        "1234567890123.5",
        "00821012345678",
        "1 2 3 4 5 6 7 8 9 0 1 2 3",
        "12가 3456 1234-5678-9012-3456",
        "900101-1******",
    }
)
VARIANTS = 150
NOISE = "\u200b\u00ad１２①㈜㎡·ㆍ＠&<>\\\"'성명이름●○\t\n가힣aA@.-/ 0123456789"
TEXTS = st.lists(
    st.sampled_from(SAMPLES) | st.text(st.sampled_from(NOISE), max_size=6) | st.text(max_size=4),
    max_size=4,
).map("".join)


def variants(text: str, count: int, chance: random.Random) -> Iterator[str]:
    """`text` with other digits in the same places, many of them like those that mean something."""
    starts = (
        "010",
        "02",
        "82",
        "0082",
        "8210",
        "900101",
        "11",
        "880",
        "20240101",
        "41",
        "35",
        "1",
        "0",
    )
    for _ in range(count):
        digits = "".join(chance.choice("0011223456789") for _ in range(80))
        pool = iter(chance.choice(starts) + digits)
        parts = re.split("([0-9]+)", text)
        parts[1::2] = [_filled(run, pool, chance, starts) for run in parts[1::2]]
        yield "".join(parts)


def _filled(run: str, pool: Iterator[str], chance: random.Random, starts: tuple[str, ...]) -> str:
    filled = "".join(next(pool) for _ in run)
    if chance.random() < 0.3:
        filled = (chance.choice(starts) + filled)[: len(run)]
    return filled


@pytest.mark.parametrize("sample", SAMPLES)
def test_texts_of_one_outline_hold_the_same_kinds(sample: str) -> None:
    chance = random.Random(sample)
    known: dict[object, tuple[str, ...]] = {}
    for text in variants(sample, VARIANTS, chance):
        found = outline(text)
        if found is None or not may_hold(text):
            assert kinds_in(text) == () or found is None
            continue
        kinds = kinds_in(text)
        assert known.setdefault(found, kinds) == kinds, "one outline, two answers"


@given(text=TEXTS)
@example("９００１０１－１２３４５６７")
@example("9001\u200b01-1234567")
@example("hong＠naver.com")
@example("1234&#45;5678901")
@example("ㅅㅓㅇㅁㅕㅇ: 홍길동")
@example("\u1109\u1165\u11bc\u1106\u1167\u11bc: 홍길동")
@example("㈜①②③④⑤⑥⑦⑧⑨⑩⑪")
@example("\U0001d7ce\U0001d7cf\U0001d7ce-1234-5678")
@example("12㉮3456")
def test_values_that_are_let_pass_hold_nothing(text: str) -> None:
    if not may_hold(text):
        assert kinds_in(text) == ()


@given(first=TEXTS, second=TEXTS)
def test_texts_of_different_words_have_different_outlines(first: str, second: str) -> None:
    words = [re.sub("[0-9]", "0", text) for text in (first, second)]
    if words[0] != words[1] and outline(first) is not None and "@" not in first + second:
        assert outline(first) != outline(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("hong12@naver.com", "kim@naver.com"),
        ("010-1234-5678", "010-9876-5432"),
        ("MA010100000000000001", "MA010100000000000002"),
        ("2023123456789", "2023123456780"),
    ],
)
def test_everyday_values_are_alike(first: str, second: str) -> None:
    assert outline(first) == outline(second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("hong@naver.com", "hong@korea.kr"),
        ("a@go.kr@x.com", "a@naver.com@x.com"),
        ("010-1234-5678", "030-1234-5678"),
        ("4111111111111111", "4111111111111112"),
        ("9001011234568", "9001011234567"),
        ("9001011234567", "9013011234567"),
    ],
)
def test_values_of_other_kinds_are_not(first: str, second: str) -> None:
    assert outline(first) != outline(second)
