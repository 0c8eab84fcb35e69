"""Arrow arrays -> cell strings, as people see the values.

Numbers without `.0`, decimals with the digits they have, dates and times in ISO form, points in
time in their own zone, text unaltered, lists and maps as JSON. A null is an empty cell, an empty
list or map as well. Bytes that are no text are shown in hexadecimal.
"""

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from decimal import Decimal
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import types as kinds

from profiler.formats.cells import shown

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_DIGITS = {"s": 0, "ms": 3, "us": 6, "ns": 9}
"""Decimal digits of a second in each unit of time."""


def cells(array: Any) -> list[str]:
    """One string a value of an Arrow array that is no struct; never fails on what a value is."""
    kind = array.type
    if isinstance(kind, pa.BaseExtensionType):
        return _of_extension(array)
    if kinds.is_dictionary(kind):
        return _of_dictionary(array)
    if kinds.is_run_end_encoded(kind):
        return cells(pc.run_end_decode(array))
    if _is_text(kind):
        return _texts(array)
    for holds, convert in _BY_KIND:
        if holds(kind):
            return convert(array)
    return [json_cell(value, kind) for value in array.to_pylist()]


def json_cell(value: Any, kind: Any) -> str:
    """A list, map or anything else that has no form of its own, as JSON text."""
    plain = _plain(value, kind)
    if plain in (None, [], {}):
        return ""
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def _of_extension(array: Any) -> list[str]:
    if array.type.extension_name == "arrow.uuid":
        return ["" if value is None else str(value) for value in array.to_pylist()]
    return cells(array.storage)


def _of_dictionary(array: Any) -> list[str]:
    """Only the values that occur are made text: a dictionary may be far larger than a batch."""
    indices = array.indices.to_pylist()
    used = sorted({index for index in indices if index is not None})
    texts = cells(array.dictionary.take(pa.array(used, pa.int64())))
    by_index: dict[int | None, str] = dict(zip(used, texts, strict=True))
    return [by_index.get(index, "") for index in indices]


def _is_text(kind: Any) -> bool:
    return bool(kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind))


def _is_bytes(kind: Any) -> bool:
    return bool(
        kinds.is_binary(kind)
        or kinds.is_large_binary(kind)
        or kinds.is_binary_view(kind)
        or kinds.is_fixed_size_binary(kind)
    )


def _texts(array: Any) -> list[str]:
    try:
        return [value or "" for value in array.to_pylist()]
    except UnicodeDecodeError:  # the format does not check what its writers call text
        raw = array.cast(pa.large_binary()).to_pylist()
        return ["" if value is None else value.decode("utf-8", "replace") for value in raw]


def _bytes(array: Any) -> list[str]:
    return ["" if value is None else _byte_text(value) for value in array.to_pylist()]


def _byte_text(value: bytes) -> str:
    """Old writers store text as bytes; a control character tells that it is none."""
    try:
        text = value.decode("utf-8")
    except UnicodeDecodeError:
        return value.hex()
    return text if text.isprintable() else value.hex()


def _plain_values(array: Any) -> list[str]:
    return [shown(value) for value in array.to_pylist()]


def _single_floats(array: Any) -> list[str]:
    """With as few digits as tell the value from its neighbours of the same width."""
    texts = array.cast(pa.float32()).cast(pa.string()).to_pylist()
    return ["" if text is None else shown(float(text)) for text in texts]


def _decimals(array: Any) -> list[str]:
    return ["" if value is None else f"{value:f}" for value in array.to_pylist()]


def _dates(array: Any) -> list[str]:
    return _arrow_texts(array.cast(pa.date32(), safe=False))


def _times(array: Any) -> list[str]:
    texts = _arrow_texts(array)
    return [text.rstrip("0").rstrip(".") if "." in text else text for text in texts]


def _arrow_texts(array: Any) -> list[str]:
    return [text or "" for text in array.cast(pa.string()).to_pylist()]


def _moments(array: Any) -> list[str]:
    zone = _zone(array.type.tz) if array.type.tz else None
    digits = _DIGITS[array.type.unit]
    ticks = array.cast(pa.int64()).to_pylist()
    return ["" if tick is None else _moment(tick, digits, zone) for tick in ticks]


@lru_cache(maxsize=64)
def _zone(name: str) -> tzinfo:
    """The zone that a file names: `Asia/Seoul`, `+09:00`; UTC where nobody knows it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        pass
    try:
        return datetime.strptime(name, "%z").tzinfo or UTC
    except ValueError:
        return UTC


def _moment(tick: int, digits: int, zone: tzinfo | None) -> str:
    """A point in time, with its time of day even at midnight: a column has one form."""
    seconds, rest = divmod(tick, 10**digits)
    try:
        moment = (_EPOCH + timedelta(seconds=seconds)).astimezone(zone or UTC)
    except (OverflowError, ValueError):
        return str(tick)  # beyond the years 1 to 9999
    text = moment.isoformat(sep=" ")
    return text[:19] + _fraction(rest, digits) + (text[19:] if zone else "")


def _durations(array: Any) -> list[str]:
    digits = _DIGITS[array.type.unit]
    ticks = array.cast(pa.int64()).to_pylist()
    return ["" if tick is None else _duration(tick, digits) for tick in ticks]


def _duration(tick: int, digits: int) -> str:
    seconds, rest = divmod(abs(tick), 10**digits)
    try:
        text = shown(timedelta(seconds=seconds))
    except OverflowError:
        return str(tick)
    return ("-" if tick < 0 else "") + text + _fraction(rest, digits)


def _fraction(rest: int, digits: int) -> str:
    return f".{rest:0{digits}}".rstrip("0") if rest else ""


def _plain(value: Any, kind: Any) -> Any:
    """A nested value as JSON knows it; `kind` tells maps, which Arrow gives as lists of pairs."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, dict):
        return {field.name: _plain(value.get(field.name), field.type) for field in _fields(kind)}
    if isinstance(value, list) and kinds.is_map(kind):
        keys = [_plain(key, kind.key_type) for key, _ in value]
        items = [_plain(item, kind.item_type) for _, item in value]
        if all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys):
            return dict(zip(keys, items, strict=True))
        return [[key, item] for key, item in zip(keys, items, strict=True)]
    if isinstance(value, list):
        return [_plain(item, kind.value_type) for item in value]
    if isinstance(value, float):
        return value if value == value and abs(value) != float("inf") else str(value)
    if isinstance(value, bytes):
        return _byte_text(value)
    if isinstance(value, datetime):
        return value.isoformat(sep=" ")
    return f"{value:f}" if isinstance(value, Decimal) else shown(value)


def _fields(kind: Any) -> Iterator[Any]:
    return (kind.field(number) for number in range(kind.num_fields))


_BY_KIND: tuple[tuple[Callable[[Any], bool], Callable[[Any], list[str]]], ...] = (
    (_is_bytes, _bytes),
    (kinds.is_boolean, _plain_values),
    (kinds.is_integer, _plain_values),
    (kinds.is_float64, _plain_values),
    (kinds.is_floating, _single_floats),
    (kinds.is_decimal, _decimals),
    (kinds.is_date, _dates),
    (kinds.is_time, _times),
    (kinds.is_timestamp, _moments),
    (kinds.is_duration, _durations),
)
