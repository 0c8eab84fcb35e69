"""List files as text: which encoding holds for the whole file, and rows of delimited cells."""

import codecs
import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path

from crawler.catalogs.base import CatalogError
from store.snapshots import Edition

_CHUNK = 1 << 20
_CELL_CHARACTERS = 16 << 20
_BOM = codecs.BOM_UTF8


def examine(path: Path) -> Edition:
    """Name, sha256 and encoding of a list file, read once from end to end.

    UTF-8 is tried first and CP949 after it, both strictly over the whole file: the list comes in
    either, and a sample would not tell them apart where the first rows are ASCII.

    Raises:
        CatalogError: missing, a folder, unreadable, empty, or in neither encoding.
    """
    if path.is_dir():
        raise CatalogError(f"{path} is a folder, not a catalogue list")
    if path.exists() and not path.is_file():
        raise CatalogError(f"{path} is not a regular file")
    sha256, size, bom = hashlib.sha256(), 0, False
    decoders = {name: codecs.getincrementaldecoder(name)("strict") for name in ("utf-8", "cp949")}
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                bom = bom or (size == 0 and chunk.startswith(_BOM))
                size += len(chunk)
                sha256.update(chunk)
                _decode(decoders, chunk, final=False)
    except FileNotFoundError:
        raise CatalogError(f"{path} does not exist") from None
    except OSError as error:
        raise CatalogError(f"{path} cannot be read: {error.strerror or error}") from None
    _decode(decoders, b"", final=True)
    if size == 0 or (bom and size == len(_BOM)):
        raise CatalogError(f"{path} is empty")
    if not decoders:
        raise CatalogError(f"{path} is text in neither UTF-8 nor CP949")
    encoding = next(iter(decoders))
    return Edition(path.name, sha256.hexdigest(), "utf-8-sig" if bom else encoding)


def _decode(decoders: dict[str, codecs.IncrementalDecoder], chunk: bytes, *, final: bool) -> None:
    """Drops the decoders that `chunk` is not valid for; all later ones wait for the first."""
    for name in list(decoders):
        try:
            decoders[name].decode(chunk, final)
        except UnicodeDecodeError:
            del decoders[name]


def rows(path: Path, encoding: str) -> Iterator[list[str]]:
    """The rows of a comma-separated list (RFC 4180), blank ones left out, the header first.

    Raises:
        CatalogError: broken quoting, or a row with another number of cells than the header.
    """
    csv.field_size_limit(max(csv.field_size_limit(), _CELL_CHARACTERS))
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(file, strict=True)
        width = 0
        while True:
            try:
                row = next(reader, None)
            except csv.Error as error:
                raise CatalogError(
                    f"{path} is damaged near line {reader.line_num}: {error}"
                ) from None
            if row is None:
                return
            if not any(cell and not cell.isspace() for cell in row):
                continue
            width = width or len(row)
            if len(row) != width:
                raise CatalogError(
                    f"{path} is damaged: the row that ends at line {reader.line_num} has"
                    f" {len(row)} cells, the header has {width}"
                )
            yield row
