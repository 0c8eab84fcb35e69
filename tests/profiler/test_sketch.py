"""Distinct counting, held against datasketch's own update."""

import numpy as np
import pytest
from datasketch import HyperLogLogPlusPlus
from xxhash import xxh64_intdigest

from profiler.sketch import EXACT_LIMIT, PRECISION, DistinctCounter


def counter_of(values: list[str]) -> DistinctCounter:
    counter = DistinctCounter()
    for value in values:
        counter.add(value)
    return counter


@pytest.mark.parametrize("distinct", [0, 1, EXACT_LIMIT])
def test_exact_up_to_the_limit(distinct: int) -> None:
    counter = counter_of([f"값{n}" for n in range(distinct)] * 2)
    assert (counter.exact, counter.count()) == (True, distinct)


@pytest.mark.parametrize("distinct", [EXACT_LIMIT + 1, 60_000])
def test_estimate_beyond_the_limit(distinct: int) -> None:
    counter = counter_of([f"값{n}" for n in range(distinct)])
    assert not counter.exact
    assert counter.count() == pytest.approx(distinct, rel=0.02)


@pytest.mark.parametrize("distinct", [100, 10_000])
def test_registers_are_those_of_datasketch(distinct: int) -> None:
    values = [f"서울특별시 {n}" for n in range(distinct)]
    theirs = HyperLogLogPlusPlus(p=PRECISION, hashfunc=xxh64_intdigest)
    for value in values:
        theirs.update(value.encode())
    assert np.array_equal(np.frombuffer(bytes(counter_of(values).registers()), np.int8), theirs.reg)


def test_lone_surrogates_are_counted() -> None:
    assert counter_of(["\ud800", "a"]).count() == 2
