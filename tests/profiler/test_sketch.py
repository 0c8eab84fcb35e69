"""Distinct counting, held against datasketch's own update."""

import numpy as np
import pytest
from datasketch import HyperLogLogPlusPlus
from xxhash import xxh64_intdigest

from profiler.sketch import EXACT_LIMIT, PRECISION, DistinctCounter, estimate


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


@pytest.mark.parametrize("distinct", [5_000, 40_000, 3_200_000])
def test_estimates_are_right_on_average(distinct: int) -> None:
    errors = []
    for seed in range(12):
        hashes = np.random.default_rng(seed).integers(0, 2**64, distinct, dtype=np.uint64)
        errors.append(estimate(registers_of(hashes).tobytes()) / distinct - 1)
    assert abs(sum(errors)) / len(errors) < 0.007
    assert max(map(abs, errors)) < 0.03


def registers_of(hashes: np.ndarray) -> np.ndarray:
    """Registers of random hashes; the rank of a hash is geometric, so its top bits are enough."""
    registers = np.zeros(1 << PRECISION, np.int8)
    rest = hashes >> np.uint64(PRECISION)
    ranks = 64 - PRECISION - np.floor(np.log2(np.maximum(rest, 1).astype(np.float64)))
    np.maximum.at(registers, hashes & np.uint64((1 << PRECISION) - 1), ranks.astype(np.int8))
    return registers


@pytest.mark.parametrize("distinct", [0, 1, 100])
def test_estimates_of_few_values_are_close(distinct: int) -> None:
    registers = counter_of([str(n) for n in range(distinct)]).registers()
    assert estimate(registers) == pytest.approx(distinct, rel=0.02, abs=0.01)


def test_two_counters_become_one() -> None:
    few, many = [f"a{n}" for n in range(3_000)], [f"b{n}" for n in range(6_000)]
    for first, second in ((few, few), (few, many), (many, few), (few, few[:5] + many[:2_000])):
        counter = counter_of(first)
        counter.merge(counter_of(second))
        together = counter_of([*first, *second])
        assert counter.exact == together.exact
        assert counter.registers() == together.registers()


def test_lone_surrogates_are_counted() -> None:
    assert counter_of(["\ud800", "a"]).count() == 2
