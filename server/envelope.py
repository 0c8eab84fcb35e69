"""The success envelope: `{data, meta, warnings, notices}`."""

from typing import TYPE_CHECKING, Any

from server.contract import SPEC_VERSION

if TYPE_CHECKING:
    from store.release import ReleaseInfo

Json = dict[str, Any]

DISCLAIMER = (
    "이 답은 공개된 목록 정보와 파일 관측 결과를 정리한 것으로, 데이터의 내용·품질·최신성이나 "
    "다른 데이터와의 결합 가능성을 보증하지 않습니다."
)


def envelope(info: "ReleaseInfo", data: Json, warnings: list[str]) -> Json:
    """Wraps `data`; `warnings` are Korean sentences about this answer.

    `warnings` of the result begins with the standing disclaimer, and `notices` says the same with
    a code and a severity, entry by entry.
    """
    notices = [{"code": "DISCLAIMER", "severity": "info", "text": DISCLAIMER}]
    notices += [{"code": "WARNING", "severity": "warning", "text": text} for text in warnings]
    return {
        "data": data,
        "meta": {
            "sourceSnapshot": info.snapshot,
            "processedAt": info.processed_at,
            "schemaVersion": SPEC_VERSION,
            "ruleVersions": list(info.rule_versions),
        },
        "warnings": [notice["text"] for notice in notices],
        "notices": notices,
    }
