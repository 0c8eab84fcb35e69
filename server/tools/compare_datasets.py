"""`compare_datasets`: where two to five datasets differ and agree; facts, no interpretation."""

from server.argument_rules import distinct_ids
from server.tools.tool import Context, Json, Tool, find
from store.release import Listing, Release

_RULE = "column-name-exact-v1.0"
_COMMON_SHOWN = 50
_ONLY_IN_SHOWN = 20


def answer(release: Release, arguments: Json, context: Context) -> Json:
    """`data` of the contract; a fact that no dataset states is neither shared nor a difference."""
    listings = [find(release, record_id) for record_id in arguments["recordIds"]]
    differences, shared = [], []
    facts = {listing.record_id: _facts(listing, context) for listing in listings}
    for name in next(iter(facts.values())):
        values = {record_id: stated[name] for record_id, stated in facts.items()}
        distinct = list(values.values())
        if any(value != distinct[0] for value in distinct):
            differences.append({"field": name, "values": values})
        elif distinct[0] not in (None, []):
            shared.append({"field": name, "value": distinct[0]})
    data: Json = {
        "datasets": [listing.summary() for listing in listings],
        "differences": differences,
        "sharedFields": shared,
        "note": "기재되거나 관측된 사실만 나란히 놓았습니다. 값이 null이면 기재되지 않은 것입니다.",
    }
    unobserved = [listing.record_id for listing in listings if not listing.structure_available]
    if unobserved:
        context.warn(
            f"구조가 관측되지 않은 대상이 있어 구조 비교를 생략했습니다: {', '.join(unobserved)}"
        )
        return data
    columns = {listing.record_id: _columns(release, listing) for listing in listings}
    return data | {
        "structureComparison": _compare(columns, context),
        "structureComparisonRule": _RULE,
    }


def _facts(listing: Listing, context: Context) -> Json:
    """Field -> value as stated or observed; None (or an empty list) where nothing is."""
    record = listing.record
    return {
        "listType": record.list_type.value,
        "orgName": record.org_name,
        "theme": record.theme_raw,
        "formats": list(record.formats),
        "updateCycle": record.update_cycle.value,
        "license": record.license.value,
        "createdDate": record.created_date,
        "modifiedDate": record.modified_date,
        "rowCountListed": record.row_count,
        "fee": record.fee,
        "spatial": record.spatial,
        "temporal": record.temporal,
        "dataLimits": record.data_limits,
        "regions": sorted(region["code"] for region in listing.regions),
        "completenessScore": listing.completeness["score"],
        "coverageStatus": context.coverage(listing).status.value,
    }


def _columns(release: Release, listing: Listing) -> list[str]:
    return list(dict.fromkeys(release.column_names(listing.record_id)))


def _compare(columns: dict[str, list[str]], context: Context) -> Json:
    """Exact names, over all tables of a record; `columns` holds each name once, in order."""
    sets = {record_id: set(names) for record_id, names in columns.items()}
    common = set.intersection(*sets.values())
    first = next(iter(columns.values()))
    shared = [name for name in first if name in common]
    only: dict[str, list[str]] = {}
    for record_id, names in columns.items():
        others = set().union(*(found for other, found in sets.items() if other != record_id))
        only[record_id] = [name for name in names if name not in others]
    cut = [name for name, found in only.items() if len(found) > _ONLY_IN_SHOWN]
    if len(shared) > _COMMON_SHOWN or cut:
        context.warn(
            f"컬럼이 많아 공통 컬럼은 {_COMMON_SHOWN}개, 한쪽에만 있는 컬럼은 대상마다 "
            f"{_ONLY_IN_SHOWN}개까지만 보였습니다. 수는 잘리기 전의 것입니다."
        )
    return {
        "commonColumns": shared[:_COMMON_SHOWN],
        "onlyIn": {record_id: names[:_ONLY_IN_SHOWN] for record_id, names in only.items()},
        "columnCounts": {record_id: len(names) for record_id, names in columns.items()},
        "commonColumnCount": len(shared),
        "onlyInCounts": {record_id: len(names) for record_id, names in only.items()},
        "note": (
            "원본 컬럼명이 글자까지 같은 것만 같다고 보았고, 한 대상의 모든 표를 합쳤습니다. "
            "onlyIn은 다른 어느 대상에도 없는 컬럼입니다. 뜻이 같은지는 확인하지 않았습니다."
        ),
    }


TOOL = Tool("compare_datasets", answer, {"recordIds": distinct_ids})
