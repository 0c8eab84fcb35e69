"""Labelled columns of our own making: every number is generated, none belongs to a person."""

import random
from collections import Counter
from collections.abc import Callable, Iterable

from gates.safety import Verdict, judge, kinds_in

Maker = Callable[[random.Random], str]

SURNAMES = "김이박최정강조윤장임"
SYLLABLES = "가나다라마바사아자차하은서준우진현지민호"
CITIES = ("서울특별시 강남구", "부산광역시 해운대구", "전라남도 순천시", "경기도 수원시 팔달구")


def verdict_of(name: str, values: Iterable[str]) -> Verdict:
    """The gate's verdict on a column, counted as the profiler counts it."""
    cells = list(values)
    kinds: Counter[str] = Counter()
    for value, count in Counter(cells).items():
        for kind in kinds_in(value):
            kinds[kind] += count
    mean = sum(map(len, cells)) / len(cells) if cells else 0.0
    return judge(name, kinds, len(cells), mean_length=mean)


def digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choices("0123456789", k=count))


def resident(
    rng: random.Random, separator: str, *, foreign: bool = False, new: bool = False
) -> str:
    """A resident number; `new` ones are of births since October 2020, without check digit."""
    if new:
        birth, sex = (
            f"2{rng.choice('1234')}{rng.randint(1, 12):02}{rng.randint(1, 28):02}",
            rng.choice("34"),
        )
    else:
        birth = f"{rng.randint(30, 99)}{rng.randint(1, 12):02}{rng.randint(1, 28):02}"
        sex = rng.choice("56" if foreign else "12")
    body = birth + sex + digits(rng, 5)
    weights = (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)
    total = sum(int(digit) * weight for digit, weight in zip(body, weights, strict=True))
    check = digits(rng, 1) if new else str(((13 if foreign else 11) - total % 11) % 10)
    return f"{birth}{separator}{body[6:]}{check}"


def corporate(rng: random.Random, separator: str = "-") -> str:
    body = rng.choice(("110111", "131111", "180111", "200121", "284411")) + digits(rng, 6)
    total = sum(int(digit) * (1, 2)[place % 2] for place, digit in enumerate(body))
    return f"{body[:6]}{separator}{body[6:]}{(10 - total % 10) % 10}"


def card(rng: random.Random, separator: str) -> str:
    body = rng.choice("4569") + ("4" if rng.random() < 0.5 else "1") + digits(rng, 13)
    for check in "0123456789":
        backwards = (body + check)[::-1]
        doubled = sum(sum(divmod(2 * int(digit), 10)) for digit in backwards[1::2])
        if (sum(map(int, backwards[::2])) + doubled) % 10 == 0:
            body += check
            break
    return separator.join(body[start : start + 4] for start in (0, 4, 8, 12))


def barcode(rng: random.Random, prefix: str) -> str:
    body = prefix + digits(rng, 12 - len(prefix))
    total = sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(body))
    return body + str((10 - total % 10) % 10)


def person(rng: random.Random) -> str:
    return rng.choice(SURNAMES) + "".join(rng.choices(SYLLABLES, k=2))


def day(rng: random.Random, separator: str) -> str:
    parts = (f"20{rng.randint(1, 24):02}", f"{rng.randint(1, 12):02}", f"{rng.randint(1, 28):02}")
    return separator.join(parts)


def uuid(rng: random.Random) -> str:
    digest = f"{rng.getrandbits(124):031x}"
    return f"{digest[:8]}-{digest[8:12]}-4{digest[12:15]}-a{digest[15:18]}-{digest[18:30]}"
