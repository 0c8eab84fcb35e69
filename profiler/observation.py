"""The shapes that profiling produces: file -> assets -> tables -> columns.

`to_json` gives the `assets[]` item of `get_dataset_structure` (contract 1.8.0) with additions; it
is also what crosses the boundary of the worker process and what is stored. Nothing here ever holds
a value that a gate refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gates import license as license_gate
from gates.safety import Verdict
from profiler.status import structure_status
from store.vocabulary import (
    CoverageStatus,
    ExampleStatus,
    FailureReason,
    Finding,
    License,
    ObservedType,
    coverage_of,
)

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One column over all rows; `ordinal` counts from 1, `source_name` is verbatim."""

    ordinal: int
    source_name: str
    observed_type: ObservedType
    null_count: int
    distinct_count: int
    distinct_approx: bool
    missing_tokens: Mapping[str, int]
    example_status: ExampleStatus
    examples: tuple[str, ...]
    safety: Verdict
    note: str | None = None
    name_masked: bool = False

    def to_json(self) -> Json:
        return {
            "ordinal": self.ordinal,
            "sourceName": self.source_name,
            "observedType": self.observed_type.value,
            "distinctCount": self.distinct_count,
            "distinctApprox": self.distinct_approx,
            "nullCount": self.null_count,
            "missingTokens": dict(self.missing_tokens),
            "exampleStatus": self.example_status.value,
            "safetyStatus": self.safety.status.value,
            "safety": self.safety.to_json(),
            "examples": list(self.examples),
            "exampleMethod": "example-extraction-v1.0" if self.examples else None,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class TableProfile:
    """One table. Row numbers are 0-based source rows; `rows_scanned` counts rows with a cell."""

    table_index: int
    rows_scanned: int
    columns: tuple[ColumnProfile, ...]
    header_rows: tuple[int, ...] = ()
    preamble_rows: tuple[int, ...] = ()
    footer_rows: tuple[int, ...] = ()
    sheet_name: str | None = None
    source_path: str | None = None
    findings: Mapping[Finding, int] = field(default_factory=dict)

    def to_json(self) -> Json:
        return {
            "tableIndex": self.table_index,
            "sheetName": self.sheet_name,
            "sourcePath": self.source_path,
            "scanScope": "FULL",
            "rowsScanned": self.rows_scanned,
            "rowCountObserved": self.rows_scanned,
            "columnCount": len(self.columns),
            "headerRows": list(self.header_rows),
            "preambleRows": list(self.preamble_rows),
            "footerRows": list(self.footer_rows),
            "findings": {finding.value: count for finding, count in self.findings.items()},
            "columns": [column.to_json() for column in self.columns],
        }


@dataclass(frozen=True, slots=True)
class LicenseGate:
    """The licence gate's decision on a file: may example values be shown?"""

    license: License
    shows_examples: bool

    @classmethod
    def decide(cls, license: License, *, third_party_rights: bool) -> "LicenseGate":  # noqa: A002
        shows = license_gate.shows_examples(license, third_party_rights=third_party_rights)
        return cls(license, shows)

    def to_json(self) -> Json:
        return {
            "rule": license_gate.RULE,
            "license": self.license.value,
            "decision": "ALLOWED" if self.shows_examples else "WITHHELD",
        }


@dataclass(frozen=True, slots=True)
class Provenance:
    """Which bytes were observed, and by which program under which rules."""

    sha256: str
    bytes: int
    profiler_version: str
    rule_versions: tuple[str, ...]

    def to_json(self) -> Json:
        return {
            "sha256": self.sha256,
            "bytes": self.bytes,
            "profilerVersion": self.profiler_version,
            "ruleVersions": list(self.rule_versions),
        }


@dataclass(frozen=True, slots=True)
class AssetProfile:
    """One file, or one member of an archive; `failure_reason` is set when it could not be read."""

    file_name: str
    format: str | None
    container_name: str | None = None
    shape: str | None = None
    failure_reason: FailureReason | None = None
    encoding: str | None = None
    encoding_confidence: float | None = None
    delimiter: str | None = None
    media_type: str | None = None
    findings: tuple[Finding, ...] = ()
    tables: tuple[TableProfile, ...] = ()
    provenance: Provenance | None = None
    license_gate: LicenseGate | None = None

    @property
    def status(self) -> CoverageStatus:
        from_failure = self.failure_reason and coverage_of(self.failure_reason)
        return from_failure or CoverageStatus.AVAILABLE

    def to_json(self) -> Json:
        return {
            "fileName": self.file_name,
            "containerName": self.container_name,
            "format": self.format,
            "shape": self.shape,
            "status": self.status.value,
            "failureReason": self.failure_reason and self.failure_reason.value,
            "encoding": self.encoding,
            "encodingConfidence": self.encoding_confidence,
            "delimiter": self.delimiter,
            "mediaType": self.media_type,
            "findings": [finding.value for finding in self.findings],
            "observation": {
                "observationId": None,
                "observedAt": None,
                "provenance": self.provenance and self.provenance.to_json(),
                "scanScope": "FULL",
                "licenseGate": self.license_gate and self.license_gate.to_json(),
            },
            "tables": [table.to_json() for table in self.tables],
        }


@dataclass(slots=True)
class FileProfile:
    """One file with all its assets. `failure` is set only where there is not even an asset."""

    path: str
    declared_format: str | None
    rule_versions: tuple[str, ...]
    profiler_version: str
    bytes: int = 0
    sha256: str | None = None
    failure: FailureReason | None = None
    skipped_members: int = 0
    assets: list[AssetProfile] = field(default_factory=list)

    @property
    def status(self) -> CoverageStatus:
        return self._outcome()[0]

    @property
    def failure_reason(self) -> FailureReason | None:
        return self._outcome()[1]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings of all assets, each once, in the order of the vocabulary."""
        found = {finding for asset in self.assets for finding in asset.findings}
        if self.skipped_members:
            found.add(Finding.MEMBER_SKIPPED)
        return tuple(finding for finding in Finding if finding in found)

    def _outcome(self) -> tuple[CoverageStatus, FailureReason | None]:
        reasons = [asset.failure_reason for asset in self.assets]
        return structure_status([*reasons, self.failure] if self.failure else reasons)

    def to_json(self) -> Json:
        """The object of `pdl profile --json`; the store fills in observation ids and times."""
        status, reason = self._outcome()
        return {
            "path": self.path,
            "bytes": self.bytes,
            "sha256": self.sha256,
            "declaredFormat": self.declared_format,
            "status": status.value,
            "failureReason": reason and reason.value,
            "findings": [finding.value for finding in self.findings],
            "coverage": {
                "availableAssets": sum(a.failure_reason is None for a in self.assets),
                "totalAssets": len(self.assets),
            },
            "ruleVersions": list(self.rule_versions),
            "profilerVersion": self.profiler_version,
            "assets": [asset.to_json() for asset in self.assets],
        }
