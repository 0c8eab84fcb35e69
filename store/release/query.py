"""A query as words, and words as FTS5 expressions. Nothing but letters of it reaches FTS5."""

from dataclasses import dataclass

from store.release.grams import phrase
from store.release.listings import region_token
from store.rules.places import ALIASES
from store.rules.words import listed, words

MOST_WORDS = 12
_LONGEST_WORD = 40
_LONGEST_SPLIT = 12

_ASKING = frozenset(
    listed(
        "있는 있나요 있어요 있니 있습니까 어디 어디야 어디에 어디서 어디인가요 어떤 어떻게 "
        "무엇 무엇인가요 뭐야 뭐가 얼마나 얼마 몇 언제 누가 왜 알려줘 알려주세요 알려줄래 "
        "보여줘 보여주세요 찾아줘 찾아주세요 찾기 찾고 싶어 싶어요 싶은 주세요 해줘 해주세요 "
        "궁금해 궁금해요 궁금합니다 대한 관한 관련된 대해 위한 하는 되는 할 수 및 또는 "
        "그리고 좀 the of in for and"
    )
)
"""Words that ask; they are left out as long as others remain."""
_GENERIC = frozenset(listed("데이터 데이터셋 자료 정보 현황 목록 리스트 파일 내역 조회"))
"""Words that most titles could carry: they rank, but are not required as long as others remain."""
_NOT_ONLY_PLACES = frozenset(("경기",))
"""Names of regions that are ordinary words too: their text is found, the region is not added."""
_PARTICLES = tuple(
    sorted(
        listed(
            "에서는 에서의 에서도 으로는 에서 에는 에도 에게 한테 으로 까지 부터 이나 처럼 "
            "보다 별로 들의 들을 들이 들은 이란 인가요 인가 입니다 이야 의 을 를 은 는 이 가 "
            "에 와 과 로 도 만 란 야"
        ),
        key=len,
        reverse=True,
    )
)


@dataclass(frozen=True, slots=True)
class Query:
    """The words of a query: those a listing must have, those that only rank, those left out."""

    required: tuple[str, ...]
    ranking: tuple[str, ...]
    dropped: tuple[str, ...]


def read_query(text: str) -> Query:
    """Cuts a query into distinct words and sorts them by what they are for."""
    found = list(dict.fromkeys(word[:_LONGEST_WORD] for word in words(text)))
    asking = [word for word in found if word in _ASKING]
    named = [word for word in found if word not in _ASKING]
    generic = [word for word in named if word in _GENERIC]
    required = [word for word in named if word not in _GENERIC]
    if not required:
        required, generic = generic or asking, []
        asking = [] if required == asking else asking
    return Query(
        tuple(required[:MOST_WORDS]),
        tuple(generic[:3]),
        (*asking, *required[MOST_WORDS:], *generic[3:]),
    )


def stem_of(word: str) -> str | None:
    """The word without its trailing particle, or None when there is none to take off.

    At least two letters stay. Whether the particle is one can only be told by the words that
    occur: `제주도` and `어린이` end like particles too.
    """
    for particle in _PARTICLES:
        if word.endswith(particle) and len(word) - len(particle) >= 2:
            return word[: -len(particle)]
    return None


def anywhere(word: str) -> str:
    """Matches where the word occurs: inside a word, or run together from neighbouring words."""
    if len(word) == 1:
        return f'"{word}" *'
    parts = [phrase(word)]
    if len(word) <= _LONGEST_SPLIT and not word.isascii() and word not in ALIASES:
        # 전기차충전소 also finds 전기차 충전소: one separator lies between neighbouring words.
        parts += [
            f"NEAR({phrase(word[:i])} {phrase(word[i:])}, 1)" for i in range(2, len(word) - 1)
        ]
    return " OR ".join(parts)


def named(word: str) -> str:
    """Matches where the word occurs in a title, keyword or organisation."""
    return f"{{title keywords org}} : {phrase(word)}"


def expression(word: str, stem: str | None) -> str:
    """Everything one query word stands for: the text, as a whole word, as a region."""
    forms = (word, stem) if stem else (word,)
    parts = [anywhere(form) for form in forms]
    parts += [f'{{title_words other_words}} : "{form}"' for form in forms]
    name = next((form for form in forms if form in ALIASES), None)
    if name and name not in _NOT_ONLY_PLACES:
        parts.append(f"region : {region_token(ALIASES[name])}")
    return f"({' OR '.join(parts)})"


def near_misses(word: str) -> str | None:
    """Matches words that differ in one letter, or None for words too short for that."""
    if len(word) < 3:
        return None
    parts = [phrase(word[:-1]), phrase(word[1:])]
    parts += [f"({phrase(word[:i])} AND {phrase(word[i + 1 :])})" for i in range(2, len(word) - 2)]
    return f"({' OR '.join(f'{{title keywords org}} : {part}' for part in parts)})"
