"""A small catalogue with what searching has to cope with, and releases of it."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from store.database import Database
from store.queue import Stage
from store.records import CatalogRecord
from store.release import Release, activate, build_release, open_release
from store.vocabulary import License, ListingType, UpdateCycle
from tests.store.making import Clock, body, database, found, put, queue, record

RECORDS = (
    record(
        "101",
        title="서울특별시_전기차충전소 현황",
        org_name="서울특별시",
        theme_raw="교통물류 - 도로",
        theme_top="교통물류",
        theme_sub="도로",
        update_cycle=UpdateCycle.MONTHLY,
        license=License.NO_RESTRICTION,
        keywords=("전기차", "충전"),
        description="서울특별시 관내 전기차충전소의 위치입니다.",
        modified_date="2026-07-01",
        source={"목록키": "101", "목록명": "서울특별시_전기차충전소 현황"},
    ),
    record(
        "102",
        title="부산광역시 해운대구_전기차 충전소 위치",
        org_name="부산광역시 해운대구",
        theme_raw="교통물류 - 도로",
        theme_top="교통물류",
        formats=("XLSX", "CSV"),
        license=License.KOGL_BY,
        modified_date="2026-06-01",
    ),
    record(
        "103",
        title="서울특별시 종로구_도서관 목록",
        org_name="서울특별시 종로구",
        keywords=("도서관", "독서"),
        modified_date="2026-08-01",
    ),
    record(
        "104",
        title="경기도 수원시_도서관 목록",
        org_name="경기도 수원시",
        modified_date="2026-08-01",
    ),
    record(
        "105",
        title="한국문화재단_공연장 정보",
        org_name="한국문화재단 100%_A",
        spatial="대한민국 서울",
        description="도서관 옆 공연장을 포함합니다. <br>AI 추천",
        modified_date=None,
    ),
    record("106", list_type=ListingType.API, formats=("JSON", "XML"), title="버스 노선도 조회"),
    record("107", title="인천광역시_버스노선 현황", org_name="인천광역시"),
    record("107", list_type=ListingType.API, title="인천광역시_버스노선 조회 서비스"),
)


def table(*columns: str, sheet: str | None = None) -> dict[str, Any]:
    """A table of a stored profile."""
    return {
        "tableIndex": 0,
        "sheetName": sheet,
        "columnCount": len(columns),
        "columns": [
            {"ordinal": number, "sourceName": name, "exampleStatus": "AVAILABLE", "examples": ["1"]}
            for number, name in enumerate(columns, 1)
        ],
    }


def asset(name: str, *tables: dict[str, Any]) -> dict[str, Any]:
    """An asset of a stored profile."""
    return {"fileName": name, "status": "AVAILABLE", "failureReason": None, "tables": list(tables)}


def observe(store: Database, profiles: dict[str, Sequence[dict[str, Any]]]) -> None:
    """Gives these records (id -> assets) an observation, by way of the queue."""
    clock = Clock(1_788_000_000.0)
    work = queue(store, clock)
    work.enqueue_due()
    for job in work.lease(Stage.DOWNLOAD, 100):
        if job.record_id in profiles:
            work.downloaded(job.id, body())
    for job in work.lease(Stage.PROFILE, 100):
        profile = {"assets": list(profiles[job.record_id])}
        work.observed(job.id, replace(found(job.record_id, clock), profile=profile))
    work.release()


def published(folder: Path, records: Sequence[CatalogRecord] = RECORDS) -> Release:
    """A release of `records`, nothing observed."""
    store = database(folder)
    put(store, records)
    built = build_release(store, folder / "releases")
    store.close()
    activate(folder / "releases", built.release_id)
    return open_release(built.path)
