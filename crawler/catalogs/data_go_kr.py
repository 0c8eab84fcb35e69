"""The monthly list of data.go.kr (목록개방현황): a CSV of one row a listing.

Three generations of its header are known: 13 columns (2022-08), 15 (2023-11) and 36 (since
2025-07). Columns are found by name with all blanks removed; columns beyond the known ones only go
into `CatalogRecord.source`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from crawler.catalogs import normalize, textfile
from crawler.catalogs.base import CatalogError
from store.records import CatalogRecord
from store.snapshots import Edition

KIND = "data.go.kr"

_REQUIRED = ("목록키", "목록유형", "목록명", "목록 URL")
_FIELDS: dict[str, tuple[str, ...]] = {
    "list_key": ("목록키",),
    "list_type": ("목록유형",),
    "title": ("목록명",),
    "list_url": ("목록 URL",),
    "org_name": ("제공기관", "기관명"),
    "org_code": ("제공기관코드", "기관코드"),
    "department": ("관리 부서명",),
    "department_phone": ("관리부서 전화번호",),
    "theme_raw": ("분류체계",),
    "description": ("설명", "목록설명"),
    "keywords": ("키워드",),
    "format_raw": ("확장자(데이터포맷)",),
    "media_type": ("매체유형",),
    "update_cycle_raw": ("업데이트 주기",),
    "next_due_date": ("차기 등록 예정일",),
    "license_raw": ("이용허락범위",),
    "created_date": ("등록일", "목록 등록일"),
    "modified_date": ("수정일", "목록 수정일"),
    "row_count": ("전체행",),
    "download_count": ("다운로드_활용신청건수", "다운로드_활용건수"),
    "view_count": ("조회수",),
    "file_data_name": ("파일데이터명",),
    "delivery": ("제공형태",),
    "legal_basis": ("보유근거",),
    "collection_method": ("수집방법",),
    "data_limits": ("데이터 한계",),
    "notes": ("기타 유의사항",),
    "spatial": ("공간범위",),
    "temporal": ("시간범위",),
    "fee": ("비용부과유무",),
    "fee_basis": ("비용부과기준 및 단위",),
    "api_type": ("API 유형",),
    "traffic": ("신청가능 트래픽",),
    "review_type": ("심의 유형",),
    "national_core": ("국가중점여부",),
    "standard": ("표준데이터여부",),
}
"""Field -> the column names it has had."""

_TEXTS = (
    *("org_name", "org_code", "department", "theme_raw", "description", "format_raw"),
    *("media_type", "update_cycle_raw", "license_raw", "file_data_name", "list_url"),
    *("legal_basis", "collection_method", "data_limits", "notes", "spatial", "temporal"),
    *("fee", "fee_basis", "traffic", "review_type"),
)
"""Fields that are kept as published, but for outer blanks and markers of absence."""

_BLANKS = re.compile(r"\s+")


class DataGoKrList:
    """One edition of the list, streamed from its file."""

    def __init__(self, path: Path) -> None:
        """Reads the file once (hash, encoding) and its header.

        Raises:
            CatalogError: the file cannot be read, or is no such list.
        """
        self._path = path
        self._edition = textfile.examine(path)
        header = next(textfile.rows(path, self._edition.encoding), [])
        self._columns = _columns(path, header)
        self._names = _distinct(header)

    @property
    def edition(self) -> Edition:
        """Name, sha256 and text encoding of the file."""
        return self._edition

    def records(self) -> Iterator[CatalogRecord]:
        """Every row as a record, from the start at each call."""
        rows = islice(textfile.rows(self._path, self._edition.encoding), 1, None)
        number = 0
        for number, row in enumerate(rows, start=1):
            cells = {field: row[index] for field, index in self._columns.items()}
            source = dict(zip(self._names, row, strict=True))
            yield self._record(number, cells, source)
        if number == 0:
            raise CatalogError(f"{self._path} lists nothing: it has a header and no row")

    def _record(
        self, number: int, cells: Mapping[str, str], source: Mapping[str, str]
    ) -> CatalogRecord:
        key = normalize.text(cells["list_key"])
        if key is None:
            raise CatalogError(f"{self._path}: data row {number} has no 목록키")
        list_type = normalize.listing_type(cells["list_type"])
        if list_type is None:
            raise CatalogError(
                f"{self._path}: data row {number} has an unknown 목록유형"
                f" {cells['list_type'].strip()[:20]!r}"
            )
        get = cells.get
        texts: dict[str, Any] = {field: normalize.text(get(field)) for field in _TEXTS}
        theme_top, theme_sub = normalize.theme(get("theme_raw"))
        license_, third_party_rights = normalize.terms(texts["license_raw"])
        api_type = normalize.text(get("api_type"))
        return CatalogRecord(
            row_no=number,
            list_key=key,
            list_type=list_type,
            title=normalize.text(cells["title"]) or texts["file_data_name"] or key,
            department_phone=normalize.phone(get("department_phone")),
            theme_top=theme_top,
            theme_sub=theme_sub,
            keywords=normalize.unique(get("keywords"), ","),
            formats=normalize.formats(get("format_raw")),
            update_cycle=normalize.cycle(get("update_cycle_raw")),
            next_due_date=normalize.day(get("next_due_date")),
            license=license_,
            third_party_rights=third_party_rights,
            created_date=normalize.day(get("created_date")),
            modified_date=normalize.day(get("modified_date")),
            row_count=normalize.count(get("row_count")),
            download_count=normalize.count(get("download_count")),
            view_count=normalize.count(get("view_count")),
            delivery=normalize.delivery(get("delivery")),
            api_type=api_type.upper() if api_type else None,
            national_core=_yes(get("national_core")),
            standard=_yes(get("standard")),
            source=source,
            **texts,
        )


def _columns(path: Path, header: Sequence[str]) -> dict[str, int]:
    """Field -> index of its column; the first of several columns of one name."""
    places: dict[str, int] = {}
    for index, name in enumerate(header):
        places.setdefault(_BLANKS.sub("", name), index)
    missing = [name for name in _REQUIRED if _BLANKS.sub("", name) not in places]
    if missing:
        raise CatalogError(
            f"{path} is not a list of data.go.kr: it has no column {', '.join(missing)}"
        )
    found: dict[str, int] = {}
    for field, names in _FIELDS.items():
        for name in names:
            place = places.get(_BLANKS.sub("", name))
            if place is not None:
                found.setdefault(field, place)
    return found


def _distinct(header: Sequence[str]) -> list[str]:
    """The column names as published; a repeated one gets its position behind it."""
    return [
        name if name not in header[:index] else f"{name} ({index + 1})"
        for index, name in enumerate(header)
    ]


def _yes(raw: str | None) -> bool:
    return raw is not None and raw.strip().upper() == "Y"
