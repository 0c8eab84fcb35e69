"""The portal's list of what it offers, as the CSV of 36 columns that it publishes each month."""

from samples.datasets import DATASETS
from samples.files import delimited
from samples.model import Dataset
from samples.terms import DELIVERY_WORDS
from samples.values import spread
from store.vocabulary import Delivery, ListingType

PORTAL = "https://www.data.go.kr"
"""Origin of the list URLs; a demonstration stands in for it on loopback."""

ENCODINGS = {"2026-08": "utf-8-sig", "2026-09": "cp949"}
"""The real list comes in both, by the month."""

HEADER = (
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
)

_SUFFIXES = {ListingType.FILE: "fileData", ListingType.API: "openapi", ListingType.STD: "standard"}


def page_path(dataset: Dataset) -> str:
    return f"/data/{dataset.key}/{_SUFFIXES[dataset.listing_type]}.do"


def listed_in(edition: str) -> list[Dataset]:
    return [dataset for dataset in DATASETS if dataset.is_in(edition)]


def list_csv(edition: str) -> bytes:
    """The list of one edition: comma, minimal quoting, LF."""
    rows = [_row(dataset, edition) for dataset in listed_in(edition)]
    return delimited.write_rows([HEADER, *rows], ENCODINGS[edition], newline="\n")


def _row(dataset: Dataset, edition: str) -> list[str]:
    """One row in the order of `HEADER`; what is not filled is `-`, as in the real list."""
    built = dataset.built_in(edition)
    organization = dataset.organization
    number = int(dataset.key) % 10000
    month = int(edition[-2:])
    cells = {
        "목록키": dataset.key,
        "목록유형": dataset.listing_type.value,
        "목록명": dataset.title,
        "파일데이터명": dataset.data_name_in(edition),
        "분류체계": dataset.theme,
        "제공기관코드": organization.code,
        "제공기관": organization.name,
        "관리 부서명": organization.department,
        "관리부서 전화번호": f"`{organization.phone}",
        "업데이트 주기": dataset.cycle,
        "매체유형": "텍스트",
        "전체행": str(sum(t.row_count for t in built.tables)) if built else "-",
        "확장자(데이터포맷)": dataset.extension,
        "키워드": dataset.keywords,
        # Counters of the portal only ever grow from month to month.
        "다운로드_활용신청건수": str(spread(number, 3, 900) + month * 5),
        "등록일": dataset.registered,
        "수정일": dataset.modified_in(edition),
        "제공형태": DELIVERY_WORDS[dataset.delivery],
        "설명": dataset.description,
        "비용부과유무": "무료",
        "비용부과기준 및 단위": "-" if dataset.delivery is Delivery.UNKNOWN else "건 ",
        "이용허락범위": dataset.terms.raw,
        "조회수": str(spread(number, 40, 9000, 1) + month * 30),
        "목록 URL": PORTAL + page_path(dataset),
        "국가중점여부": "N",
        "표준데이터여부": "N",
        **(dataset.listed or {}),
    }
    return [cells.get(name, "-") for name in HEADER]
