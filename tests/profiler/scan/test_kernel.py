"""The compiled kernel counts what plain Python counts, on whatever text."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

pytest.importorskip("profiler._scan", reason="THE SCAN KERNEL IS NOT COMPILED: no kernel test runs")

from profiler import _scan_kernel, _scan_reference
from profiler._scan_source import Source, Unscannable, UnscannableError
from profiler.counts import TableCounts
from tests.profiler.scan.texts import (
    ANYTHING,
    EVERYDAY,
    PERSONAL,
    OddReader,
    Text,
    by_reference,
    completed,
    facts,
    source_of,
    tables,
)

SLOW = settings(deadline=None, suppress_health_check=list(HealthCheck))
WAYS = {
    "one thread": {"threads": 1},
    "two threads": {"threads": 2},
    "portable": {"threads": 2, "portable": True},
    "tiny units": {"threads": 2, "unit": 7},
    "one unit": {"threads": 1, "unit": 1 << 20},
}


def by_kernel(
    source: Source, *, odd: bool = True, threads: int = 1, portable: bool = False, unit: int = 97
) -> TableCounts:
    sizes = _scan_kernel.Sizes(unit=unit, piece=unit // 3 + 1, overlap=16, tail=48)
    reader = OddReader(source) if odd else None
    counts = _scan_kernel.scan(source, odd=reader, threads=threads, portable=portable, sizes=sizes)
    return completed(source, counts)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp())
    yield path
    shutil.rmtree(path)


@SLOW
@given(text=tables(), encoding=st.sampled_from(["utf-8", "cp949"]), way=st.sampled_from([*WAYS]))
def test_kernel_and_reference_agree_on_tables(
    folder: Path, text: Text, encoding: str, way: str
) -> None:
    data = text.data.encode(encoding, "ignore")
    source = source_of(folder, data, text.width, encoding=encoding, delimiter=text.delimiter)
    assert facts(by_kernel(source, **WAYS[way])) == facts(by_reference(source))  # type: ignore[arg-type]


@SLOW
@given(text=ANYTHING, encoding=st.sampled_from(["utf-8", "cp949"]), way=st.sampled_from([*WAYS]))
@example(Text('a,"b\nc,d\n', ",", 2), "utf-8", "tiny units")
@example(Text('a,b\n"x"y,z\n1,2\n', ",", 2), "utf-8", "one unit")
@example(Text('"a""', ",", 1), "utf-8", "one unit")
@example(Text('"', ",", 1), "utf-8", "one unit")
@example(Text("a,\r", ",", 2), "utf-8", "tiny units")
@example(Text('12" pipe,"a\nb"\n', ",", 2), "utf-8", "two threads")
def test_kernel_and_reference_agree_on_odd_quotes(
    folder: Path, text: Text, encoding: str, way: str
) -> None:
    source = source_of(folder, text.data.encode(encoding), text.width, encoding=encoding)
    assert facts(by_kernel(source, **WAYS[way])) == facts(by_reference(source))  # type: ignore[arg-type]


@SLOW
@given(data=st.binary(max_size=80), encoding=st.sampled_from(["utf-8", "cp949"]))
@example("가\n".encode()[1:], "utf-8")
@example(b"\xed\xa0\x80,x\n", "utf-8")
@example(b"a,b,\xff\n", "utf-8")
@example(b"\x81,\n", "cp949")
@example(b"\xc7\x80\n", "cp949")
def test_bytes_that_are_no_text_are_refused(folder: Path, data: bytes, encoding: str) -> None:
    source = source_of(folder, data, 2, encoding=encoding)
    assert outcome(by_kernel, source) == outcome(by_reference, source)


def outcome(scan: Callable[[Source], TableCounts], source: Source) -> object:
    try:
        return facts(scan(source))
    except UnscannableError as error:
        return error.reason
    except UnicodeDecodeError:
        return Unscannable.TEXT


@pytest.mark.parametrize("encoding", ["utf-8", "cp949"])
@pytest.mark.parametrize("value", sorted({*EVERYDAY, *PERSONAL}))
def test_one_value_is_judged_alike(folder: Path, value: str, encoding: str) -> None:
    data = (f'"{value}",x\n' * 40).encode(encoding)
    source = source_of(folder, data, 2, encoding=encoding)
    assert facts(by_kernel(source)) == facts(by_reference(source))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("distinct", [4_095, 4_096, 4_097, 6_000])
def test_distinct_values_are_listed_up_to_the_limit(folder: Path, distinct: int, way: str) -> None:
    rows = "".join(f"{n % distinct},{n % 7}\n" for n in range(distinct + 50))
    source = source_of(folder, rows.encode(), 2)
    ways = WAYS[way] | {"unit": max(3_000, int(WAYS[way].get("unit", 0)))}
    kernel, reference = by_kernel(source, **ways), by_reference(source)  # type: ignore[arg-type]
    assert facts(kernel) == facts(reference)
    assert kernel.columns[0].distinct.exact == (distinct <= 4_096)


def test_the_reader_of_odd_records_is_asked_at_their_place(folder: Path) -> None:
    data = b"a,b\n" * 100 + b'"x"y,1\n' + b"c,d\n" * 100
    source = source_of(folder, data, 2)
    reader = OddReader(source)
    sizes = _scan_kernel.Sizes(unit=97, piece=41, overlap=16, tail=48)
    counts = _scan_kernel.scan(source, odd=reader, threads=2, sizes=sizes)
    assert reader.asked == [400]
    assert (counts.rows, counts.odd_records) == (198, 1)


def kernel_in_small_units(source: Source) -> TableCounts:
    return _scan_kernel.scan(
        source, sizes=_scan_kernel.Sizes(unit=97, piece=41, overlap=16, tail=48)
    )


@pytest.mark.parametrize("scan", [kernel_in_small_units, _scan_reference.scan])
@pytest.mark.parametrize(
    "data",
    [
        b'a,b\n"x"y,1\n' + b"c,d\n" * 50,
        b'a,b\n"x,1\n' + b"c,d\n" * 5_000,
        b"a,b\n" + b"x" * 3_000 + b",1\n" + b"c,d\n" * 50,
        b'a,b\n"' + b"\n" * 600 + b'",1\n' + b"c,d\n" * 50,
    ],
    ids=["text after a quote", "unclosed quote", "long record", "record of many lines"],
)
def test_a_record_that_nobody_reads_ends_the_scan(
    folder: Path, data: bytes, scan: Callable[[Source], TableCounts]
) -> None:
    source = source_of(folder, data, 2)
    with pytest.raises(UnscannableError) as error:
        scan(source)
    assert (error.value.reason, error.value.offset) == (Unscannable.RECORD, 4)


@pytest.mark.parametrize("line", [1, 15, 16, 17, 63, 64, 65, 300])
def test_the_last_records_are_left_to_the_caller(folder: Path, line: int) -> None:
    data = (b"x" * line + b"\n") * 50
    source = source_of(folder, data, 1, tail_records=12)
    sizes = _scan_kernel.Sizes(unit=64, overlap=16, tail=48)
    counts = _scan_kernel.scan(source, sizes=sizes)
    assert (counts.rows, counts.end) == (38, 38 * (line + 1))
    assert _scan_reference.scan(source).end == counts.end


def test_a_file_that_begins_later_is_counted_from_there(folder: Path) -> None:
    data = "\ufeff제목\n".encode() + b"a,b\n1,2\n3,4\n"
    start = data.index(b"1,2")
    source = source_of(folder, data, 2, start=start)
    assert (by_kernel(source).rows, facts(by_kernel(source))) == (2, facts(by_reference(source)))
