"""Delimited text as strangers write it, and a whole count of it by any implementation."""

from dataclasses import dataclass, replace
from pathlib import Path

from hypothesis import strategies as st

from profiler import _scan_reference
from profiler._scan_source import Source
from profiler.counts import ColumnCounts, TableCounts

PERSONAL = (
    "900101-1234567", "9001011234568", "010-1234-5678", "01012345678", "갂010-1234-5678",
    "갂hong@naver.com", "hong@korea.kr", "4111-1111-1111-1111", "1101113123455", "12가3456",
    "900101-1******", "성명: 홍길동", "여권 M12345678", "농협 301-1234-5678-01", "02-123-4567",
    "123-45-67891", "９００１０１－１２３４５６７", "1704067200000", "20240101123456",
)  # fmt: skip
EVERYDAY = (
    "", "", " ", "\u3000", "\t", "-", "N/A", "n/a", "없음", "해당 없음", "Y", "N", "예", "아니오",
    "true", "0", "007", "1", "-1", "+1.5e3", "1,234", "1,23", ".5", "5.", "12%", "1e1234", "2024",
    "2024년", "1899", "202401", "2024-01", "2024.1.", "2024년 1월", "20240131", "2024-02-30",
    "2024. 1. 31.", "2024-01-31 23:59:59", "20240131235959", "2024-01-31T23:59:59.5+09:00",
    "23:59", "24:00", "1:2", "127.123456789", "0.1234567890123456", "서울특별시 역삼동 123-45",
    "힣\u3000", "a\0b", "\x1c1", "홍길동 1234-5678-9012 12층 3456호", "MA010100000000000001",
    "가" * 45, "x" * 300,
)  # fmt: skip
CELL = (
    st.sampled_from(EVERYDAY)
    | st.sampled_from(PERSONAL)
    | st.text("가힣a1 ,;|\"'\r\n\0.-@", max_size=9)
)
END = st.sampled_from(["\n", "\r\n", "\r"])


def written(cell: str, delimiter: str, *, always: bool) -> str:
    if always or any(sign in cell for sign in (delimiter, '"', "\r", "\n")):
        doubled = cell.replace('"', '""')
        return f'"{doubled}"'
    return cell


@dataclass(frozen=True)
class Text:
    """One file: what is in it and how many columns are looked for."""

    data: str
    delimiter: str
    width: int


@st.composite
def tables(draw: st.DrawFn) -> Text:
    """Records that are well-formed, of any number of cells, with any line ends."""
    delimiter = draw(st.sampled_from(",\t;|"))
    width = draw(st.integers(1, 5))
    end = draw(END | st.just("any"))
    rows = draw(st.lists(st.lists(CELL, min_size=1, max_size=6), max_size=40))
    rows *= draw(st.sampled_from([1, 1, 4]))
    lines = []
    for row in rows:
        always = draw(st.booleans()) if len(rows) < 60 else False
        line = delimiter.join(written(cell, delimiter, always=always) for cell in row)
        lines.append(
            line + (draw(END) if end == "any" and len(rows) < 60 else end.replace("any", "\n"))
        )
    text = "".join(lines)
    if draw(st.booleans()):
        text = text.rstrip("\r\n")
    return Text(text, delimiter, width)


ANYTHING = st.builds(
    Text,
    st.text('ab1가,"\r\n \0', max_size=120)
    | st.lists(st.sampled_from(['"', ",", "\n", "a"])).map("".join),
    st.just(","),
    st.integers(1, 3),
)
"""Text with quotes in any place, closed or not."""


class OddReader:
    """Reads an odd record as one line whose quotes mean nothing; remembers where it was asked."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.asked: list[int] = []

    def __call__(self, offset: int) -> tuple[list[list[str]], int]:
        self.asked.append(offset)
        data = self.source.path.read_bytes()
        end = offset
        while end < len(data) and data[end : end + 1] not in (b"\r", b"\n"):
            end += 1
        following = end + (2 if data[end : end + 2] == b"\r\n" else 1)
        line = data[offset:end].decode(self.source.encoding)
        return [line.split(self.source.delimiter)], min(following, len(data))


NUMBERS = (
    *("end", "rows", "blank_rows", "ragged_rows", "extra_cells"),
    *("nul_bytes", "odd_records", "marked"),
)
"""Of a whole table."""


def by_reference(source: Source, *, odd: bool = True) -> TableCounts:
    reader = OddReader(source) if odd else None
    return completed(source, _scan_reference.scan(source, odd=reader))


def completed(source: Source, counts: TableCounts) -> TableCounts:
    """With the last records, which a scan leaves to its caller."""
    last = replace(source, start=counts.end, tail_records=0)
    rest = _scan_reference.scan(last, odd=OddReader(source))
    for column, more in zip(counts.columns, rest.columns, strict=True):
        column.merge(more)
    for name in NUMBERS[1:]:
        setattr(counts, name, getattr(counts, name) + getattr(rest, name))
    counts.end = rest.end
    counts.marks = [*counts.marks, *rest.marks][:256]
    return counts


def facts(counts: TableCounts) -> dict[str, object]:
    """Everything counted, to be compared."""
    found: dict[str, object] = {name: getattr(counts, name) for name in (*NUMBERS, "marks")}
    return found | {"columns": [column_facts(column) for column in counts.columns]}


def column_facts(column: ColumnCounts) -> dict[str, object]:
    return {
        "nulls": column.nulls,
        "values": column.values,
        "length": column.length,
        "types": column.common,
        "missing": list(column.missing.items()),
        "kinds": dict(column.kinds),
        "exact": column.distinct.exact,
        "registers": bytes(column.distinct.registers()),
        "examples": list(column.examples.items()),
    }


def source_of(
    folder: Path, data: bytes, width: int, *, encoding: str = "utf-8", delimiter: str = ",",
    start: int = 0, tail_records: int = 3,
) -> Source:  # fmt: skip
    path = folder / "file.csv"
    path.write_bytes(data)
    return Source(
        path, start, encoding, delimiter, '"', width,
        tail_records=tail_records, record_bytes=2_000, line_cost=3,
        lone_signs=";" if delimiter != ";" else "", label="a",
    )  # fmt: skip
