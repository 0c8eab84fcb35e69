"""`get_dataset_structure`: what was found in the files of a dataset."""

from server.argument_rules import record_id
from server.tools.tool import Context, Json, Tool, find
from store.coverage import Coverage
from store.release import Release, Structure
from store.vocabulary import CoverageStatus, sentence

_MAX_ASSETS = 20

_STATUS_SENTENCES = {
    CoverageStatus.NOT_COLLECTED: "아직 수집하지 않았습니다. 데이터의 문제를 뜻하지 않습니다.",
    CoverageStatus.QUEUED: "수집을 기다리고 있습니다. 데이터의 문제를 뜻하지 않습니다.",
    CoverageStatus.COLLECTING: "수집하거나 읽는 중입니다.",
    CoverageStatus.SOURCE_UNAVAILABLE: "제공처에서 파일을 받을 수 없었습니다.",
    CoverageStatus.UNSUPPORTED_FORMAT: "구조를 읽을 수 없는 형식입니다.",
    CoverageStatus.ACCESS_RESTRICTED: "접근이 제한되어 있습니다.",
    CoverageStatus.COLLECTION_FAILED: "수집하지 못했습니다.",
    CoverageStatus.API_STRUCTURE_NOT_SUPPORTED_YET: "API의 구조 관측은 아직 지원하지 않습니다.",
}


def answer(release: Release, arguments: Json, context: Context) -> Json:
    """`data` of the contract; `assets` and FILE_OBSERVATION only where a file was looked into."""
    listing = find(release, arguments["recordId"])
    structure = release.structure(listing.record_id)
    coverage = context.coverage(listing)
    data: Json = {
        "recordId": listing.record_id,
        "listKey": listing.record.list_key,
        "distributionType": listing.record.list_type.value,
        "coverageStatus": coverage.status.value,
        "examplesPublic": context.examples_public,
        "portalUrl": listing.record.list_url,
    }
    reason = _reason(coverage)
    if reason is not None:
        data["reason"] = reason
    if structure is None:
        return data
    context.warn("관측한 시점의 파일에 대한 사실이며 데이터 전체의 품질을 보증하지 않습니다.")
    shown = _examples_shown(arguments, context)
    assets = [_asset(asset, shown) for asset in structure.assets[:_MAX_ASSETS]]
    _warn(structure, context)
    return data | {
        "evidenceLevel": "FILE_OBSERVATION",
        "observedAt": structure.observed_at,
        "coverage": structure.coverage,
        "assets": assets,
    }


def _reason(coverage: Coverage) -> str | None:
    """`CODE: sentence`; CODE is the failure's, or the status where that says it all."""
    if coverage.reason is not None:
        return f"{coverage.reason.value}: {sentence(coverage.reason)}"
    text = _STATUS_SENTENCES.get(coverage.status)
    return text and f"{coverage.status.value}: {text}"


def _examples_shown(arguments: Json, context: Context) -> int:
    """How many examples a column may show. A status is never changed: it tells what the gates
    decided, not what was asked for."""
    if not context.examples_public:
        context.warn("운영 정책에 따라 예시값을 뺐습니다. exampleStatus는 점검 결과입니다.")
        return 0
    if not arguments["includeExamples"]:
        context.warn("요청에 따라 예시값을 뺐습니다. exampleStatus는 점검 결과입니다.")
        return 0
    limit: int = arguments["maxExamples"]
    return limit


def _asset(asset: Json, shown: int) -> Json:
    tables = [_table(table, shown) for table in asset.get("tables", ())]
    return {**asset, "tables": tables}


def _table(table: Json, shown: int) -> Json:
    return {**table, "columns": [_column(column, shown) for column in table["columns"]]}


def _column(column: Json, shown: int) -> Json:
    examples = column.get("examples", [])[:shown]
    method = column.get("exampleMethod") if examples else None
    return {**column, "examples": examples, "exampleMethod": method}


def _warn(structure: Structure, context: Context) -> None:
    if len(structure.assets) > _MAX_ASSETS:
        context.warn(
            f"파일이 {len(structure.assets)}개라 앞의 {_MAX_ASSETS}개만 보였습니다. "
            "전체 수는 coverage에 있습니다."
        )


TOOL = Tool("get_dataset_structure", answer, {"recordId": record_id})
