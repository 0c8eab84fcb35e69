"""Recall and precision on labelled columns, and the single hit in a large column."""

import random

import pytest

from gates.safety import RULE, judge, kinds_in
from store.vocabulary import SafetyStatus
from tests.gates.columns import (
    CITIES,
    Maker,
    barcode,
    card,
    corporate,
    day,
    digits,
    person,
    resident,
    uuid,
    verdict_of,
)

ROWS = 300
FULL_WIDTH = str.maketrans("0123456789-", "０１２３４５６７８９－")

PERSONAL: dict[str, tuple[str, Maker]] = {
    "resident": ("번호", lambda r: resident(r, "-")),
    "resident unbroken": ("column_1", lambda r: resident(r, "")),
    "resident split by a blank": ("비고", lambda r: resident(r, " ")),
    "resident split by dots": ("비고", lambda r: resident(r, ".")),
    "resident of a foreigner": ("번호", lambda r: resident(r, "-", foreign=True)),
    "foreigner unbroken": ("번호", lambda r: resident(r, "", foreign=True)),
    "resident since 2020": ("번호", lambda r: resident(r, "-", new=True)),
    "since 2020 unbroken": ("번호", lambda r: resident(r, "", new=True)),
    "resident full-width": ("번호", lambda r: resident(r, "-").translate(FULL_WIDTH)),
    "resident zero-width": ("번호", lambda r: "\u200b".join(resident(r, "-"))),
    "resident spaced out": ("번호", lambda r: " ".join(resident(r, "-"))),
    "resident in HTML": ("비고", lambda r: f"<p>{resident(r, '&#45;')}</p>"),
    "resident in JSON": ("비고", lambda r: f'{{"no":"{resident(r, "")}","ok":true}}'),
    "resident masked": ("번호", lambda r: resident(r, "-")[:8] + "******"),
    "mobile": ("전화번호", lambda r: f"010-{digits(r, 4)}-{digits(r, 4)}"),
    "mobile unbroken": ("연락처", lambda r: "010" + digits(r, 8)),
    "mobile with dots": ("값", lambda r: f"010.{digits(r, 4)}.{digits(r, 4)}"),
    "mobile with +82": ("값", lambda r: f"+82 10-{digits(r, 4)}-{digits(r, 4)}"),
    "old mobile": ("연락처", lambda r: f"016-{digits(r, 3)}-{digits(r, 4)}"),
    "private landline": ("자택전화번호", lambda r: f"02-{digits(r, 3)}-{digits(r, 4)}"),
    "mail": ("비고", lambda r: f"u{digits(r, 4)}@naver.com"),
    "passport": ("여권번호", lambda r: "M" + digits(r, 8)),
    "passport in a text": ("비고", lambda r: f"여권 M{digits(r, 3)}A{digits(r, 4)}"),
    "licence": (
        "값",
        lambda r: f"{r.randint(11, 26)}-{digits(r, 2)}-{digits(r, 6)}-{digits(r, 2)}",
    ),
    "card": ("값", lambda r: card(r, "-")),
    "card unbroken": ("값", lambda r: card(r, "")),
    "account": ("계좌번호", lambda r: f"{digits(r, 3)}-{digits(r, 2)}-{digits(r, 6)}"),
    "account in a text": ("비고", lambda r: f"농협 301-{digits(r, 4)}-{digits(r, 4)}-11"),
    "plate": ("값", lambda r: f"{r.randint(10, 99)}{r.choice('가나다라')}{digits(r, 4)}"),
    "health insurance": ("건강보험증번호", lambda r: "1" + digits(r, 10)),
    "name": ("성명", person),
    "name of a representative": ("대표자명", person),
    "name under a path": ("신청인 성명", person),
    "name in a text": ("비고", lambda r: f"성명: {person(r)}"),
    "birth date": ("생년월일", lambda r: day(r, "-")),
    "home address": ("상세주소", lambda r: f"{r.randint(101, 120)}동 {r.randint(101, 2500)}호"),
    "name alone, values blanked": ("주민등록번호", lambda r: "비공개"),
    "sole trader": ("개인사업자등록번호", lambda r: digits(r, 10)),
}

PUBLIC: dict[str, tuple[str, Maker]] = {
    "district": ("시군구", lambda r: r.choice(CITIES)),
    "date": ("기준일자", lambda r: day(r, "-")),
    "point in time": ("일시", lambda r: f"{day(r, '-')} 1{r.randint(0, 9)}:{r.randint(10, 59)}:00"),
    "epoch milliseconds": ("timestamp", lambda r: str(r.randint(16 * 10**11, 175 * 10**10))),
    "epoch of one hour": ("ts", lambda r: str(1_704_067_200_000 + r.randint(0, 3_600_000))),
    "epoch of a 2021 day": ("ts", lambda r: str(1_612_100_000_000 + r.randint(0, 86_400_000))),
    "epoch seconds": ("ts", lambda r: str(r.randint(1_500_000_000, 1_750_000_000))),
    "random long id": ("관리번호", lambda r: r.choice("123456789") + digits(r, 12)),
    "dated document number": ("문서번호", lambda r: day(r, "") + digits(r, 5)),
    "document number": ("문서번호", lambda r: f"제2024-{digits(r, 4)}호"),
    "3-4-4 document number": ("문서번호", lambda r: f"{digits(r, 3)}-2024-{digits(r, 4)}"),
    "6-7 document number": ("접수번호", lambda r: f"20240{r.randint(1, 9)}-{digits(r, 7)}"),
    "product code": ("품목코드", lambda r: "M" + digits(r, 8)),
    "barcode": ("바코드", lambda r: barcode(r, "880")),
    "barcode of one maker": ("바코드", lambda r: barcode(r, "8801115")),
    "parcel code": ("PNU", lambda r: "1168010100" + digits(r, 9)),
    "16-digit id": ("관리번호", lambda r: digits(r, 16)),
    "4-4-4-4 serial": ("일련번호", lambda r: "-".join(digits(r, 4) for _ in range(4))),
    "11-digit id": ("시설코드", lambda r: digits(r, 11)),
    "office telephone": ("전화번호", lambda r: f"02-{digits(r, 3)}-{digits(r, 4)}"),
    "office contact": ("연락처", lambda r: f"031-{digits(r, 3)}-{digits(r, 4)}"),
    "telephone of a person's office": ("대표전화", lambda r: f"1588-{digits(r, 4)}"),
    "office mail": ("이메일", lambda r: f"office{digits(r, 3)}@city.go.kr"),
    "office mail, other name": ("대표이메일", lambda r: f"office{digits(r, 3)}@center.or.kr"),
    "business number": ("사업자번호", lambda r: f"{digits(r, 3)}-{digits(r, 2)}-{digits(r, 5)}"),
    "corporate number": ("번호", corporate),
    "corporate number unbroken": ("번호", lambda r: corporate(r, "")),
    "corporate number, no check": ("법인등록번호", lambda r: f"110111-{digits(r, 7)}"),
    "latitude": ("위도", lambda r: f"37.{digits(r, 13)}"),
    "plane coordinate": ("X좌표", lambda r: f"{r.randint(150_000, 250_000)}.{digits(r, 7)}"),
    "hash": ("해시", lambda r: f"{r.getrandbits(256):064x}"),
    "UUID": ("id", uuid),
    "amount": ("금액", lambda r: f"{r.randint(1, 9_999):,},000"),
    "facility": ("시설명", lambda r: r.choice(CITIES) + " 도서관"),
    "facility's name": ("시설 이름", lambda r: "제일도서관"),
    "file": ("파일이름", lambda r: f"report_{digits(r, 8)}.pdf"),
    "road address": ("도로명주소", lambda r: f"{r.choice(CITIES)} 세종대로 {r.randint(1, 500)}"),
    "goods": ("품명", lambda r: "복사용지 A4"),
    "train": ("열차번호", lambda r: digits(r, 4)),
    "flag about mail": ("이메일수신여부", lambda r: r.choice("YN")),
    "residents counted": ("주민등록인구수", lambda r: digits(r, 5)),
    "masked mobile": ("안심번호", lambda r: f"010-****-{digits(r, 4)}"),
    "sentence of an office": ("비고", lambda r: "매주 월요일 휴관, 문의 02-123-4567"),
}


@pytest.mark.parametrize("label", PERSONAL)
def test_personal_data_is_withheld(label: str) -> None:
    name, make = PERSONAL[label]
    rng = random.Random(label)
    verdict = verdict_of(name, (make(rng) for _ in range(ROWS)))
    assert verdict.status is SafetyStatus.WITHHELD
    assert verdict.reason in {"VALUES_MATCH", "NAME_IS_PERSONAL"}


@pytest.mark.parametrize("label", PUBLIC)
def test_what_only_looks_alike_is_shown(label: str) -> None:
    name, make = PUBLIC[label]
    rng = random.Random(label)
    verdict = verdict_of(name, (make(rng) for _ in range(ROWS)))
    assert (verdict.status, verdict.reason) == (SafetyStatus.CLEAR, None)


@pytest.mark.parametrize(
    "secret",
    [
        "900101-1234567",
        "850315 2345678",
        "990101-1******",
        "010-1234-5678",
        "someone@example.com",
        "4111-1111-1111-1111",
        "11-90-123456-12",
        "주민번호 9001011234567",
        "여권번호 M12345678",
        "농협 301-1234-5678-01",
    ],
)
@pytest.mark.parametrize(
    "filler",
    [
        lambda r: r.choice(CITIES),
        lambda r: str(r.randint(10**12, 10**13 - 1)),
        corporate,
        lambda r: f"02-{digits(r, 3)}-{digits(r, 4)}",
    ],
    ids=["text", "long ids", "corporate numbers", "office telephones"],
)
def test_one_secret_among_many_rows_is_found(secret: str, filler: Maker) -> None:
    rng = random.Random(secret)
    rows = [filler(rng) for _ in range(5_000)]
    assert verdict_of("비고", rows).status is SafetyStatus.CLEAR
    rows[3_750] = secret
    assert verdict_of("비고", rows).reason == "VALUES_MATCH"


def test_one_resident_number_in_200_000_rows_is_found() -> None:
    found = kinds_in("900101-1234567")
    verdict = judge("비고", dict.fromkeys(found, 1), 200_000, mean_length=9.0)
    assert verdict.status is SafetyStatus.WITHHELD
    assert verdict.kinds == {"resident_number": 1}


def test_unbroken_resident_number_in_a_text_is_found() -> None:
    rows = ["접수 완료"] * 999 + ["본인 9001011234567 확인"]
    assert verdict_of("처리결과", rows).status is SafetyStatus.WITHHELD


@pytest.mark.parametrize(
    "name", ["민원내용", "상담 내용", "민원접수내용", "신고내용", "건의사항", "이용후기"]
)
def test_free_text_is_to_be_reviewed_by_name(name: str) -> None:
    verdict = verdict_of(name, ["도로가 파였습니다"])
    assert (verdict.status, verdict.reason) == (SafetyStatus.REVIEW_REQUIRED, "FREE_TEXT")


@pytest.mark.parametrize("name", ["민원내용분류코드", "상담건수", "내용", "작업내용"])
def test_names_about_free_text_are_not_free_text(name: str) -> None:
    assert verdict_of(name, ["A1"]).status is SafetyStatus.CLEAR


def test_long_values_are_to_be_reviewed() -> None:
    assert verdict_of("설명", ["가" * 81]).status is SafetyStatus.REVIEW_REQUIRED
    assert verdict_of("설명", ["가" * 80]).status is SafetyStatus.CLEAR


def test_a_name_that_is_data_withholds_the_column() -> None:
    assert verdict_of("900101-1234567", ["서울"]).reason == "NAME_HOLDS_DATA"


def test_personal_mail_in_a_directory_of_offices_withholds_it() -> None:
    offices = [f"office{number}@city.go.kr" for number in range(50)]
    assert verdict_of("이메일", offices).status is SafetyStatus.CLEAR
    assert verdict_of("이메일", [*offices, "someone@example.com"]).reason == "VALUES_MATCH"
    assert verdict_of("이메일", [*offices, "비공개"]).reason == "NAME_IS_PERSONAL"


def test_an_empty_column_is_judged_by_its_name() -> None:
    assert judge("휴대전화", {}, 0).status is SafetyStatus.WITHHELD
    assert judge("시설명", {}, 0).status is SafetyStatus.CLEAR


def test_json_has_rule_counts_and_reason_but_no_value() -> None:
    verdict = verdict_of("비고", ["010-1234-5678", "02-123-4567", "없다"])
    assert verdict.to_json() == {
        "status": "WITHHELD",
        "rule": RULE,
        "kinds": {"landline": 1, "mobile": 1},
        "reason": "VALUES_MATCH",
    }


def test_unknown_evidence_is_ignored() -> None:
    assert judge("비고", {"no_such_kind": 3}, 3).status is SafetyStatus.CLEAR
