"""What each rule is about, in one Korean phrase; rule ids carry their version (`name-v1.0`)."""

_TITLES = {
    "catalog-normalize": "목록 원문 값을 표준 코드로 바꾸는 규칙",
    "column-name-exact": "원본 컬럼명이 같은지 글자 그대로 비교하는 규칙",
    "column-search": "컬럼명으로 데이터셋을 찾고 순위를 매기는 규칙",
    "completeness": "목록 항목이 얼마나 채워졌는지 세는 규칙",
    "dataset-card": "판단용 요약 카드를 구성하는 규칙",
    "example-extraction": "컬럼의 예시값을 고르는 규칙",
    "family-candidate": "계열로 보이는 목록을 묶는 규칙",
    "freshness": "갱신 주기와 수정일로 최신성을 가늠하는 규칙",
    "header": "표의 머리글 행을 찾는 규칙",
    "license-gate": "이용허락에 따라 예시값 공개를 정하는 규칙",
    "query-interpret": "검색어를 필터로 옮겨 해석하는 규칙",
    "record-coverage": "수집 상태에서 목록의 관측 상태를 정하는 규칙",
    "record-identity": "목록키에서 recordId를 정하는 규칙",
    "region": "목록 문구에서 시·도를 찾는 규칙",
    "safety-gate": "개인정보가 의심되는 값을 가리는 규칙",
    "search": "목록 검색과 순위 규칙",
    "snapshot-diff": "두 스냅샷의 차이를 분류하는 규칙",
    "structure-status": "파일별 상태에서 목록의 관측 상태를 정하는 규칙",
}


def title(rule_id: str) -> str:
    """The phrase of a rule; the id itself for a rule that is not described here."""
    return _TITLES.get(rule_id.rpartition("-v")[0], rule_id)
