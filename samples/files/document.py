"""What the writers of word-processor documents are given: paragraphs and tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from samples.model import Table


@dataclass(frozen=True, slots=True)
class DocumentCell:
    """A cell at a 0-based address; a line of `text` is a paragraph, tables `inside` follow it."""

    row: int
    column: int
    text: str = ""
    row_span: int = 1
    column_span: int = 1
    is_title: bool = False
    inside: tuple["DocumentTable", ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentTable:
    """A table of `rows` by `columns` slots; merged cells are listed once."""

    rows: int
    columns: int
    cells: tuple[DocumentCell, ...]
    caption: str = ""

    def by_row(self) -> list[list[DocumentCell]]:
        """The cells of each row that has any, top to bottom."""
        rows: dict[int, list[DocumentCell]] = {}
        for cell in self.cells:
            rows.setdefault(cell.row, []).append(cell)
        return [rows[row] for row in sorted(rows)]


Document = Sequence[str | DocumentTable]
"""Paragraphs and tables in their order."""


def plain_table(rows: Sequence[Sequence[str]], *, title_rows: int = 0) -> DocumentTable:
    """A table without merged cells, its first rows marked as title cells."""
    cells = tuple(
        DocumentCell(i, j, text, is_title=i < title_rows)
        for i, row in enumerate(rows)
        for j, text in enumerate(row)
    )
    return DocumentTable(len(rows), len(rows[0]), cells)


def of_table(table: Table) -> DocumentTable:
    """A sample table with its groups merged over their columns, other labels down both rows."""
    header = table.header()
    body = [["" if cell is None else str(cell) for cell in row] for row in table.rows()]
    if len(header) == 1:
        return plain_table([*header, *body])
    groups = [column.group for column in table.columns]
    cells: list[DocumentCell] = []
    for j, column in enumerate(table.columns):
        if not column.group:
            cells.append(DocumentCell(0, j, column.name, row_span=2))
            continue
        cells.append(DocumentCell(1, j, column.name))
        if j == 0 or groups[j - 1] != column.group:
            width = next(
                (k for k in range(j, len(groups)) if groups[k] != column.group), len(groups)
            )
            cells.append(DocumentCell(0, j, column.group, column_span=width - j))
    for i, row in enumerate(body, start=2):
        cells += [DocumentCell(i, j, text) for j, text in enumerate(row)]
    return DocumentTable(2 + len(body), len(groups), tuple(cells))
