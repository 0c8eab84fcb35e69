"""What the kernel says of one value is what `profiler.types` and `gates.safety.screen` say."""

import random
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

pytest.importorskip("profiler._scan", reason="THE SCAN KERNEL IS NOT COMPILED: no kernel test runs")

from gates.safety.screen import may_hold, outline, screen
from profiler import _scan, types
from profiler._scan_plan import packed
from tests.gates.test_screen import SAMPLES, TEXTS, variants
from tests.profiler.scan.texts import EVERYDAY, source_of

PATTERNS = (
    types._INTEGER,
    types._NUMBER,
    types._DATE,
    types._TIME,
    types._ZONED_TIME,
    types._COMPACT_TIME,
    types._YEARMONTH,
    types._YEAR,
)
SIGNS = st.sampled_from("0123456789+-.,:/%eETZ 년월일\t")
LIKE_A_TYPE = st.one_of([st.from_regex(pattern, fullmatch=True) for pattern in PATTERNS])
STAMPS = st.tuples(
    st.from_regex(types._DATE, fullmatch=True),
    st.sampled_from(["", " ", "T", "  ", "-"]),
    st.from_regex(types._ZONED_TIME, fullmatch=True) | st.text(SIGNS, max_size=4),
).map("".join)


@pytest.fixture(scope="module", params=[False, True], ids=["best", "portable"])
def state(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> object:
    source = source_of(tmp_path_factory.mktemp("values"), b"", 1)
    return _scan.state(_scan.plan(*packed(source, portable=request.param)), 4)


@given(text=LIKE_A_TYPE | STAMPS | st.text(SIGNS, max_size=24) | st.sampled_from(EVERYDAY))
@example("2024-01-01 1:02:03.123456789+0900")
@example("20240101240000")
@example("0,123")
@example("2024.1.2.")
@example("2024-1.2")
@example("2024년 13월")
@example("0000-01-01")
@example("Yes")
@example("ＹＥＳ")
def test_types(state: object, text: str) -> None:
    value = text.strip()
    if value:
        found = _scan.value(state, text.encode())
        assert (found[0], found[4]) == (types.candidates(value), len(value))


@given(text=TEXTS)
@example("K" * 5)
@example("\U0001f600\U0001d7ce")
def test_no_value_passes_that_must_be_judged(state: object, text: str) -> None:
    if text.strip():
        _, _, judged, many_digits, _ = _scan.value(state, text.encode())
        assert judged == may_hold(text.strip())
        if judged and text.isascii() and not re.search("[&<\\\\\0-\x1f\x7f]", text):
            assert many_digits, "it is let pass before it is looked at"


@pytest.mark.parametrize("sample", SAMPLES)
def test_values_of_one_outline_have_one_key(state: object, sample: str) -> None:
    keys: dict[int, object] = {}
    outlines: dict[object, int] = {}
    for text in variants(sample, 100, random.Random(sample)):
        found, key = outline(text.strip()), _scan.value(state, text.encode())[1]
        starts = len(re.findall("(?<![0-9])[0-9]", text))
        if found is None or not may_hold(text) or (starts > 8 and key == 0):
            continue
        assert keys.setdefault(key, found) == found
        assert outlines.setdefault(found, key) == key


def test_the_screen_has_no_more_words_than_the_kernel_takes() -> None:
    assert len({word.encode()[1:3] for word in screen().words}) <= 8
