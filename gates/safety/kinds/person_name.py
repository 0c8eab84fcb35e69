"""Names of persons, told by the column's name or by `성명:` in a text; values alone do not tell."""

import re
from collections.abc import Iterator

from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.labels import PERSON

_SHAPE = re.compile(
    r"(?:성명|성함|이름)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<name>[가-힣]{2,4})(?![가-힣])"
)

# Words that end in 성명 or are no person's: 속성명 is an attribute's name, 구성명 a component's.
_NOT_NAMES = r"속구여작합특생편약활물음양동자품감악기탄"
_HEADER = re.compile(
    rf"(?:^|[^{_NOT_NAMES}])성명(?:국문|한글|영문|한자)?$|성함$|^이름$|(?:인적사항|기본정보|개인정보)이름$"
    rf"|{PERSON}(?:의)?(?:성?명|이름|명단)(?:국문|한글|영문|한자)?$"
    r"|(?:대표자|담당자|신청인|신청자|소유자|소유주|보호자|책임자|민원인|작성자|예금주|세대주|건축주|납세자|체납자|시설장|센터장|기관장|이사장|조합장)(?:정|부)?$"
    r"|^(?:원장|교장|회장)$|(?:first|last|full|given|family|person|owner|patient|customer|applicant|employee|student|manager)name$"
    r"|^(?:surname|ceo|representative)(?:name)?$"
)


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        yield Hit(*found.span("name"), Grade.CERTAIN)


def _mask(text: str) -> str:
    return text[:1] + "*" * (len(text) - 1)


KIND = Kind(
    name="person_name",
    find=_find,
    trigger=Trigger.WORD,
    weight=Weight.ONE_CELL,
    header=_HEADER,
    mask=_mask,
    samples={
        Grade.CERTAIN: ("성명: 홍길동", '{"이름":"홍길동","나이":3}', "신청인 성명 : 김가나"),
        None: ("성명", "파일이름: report.csv", "성명을 기재하세요", "이름: 서울특별시청사"),
    },
    headers=(
        "성명",
        "대표자명",
        "대표자 성명",
        "담당자명",
        "담당자",
        "신청인성명",
        "이름",
        "성명(한글)",
        "성명2",
        "성명/직위",
        "성함",
        "원장명",
        "소유자",
        "firstName",
    ),
    other_headers=(
        "시설명",
        "기관명",
        "업소명",
        "품명",
        "지명",
        "파일이름",
        "속성명",
        "시설 이름",
        "대표자 수",
        "회원수",
        "담당자 전화번호",
        "담당자(전화번호)",
        "학교명",
        "사업자명",
        "관리기관명",
        "name",
        "file_name",
        "담당부서명",
        "도로명",
        "위원회명",
    ),
)
