"""Rule `license-gate-v1.0`: terms of use -> `License` -> may example values be shown?

Portals write the same licence in many dialects (`공공저작물_출처표시 + 변경금지`,
`공공저작물 : 출처표시, 변경금지 (제 3유형)`, `CC-BY-4.0`, a URL), so it is read by its tokens,
never compared as a whole. Where tokens contradict each other, the stricter ones hold. KOGL:
https://www.kogl.or.kr (types 0 to 4); Creative Commons: the condition letters BY, NC, ND, SA; Open
Data Commons: ODC-BY, ODbL, PDDL.
"""

import re
import unicodedata

from store.vocabulary import License

RULE = "license-gate-v1.0"

SHOWS_EXAMPLES = frozenset(
    {
        License.NO_RESTRICTION,
        License.KOGL_0,
        License.KOGL_BY,
        License.CC0,
        License.CC_BY,
        License.ODC_BY,
        License.PDDL,
    }
)
"""The one table of licences that let examples through."""


def shows_examples(license: License, *, third_party_rights: bool = False) -> bool:  # noqa: A002 - the field's own word
    """Whether example values may be shown; rights of third parties always forbid it."""
    return license in SHOWS_EXAMPLES and not third_party_rights


_THIRD_PARTY = re.compile(
    r"제\s*(?:3|삼)\s*자의?\s*(?:저작)?권리?[가이를]?\s*(?:포함|있음)|third[\s-]*part(?:y|ies)['’]?s?\s*rights?"
)
_NO_THIRD_PARTY = re.compile(r"(?:미\s*포함|불\s*포함|포함\s*(?:하지|되지)|\bno\s+third)")


def has_third_party_rights(text: str | None) -> bool:
    """Whether the terms say that third parties hold rights in the data (`제3자 권리 포함`)."""
    plain = _plain(text)
    return bool(_THIRD_PARTY.search(plain)) and not _NO_THIRD_PARTY.search(plain)


def license_of(text: str | None) -> License:
    """The licence that `text` names; blank or `-` is UNSPECIFIED, what is not known is OTHER."""
    plain = _THIRD_PARTY_SEGMENT.sub(" ", _plain(text))
    if _UNSPECIFIED.fullmatch(plain):
        return License.OTHER if has_third_party_rights(text) else License.UNSPECIFIED
    code = re.sub(r"[\s-]+", "_", plain.strip()).upper()
    if code in License.__members__:
        return License[code]
    for read in (_open_data_commons, _creative_commons, _kogl, _no_restriction):
        found = read(plain)
        if found is not None:
            return found
    return License.OTHER


_THIRD_PARTY_SEGMENT = re.compile(r"제\s*(?:3|삼)\s*자[^/,]*[/,]?")
_UNSPECIFIED = re.compile(
    r"[\s\-–—_.:/]*|n/?a|null|none|not[\s_-]*specified|unspecified|unknown|미지정|해당\s*없음"
)

_NON_COMMERCIAL = re.compile(
    r"(?:상업|영리)\S{0,3}\s*(?:이용\S?|사용\S?|목적\S{0,6})?\s*(?:의\s*)?(?:금지|불가|제한(?!\s*없))"
    r"|비\s*영리|비\s*상업|non-?\s?commercial"
)
_NO_DERIVATIVES = re.compile(
    r"변[경형]\S{0,3}\s*(?:이용\S?)?\s*(?:금지|불가)|no-?\s?deriv(?:ative|s|ative\s?work)"
)
_SHARE_ALIKE = re.compile(r"동일\s*조건|share-?\s?alike")


def _open_data_commons(plain: str) -> License | None:
    if re.search(r"\bodbl\b|open\s*database\s*licen[sc]e", plain):
        return License.ODBL
    if re.search(
        r"\bodc[\s_-]*by\b|open\s*data\s*commons\s*attribution|odc/by|licenses/by/1-0", plain
    ):
        return License.ODC_BY
    if re.search(r"\bpddl\b|public\s*domain\s*dedication\s*and\s*licen[sc]e", plain):
        return License.PDDL
    return None


_CC = re.compile(r"\bccl?(?=[\s_:/-]|by|$|\d)|creative\s*commons|크리에이티브|저작자\s*표시|\bcc\b")
_CC_ZERO = re.compile(r"\bcc[\s_-]*(?:0|zero)\b|publicdomain/zero|creative\s*commons\s*zero")
_CC_CODES = {
    frozenset({"BY"}): License.CC_BY,
    frozenset({"BY", "SA"}): License.CC_BY_SA,
    frozenset({"BY", "NC"}): License.CC_BY_NC,
    frozenset({"BY", "ND"}): License.CC_BY_ND,
    frozenset({"BY", "NC", "SA"}): License.CC_BY_NC_SA,
    frozenset({"BY", "NC", "ND"}): License.CC_BY_NC_ND,
}


def _creative_commons(plain: str) -> License | None:
    if _CC_ZERO.search(plain):
        return License.CC0
    if not _CC.search(plain):
        return None
    letters = set(re.findall(r"(?<![a-z])(?:cc)?(by|nc|nd|sa)(?![a-z])", plain))
    conditions = {letter.upper() for letter in letters}
    if re.search(r"저작자\s*표시|출처\s*표시|\battribution\b", plain):
        conditions.add("BY")
    for name, words in (("NC", _NON_COMMERCIAL), ("ND", _NO_DERIVATIVES), ("SA", _SHARE_ALIKE)):
        if words.search(plain):
            conditions.add(name)
    if not conditions:
        return None
    # All Creative Commons licences in use ask for attribution, also where the text leaves it out.
    return _CC_CODES.get(frozenset(conditions | {"BY"}), License.OTHER)


_KOGL = re.compile(
    r"공공\s*누리|공공\s*저작물|출처\s*(?:표시|명시)|kogl|제\s*[0-4]\s*유형|자유\s*이용"
)
_KOGL_TYPE = re.compile(
    r"제?\s*([0-4])\s*유형|유형\s*([0-4])(?!\d)|type[\s_-]*([0-4])(?!\d)"
    r"|(?:kogl|공공누리)[\s_-]*([0-4])(?!\d)|licen[sc]etype([0-4])"
)
_KOGL_CONDITIONS = {"2": {"NC"}, "3": {"ND"}, "4": {"NC", "ND"}}
_KOGL_CODES = {
    frozenset[str](): License.KOGL_BY,
    frozenset({"NC"}): License.KOGL_BY_NC,
    frozenset({"ND"}): License.KOGL_BY_ND,
    frozenset({"NC", "ND"}): License.KOGL_BY_NC_ND,
}


def _kogl(plain: str) -> License | None:
    if not _KOGL.search(plain):
        return None
    types = {next(filter(None, found)) for found in _KOGL_TYPE.findall(plain)}
    conditions = {condition for kind in types for condition in _KOGL_CONDITIONS.get(kind, ())}
    conditions |= {"NC"} if _NON_COMMERCIAL.search(plain) else set()
    conditions |= {"ND"} if _NO_DERIVATIVES.search(plain) else set()
    attribution = re.search(r"출처\s*(?:표시|명시)", plain) or types - {"0"}
    if not conditions and not attribution:
        free = "0" in types or re.search(r"자유\s*이용", plain)
        return License.KOGL_0 if free else None
    return _KOGL_CODES[frozenset(conditions)]


def _no_restriction(plain: str) -> License | None:
    if _NON_COMMERCIAL.search(plain) or _NO_DERIVATIVES.search(plain):
        return None
    free = re.search(
        r"제한\s*(?:이\s*)?없|무\s*제한|\bno\s*restrictions?\b|\bunrestricted\b", plain
    )
    return License.NO_RESTRICTION if free else None


def _plain(text: str | None) -> str:
    """Compatibility-composed, case-folded, underscores (`공공저작물_출처표시`) as blanks."""
    return unicodedata.normalize("NFKC", text or "").casefold().replace("_", " ").strip()
