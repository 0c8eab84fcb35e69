"""Measurements with times, missing marks, sums below and footnotes; tab-separated text."""

from datetime import datetime
from functools import partial

from samples import organizations, terms
from samples.files import delimited
from samples.model import Behavior, Built, Change, Column, Dataset, Table
from samples.values import day, hour, pick, spread
from store.vocabulary import ObservedType as T


def _air(month: int, _: int) -> Built:
    rows = range(240)
    start = datetime(2026, month, 1)  # noqa: DTZ001 - agencies publish local times without a zone

    def measured(row: int, salt: int, missing: str) -> str:
        return missing if row % 37 == salt else f"{spread(row, 10, 990, salt) / 10:.1f}"

    table = Table(
        (
            Column(name="측정일시", cells=[hour(row, start) for row in rows], type=T.DATETIME),
            Column(
                name="측정소명",
                cells=[pick(row, ("시청", "솔밭공원", "역전"), month) for row in rows],
                type=T.STRING,
            ),
            Column(
                name="미세먼지(㎍/㎥)", cells=[measured(row, 3, "-") for row in rows], type=T.NUMBER
            ),
            Column(
                name="오존(ppb)", cells=[measured(row, 8, "N/A") for row in rows], type=T.NUMBER
            ),
        )
    )
    return Built(delimited.write(table, "utf-8-sig"), (table,))


def _pests(_: int) -> Built:
    rows = range(90)
    table = Table(
        (
            Column(
                name="예찰지역",
                cells=[pick(row, ("춘천시", "원주시", "강릉시", "인제군")) for row in rows],
                type=T.STRING,
            ),
            Column(
                name="병해충명",
                cells=[pick(row, ("솔잎혹파리", "솔껍질깍지벌레", "없음"), 4) for row in rows],
                type=T.STRING,
            ),
            Column(name="예찰일자", cells=[day(row) for row in rows], type=T.DATE),
            Column(
                name="피해면적(ha)",
                cells=[f"{spread(row, 1, 4000) / 100:.2f}" for row in rows],
                type=T.NUMBER,
            ),
        )
    )
    return Built(delimited.write(table, "cp949", delimiter="\t"), (table,))


def _population(_: int) -> Built:
    rows = range(40)
    men = [spread(row, 700, 9000, 1) for row in rows]
    women = [spread(row, 700, 9000, 2) for row in rows]
    table = Table(
        (
            Column(
                name="행정동코드",
                cells=[*(f"48{121 + row % 8}{51000 + row * 500:05d}" for row in rows), "합계"],
                type=T.STRING,  # the row of totals has its label here
                examples=None,
                safety=None,
            ),
            Column(
                name="행정동명",
                cells=[*(f"{pick(row, '동서남북')}{row + 1}동" for row in rows), None],
                type=T.STRING,
            ),
            Column(name="기준일자", cells=[*["20260630"] * len(rows), None], type=T.DATE),
            Column(name="남자", cells=[f"{count:,}" for count in (*men, sum(men))], type=T.INTEGER),
            Column(
                name="여자", cells=[f"{count:,}" for count in (*women, sum(women))], type=T.INTEGER
            ),
        )
    )
    body = delimited.write(
        table,
        "cp949",
        before=(("경상남도 행정동별 인구 현황",), ("(단위: 명)", None, None, None, None), ()),
        after=(
            (),
            ("※ 외국인은 포함하지 않음",),
        ),
    )
    return Built(body, (table,))


DATASETS = (
    *(
        Dataset(
            key=key,
            organization=organizations.GARAM,
            subject=f"대기오염 측정값_{month}월",
            theme="환경기상 - 대기",
            extension="csv",
            cycle="월간",
            terms=terms.NO_RESTRICTION,
            description=f"2026년 {month}월의 시간별 측정값입니다. 점검 중에는 값이 없습니다.",
            keywords="대기오염,미세먼지,오존,측정소",
            build=partial(_air, month),
            behavior=behavior,
            as_of=f"20260{month}28",
            listed={"데이터 한계": "확정 전의 측정값이라 바뀔 수 있습니다."},
        )
        for key, month, behavior in (
            ("15900301", 5, Behavior.FILE),
            ("15900302", 6, Behavior.DRIP),
        )
    ),
    Dataset(
        key="15900303",
        organization=organizations.GANGWON,
        subject="산림병해충 예찰 현황",
        theme="농축수산 - 임업·산촌",
        extension="txt",
        cycle="주간",
        terms=terms.TYPE_3,
        description="예찰지역별 산림병해충 조사 결과이며 열은 탭으로 나뉩니다.",
        keywords="산림,병해충,예찰",
        build=_pests,
        change=Change.TOUCHED,
        listed={"공간범위": "강원특별자치도", "보유근거": "산림보호법", "수집방법": "현장 조사"},
    ),
    Dataset(
        key="15900304",
        organization=organizations.GYEONGNAM,
        subject="행정동별 인구 현황",
        theme="공공행정 - 국가통계",
        extension="csv",
        cycle="월간",
        terms=terms.NO_RESTRICTION,
        description="행정동별 남녀 인구입니다. 표 위에 제목과 단위, 아래에 합계가 있습니다.",
        keywords="인구,행정동,주민등록인구",
        build=_population,
        change=Change.UPLOADED_AGAIN,
        listed={"차기 등록 예정일": "2026-08-31", "전체행": "1"},
    ),
)
