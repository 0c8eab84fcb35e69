"""Listings whose file does not arrive: each way in which a portal fails."""

from functools import partial

from samples import organizations, terms
from samples.files import delimited
from samples.model import Behavior, Built, Column, Dataset, Organization, Table, Terms
from samples.values import pick, spread
from store.vocabulary import Delivery, FailureReason, coverage_of
from store.vocabulary import ObservedType as T


def _visits(rows_wanted: int, _: int) -> Built:
    rows = range(rows_wanted)
    table = Table(
        (
            Column(
                name="권역",
                cells=[pick(row, ("동부", "서부", "남부")) for row in rows],
                type=T.STRING,
            ),
            Column(name="방문건수", cells=[spread(row, 1, 9000) for row in rows], type=T.INTEGER),
        )
    )
    return Built(delimited.write(table, "utf-8-sig"), (table,))


def _unavailable(
    key: str,
    organization: Organization,
    subject: str,
    theme: str,
    behavior: Behavior,
    reason: FailureReason,
    *,
    licensed: Terms = terms.NO_RESTRICTION,
    delivery: Delivery = Delivery.PORTAL,
    rows: int | None = None,
    listed: dict[str, str] | None = None,
) -> Dataset:
    return Dataset(
        key=key,
        organization=organization,
        subject=subject,
        theme=theme,
        extension="csv",
        cycle="-" if delivery is Delivery.OFFLINE_MEDIA else "연간",
        terms=licensed,
        description=f"{subject}을(를) 정리한 자료입니다.",
        keywords=subject.replace(" ", ","),
        delivery=delivery,
        behavior=behavior,
        build=partial(_visits, rows) if rows else None,
        coverage=coverage_of(reason),
        reason=reason,
        listed=listed,
    )


DATASETS = (
    _unavailable(
        "15901101",
        organizations.GANGWON,
        "보호수 지정 현황",
        "농축수산 - 임업·산촌",
        Behavior.PAGE_MISSING,
        FailureReason.NOT_FOUND,
    ),
    _unavailable(
        "15901102",
        organizations.HAEUNDAE,
        "해수욕장 이용 현황",
        "문화관광 - 관광",
        Behavior.REFUSED,
        FailureReason.NOT_FOUND,
        licensed=terms.UNSPECIFIED,
    ),
    _unavailable(
        "15901103",
        organizations.JONGNO,
        "빈집 정비 현황",
        "국토관리 - 주택",
        Behavior.NO_FILE,
        FailureReason.NOT_FOUND,
    ),
    _unavailable(
        "15901104",
        organizations.SCIENCE,
        "연구장비 예약 기록",
        "과학기술 - 과학기술진흥",
        Behavior.LOGIN,
        FailureReason.LOGIN_REQUIRED,
        licensed=terms.BY_NC_ND,
        rows=20,
    ),
    _unavailable(
        "15901105",
        organizations.FOOD,
        "회수 대상 식품 목록",
        "식품건강 - 식품의약안전",
        Behavior.ALERT,
        FailureReason.NOT_A_FILE,
        rows=20,
    ),
    _unavailable(
        "15901106",
        organizations.MUSEUM,
        "기증 도서 원문",
        "문화관광 - 문화예술",
        Behavior.NONE,
        FailureReason.OFFLINE_MEDIA,
        licensed=terms.THIRD_PARTY,
        delivery=Delivery.OFFLINE_MEDIA,
        listed={"비용부과유무": "유료", "비용부과기준 및 단위": "건 10000"},
    ),
    _unavailable(
        "15901107",
        organizations.PEACE,
        "교류 협력 기금 현황",
        "통일외교안보 - 통일",
        Behavior.SERVER_ERROR,
        FailureReason.HTTP_ERROR,
        rows=20,
    ),
    _unavailable(
        "15901108",
        organizations.TOURISM,
        "관광안내소 방문 현황",
        "문화관광 - 관광",
        Behavior.TRUNCATED,
        FailureReason.TRUNCATED,
        rows=900,
    ),
    _unavailable(
        "15901199",
        organizations.LAW,
        "전자소송 접수 현황",
        "법률 - 법무및검찰",
        Behavior.WAITING_ROOM,
        FailureReason.RATE_LIMITED,
        rows=20,
    ),
)
