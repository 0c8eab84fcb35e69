"""One file in, one observation out."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from pathlib import Path, PurePath

from gates import intake
from gates import license as license_gate
from gates import safety as safety_gate
from profiler import columns, header, stacked, status, types
from profiler.limits import Limits
from profiler.names import shown_name
from profiler.observation import AssetProfile, FileProfile, LicenseGate, Provenance, TableProfile
from profiler.scanned import scanned
from profiler.table import Table
from profiler.unreadable import Unreadable
from profiler.walk import Asset, Walker
from store.vocabulary import FailureReason, Finding, License

PROFILER_VERSION = "1"
_LARGE = 8 << 20
"""From this size on a file's hash is made in a thread of its own, while it is looked into."""
RULE_VERSIONS = (
    intake.RULE,
    header.RULE,
    stacked.RULE,
    types.RULE,
    columns.EXAMPLE_RULE,
    license_gate.RULE,
    safety_gate.RULE,
    status.RULE,
)


def profile_file(
    path: Path,
    *,
    name: str | None = None,
    declared_format: str | None = None,
    license: License = License.NO_RESTRICTION,  # noqa: A002  (the field's word)
    third_party_rights: bool = False,
    limits: Limits = Limits(),  # noqa: B008  (immutable)
) -> FileProfile:
    """Profiles every row of every table of a file.

    `name` is the published file name where `path` is named otherwise (a blob named by its hash);
    `declared_format` what the catalogue calls it. Never raises for what is in the file: failures
    are typed, and an unexpected one is INTERNAL, without a word from the file.
    """
    name = PurePath(name or path.name).name
    gate = LicenseGate.decide(license, third_party_rights=third_party_rights)
    profile = FileProfile(
        path=str(path),
        declared_format=declared_format or PurePath(name).suffix.lower().lstrip(".") or None,
        rule_versions=RULE_VERSIONS,
        profiler_version=PROFILER_VERSION,
    )
    try:
        with _fingerprint(path) as fingerprint, _folder() as folder:
            walker = Walker(Path(folder), limits, declared=declared_format)
            try:
                for asset in walker.assets(path, name):
                    if asset.skipped:
                        profile.skipped_members += 1
                        continue
                    provenance = Provenance(*fingerprint(), PROFILER_VERSION, RULE_VERSIONS)
                    profile.assets.append(_asset_profile(asset, gate, provenance))
            finally:
                profile.sha256, profile.bytes = fingerprint()
    except Exception as error:  # noqa: BLE001  (anything a stranger's file may provoke)
        profile.failure = _reason(error)
    return profile


def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="pdl-", ignore_cleanup_errors=True)


@contextmanager
def _fingerprint(path: Path) -> Iterator[Callable[[], tuple[str, int]]]:
    """Gives (sha256, bytes) of a file when asked; of a large one it is made meanwhile."""
    if path.stat().st_size < _LARGE:
        yield cache(lambda: _digest(path))
        return
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(_digest, path).result


def _digest(path: Path) -> tuple[str, int]:
    digest = hashlib.sha256()
    size = 0
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
            size += len(chunk)
    return digest.hexdigest(), size


def _reason(error: BaseException) -> FailureReason:
    if isinstance(error, Unreadable):
        return error.reason
    if isinstance(error, MemoryError):
        return FailureReason.MEMORY_LIMIT
    if isinstance(error, FileNotFoundError):
        return FailureReason.NOT_FOUND
    if isinstance(error, IsADirectoryError):
        return FailureReason.NOT_A_FILE
    return FailureReason.INTERNAL


def _asset_profile(asset: Asset, gate: LicenseGate, provenance: Provenance) -> AssetProfile:
    findings = dict.fromkeys(asset.findings)
    tables: list[TableProfile] = []
    failure = asset.failure
    try:
        for index, table in enumerate(asset.tables):
            tables.append(_table_profile(index, table, gate))
            findings |= dict.fromkeys(tables[-1].findings)
    except Exception as error:  # noqa: BLE001  (one bad asset never costs the others)
        failure, tables = _reason(error), []
    file_name, masked_file = shown_name(asset.file_name)
    container, masked_container = shown_name(asset.container or "")
    if masked_file or masked_container:
        findings[Finding.NAME_MASKED] = None
    return AssetProfile(
        file_name=file_name,
        format=asset.format,
        container_name=container or None,
        shape=asset.shape if tables else None,
        failure_reason=failure,
        encoding=asset.encoding,
        encoding_confidence=asset.encoding_confidence,
        delimiter=asset.delimiter,
        media_type=asset.media_type,
        findings=tuple(findings),
        tables=tuple(tables),
        provenance=provenance,
        license_gate=gate,
    )


def _table_profile(index: int, table: Table, gate: LicenseGate) -> TableProfile:
    scan = _scan(table)
    paths, notes = table.header.paths, list(_notes(table))
    profiles = scan.finish(table.names, paths, notes, examples_allowed=gate.shows_examples)
    sheet, masked_sheet = shown_name(table.sheet_name or "")
    source, masked_source = shown_name(table.source_path or "")
    findings = dict(table.findings)
    masked = masked_sheet + masked_source + sum(column.name_masked for column in profiles)
    if masked:
        findings[Finding.NAME_MASKED] = masked
    return TableProfile(
        table_index=index,
        rows_scanned=table.rows_scanned,
        columns=profiles,
        header_rows=table.header_rows,
        preamble_rows=table.preamble_rows,
        footer_rows=table.footer_rows,
        sheet_name=sheet or None,
        source_path=source or None,
        findings=findings,
    )


def _scan(table: Table) -> columns.TableScan:
    """Every data row counted: by the scanner where it can read the text, else row by row."""
    records = table.grid.records
    counted = scanned(table, records) if records is not None else None
    if counted is not None:
        table.rows_scanned, table.footer_rows = counted.rows, counted.footer_rows
        table.findings = counted.findings
        if not table.has_header:
            table.findings[Finding.NO_HEADER] = 1
        return columns.TableScan.of(counted.columns)
    scan = columns.TableScan(len(table.names))
    for row in table.rows():
        scan.add(row)
    return scan


def _notes(table: Table) -> Iterator[str | None]:
    """What each column's name leaves out: that there is no header, or the path of its labels."""
    for name, path in zip(table.names, table.header.paths, strict=True):
        if not table.has_header:
            yield "헤더 행이 없어 위치로 이름을 붙임 (no header row)"
        elif len(table.header_rows) > 1 and path != name:
            yield safety_gate.mask_name(f"헤더 경로: {path}")[0]
        else:
            yield None


def unread(path: Path, reason: FailureReason) -> FileProfile:
    """The profile of a file that could not be looked into at all: a worker died over it."""
    profile = FileProfile(
        path=str(path),
        declared_format=path.suffix.lower().lstrip(".") or None,
        rule_versions=RULE_VERSIONS,
        profiler_version=PROFILER_VERSION,
        failure=reason,
    )
    profile.sha256, profile.bytes = _digest(path)
    return profile
