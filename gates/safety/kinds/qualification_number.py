"""Numbers of personal certificates (자격증번호), told by the column's name only."""

import re

from gates.safety.kind import Kind

KIND = Kind(
    name="qualification_number",
    header=re.compile(r"자격(?:증)?번호$|자격(?:증)?등록번호$"),
    headers=("자격증번호", "자격번호", "강사 자격증 번호"),
    other_headers=("자격증명", "자격구분", "민간자격 등록번호수", "자격증 발급기관"),
)
