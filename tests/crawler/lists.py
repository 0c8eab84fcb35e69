"""Catalogue lists for tests: the three generations of the header, in either encoding."""

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

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
THIRD = [
    "목록키",
    "목록유형",
    "목록명",
    "파일데이터명",
    "분류체계",
    "제공기관코드",
    "제공기관",
    "관리 부서명",
    "관리부서 전화번호",
    "보유근거",
    "수집방법",
    "업데이트 주기",
    "차기 등록 예정일",
    "매체유형",
    "전체행",
    "확장자(데이터포맷)",
    "키워드",
    "다운로드_활용신청건수",
    "등록일",
    "수정일",
    "데이터 한계",
    "제공형태",
    "설명",
    "기타 유의사항",
    "공간범위",
    "시간범위",
    "비용부과유무",
    "비용부과기준 및 단위",
    "이용허락범위",
    "API 유형",
    "신청가능 트래픽",
    "심의 유형",
    "조회수",
    "목록 URL",
    "국가중점여부",
    "표준데이터여부",
]

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
