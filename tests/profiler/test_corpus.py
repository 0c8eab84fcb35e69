"""Real files: none may be an INTERNAL failure, and Korean CSV and workbooks must be read."""

import json
from pathlib import Path

import pytest

from profiler import profile_file
from store.vocabulary import FailureReason
from tests.shared import SHARED, needs_shared

KINDS = {"csv_ko", "csv_torture", "hwp", "hwpx", "json_xml", "pdf_docx", "shp", "xls", "xlsx"}
KINDS |= {"xlsb_ods", "zip"}


def corpus() -> list[tuple[str, Path]]:
    manifest = SHARED / "corpus" / "manifest.jsonl"
    if not manifest.exists():
        return []
    entries = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()]
    files = [(e["kind"], SHARED / "corpus" / e["file"]) for e in entries if e["kind"] in KINDS]
    return [(kind, path) for kind, path in files if path.exists()]


@needs_shared("corpus", "manifest.jsonl")
@pytest.mark.parametrize(("kind", "path"), corpus(), ids=lambda value: getattr(value, "name", ""))
def test_real_files(kind: str, path: Path) -> None:
    profile = profile_file(path)
    reasons = {asset.failure_reason for asset in profile.assets}
    assert FailureReason.INTERNAL not in reasons | {profile.failure_reason}
    if kind == "csv_ko":
        assert profile.status == "AVAILABLE"
        assert all(table.columns for asset in profile.assets for table in asset.tables)
