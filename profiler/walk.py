"""From a path to assets: identify, unpack, find the tables, for profiling and `read_tables`."""

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from gates import intake
from profiler.formats import Content, archive, gzip_member, reader_of, tar
from profiler.formats.archive import Budget, Member
from profiler.identify import Identified, identify
from profiler.limits import Limits
from profiler.table import Table, open_table
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding

_PROMISES = {
    "csv": {"csv"},
    "tsv": {"csv"},
    "xls": {"xls"},
    "xlsx": {"xlsx", "xlsm"},
    "xlsm": {"xlsm", "xlsx"},
    "xlsb": {"xlsb"},
    "ods": {"ods"},
    "hwp": {"hwp", "hwp3"},
    "hwpx": {"hwpx"},
    "hml": {"hwpml"},
    "pdf": {"pdf"},
    "doc": {"doc"},
    "docx": {"docx"},
    "ppt": {"ppt"},
    "pptx": {"pptx"},
    "json": {"json", "jsonl", "geojson"},
    "jsonl": {"json", "jsonl", "geojson"},
    "ndjson": {"json", "jsonl", "geojson"},
    "geojson": {"json", "geojson"},
    "xml": {"xml", "hwpml", "spreadsheetml", "html"},
    "html": {"html", "xml"},
    "htm": {"html", "xml"},
    "dbf": {"dbf"},
    "shp": {"shp"},
    "parquet": {"parquet"},
    "zip": {"zip"},
    "gz": {"gzip"},
    "tgz": {"gzip"},
    "7z": {"7z"},
    "tar": {"tar"},
    "png": {"png"},
    "jpg": {"jpeg"},
    "jpeg": {"jpeg"},
    "gif": {"gif"},
}
"""What a file name's extension promises; other extensions promise nothing."""

_ARCHIVES = frozenset({"gzip", "tar", "zip"})
"""Formats whose members are the assets."""


@dataclass
class Asset:
    """One file or archive member, opened; `failure` is set where it has no tables to give."""

    source_path: str
    """The name of a file; the path of a member inside its archive."""
    container: str | None = None
    format: str | None = None
    media_type: str | None = None
    failure: FailureReason | None = None
    findings: list[Finding] = field(default_factory=list)
    encoding: str | None = None
    encoding_confidence: float | None = None
    delimiter: str | None = None
    shape: str | None = None
    tables: list[Table] = field(default_factory=list)
    skipped: bool = False

    @property
    def file_name(self) -> str:
        return PurePosixPath(self.source_path).name


@dataclass
class Walker:
    """Walks one file. `folder` is for unpacked members; `keep` leaves them there.

    `declared` is the format that the catalogue names; it stands in for a missing extension.
    """

    folder: Path
    limits: Limits
    keep: bool = False
    declared: str | None = None

    def assets(self, path: Path, name: str) -> Iterator[Asset]:
        """Assets in file order. A member that fails is an asset with a failure, never an exception.

        An asset's tables can be read until the next asset is asked for (for ever with `keep`).
        """
        yield from self._assets(path, Asset(name), Budget.of(self.limits), 0)

    def _assets(self, path: Path, asset: Asset, budget: Budget, depth: int) -> Iterator[Asset]:
        try:
            found = self._identified(path, asset)
            if found.format not in _ARCHIVES:
                self._open(path, found, asset)
                yield asset
                return
            if depth >= self.limits.archive_depth:
                raise Unreadable(FailureReason.ARCHIVE_LIMIT)
            yield from self._members(path, found.format, asset, budget, depth)
        except Unreadable as failure:
            asset.failure, asset.tables = failure.reason, []
            yield asset

    def _identified(self, path: Path, asset: Asset) -> Identified:
        found = identify(path, self.limits)
        asset.format, asset.media_type = found.format, found.media_type
        promised = _PROMISES.get(self._extension(asset))
        damaged = found.protected is FailureReason.DAMAGED
        if promised and found.format not in promised and not damaged:
            asset.findings.append(Finding.FORMAT_MISMATCH)
        refusal = intake.admit(path.stat().st_size, kind=found.format) or found.protected
        if refusal:
            raise Unreadable(refusal)
        if found.format == "binary" and promised:
            raise Unreadable(FailureReason.FORMAT_MISMATCH)
        return found

    def _extension(self, asset: Asset) -> str:
        extension = PurePosixPath(asset.file_name).suffix.lower().removeprefix(".")
        return extension or ("" if asset.container else (self.declared or "").lower())

    def _open(self, path: Path, found: Identified, asset: Asset) -> None:
        reader = reader_of(found.format)
        if reader is None:
            raise Unreadable(FailureReason.UNSUPPORTED_FORMAT)
        content = reader(path, found, self._extension(asset), self.limits)
        asset.encoding, asset.delimiter = content.encoding, content.delimiter
        asset.encoding_confidence = content.encoding_confidence
        asset.findings += content.findings
        asset.tables = list(self._tables(content, asset))
        if not asset.tables:
            raise Unreadable(FailureReason.NO_TABLE)
        asset.shape = content.shape

    def _tables(self, content: Content, asset: Asset) -> Iterator[Table]:
        for grid in content.grids:
            table = open_table(grid, self.limits)
            if table is not None:
                table.file_name, table.container_name = asset.file_name, asset.container
                table.member_path = asset.source_path if asset.container else None
                table.encoding, table.delimiter = content.encoding, content.delimiter
                yield table

    def _members(
        self, path: Path, kind: str, holder: Asset, budget: Budget, depth: int
    ) -> Iterator[Asset]:
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        members: Iterator[Member]
        if kind == "gzip":
            name = holder.file_name
            members = gzip_member.members(path, folder, self.limits, budget, name, keep=self.keep)
        else:
            unpack = tar.members if kind == "tar" else archive.members
            members = unpack(path, folder, self.limits, budget, keep=self.keep)
        for member in members:
            asset = self._member_asset(kind, holder, member)
            asset.failure, asset.skipped = member.failure, member.skipped
            if member.path is None:
                yield asset
            else:
                yield from self._assets(member.path, asset, budget, depth + 1)

    def _member_asset(self, kind: str, holder: Asset, member: Member) -> Asset:
        """A TAR inside gzip is one archive with it, and goes by its name."""
        if kind == "gzip" and member.source_path.lower().endswith(".tar"):
            return Asset(holder.source_path, holder.container)
        prefix = f"{holder.source_path}/" if holder.container else ""
        return Asset(prefix + member.source_path, PurePosixPath(holder.source_path).name)
