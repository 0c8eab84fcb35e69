"""Apache Parquet: one table, its columns named by the file, its row groups read batch by batch.

A field of a struct is a column of its own under a dotted path, as in JSON; lists and maps are JSON
text. Nothing is mapped into memory, and a text that is repeated a million times costs what it costs
once: such columns come as Arrow dictionaries.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import repeat
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet as pq
from pyarrow import types as kinds

from profiler.formats import Content
from profiler.formats.arrow_cells import cells
from profiler.identify import Identified
from profiler.limits import Limits
from profiler.table import Grid
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason

_BATCH_ROWS = 4_096
_BATCH_CELLS = 65_536
_BATCH_BYTES = 16 << 20
_REPEATED_BYTES = 8
"""A value of a text column takes at least four bytes for its length, unless it is a number in a
dictionary."""
_GROUPS_LOOKED_AT = 100
_BUFFER = 1 << 20
"""Bytes of a column that are read ahead."""


def read(path: Path, found: Identified, extension: str, limits: Limits) -> Content:
    """One grid. Raises `Unreadable`: DAMAGED, ENCRYPTED, NO_TABLE, limits, UNSUPPORTED_FORMAT."""
    del found, extension
    with _faults(), _opened(path, limits) as file:
        schema = file.schema_arrow
        names = tuple(_names(schema, limits.record_depth))
    if not names:
        raise Unreadable(FailureReason.NO_TABLE)
    if len(names) > limits.columns:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    return Content([Grid(partial(_rows, path, len(names), limits), names=names)])


@contextmanager
def _faults() -> Iterator[None]:
    """pyarrow's words for what is wrong with a file; they may quote it and end here."""
    try:
        yield
    except MemoryError:
        raise
    except NotImplementedError:
        reason = FailureReason.UNSUPPORTED_FORMAT
    except (pa.ArrowException, OSError, ValueError, LookupError, TypeError, OverflowError) as error:
        locked = "crypt" in str(error).lower()
        reason = FailureReason.ENCRYPTED if locked else FailureReason.DAMAGED
    else:
        return
    raise Unreadable(reason)


def _opened(path: Path, limits: Limits, texts: tuple[str, ...] = ()) -> pq.ParquetFile:
    """The file; `texts` are the paths of columns that come as dictionaries."""
    return pq.ParquetFile(
        path,
        memory_map=False,
        buffer_size=_BUFFER,
        pre_buffer=False,
        page_checksum_verification=True,
        thrift_string_size_limit=limits.directory_bytes,
        thrift_container_size_limit=limits.document_elements,
        read_dictionary=texts,
    )


def _names(schema: Any, depth: int) -> Iterator[str]:
    for field in schema:
        yield from (".".join(path) for path in _leaves(field, depth))


def _leaves(field: Any, depth: int) -> Iterator[tuple[str, ...]]:
    """Paths of the columns that a field is. Raises `Unreadable` (MEMORY_LIMIT): too deep."""
    if depth < 0:
        raise Unreadable(FailureReason.MEMORY_LIMIT)
    if kinds.is_struct(field.type):
        for number in range(field.type.num_fields):
            for path in _leaves(field.type.field(number), depth - 1):
                yield (field.name, *path)
        return
    for number in range(field.type.num_fields):  # what lists hold is no column, yet may be deep
        for _ in _leaves(field.type.field(number), depth - 1):
            pass
    yield (field.name,)


def _rows(path: Path, width: int, limits: Limits) -> Iterator[list[str]]:
    with _faults(), _opened(path, limits) as file:
        count = _rows_at_once(file.metadata, width)
        texts = _repeated_texts(file.metadata)
    with _faults(), _opened(path, limits, texts) as file:
        for batch in file.iter_batches(count, use_threads=False):
            columns = [_texts(array) for column in batch.columns for array in _flat(column)]
            for row in zip(*columns, strict=False):
                yield list(row)


def _rows_at_once(metadata: Any, width: int) -> int:
    """So few rows that a batch stays small, by what the file says of its sizes."""
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    largest = max((g.total_byte_size // max(1, g.num_rows) for g in groups), default=0)
    return max(1, min(_BATCH_ROWS, _BATCH_CELLS // width, _BATCH_BYTES // max(1, largest)))


def _repeated_texts(metadata: Any) -> tuple[str, ...]:
    """Paths of text columns whose values repeat: they take fewer bytes than text could."""
    schema = metadata.schema
    columns = [(number, schema.column(number)) for number in range(len(schema))]
    return tuple(
        column.path
        for number, column in columns
        if column.physical_type == "BYTE_ARRAY"
        and not column.max_repetition_level
        and _bytes_a_value(metadata, number) < _REPEATED_BYTES
    )


def _bytes_a_value(metadata: Any, number: int) -> float:
    groups = range(min(metadata.num_row_groups, _GROUPS_LOOKED_AT))
    chunks = [metadata.row_group(group).column(number) for group in groups]
    values = sum(chunk.num_values for chunk in chunks)
    return float(sum(chunk.total_uncompressed_size for chunk in chunks) / max(1, values))


def _flat(array: Any) -> Iterator[Any]:
    """The arrays of the columns that a column of the file is; a null struct is null in each."""
    if kinds.is_struct(array.type):
        for inner in array.flatten():
            yield from _flat(inner)
    else:
        yield array


def _texts(array: Any) -> Any:
    return repeat("", len(array)) if kinds.is_null(array.type) else cells(array)
