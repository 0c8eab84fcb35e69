"""Mail addresses in text and whose they are."""

import re
from collections.abc import Iterator

# From the sign outwards, every part bounded: RFC 5321 section 4.5.3.1 gives 64 and 255 characters.
_DOMAIN = re.compile(
    r"(?<=[\w+\-.%]) ?@ ?((?:\w(?:[\w-]{0,62})\.){1,5}[A-Za-z가-힣]{2,24})(?![\w-])"
)
_LOCAL = re.compile(r"[\w.+%-]+$")
_INSTITUTIONAL = re.compile(r"(?:^|\.)(?:go\.kr|or\.kr|korea\.kr)$", re.IGNORECASE)

OFFICE_NAME = (
    r"대표(?!자)|기관|부서|회사|업체|업소|기업|사무|센터|학교|공용|문의|홈페이지|시설|사업장"
    r"|단체|협회|조합"
)
"""Words in a column name that make a mail address or a number one of an office."""


def mail_addresses(text: str) -> Iterator[tuple[int, int, bool]]:
    """(start, end, is it a public body's?) of each address in a normalised text."""
    for found in _DOMAIN.finditer(text):
        at = found.start()
        local = _LOCAL.search(text, max(0, at - 64), at)
        yield (local.start() if local else at), found.end(), bool(_INSTITUTIONAL.search(found[1]))
