"""Delimited text in the shapes and encodings that agencies publish."""

import csv
import io
from collections.abc import Sequence

from samples.model import Cell, Table

Row = Sequence[Cell]


def write(
    table: Table,
    encoding: str = "utf-8",
    *,
    delimiter: str = ",",
    before: Sequence[Row] = (),
    after: Sequence[Row] = (),
    header: bool = True,
    newline: str = "\r\n",
) -> bytes:
    """The table as delimited text.

    `before` and `after` are rows around it (titles, units, sums, footnotes; an empty row is a blank
    line). `encoding` is a codec name; `utf-8-sig` writes a byte order mark.
    """
    head: list[list[str]] = table.header() if header else []
    return write_rows([*before, *head, *table.rows(), *after], encoding, delimiter, newline)


def write_rows(
    rows: Sequence[Row], encoding: str = "utf-8", delimiter: str = ",", newline: str = "\r\n"
) -> bytes:
    """Rows as they are, of any length: None is an empty cell, dates are written as ISO 8601."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, lineterminator=newline)
    writer.writerows(rows)
    return text.getvalue().encode(encoding)
