"""HTML tables, as old Korean portals serve them under the name `.xls`.

Only tables that hold data are read: at least two rows and two columns, at least half of the cells
filled, and no table inside. A page without one is no file of data: UNSUPPORTED_FORMAT. Spanning
cells repeat their text, as in browsers' copy and paste and in pandas.
"""

import codecs
import re
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

from profiler.encoding import detect_encoding
from profiler.formats import Content
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

_LARGEST_SPAN = 1_000
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w.:-]+)", re.I)
_SILENT = frozenset({"script", "style", "title"})


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid a data table. Raises `Unreadable`: UNSUPPORTED_FORMAT, MEMORY_LIMIT."""
    del found, extension
    if path.stat().st_size > limits.page_bytes:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    encoding, finding = _encoding(path)
    parser = _Tables(limits.page_cells)
    parser.feed(path.read_text(encoding, "replace"))
    parser.close()
    tables = [rows for rows in parser.finished if _holds_data(rows)]
    if not tables:
        raise Unreadable(FailureReason.UNSUPPORTED_FORMAT)
    grids = [Grid(partial(iter, rows)) for rows in tables[: limits.tables]]
    return Content(grids, encoding, findings=[finding] if finding else [])


def _encoding(path: Path) -> tuple[str, Finding | None]:
    """What the bytes are; where they fit several encodings, what the page says it is."""
    found = detect_encoding(path)
    with path.open("rb") as file:
        declared = _CHARSET.search(file.read(4096))
    if found.finding and declared:
        try:
            return codecs.lookup(declared[1].decode("ascii", "replace")).name, found.finding
        except LookupError:
            pass
    return found.name, found.finding


def _holds_data(rows: list[list[str]]) -> bool:
    width = max(map(len, rows), default=0)
    filled = sum(1 for row in rows for cell in row if cell.strip())
    return len(rows) > 1 and width > 1 and 2 * filled >= width * len(rows)


class _Tables(HTMLParser):
    """Collects tables; `finished` has the rows of those without a table inside."""

    def __init__(self, cells: int) -> None:
        super().__init__()
        self.finished: list[list[list[str]]] = []
        self._open: list[_Table] = []
        self._cells_left = cells
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        elif tag == "table":
            for outer in self._open:
                outer.is_layout = True
            self._open.append(_Table())
        elif self._open and tag == "tr":
            self._open[-1].start_row()
        elif self._open and tag in {"td", "th"}:
            spans = dict(attrs)
            columns, rows = _span(spans.get("colspan")), _span(spans.get("rowspan"))
            self._cells_left -= columns
            if self._cells_left < 0:
                raise Unreadable(FailureReason.MEMORY_LIMIT)
            self._open[-1].start_cell(columns, rows)
        elif tag == "br":
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag == "table" and self._open:
            table = self._open.pop()
            table.end_row()
            if not table.is_layout:
                self.finished.append(table.rows)
        elif tag in {"td", "th"} and self._open:
            self._open[-1].end_cell()
        elif tag == "tr" and self._open:
            self._open[-1].end_row()

    def handle_data(self, data: str) -> None:
        if self._open and not self._silent:
            self._open[-1].add(data)

    def close(self) -> None:
        super().close()
        while self._open:
            self.handle_endtag("table")


class _Table:
    """One table being read; end tags may be missing, as HTML allows."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.is_layout = False
        self._row: list[str] | None = None
        self._text: list[str] | None = None
        self._columns = self._rows = 1
        self._hanging: dict[int, tuple[int, str]] = {}
        """Column -> (rows it still reaches into, text) of cells that span rows."""

    def start_row(self) -> None:
        self.end_row()
        self._row = []

    def start_cell(self, columns: int, rows: int) -> None:
        self.end_cell()
        if self._row is None:
            self._row = []
        self._text, self._columns, self._rows = [], columns, rows

    def add(self, text: str) -> None:
        if self._text is not None:
            self._text.append(text)

    def end_cell(self) -> None:
        if self._text is None or self._row is None:
            return
        self._fill_hanging()
        text = " ".join("".join(self._text).split())
        for _ in range(self._columns):
            if self._rows > 1:
                self._hanging[len(self._row)] = (self._rows - 1, text)
            self._row.append(text)
        self._text = None

    def end_row(self) -> None:
        self.end_cell()
        if self._row is not None:
            self._fill_hanging()
            self.rows.append(self._row)
            self._row = None

    def _fill_hanging(self) -> None:
        """Cells of rows above that reach down to where the row stands now."""
        assert self._row is not None  # noqa: S101  (both callers have looked)
        while len(self._row) in self._hanging:
            left, text = self._hanging.pop(len(self._row))
            if left > 1:
                self._hanging[len(self._row)] = (left - 1, text)
            self._row.append(text)


def _span(text: str | None) -> int:
    if not text or not re.fullmatch("[0-9]{1,4}", text):
        return 1
    return min(max(1, int(text)), _LARGEST_SPAN)
