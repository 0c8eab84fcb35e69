"""Vehicle registration plates: `12가3456`, `123가4567`, older ones with a region (`서울12가3456`).

The letter is one of those in use for private, commercial, rental and delivery vehicles
(자동차등록번호판 등의 기준에 관한 고시).
"""

import re
from collections.abc import Iterator

from gates.safety.kind import Grade, Hit, Kind, Trigger, Weight
from gates.safety.shapes import cued

_LETTER = "[가나다라마거너더러머버서어저고노도로모보소오조구누두루무부수우주바사아자배하허호]"
_REGION = "(?:서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충북|충남|전북|전남|경북|경남|제주)"
_SHAPE = re.compile(rf"(?<![0-9제])(?:{_REGION} ?)?[0-9]{{2,3}} ?{_LETTER} ?[0-9]{{4}}(?![0-9])")
_CUE = re.compile(r"차량|자동차|번호판|차번")


def _find(text: str) -> Iterator[Hit]:
    for found in _SHAPE.finditer(text):
        sure = cued(_CUE, text, found.start())
        yield Hit(*found.span(), Grade.CERTAIN if sure else Grade.POSSIBLE)


KIND = Kind(
    name="vehicle_plate",
    find=_find,
    trigger=Trigger.PLATE,
    weight=Weight.SHARE,
    header=re.compile(
        r"(?:차량|자동차|차)(?:등록)?번호$|차대번호$|번호판$|(?:vehicle|plate|car)(?:no|number)$"
    ),
    not_header=re.compile(r"(?:열|기|회|주|순|연|수|전동|목|절|분|물)차번호$"),
    hint=re.compile(r"차량|자동차|번호판"),
    samples={
        Grade.CERTAIN: ("차량 12가3456", "차량번호: 서울12바3456"),
        Grade.POSSIBLE: ("12가3456", "123하4567", "서울 74사 1234", "12가 3456"),
        None: ("12길3456", "2024년1234", "3가1234", "제12호 1234"),
    },
    headers=("차량번호", "자동차등록번호", "차량등록번호", "차대번호"),
    other_headers=("열차번호", "회차번호", "주차번호", "차량대수", "차종"),
)
