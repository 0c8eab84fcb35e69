"""Delimited text polluted in one place each, with the table it means: our own data and generator.

The kinds are those that surveys of open-data portals find (Vitagliano et al., "Pollock: a data
loading benchmark", VLDB 2023, table 2): one file a kind, and for the kinds that touch one row or
one cell, one file a row and column. `score` rates what was read in ten measures of 0 to 1 as that
benchmark does: success, and precision, recall and F1 of header, records and cells.
"""

import csv
import io
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from profiler import read_tables

Cell = tuple[str, bool]
"""A cell's text, and whether it is written in quotes."""
Rows = list[list[str]]


@dataclass(frozen=True)
class Style:
    """How a table is written down."""

    delimiter: str = ","
    quote: str = '"'
    escape: str = '"'
    end: str = "\r\n"
    row_delimiters: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Polluted:
    """One file: its text and the rows it means, header first."""

    kind: str
    text: str
    clean: Rows
    weight: float = 1.0


def source(rows: int = 60, seed: int = 7) -> list[list[Cell]]:
    """Orders of a shop: dates, times, codes, money, words, sentences, links, a column unused."""
    pick = random.Random(seed)
    names = ["ORDERED", "AT", "Pieces", "ARTICLE", "Total", "Kind", "Remark", "Link", "Memo"]
    table = [[(name, name in {"Remark", "Link"}) for name in names]]
    for n in range(rows):
        kind = pick.choice(KINDS)
        code = f"{pick.choice('ABKMRTZ')}{pick.choice('CDHY')}-{pick.randint(1000, 9999)}"
        table.append(
            [
                (f"{pick.randint(13, 28)}/{1 + n % 12:02}/2019", False),
                (f"{n % 24:02}:{15 * (n % 4):02}", False),
                (str(pick.randint(0, 40)), False),
                (code, False),
                (f"${pick.randint(1, 99)}.{pick.randint(0, 99):02}", False),
                (kind, "," in kind or '"' in kind),
                (pick.choice(REMARKS), True),
                (f"https://shop.example/item/{code.replace('-', '_')}.html", True),
                ("", False),
            ]
        )
    return table


KINDS = (
    "Walking Shoes for Men",
    "Rain Jacket, Hooded",
    "Women's Socks",
    'Garden Table, Round 36"',
    "Kids' Sun Hat",
    "Lamp",
    'Ladder 6" Step, Folding',
)
REMARKS = (
    "Made to last, these are light on the foot and dry quickly.",
    "A jacket that keeps wind and rain out, whatever the weather, all year round.",
    'Sturdy top of 36" across, weather-proof, easy to clean.',
    "Soft, warm and cosy; won't slip.",
    "Keeps the sun off children's faces, and folds into a pocket.",
    "A bright light with a 7\\'2\" cord, safe for outdoor use.",
    "It is simple and it works.",
)


def write(table: Sequence[Sequence[Cell]], style: Style) -> str:
    """The table as text; quotes are escaped wherever they stand."""
    lines = []
    for number, row in enumerate(table):
        delimiter = style.row_delimiters.get(number, style.delimiter)
        lines.append(delimiter.join(_written(cell, style) for cell in row) + style.end)
    return "".join(lines)


def _written(cell: Cell, style: Style) -> str:
    text, quoted = cell
    if not quoted:
        return text
    inner = text if style.quote != '"' else text.replace('"', style.escape + '"')
    return style.quote + inner + style.quote


def texts(table: Sequence[Sequence[Cell]]) -> Rows:
    return [[text for text, _ in row] for row in table]


def pollutions(table: list[list[Cell]]) -> Iterator[Polluted]:
    """Every file of every kind, the weight of a kind spread over its files."""
    yield from _whole_file(table)
    yield from _tables(table)
    per_row: list[Callable[[list[list[Cell]]], Iterator[Polluted]]]
    per_row = [_less_delimiters, _more_delimiters, _extra_quotes, _blank_rows]
    for maker in per_row:
        made = list(maker(table))
        yield from (replace(file, weight=file.weight / len(made)) for file in made)


def _whole_file(table: list[list[Cell]]) -> Iterator[Polluted]:
    clean = texts(table)
    text = write(table, Style())
    yield Polluted("source", text, clean)
    yield Polluted("no_trailing_newline", text.removesuffix("\r\n"), clean, 184)
    yield Polluted("double_trailing_newline", text + "\r\n", clean, 5)
    for end, weight in (("\n", 1691), ("\r", 7)):
        yield Polluted(f"record_delimiter_{end!r}", write(table, Style(end=end)), clean, weight)
    for mark, weight in ((";", 834), ("\t", 4), (", ", 101), (" ", 4), ("|", 4), ("||", 1)):
        text = write(table, Style(delimiter=mark))
        yield Polluted(f"field_delimiter_{mark!r}", text, clean, weight)
    yield Polluted("quotation_char", write(table, Style(quote="'")), clean, 11)
    for escape, weight in (("\\", 1), ("", 7)):
        yield Polluted(f"escape_{escape!r}", write(table, Style(escape=escape)), clean, weight)


def _tables(table: list[list[Cell]]) -> Iterator[Polluted]:
    clean, text = texts(table), write(table, Style())
    yield Polluted("no_header", write(table[1:], Style()), clean[1:], 470)
    for times in (2, 3):
        joined = [" ".join([name] * times) for name in clean[0]]
        repeated = write([table[0]] * times + table[1:], Style())
        yield Polluted(f"header_multirow_{times}", repeated, [joined, *clean[1:]], 47)
    blank = "," * (len(clean[0]) - 1) + "\r\n"
    yield Polluted("preamble", "PREAMBLE" + blank + blank + text, clean, 282)
    yield Polluted("header_only", write(table[:1], Style()), clean[:1], 3)
    yield Polluted("one_data_row", write(table[:2], Style()), clean[:2], 4)
    for kind, columns in (("less", -1), ("same", None), ("more", None)):
        second = [row[:columns] for row in table]
        if kind == "more":
            second = [[*row, ("col1" if n == 0 else "", False)] for n, row in enumerate(table)]
        yield Polluted(f"multitable_{kind}", text + write(second, Style()), clean, 62.7)


def _less_delimiters(table: list[list[Cell]]) -> Iterator[Polluted]:
    style = Style()
    for i, row in enumerate(table):
        cells = [_written(cell, style) for cell in row]
        for j in range(1, len(row)):
            line = ",".join([*cells[: j - 1], cells[j - 1] + cells[j], *cells[j + 1 :]])
            yield _with_line(table, i, line, "less_delimiters", 250)


def _more_delimiters(table: list[list[Cell]]) -> Iterator[Polluted]:
    style = Style()
    for i, row in enumerate(table):
        cells = [_written(cell, style) for cell in row]
        for j in range(len(row)):
            line = ",".join([*cells[:j], "", *cells[j:]])
            yield _with_line(table, i, line, "more_delimiters", 280)


def _extra_quotes(table: list[list[Cell]]) -> Iterator[Polluted]:
    style = Style()
    for i, row in enumerate(table):
        cells = [_written(cell, style) for cell in row]
        for j, (text, quoted) in enumerate(row):
            stray = '"' + cells[j] if not quoted else '""' + cells[j][1:]
            line = ",".join([*cells[:j], stray, *cells[j + 1 :]])
            file = _with_line(table, i, line, "extra_quote", 7)
            clean = [list(r) for r in file.clean]
            clean[i][j] = '"' + text
            yield replace(file, clean=clean)


def _blank_rows(table: list[list[Cell]]) -> Iterator[Polluted]:
    for i in range(len(table)):
        text = write(table, Style(row_delimiters={i: " "}))
        yield Polluted("row_field_delimiter", text, texts(table), 30)


def _with_line(table: list[list[Cell]], i: int, line: str, kind: str, weight: float) -> Polluted:
    lines = [write([row], Style()) for row in table]
    lines[i] = line + "\r\n"
    return Polluted(kind, "".join(lines), texts(table), weight)


def printed(path: Path) -> str:
    """What `pdl cat --header path` prints of a file's first table."""
    table = read_tables(path)[0]
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    if table.has_header:
        writer.writerow(table.header_path_names())
    writer.writerows(table.rows())
    return out.getvalue()


def score(clean: Rows, printed: str) -> float:
    """0 to 10: what was printed as CSV against what was meant."""
    loaded = list(csv.reader(io.StringIO(printed, newline="")))
    if not clean:
        return 10.0
    header = _measures(map(_normal, clean[0]), map(_normal, loaded[0] if loaded else []))
    records = _measures(map(_record, clean[1:]), map(_record, loaded[1:]))
    cells = _measures((c for row in clean for c in row), (c for row in loaded for c in row))
    return 1 + sum(header) + sum(records) + sum(cells)


def _measures(meant: Iterator[str], found: Iterator[str]) -> tuple[float, float, float]:
    left, right = Counter(meant), Counter(found)
    common = (left & right).total()
    if not left:
        return 1.0, 1.0, 1.0
    if not common:
        return 0.0, 0.0, 0.0
    recall, precision = common / left.total(), common / right.total()
    return precision, recall, 2 * precision * recall / (precision + recall)


def _record(row: Sequence[str]) -> str:
    return "".join(map(_normal, row))


def _normal(cell: str) -> str:
    try:
        return str(float(cell)) if "." in cell else str(int(cell))
    except ValueError:
        return cell.lower()
