import pytest

from gates.safety import mask_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("900101-1234567", "900101-1******"),
        ("명단_900101-1234567.xlsx", "명단_900101-1******.xlsx"),
        ("９００１０１－１２３４５６７", "900101-1******"),
        ("9001\u200b01-1234567", "900101-1******"),
        ("신청 9001011234568 서류", "신청 9001011****** 서류"),
        ("010-1234-5678", "010-****-5678"),
        ("연락 01012345678", "연락 010****5678"),
        ("hong.gildong@naver.com 제출", "***@naver.com 제출"),
        ("4111-1111-1111-1111", "4111-****-****-****"),
        ("성명: 홍길동", "성명: 홍**"),
        ("900101-1234567, 010-1234-5678", "900101-1******, 010-****-5678"),
        ("여권번호 M12345678", "여권번호 M1*******"),
    ],
)
def test_personal_data_in_a_name_is_masked(name: str, shown: str) -> None:
    assert mask_name(name) == (shown, True)
    assert mask_name(shown) == (shown, False)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "전화번호",
        "시설명",
        "주민등록번호",
        "2024-01-01",
        "export_1704067200000.csv",
        "대표 02-123-4567",
        "webmaster@seoul.go.kr",
        "900101-1******",
        "ＡＢＣ",
    ],
)
def test_other_names_stay_verbatim(name: str) -> None:
    assert mask_name(name) == (name, False)
