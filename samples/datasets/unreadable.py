"""Files that arrive but give no table: other formats, locked, damaged, empty."""

from collections.abc import Callable

from samples import organizations, terms
from samples.files import compound, delimited, other, workbook
from samples.files.archive import Member, write_zip
from samples.files.workbook import Sheet
from samples.model import Built, Column, Dataset, Organization, Table
from samples.values import pick, spread
from store.vocabulary import FailureReason, coverage_of
from store.vocabulary import ObservedType as T

_ROWS = range(60)
_TABLE = Table(
    (
        Column(name="구분", cells=[pick(row, ("상", "중", "하")) for row in _ROWS], type=T.STRING),
        Column(name="건수", cells=[spread(row, 1, 5000) for row in _ROWS], type=T.INTEGER),
    )
)
_PASSWORD = b"samples"


def _locked_zip() -> bytes:
    return write_zip((Member("tariff.csv", delimited.write(_TABLE), password=_PASSWORD),))


def _damaged_workbook() -> bytes:
    """A workbook with a good head and a good end, but nothing between them."""
    whole = workbook.write(Sheet("Sheet1", _TABLE))
    return whole[:600] + b"\xff" * (len(whole) - 1600) + whole[-1000:]


def _cut_zip() -> bytes:
    whole = write_zip((Member("status.csv", delimited.write(_TABLE, "cp949")),))
    return whole[: len(whole) // 2]


def _unreadable(
    key: str,
    organization: Organization,
    subject: str,
    theme: str,
    extension: str,
    body: Callable[[], bytes],
    reason: FailureReason,
    **listed: str,
) -> Dataset:
    return Dataset(
        key=key,
        organization=organization,
        subject=subject,
        theme=theme,
        extension=extension,
        cycle=listed.pop("cycle", "연간"),
        terms=terms.NO_RESTRICTION,
        description=f"{organization.name}이(가) 제공하는 {subject} 자료입니다.",
        keywords=subject.replace(" ", ","),
        build=lambda _: Built(body()),
        coverage=coverage_of(reason),
        reason=reason,
        listed={"전체행": "1", **listed},
    )


DATASETS = (
    _unreadable(
        "15901001",
        organizations.LAW,
        "법률 상담 길잡이",
        "법률 - 법무및검찰",
        "PDF",
        lambda: other.pdf("A guide to legal advice"),
        FailureReason.UNSUPPORTED_FORMAT,
        매체유형="기타",
    ),
    _unreadable(
        "15901002",
        organizations.LAND,
        "항공사진 견본",
        "국토관리 - 지역및도시",
        "png",
        other.png,
        FailureReason.UNSUPPORTED_FORMAT,
        매체유형="이미지",
    ),
    _unreadable(
        "15901003",
        organizations.PEACE,
        "문화 교류 강연 원고",
        "통일외교안보 - 통일",
        "txt",
        other.prose,
        FailureReason.NO_TABLE,
        cycle="수시",
    ),
    _unreadable(
        "15901004",
        organizations.TRANSIT,
        "운임표",
        "교통물류 - 철도",
        "zip",
        _locked_zip,
        FailureReason.ENCRYPTED,
    ),
    _unreadable(
        "15901005",
        organizations.FINANCE,
        "보조금 집행 내역",
        "재정금융 - 산업금융",
        "xlsx",
        compound.encrypted_workbook,
        FailureReason.ENCRYPTED,
        cycle="분기",
    ),
    _unreadable(
        "15901006",
        organizations.JOBS,
        "직업훈련 과정 목록",
        "산업고용 - 고용노동",
        "csv",
        lambda: b"",
        FailureReason.EMPTY_FILE,
        전체행="0",
    ),
    _unreadable(
        "15901007",
        organizations.HEALTH,
        "예방접종 실시 현황",
        "보건의료 - 보건의료",
        "xlsx",
        _damaged_workbook,
        FailureReason.DAMAGED,
        cycle="월간",
    ),
    _unreadable(
        "15901008",
        organizations.JEONNAM,
        "양식장 시설 현황",
        "농축수산 - 해양수산·어촌",
        "zip",
        _cut_zip,
        FailureReason.DAMAGED,
    ),
    _unreadable(
        "15901009",
        organizations.EDUCATION,
        "평생학습 강좌 목록",
        "교육 - 평생·직업교육",
        "csv",
        other.noise,
        FailureReason.ENCODING_UNDETECTED,
    ),
)
