"""Catalogue lists for tests: the three generations of the header, in either encoding."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from samples.listing import HEADER

FIRST = [
    "목록키",
    "목록유형",
    "목록명",
    "목록설명",
    "조회수",
    "분류체계",
    "기관코드",
    "기관명",
    "국가중점여부",
    "표준데이터여부",
    "목록 등록일",
    "목록 수정일",
    "목록 URL",
]
SECOND = [*FIRST, "다운로드_활용건수", "키워드"]
THIRD = list(HEADER)

ROW = {
    "목록키": "15000001",
    "목록유형": "FILE",
    "목록명": "가람시_공영주차장 현황",
    "목록 URL": "https://www.data.go.kr/data/15000001/fileData.do",
}


def write(
    path: Path,
    header: Sequence[str],
    rows: Sequence[Mapping[str, str]],
    encoding: str = "utf-8-sig",
) -> Path:
    """A list with these columns; cells that a row does not give are `-`."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(header)
    for row in rows:
        writer.writerow([row.get(name, "-") for name in header])
    path.write_bytes(text.getvalue().encode(encoding))
    return path
