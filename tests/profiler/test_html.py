"""HTML tables under spreadsheet names."""

from pathlib import Path

import pytest

from profiler import profile_file, read_tables
from profiler.limits import Limits
from store.vocabulary import FailureReason, Finding

PAGE = """
<html><head><meta http-equiv="Content-Type" content="text/html; charset=euc-kr">
<style>td {{ color: red }}</style></head><body>
<table><tr><td>바깥</td></tr><tr><td>{table}</td></tr></table></body></html>
"""
TABLE = """
<table border=1>
<tr><th rowspan=2>종목코드</th><th colspan="2">인구<br>(명)</th></tr>
<tr><th>남</th><th>여
<tr><td>000020<td> 1&nbsp;234 <td>2</tr>
<tr><td>000030</td><td>3</td><td><script>x = 1</script>4</td></tr>
</table>
"""


def write(folder: Path, table: str, encoding: str = "cp949") -> Path:
    path = folder / "목록.xls"
    path.write_bytes(PAGE.format(table=table).encode(encoding))
    return path


def test_a_table_with_spans_and_without_end_tags(tmp_path: Path) -> None:
    (table,) = read_tables(write(tmp_path, TABLE))
    assert table.names == ("종목코드", "남", "여")
    assert table.header_path_names() == ("종목코드", "인구 (명) 남", "인구 (명) 여")
    assert list(table.rows()) == [["000020", "1 234", "2"], ["000030", "3", "4"]]


def test_the_name_promised_a_workbook(tmp_path: Path) -> None:
    profile = profile_file(write(tmp_path, TABLE))
    assert (profile.status, profile.findings) == ("AVAILABLE", (Finding.FORMAT_MISMATCH,))
    assert (profile.assets[0].format, profile.assets[0].encoding) == ("html", "cp949")


@pytest.mark.parametrize(
    "table",
    ["오류가 발생했습니다", "<table><tr><td>1</td><td>2</td></tr></table>", "<table></table>"],
)
def test_a_page_without_a_data_table_is_no_data(tmp_path: Path, table: str) -> None:
    reason = profile_file(write(tmp_path, table)).failure_reason
    assert reason is FailureReason.UNSUPPORTED_FORMAT


@pytest.mark.parametrize("limits", [Limits(page_bytes=100), Limits(page_cells=5)])
def test_limits(tmp_path: Path, limits: Limits) -> None:
    profile = profile_file(write(tmp_path, TABLE), limits=limits)
    assert profile.failure_reason is FailureReason.MEMORY_LIMIT


def test_hostile_spans_cost_nothing(tmp_path: Path) -> None:
    table = TABLE.replace('colspan="2"', "colspan='999999999'")
    assert profile_file(write(tmp_path, table)).status == "AVAILABLE"
