"""`search_datasets`: the catalogue by words and filters, page by page."""

from server.argument_rules import (
    calendar_date,
    cursor,
    filter_value,
    format_token,
    option,
    text,
)
from server.cursor import Paging
from server.tools.tool import Context, Json, Tool
from store.release import Hit, Release, SearchPage, SearchRequest
from store.release.build import SEARCH_RULE
from store.rules.interpret import interpret
from store.rules.places import NAMES
from store.vocabulary import License, ListingType, UpdateCycle

NAME = "search_datasets"
_AXES = ("region", "format", "updateCycle", "listType")


def answer(release: Release, arguments: Json, context: Context) -> Json:
    """`data` of the contract: items with their absolute rank, and how they were ranked."""
    paging = Paging.of(release.info, NAME, arguments)
    offset = paging.offset(arguments["cursor"])
    interpreted = None
    if arguments["interpret"]:
        arguments, interpreted = _interpreted(arguments)
    page = release.search(_request(arguments), offset, arguments["pageSize"])
    _warn(arguments, page, context)
    end = offset + len(page.items)
    more = bool(page.items) and end < page.total
    data: Json = {
        "items": [_item(hit, arguments["query"] is not None) for hit in page.items],
        "nextCursor": paging.cursor(end) if more else None,
        "hasMore": more,
        "totalEstimate": page.total,
        "ranking": _ranking(release, page),
    }
    if interpreted is not None:
        data["interpretedFilters"] = interpreted
    return data


def _item(hit: Hit, searched: bool) -> Json:
    """A summary item with its place in the ranking; what matched only where there were words."""
    entry = {**hit.listing.summary(), "rank": hit.rank}
    if hit.score is not None:
        entry["score"] = hit.score
    if searched:
        entry["matchedFields"] = hit.matched_fields
    return entry


def _interpreted(arguments: Json) -> tuple[Json, list[Json]]:
    """Moves words of the query that name a filter into that filter, explicit filters first."""
    taken = {axis for axis in _AXES if arguments[axis] is not None}
    found = interpret(arguments["query"] or "", taken)
    moved = {entry["field"]: entry["value"] for entry in found.filters}
    return {**arguments, **moved, "query": found.query_rest or None}, list(found.filters)


def _request(arguments: Json) -> SearchRequest:
    return SearchRequest(
        query=arguments["query"],
        theme=arguments["theme"],
        org=arguments["org"],
        org_exact=arguments["orgMatch"] == "EXACT",
        format=arguments["format"],
        update_cycle=arguments["updateCycle"],
        license=arguments["license"],
        list_type=arguments["listType"],
        region=arguments["region"],
        include_inferred=arguments["includeInferred"],
        updated_after=arguments["updatedAfter"],
        sort=arguments["sort"],
    )


def _warn(arguments: Json, page: SearchPage, context: Context) -> None:
    if page.relaxed:
        context.warn("모든 검색어를 담은 목록이 없어 일부 검색어만 맞는 목록까지 찾았습니다.")
    if page.dropped_words:
        words = ", ".join(page.dropped_words)
        context.warn(f"검색에 쓰지 않은 검색어가 있습니다: {words}")
    if arguments["region"] is not None and arguments["includeInferred"]:
        context.warn(
            "제목·기관·설명에서 추론한 지역을 포함합니다. 근거는 regions[].evidence에 있습니다."
        )
    if arguments["sort"] == "relevance" and page.sort != "relevance":
        context.warn("검색어가 없어 관련도 대신 최근 수정순으로 정렬했습니다.")


def _ranking(release: Release, page: SearchPage) -> Json:
    relevance = page.sort == "relevance"
    scored = relevance or any(hit.score is not None for hit in page.items)
    return {
        "method": page.method,
        "version": SEARCH_RULE,
        "indexVersion": release.info.release_id,
        "embeddingModel": None,
        "tieBreak": "recordId asc",
        "direction": "desc",
        "basis": "relevance" if relevance else "modified_date",
        "scoreDirection": "LOWER_IS_MORE_RELEVANT" if scored else "NOT_APPLICABLE",
    }


TOOL = Tool(
    NAME,
    answer,
    {
        "query": text,
        "theme": text,
        "org": text,
        "orgMatch": option(("CONTAINS", "EXACT")),
        "format": format_token,
        "updateCycle": filter_value(UpdateCycle),
        "license": filter_value(License),
        "listType": filter_value(ListingType),
        "region": filter_value(NAMES),
        "updatedAfter": calendar_date,
        "cursor": cursor,
        "sort": option(("relevance", "modified")),
    },
)
