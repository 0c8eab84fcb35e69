"""Splitting one record by the places of its quotes: one that encloses no cell is a character."""

import re

from profiler.formats.dialect import Dialect


class Splitter:
    """Splits records of one dialect without a state that a stray quote could upset."""

    def __init__(self, dialect: Dialect) -> None:
        self.quote, self._escape = dialect.quote, dialect.escape
        edge, quote, escape = map(re.escape, (dialect.delimiter, self.quote, self._escape))
        blank = " *+" if dialect.skip_blank_after_delimiter else ""
        plain, escaped = f"[^{quote}{escape}]++", f"|{escape}." if escape else ""
        enclosed = f"{blank}{quote}((?:{plain}{escaped}|{quote}{quote})*+){quote}"
        bare = rf"[^{edge}\r\n]*+"
        if not quote:
            enclosed = "(?!)()"
        self._cell = re.compile(rf"{enclosed}(?={edge}|$)|{blank}({bare})", re.S)
        whole = f"(?:{enclosed}|(?!{blank}{quote}){bare})" if quote else bare
        self._record = re.compile(rf"{whole}(?:{edge}{whole})*+(?:\r\n|\r|\n)?", re.S)

    def is_well_formed(self, text: str) -> bool:
        """Is every quote of this record, line end included, one that opens or closes a cell?"""
        return self._record.fullmatch(text) is not None

    def cells(self, line: str) -> list[str]:
        """The cells of one line; quotes that do not enclose a cell stay in it."""
        cells: list[str] = []
        position = 0
        line = line.rstrip("\r\n")
        while True:
            found = self._cell.match(line, position)
            if found is None:  # pragma: no cover  (the bare cell matches everywhere)
                return cells
            cells.append(found[2] if found[1] is None else self._unquoted(found[1]))
            position = found.end()
            if position >= len(line):
                return cells
            position += 1

    def _unquoted(self, text: str) -> str:
        if self._escape:
            return re.sub(re.escape(self._escape) + "(.)", r"\1", text, flags=re.S)
        return text.replace(self.quote * 2, self.quote)
