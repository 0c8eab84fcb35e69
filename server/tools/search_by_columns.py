"""`search_by_columns`: datasets whose observed tables have certain columns."""

from server.argument_rules import keywords
from server.tools.tool import Context, Json, Tool
from store.release import ColumnHit, Release

_SHOWN_COLUMNS = 5
_MAX_KEYWORD = 50


def answer(release: Release, arguments: Json, context: Context) -> Json:
    """`data` of the contract: matching datasets and, always, how many were looked into."""
    words: list[str] = arguments["columnKeywords"]
    page = release.search_columns(words, 0, arguments["pageSize"])
    context.warn(
        f"구조가 관측된 {page.searched_records}건 안에서만 찾았습니다(파일 목록 전체 "
        f"{page.file_records_total}건). 결과에 없다고 그 컬럼이 없는 것은 아닙니다."
    )
    context.warn("컬럼명이 맞는 것이며 뜻이 같은지는 확인하지 않았습니다.")
    return {
        "columnKeywords": words,
        "items": [_item(hit, words) for hit in page.items],
        "totalEstimate": page.total,
        "hasMore": len(page.items) < page.total,
        "coverage": {
            "searchedRecords": page.searched_records,
            "fileRecordsTotal": page.file_records_total,
        },
    }


def _item(hit: ColumnHit, words: list[str]) -> Json:
    matched = [
        {"keyword": word, "columns": list(hit.columns.get(word, ()))[:_SHOWN_COLUMNS]}
        for word in words
    ]
    return {**hit.listing.summary(), "matchedColumns": matched}


TOOL = Tool("search_by_columns", answer, {"columnKeywords": keywords(_MAX_KEYWORD)})
