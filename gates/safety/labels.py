"""Column names read word by word: Korean compounds end in what they are about.

`휴대폰번호` is a telephone number, `휴대폰충전여부` is not: patterns of kinds are anchored at
the end of a compact form, and facilities, files and places (`시설명`, `파일이름`) are no
persons.
"""

import re
from functools import lru_cache

from gates.safety.text import normalise

PERSON = (
    r"(?:대표자|담당자|신청인|신청자|소유자|소유주|보호자|책임자|민원인|작성자|접수자|처리자|등록자|제보자|신고자|피해자"
    r"|대리인|예금주|세대주|건축주|납세자|체납자|채무자|채권자|상속인|임차인|임대인|수급자|수혜자|이용자|대상자|가입자"
    r"|피보험자|응시자|합격자|당첨자|참가자|참여자|수상자|종사자|근로자|구직자|퇴직자|운전자|조사자|점검자|당사자|유공자"
    r"|사망자|고인|환자|고객|회원|학생|학부모|교사|강사|직원|의사|간호사|배우자|자녀|가족|부모|유족|후견인|수령인|수취인"
    r"|발급자|청구인|의뢰인|선임자|면허자|자격자|소지자|기관장|시설장|센터장|원장|교장|(?:^|협|부|연합)회장|위원장|이사장|조합장|단체장|위원|통장|이장)"
)
"""Words for a person; what is attached to one (`담당자명`, `보호자 연락처`) is about them."""

PRIVATE_PERSON = (
    r"(?:신청인|신청자|소유자|소유주|보호자|민원인|제보자|신고자|피해자|세대주|납세자|체납자|채무자|채권자|상속인|임차인|임대인"
    r"|수급자|수혜자|이용자|대상자|가입자|피보험자|응시자|합격자|당첨자|참가자|구직자|환자|고객|회원|학생|학부모|배우자|자녀"
    r"|가족|부모|유족|후견인|수령인|수취인|청구인|의뢰인)"
)
"""Persons whose telephone is not that of an office."""

FREE_TEXT = re.compile(
    r"(?:민원|상담|신고|질의|질문|문의|접수|제보|건의|진정|고충|청원|의견|답변|진료|사례)(?:의|자)?(?:상세)?"
    r"(?:내용|사항|요지|본문|기록|이력|원문|글|내역)$|(?:자유|주관식|서술형)(?:의견|응답|답변)$|소견$|후기$|자기소개서?$"
)
"""Names of columns that people fill with sentences of their own."""

_SEPARATORS = re.compile(r"[^0-9A-Za-z가-힣一-鿿]+")
_BRACKETED = re.compile(r"[(\[{<][^()\[\]{}<>]*[)\]}>]")
_LISTED = re.compile(r"[/,·]")
_ATTRIBUTE = re.compile(
    r"(?:번호|전화|연락처|부서|기관|수|여부|코드|일자|일|주소|비율|율|명수)\s*[)\]}>]"
)


@lru_cache(maxsize=4096)
def forms(name: str) -> tuple[str, ...]:
    """The compact forms of a column name (its full header path), lower case, without punctuation.

    First the whole path, then without bracketed additions (`성명(한글)`; kept where they say what
    the column holds, as in `담당자(전화번호)`), then the parts of a list (`직위/성명`), then all of
    them without a running number (`성명2`).
    """
    plain = normalise(name)
    whole = compact(plain)
    found = [whole]
    if not _ATTRIBUTE.search(plain):
        found.append(compact(_BRACKETED.sub(" ", plain)))
    found.extend(compact(part) for part in _LISTED.split(plain))
    found.extend(form.rstrip("0123456789") for form in tuple(found))
    return tuple(dict.fromkeys(filter(None, found)))


def compact(text: str) -> str:
    """`text` in lower case with nothing but letters, digits and ideographs."""
    return _SEPARATORS.sub("", text).casefold()
