"""Observations about a file that was read all the same."""

from enum import StrEnum


class Finding(StrEnum):
    """Stable codes of what is odd about a file, an asset or a table."""

    FORMAT_MISMATCH = "FORMAT_MISMATCH"
    """The name promises another format than the content has."""
    MIXED_ENCODING = "MIXED_ENCODING"
    """Some cells are not valid in the encoding of the rest; they are counted and kept."""
    ENCODING_GUESSED = "ENCODING_GUESSED"
    """No strict decoder fitted; a statistical detector chose the encoding."""
    RAGGED_ROWS = "RAGGED_ROWS"
    """Some rows have more or fewer cells than the header."""
    UNCLOSED_QUOTE = "UNCLOSED_QUOTE"
    """A quoted cell is not closed before the end of the file."""
    NO_HEADER = "NO_HEADER"
    """No header row was found; columns are named by position."""
    NAME_MASKED = "NAME_MASKED"
    """A name carried personal data and is shown masked."""
    MEMBER_SKIPPED = "MEMBER_SKIPPED"
    """An archive member was left out (resource fork, directory, unsafe name)."""
    NUL_BYTES = "NUL_BYTES"
    """The text holds NUL characters."""
    DISTRIBUTION_DOCUMENT = "DISTRIBUTION_DOCUMENT"
    """Its author asked that it be neither copied nor printed; it needs no password and was read."""
