import csv

import pytest

from gates.license import has_third_party_rights, license_of, shows_examples
from store.vocabulary import License
from tests.shared import SHARED, needs_shared

TABLE = [
    # the portal's list of 2025
    ("이용허락범위 제한 없음", License.NO_RESTRICTION),
    ("제한없음", License.NO_RESTRICTION),
    ("공공저작물_출처표시", License.KOGL_BY),
    ("공공저작물_출처표시 + 상업적 이용금지", License.KOGL_BY_NC),
    ("공공저작물_출처표시 + 변경금지", License.KOGL_BY_ND),
    ("공공저작물_출처표시 + 상업적 이용금지 + 변경금지", License.KOGL_BY_NC_ND),
    ("저작자표시-비영리-동일조건변경허락", License.CC_BY_NC_SA),
    ("-", License.UNSPECIFIED),
    # the list of 2026 and the catalogue's JSON
    ("공공저작물 : 출처표시 (제 1유형)", License.KOGL_BY),
    ("공공저작물 : 출처표시, 상업적 이용금지 (제 2유형)", License.KOGL_BY_NC),
    ("공공저작물 : 출처표시, 변경금지 (제 3유형)", License.KOGL_BY_ND),
    ("공공저작물 : 출처표시, 상업적 이용금지, 변경금지 (제 4유형)", License.KOGL_BY_NC_ND),
    ("공공저작물 : 자유이용 (제 0유형)", License.KOGL_0),
    ("자유이용 (제 0유형)", License.KOGL_0),
    ("제3자 권리 포함 : 저작권 표시/공공저작물 : 출처표시 (제 1유형)", License.KOGL_BY),
    (
        "제3자 권리 포함 : 저작권 표시, 공공저작물 : 출처표시, 변경금지 (제 3유형)",
        License.KOGL_BY_ND,
    ),
    ("제3자 권리 포함 : 저작권 표시", License.OTHER),
    # older JSON-LD: the portal's policy page names no licence
    ("https://data.go.kr/ugs/selectPortalPolicyView.do", License.OTHER),
    # KOGL written otherwise
    ("공공누리 제1유형", License.KOGL_BY),
    ("공공누리 4유형", License.KOGL_BY_NC_ND),
    ("KOGL Type 3", License.KOGL_BY_ND),
    ("http://www.kogl.or.kr/info/licenseType2.do", License.KOGL_BY_NC),
    ("공공누리 : 출처표시 (제4유형)", License.KOGL_BY_NC_ND),
    # Creative Commons
    ("저작자표시", License.CC_BY),
    ("저작자표시-비영리", License.CC_BY_NC),
    ("저작자표시-변경금지", License.CC_BY_ND),
    ("저작자표시-동일조건변경허락", License.CC_BY_SA),
    ("저작자표시-비영리-변경금지", License.CC_BY_NC_ND),
    ("CC BY", License.CC_BY),
    ("cc-by", License.CC_BY),
    ("CC-BY-4.0", License.CC_BY),
    ("CC BY-SA 4.0", License.CC_BY_SA),
    ("CC-BY-NC-ND-4.0", License.CC_BY_NC_ND),
    ("cc-nc", License.CC_BY_NC),
    ("https://creativecommons.org/licenses/by/4.0/", License.CC_BY),
    ("http://creativecommons.org/licenses/by-nc-sa/2.0/kr/", License.CC_BY_NC_SA),
    ("https://creativecommons.org/publicdomain/zero/1.0/", License.CC0),
    ("Creative Commons Attribution-NonCommercial 4.0", License.CC_BY_NC),
    ("Creative Commons Attribution 4.0 International", License.CC_BY),
    ("CC0-1.0", License.CC0),
    ("cc-zero", License.CC0),
    ("https://creativecommons.org/publicdomain/mark/1.0/", License.OTHER),
    # Open Data Commons
    ("ODC-BY-1.0", License.ODC_BY),
    ("odc-odbl", License.ODBL),
    ("Open Database License (ODbL)", License.ODBL),
    ("odc-pddl", License.PDDL),
    ("https://opendatacommons.org/licenses/by/1-0/", License.ODC_BY),
    ("https://opendatacommons.org/licenses/odbl/1-0/", License.ODBL),
    ("https://opendatacommons.org/licenses/pddl/1-0/", License.PDDL),
    # nothing said, and what is not known
    (None, License.UNSPECIFIED),
    ("", License.UNSPECIFIED),
    ("  ", License.UNSPECIFIED),
    ("notspecified", License.UNSPECIFIED),
    ("기관 내부 규정에 따름", License.OTHER),
    ("MIT", License.OTHER),
    ("상업적 이용금지, 그 밖의 제한 없음", License.OTHER),
]


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_licence_is_read_by_its_tokens(text: str | None, expected: License) -> None:
    assert license_of(text) is expected


@pytest.mark.parametrize("code", License)
def test_every_code_names_itself(code: License) -> None:
    assert license_of(code.value) is code
    assert license_of(code.value.lower().replace("_", "-")) is code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("제3자 권리 포함 : 저작권 표시/공공저작물 : 출처표시 (제 1유형)", True),
        ("제 3자의 권리가 포함되어 있음", True),
        ("제3자 권리 미포함", False),
        ("공공저작물_출처표시", False),
        ("-", False),
        (None, False),
    ],
)
def test_third_party_rights(text: str | None, expected: bool) -> None:
    assert has_third_party_rights(text) is expected


def test_only_open_licences_show_examples() -> None:
    assert {code for code in License if shows_examples(code)} == {
        License.NO_RESTRICTION,
        License.KOGL_0,
        License.KOGL_BY,
        License.CC0,
        License.CC_BY,
        License.ODC_BY,
        License.PDDL,
    }


@pytest.mark.parametrize("code", License)
def test_third_party_rights_restrict_every_licence(code: License) -> None:
    assert not shows_examples(code, third_party_rights=True)


@needs_shared("catalog", "list_split_data_01.csv")
def test_every_licence_of_the_real_list_is_known() -> None:
    path = SHARED / "catalog" / "list_split_data_01.csv"
    with path.open(encoding="utf-8-sig", newline="") as file:
        texts = {row["이용허락범위"] for row in csv.DictReader(file)}
    assert len(texts) >= 5
    assert {text: license_of(text) for text in texts if license_of(text) is License.OTHER} == {}
