"""Tables as an Arrow stream of strings, without an Arrow library.

`stream` makes the PyCapsule that `__arrow_c_stream__` hands to pyarrow, polars, DuckDB and others:
the Arrow C stream interface (https://arrow.apache.org/docs/format/CStreamInterface.html) over the
C data interface, filled by ctypes. Every column is `utf8` without nulls; rows come in batches that
are read from the source when the consumer asks for them, so memory stays flat.

Who made a structure frees it: each has a release callback, and what it points to is kept alive in
`_held` until that is called.
"""

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Any, Protocol

BATCH_ROWS = 65_536
_BATCH_CHARS = 1 << 28
"""Characters of one batch; offsets are 32 bits."""
_EIO = 5


class Source(Protocol):
    """What is exported: names, and rows that may be shorter or longer than them."""

    @property
    def names(self) -> tuple[str, ...]: ...
    def rows(self) -> Iterator[list[str]]: ...


_Release = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Schema(ctypes.Structure):
    _fields_ = (
        ("format", ctypes.c_char_p),
        ("name", ctypes.c_char_p),
        ("metadata", ctypes.c_char_p),
        ("flags", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


class _Array(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_int64),
        ("null_count", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("n_buffers", ctypes.c_int64),
        ("n_children", ctypes.c_int64),
        ("buffers", ctypes.c_void_p),
        ("children", ctypes.c_void_p),
        ("dictionary", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


class _Stream(ctypes.Structure):
    _fields_ = (
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.c_void_p),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


_held: dict[int, Any] = {}
"""By `private_data`: everything that a structure not yet released points to."""
_counter = iter(range(1, 1 << 62))


def _hold(thing: object) -> int:
    key = next(_counter)
    _held[key] = thing
    return key


def _releaser(kind: Any) -> Any:
    """The callback that frees a structure: its children, what it holds, its mark of life."""

    def release(address: int) -> None:
        try:
            structure = kind.from_address(address)
        except BaseException:  # noqa: BLE001
            # An exception is on its way in the consumer's thread, and the first call into C fails
            # with it. It cannot be put back from here; not to release would end the process.
            structure = kind.from_address(address)
        count = getattr(structure, "n_children", 0)
        for child in (ctypes.c_void_p * count).from_address(structure.children) if count else ():
            if mark := kind.from_address(child).release:
                _Release(mark)(child)
        _held.pop(structure.private_data, None)
        structure.release = None

    return _Release(release)


_release_schema, _release_array, _release_stream = map(_releaser, (_Schema, _Array, _Stream))


def _address(callback: Any) -> int | None:
    return ctypes.cast(callback, ctypes.c_void_p).value


def _fill_schema(target: Any, format: bytes, name: str, children: Sequence[_Schema] = ()) -> None:  # noqa: A002
    encoded = name.encode("utf-8", "replace").replace(b"\0", b"")
    pointers = (ctypes.c_void_p * len(children))(*map(ctypes.addressof, children))
    target.format, target.name, target.metadata, target.flags = format, encoded, None, 0
    target.n_children = len(children)
    target.children = ctypes.addressof(pointers) if children else None
    target.dictionary = None
    target.release = _address(_release_schema)
    target.private_data = _hold((format, encoded, children, pointers))


def _fill_array(
    target: Any, length: int, buffers: Sequence[Any], children: Sequence[_Array] = ()
) -> None:
    places = [None, *map(ctypes.addressof, buffers)]
    slots = (ctypes.c_void_p * len(places))(*places)
    pointers = (ctypes.c_void_p * len(children))(*map(ctypes.addressof, children))
    target.length, target.null_count, target.offset = length, 0, 0
    target.n_buffers, target.n_children = len(places), len(children)
    target.buffers = ctypes.addressof(slots)
    target.children = ctypes.addressof(pointers) if children else None
    target.dictionary = None
    target.release = _address(_release_array)
    target.private_data = _hold((buffers, slots, children, pointers))


def _column(cells: Sequence[str]) -> _Array:
    encoded = [cell.encode("utf-8", "replace") for cell in cells]
    offsets = (ctypes.c_int32 * (len(cells) + 1))(0, *accumulate(map(len, encoded)))
    data = b"".join(encoded) or b"\0"
    out = _Array()
    _fill_array(out, len(cells), [offsets, (ctypes.c_char * len(data)).from_buffer_copy(data)])
    return out


def _batches(source: Source) -> Iterator[list[Sequence[str]]]:
    """Columns of up to `BATCH_ROWS` rows, padded and cut to the table's width."""
    width = len(source.names)
    rows = iter(source.rows())
    while batch := list(_bounded(islice(rows, BATCH_ROWS))):
        padded = [[*row[:width], *[""] * (width - len(row))] for row in batch]
        yield list(zip(*padded, strict=True))


def _bounded(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    chars = 0
    for row in rows:
        yield row
        chars += sum(map(len, row))
        if chars > _BATCH_CHARS:
            return


_GetOne = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_GetText = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


class _Producer:
    """The callbacks of one stream."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._batches = _batches(source)
        self._error = ctypes.create_string_buffer(64)
        self.get_schema = _GetOne(self._guarded(self._schema))
        self.get_next = _GetOne(self._guarded(self._next))
        self.get_last_error = _GetText(lambda _: ctypes.addressof(self._error))

    def _guarded(self, fill: Any) -> Any:
        def call(_: int, target: int) -> int:
            try:
                fill(target)
            except Exception as error:  # noqa: BLE001  (nothing may pass into C)
                # The reason's code or the error's kind, never a word from the file.
                code = getattr(error, "reason", type(error).__name__)
                self._error.value = str(code).encode("ascii", "replace")[:60]
                return _EIO
            return 0

        return call

    def _schema(self, target: int) -> None:
        children = [_Schema() for _ in self._source.names]
        for child, name in zip(children, self._source.names, strict=True):
            _fill_schema(child, b"u", name)
        _fill_schema(_Schema.from_address(target), b"+s", "", children)

    def _next(self, target: int) -> None:
        batch = next(self._batches, None)
        out = _Array.from_address(target)
        if batch is None:
            out.release = None
        else:
            _fill_array(out, len(batch[0]), [], [_column(cells) for cells in batch])


_NAME = b"arrow_array_stream"
_new_capsule = ctypes.PYFUNCTYPE(
    ctypes.py_object, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
)(("PyCapsule_New", ctypes.pythonapi))
_streams: list[Any] = []
"""Streams made; one whose release callback is null was taken by its consumer. A capsule has no
destructor: it may run while an exception is on its way, which a callback of ctypes would lose. A
stream that nobody takes costs some hundred bytes, and its file is not opened."""


def stream(source: Source) -> object:
    """A PyCapsule with an ArrowArrayStream over all rows of a table; it can be consumed once."""
    producer = _Producer(source)
    out: Any = _Stream()
    out.get_schema = _address(producer.get_schema)
    out.get_next = _address(producer.get_next)
    out.get_last_error = _address(producer.get_last_error)
    out.release = _address(_release_stream)
    out.private_data = _hold(producer)
    _streams[:] = [made for made in _streams if made.release]
    _streams.append(out)
    capsule: object = _new_capsule(ctypes.addressof(out), _NAME, None)
    return capsule
