"""API and STD listings: in the catalogue only, no file is asked for."""

from samples import organizations, terms
from samples.model import Behavior, Dataset, Organization
from store.vocabulary import CoverageStatus, Delivery, ListingType

_STANDARD = Organization("지방자치단체", "-", "-", "-")


def _api(
    key: str, organization: Organization, subject: str, theme: str, kind: str, formats: str
) -> Dataset:
    return Dataset(
        key=key,
        listing_type=ListingType.API,
        organization=organization,
        subject=subject,
        theme=theme,
        extension=formats,
        cycle="실시간",
        terms=terms.NO_RESTRICTION,
        description=f"{subject} 값을 조회하는 오픈API입니다. 인증키를 받아 호출합니다.",
        keywords=subject.replace(" ", ","),
        delivery=Delivery.UNKNOWN,
        behavior=Behavior.NONE,
        coverage=CoverageStatus.API_STRUCTURE_NOT_SUPPORTED_YET,
        listed={
            "파일데이터명": "-",
            "매체유형": "-",
            "전체행": "-",
            "API 유형": kind,
            "신청가능 트래픽": "개발계정 : 1000",
            "심의 유형": "개발단계 : 자동승인 / 운영단계 : 심의승인",
        },
    )


def _standard(key: str, subject: str, theme: str, law: str) -> Dataset:
    return Dataset(
        key=key,
        listing_type=ListingType.STD,
        organization=_STANDARD,
        subject=subject,
        theme=theme,
        extension="CSV+JSON+XML",
        cycle="-",
        terms=terms.UNSPECIFIED,
        description=f"지방자치단체가 같은 항목으로 모아 제공하는 {subject}입니다.",
        keywords=subject,
        delivery=Delivery.UNKNOWN,
        behavior=Behavior.NONE,
        coverage=CoverageStatus.NOT_COLLECTED,
        listed={
            "목록명": subject,
            "파일데이터명": "-",
            "매체유형": "-",
            "전체행": "-",
            "보유근거": law,
            "관리부서 전화번호": "-",
            "표준데이터여부": "Y",
        },
    )


DATASETS = (
    _api(
        "15901201", organizations.TRANSIT, "열차 도착 정보", "교통물류 - 철도", "REST", "JSON+XML"
    ),
    _api("15901202", organizations.WATER, "강수량 관측", "국토관리 - 수자원", "REST", "XML"),
    _api("15901203", organizations.JOBS, "채용 정보", "산업고용 - 고용노동", "LINK", "JSON"),
    _standard("15901301", "전국주차장정보표준데이터", "교통물류 - 도로", "주차장법"),
    _standard("15901302", "전국도서관표준데이터", "문화관광 - 문화예술", "도서관법"),
)
