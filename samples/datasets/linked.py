"""LINK listings: files on the agency's site, and what stands in the way there."""

from samples import organizations, terms
from samples.files import delimited
from samples.model import Behavior, Built, Column, Dataset, Table
from samples.values import day, pick, spread
from store.vocabulary import CoverageStatus, Delivery, FailureReason
from store.vocabulary import ObservedType as T


def _quality(_: int) -> Built:
    rows = range(75)
    table = Table(
        (
            Column(
                name="정수장명",
                cells=[pick(row, ("물빛", "은하", "고운")) for row in rows],
                type=T.STRING,
            ),
            Column(name="채수일", cells=[day(row) for row in rows], type=T.DATE),
            Column(
                name="탁도(NTU)", cells=[f"0.{spread(row, 10, 99)}" for row in rows], type=T.NUMBER
            ),
            Column(
                name="잔류염소(mg/L)",
                cells=["" if row % 11 == 5 else f"0.{spread(row, 100, 900, 7)}" for row in rows],
                type=T.NUMBER,
            ),
        )
    )
    return Built(delimited.write(table, "utf-8", delimiter=";"), (table,))


def _trails(_: int) -> Built:
    rows = range(16)
    table = Table(
        (
            Column(name="탐방로명", cells=[f"둘레길 {row + 1}구간" for row in rows], type=T.STRING),
            Column(
                name="길이(km)",
                cells=[f"{spread(row, 8, 190) / 10:.1f}" for row in rows],
                type=T.NUMBER,
            ),
            Column(name="개방시각", cells=[f"{4 + row % 4:02d}:30" for row in rows], type=T.TIME),
        )
    )
    return Built(delimited.write(table, "cp949"), (table,))


DATASETS = (
    Dataset(
        key="15900901",
        organization=organizations.WATER,
        subject="정수장 수질 측정 결과",
        theme="환경기상 - 상하수도·수질",
        extension="csv",
        cycle="일간",
        terms=terms.BY,
        description="정수장별 탁도와 잔류염소입니다. 열은 쌍반점으로 나뉩니다.",
        keywords="수질,정수장,탁도,잔류염소",
        delivery=Delivery.LINK,
        link="{base}/agency/files/15900901.csv",
        build=_quality,
    ),
    Dataset(
        key="15900902",
        organization=organizations.TOURISM,
        subject="탐방로 현황",
        theme="문화관광 - 관광",
        extension="csv",
        cycle="수시",
        terms=terms.TYPE_2,
        description="탐방로의 길이와 개방시각입니다. 누리집의 내려받기 주소로 이어집니다.",
        keywords="탐방로,둘레길,관광",
        delivery=Delivery.LINK,
        link="{base}/agency/go/15900902",
        build=_trails,
    ),
    Dataset(
        key="15900903",
        organization=organizations.TOURISM,
        subject="여행 사진 자료실",
        theme="문화관광 - 문화예술",
        extension="URL",
        cycle="수시",
        terms=terms.BY_NC_SA,
        description="사진 자료실 게시판으로 이어집니다.",
        keywords="사진,여행,자료실",
        delivery=Delivery.LINK,
        behavior=Behavior.LANDING,
        link="{base}/agency/board/15900903",
        coverage=CoverageStatus.SOURCE_UNAVAILABLE,
        reason=FailureReason.LINK_ONLY,
        listed={"매체유형": "이미지", "전체행": "1"},
    ),
    Dataset(
        key="15900904",
        organization=organizations.INDUSTRY,
        subject="회원사 기술 수요 조사",
        theme="산업고용 - 산업기술지원",
        extension="csv",
        cycle="연간",
        terms=terms.BY_ND,
        description="회원사가 답한 기술 수요입니다. 누리집이 자동 수집을 허용하지 않습니다.",
        keywords="기술수요,회원사,조사",
        delivery=Delivery.LINK,
        link="{base}/agency/members/15900904.csv",
        build=_trails,
        coverage=CoverageStatus.ACCESS_RESTRICTED,
        reason=FailureReason.ROBOTS_DISALLOWED,
    ),
    Dataset(
        key="15900999",
        organization=organizations.WATER,
        subject="댐 수위 시계열",
        theme="국토관리 - 수자원",
        extension="csv",
        cycle="실시간",
        terms=terms.NO_RESTRICTION,
        description="댐의 수위를 짧은 간격으로 제공합니다. 누리집이 요청 수를 제한합니다.",
        keywords="댐,수위,수자원",
        delivery=Delivery.LINK,
        behavior=Behavior.RATE_LIMITED,
        link="{base}/agency/files/15900999.csv",
        coverage=CoverageStatus.QUEUED,
    ),
)
