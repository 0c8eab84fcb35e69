"""`get_context`: what this service is, which release it answers from, what it holds."""

from server.rule_titles import title
from server.tools.tool import Context, Json, Tool
from store.release import Release

_DEFINITION = (
    "공공데이터 목록을 찾고, 목록의 파일을 실제로 내려받아 관측한 표 구조(컬럼·유형·고유값 수·"
    "예시)를 라이선스·개인정보 점검을 거쳐 알려 주는 서비스입니다."
)
_RESPONSIBILITY = (
    "목록 정보의 정확성은 제공기관에 있고, 관측 결과는 관측한 시점의 파일에 대한 것입니다. "
    "쓰기 전에 원 제공처에서 최신 내용과 이용조건을 확인하십시오."
)


def answer(release: Release, _arguments: Json, context: Context) -> Json:
    """`data` of the contract, with the tools on offer and the list's provenance besides.

    A count that the release does not have is null: unknown is not zero.
    """
    info = release.info
    return {
        "currentSnapshot": info.snapshot,
        "release": info.release_id,
        "deployedAt": info.activated_at,
        "processedAt": info.processed_at,
        "counts": {"issues": None, "changes": None, **info.counts},
        "source": {
            "name": info.source_name,
            "sha256": info.source_sha256,
            "baseDate": info.base_date,
        },
        "service": {
            "definition": _DEFINITION,
            "baseUri": context.base_uri,
            "rules": [{"ruleId": rule, "title": title(rule)} for rule in info.rule_versions],
            "responsibilityNote": _RESPONSIBILITY,
            "tools": list(context.tools),
            "examplesPublic": context.examples_public,
        },
    }


TOOL = Tool("get_context", answer)
