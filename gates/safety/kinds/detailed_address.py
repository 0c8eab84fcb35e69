"""Home and detailed addresses, told by the column's name; those of facilities are public."""

import re

from gates.safety.kind import Kind
from gates.safety.labels import PERSON

_FACILITY = (
    r"시설|사업장|업체|업소|기관|소재지|매장|점포|센터|학교|병원|공장|상가|건물|설치|위치|회사"
    r"|영업장"
)

KIND = Kind(
    name="detailed_address",
    header=re.compile(
        rf"상세주소$|주소상세$|나머지주소$|(?:자택|집|거주지?|실거주지?|주민등록지?|본인|개인|가정)(?:상|의)?(?:상세)?주소$"
        rf"|{PERSON}(?:의)?(?:상세)?주소$|(?:home|residential|detail(?:ed)?)addr(?:ess)?$"
    ),
    not_header=re.compile(rf"(?:{_FACILITY})(?:상세주소|주소상세|나머지주소)$"),
    headers=(
        "상세주소",
        "자택주소",
        "거주지 주소",
        "대표자주소",
        "신청인 주소",
        "주소(상세주소)",
        "homeAddress",
    ),
    other_headers=(
        "도로명주소",
        "소재지도로명주소",
        "지번주소",
        "시설 상세주소",
        "사업장상세주소",
        "주소",
        "address",
        "소재지 상세주소",
    ),
)
