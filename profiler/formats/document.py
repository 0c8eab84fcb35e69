"""Tables of word-processor documents: cells with addresses and spans -> grids with their headers.

Shared by HWP, HWPX and HWPML. A merged cell keeps its text in its first slot, as workbooks do; only
a label in the header names every column it covers. Boxes of one cell, one row or one column are
layout and no tables; ornaments and blank forms count only where a document has nothing else.
"""

from dataclasses import dataclass, field
from functools import partial

from profiler.formats import Content
from profiler.formats.document_header import header_of
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding


@dataclass(slots=True)
class Cell:
    """One cell; `row` and `column` are 0-based, `is_title` is the author's own header mark."""

    row: int
    column: int
    row_span: int = 1
    column_span: int = 1
    is_title: bool = False
    paragraphs: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The paragraphs, one a line, without blank ones before and after them."""
        return "\n".join(self.paragraphs).strip("\n")


@dataclass(slots=True)
class DocumentTable:
    """One table as the file tells it; `rows` and `columns` are the size that it states."""

    rows: int = 0
    columns: int = 0
    cells: list[Cell] = field(default_factory=list)


class Tables:
    """Collects the tables of one document, in file order, within the limits of one file."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.found: list[DocumentTable] = []
        self.findings: list[Finding] = []
        self.elements_left = limits.document_elements
        self._cells_left = limits.document_cells

    def start_table(self, rows: int = 0, columns: int = 0) -> DocumentTable:
        """A new table. Raises `Unreadable` (MEMORY_LIMIT) where the document has too many."""
        self._spend()
        table = DocumentTable(rows, columns)
        self.found.append(table)
        return table

    def start_cell(self, table: DocumentTable, cell: Cell) -> Cell:
        """A new cell of `table`. Raises `Unreadable` (MEMORY_LIMIT) as above."""
        self._spend()
        table.cells.append(cell)
        return cell

    def _spend(self) -> None:
        self._cells_left -= 1
        if self._cells_left < 0:
            raise Unreadable(FailureReason.MEMORY_LIMIT)


def content_of(tables: Tables) -> Content:
    """The grids of a document. Raises `Unreadable`: NO_TABLE, MEMORY_LIMIT."""
    limits = tables.limits
    shaped = [sound for table in tables.found if (sound := _sound(table)) is not None]
    chosen = [table for table in shaped if _holds_data(table)] or shaped
    if not chosen:
        raise Unreadable(FailureReason.NO_TABLE)
    area = sum(table.rows * table.columns for table in chosen)
    widest = max(table.columns for table in chosen)
    if len(chosen) > limits.tables or area > limits.document_cells or widest > limits.columns:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    return Content([_grid(table) for table in chosen], findings=tables.findings)


def _sound(table: DocumentTable) -> DocumentTable | None:
    """A table whose cells lie inside it, one on each address; None for layout boxes.

    Cells beyond the stated size make the table larger: some writers count wrongly.
    """
    if not table.cells:
        return None
    rows = max(table.rows, *(cell.row + 1 for cell in table.cells))
    columns = max(table.columns, *(cell.column + 1 for cell in table.cells))
    if rows < 2 or columns < 2:
        return None
    cells: dict[tuple[int, int], Cell] = {}
    for cell in table.cells:
        cells.setdefault((cell.row, cell.column), cell)
        cell.row_span = max(1, min(cell.row_span, rows - cell.row))
        cell.column_span = max(1, min(cell.column_span, columns - cell.column))
    return DocumentTable(rows, columns, list(cells.values()))


def _holds_data(table: DocumentTable) -> bool:
    """False for blank forms, and for boxes: merged cells around one text, with its title or not."""
    filled = sum(1 for cell in table.cells if cell.text.strip())
    return filled > 2 or (filled > 0 and len(table.cells) == table.rows * table.columns)


def _grid(table: DocumentTable) -> Grid:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        rows[cell.row][cell.column] = cell.text
    return Grid(partial(iter, rows), header=header_of(table, rows))
