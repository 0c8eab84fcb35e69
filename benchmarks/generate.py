"""Delimited files to measure on: mixed Korean records, the same in CP949, and a wide numeric table.

    python benchmarks/generate.py FOLDER MEGABYTES [mixed] [wide]

writes `mixed.csv` with `mixed_cp949.csv`, and `wide.csv`. Rows are drawn one by one from a fixed
seed, so every run writes the same bytes; what repeats (districts, trades, days) and what never does
(ids, coordinates) is mixed as in registers of shops. All names, numbers and addresses are made up.
"""

import random
import sys
from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path

SEED = 20_261_130
_BLOCK_ROWS = 5_000
_PROVINCES = (
    ("서울특별시", "11"), ("부산광역시", "26"), ("대구광역시", "27"), ("인천광역시", "28"),
    ("광주광역시", "29"), ("대전광역시", "30"), ("울산광역시", "31"), ("경기도", "41"),
    ("강원특별자치도", "51"), ("충청북도", "43"), ("충청남도", "44"), ("전북특별자치도", "52"),
    ("전라남도", "46"), ("경상북도", "47"), ("경상남도", "48"), ("제주특별자치도", "50"),
)  # fmt: skip
_SYLLABLES = (
    "가나다라마바사아자차하강남서울부산한미래행복사랑청춘맛집커분식치킨피학의약국마편점용꽃노래"
)
_KINDS = ("일반", "기타", "전문")
_SHOPS = (
    "커피",
    "치킨",
    "식당",
    "의원",
    "약국",
    "마트",
    "미용실",
    "공방",
    "분식",
    "부동산",
    "세탁소",
)
_TRADES = ("음식", "소매", "수리·개인", "예술·스포츠", "교육", "부동산", "보건의료", "숙박")
_MIXED_HEADER = (
    "업소번호", "관리번호", "상호", "지점", "업종대분류", "업종중분류", "업종소분류", "시도코드",
    "시도", "시군구", "행정동", "지번주소", "도로명주소", "우편번호", "대표전화", "인허가일자",
    "수정시점", "영업여부", "경도", "위도", "면적", "비고",
)  # fmt: skip
_WIDE_COLUMNS = 200


def _of(rng: random.Random, count: int, *ends: str) -> list[str]:
    """Made-up names of two syllables with an end."""
    return [f"{''.join(rng.choices(_SYLLABLES, k=2))}{ends[n % len(ends)]}" for n in range(count)]


def mixed_rows(rng: random.Random) -> Iterator[str]:
    """Data lines of 22 columns without end, about 310 bytes of UTF-8 each."""
    shops = [shop + _SHOPS[n % 11] for n, shop in enumerate(_of(rng, 40_000, "", "가", "나다"))]
    districts, roads = _of(rng, 54, "구", "시", "군"), _of(rng, 75, "로", "대로", "길")
    towns = _of(rng, 240, "동", "1동", "2동", "3동")
    first = datetime(2014, 5, 13, 16, 53, 20)  # noqa: DTZ001  (a made-up local time)
    days = [str(date(1975, 1, 1) + timedelta(days=n)) for n in range(18_000)]
    trades = [f"{a},{a} {b},{a} 세부 {c:03d}" for a in _TRADES for b in _KINDS for c in range(20)]
    number = 0
    draw = rng.random
    while True:
        number += 1
        province, code = _PROVINCES[int(16 * draw() ** 2)]
        district, town = districts[int(54 * draw())], towns[int(240 * draw())]
        place = f"{province} {district}"
        street = f"{place} {roads[int(75 * draw())]} {int(399 * draw()) + 1}"
        if draw() < 0.35:
            street = f'"{street}, {int(15 * draw()) + 1}층 ({town})"'
        phone = f"02-{int(9_799 * draw()) + 200}-{int(10_000 * draw()):04d}"
        cells = (
            f"MA0101{number:014d},{int(9_999_999 * draw()):010d}",
            f"{shops[int(40_000 * draw() ** 2)]},{f'{town}점' if draw() < 0.12 else ''}",
            trades[int(480 * draw() ** 2)],
            f"{code},{province},{district},{town}",
            f"{place} {town} {int(899 * draw()) + 1}-{int(59 * draw()) + 1}",
            f"{street},{int(62_999 * draw()) + 1000:05d},{phone if draw() < 0.6 else ''}",
            f"{days[int(18_000 * draw())]},{first + timedelta(seconds=int(300_000_000 * draw()))}",
            "Y" if draw() < 0.8 else "N",
            f"{126 + 3.5 * draw():.9f},{33.2 + 4.8 * draw():.9f}",
            f"{rng.gammavariate(2, 40):.2f}" if draw() > 0.1 else "",
            _remark(draw()),
        )
        yield ",".join(cells) + "\n"


def _remark(chance: float) -> str:
    if chance < 0.0005:
        return '"비고 ""특이""\n둘째 줄"'
    if chance > 0.99999:
        return "담당 someone@example.com 010-0000-0000"
    return ""


def wide_rows(rng: random.Random) -> Iterator[str]:
    """Data lines of 200 columns of integers and decimals, one cell in two hundred empty."""
    random_ = rng.random
    makers: tuple[Callable[[int], str], ...] = (
        lambda column: str(int(10 ** (1 + column % 9) * random_())),
        lambda _: f"{rng.gauss(50, 20):.3f}",
        lambda _: str(int(50 * random_())),
        lambda _: f"{100 * random_():.1f}" if random_() > 0.025 else "",
        lambda _: str(random_()),
    )
    columns = [(makers[column % 5], column) for column in range(_WIDE_COLUMNS)]
    while True:
        yield ",".join([maker(column) for maker, column in columns]) + "\n"


def write(path: Path, header: str, rows: Iterator[str], size: int, twin: Path | None) -> int:
    """Writes about `size` bytes of UTF-8, and the same rows as CP949 to `twin`; the rows."""
    written = count = 0
    with path.open("wb") as file, (twin or Path("/dev/null")).open("wb") as other:
        block = header
        while True:
            data = block.encode()
            written += file.write(data)
            if twin:
                other.write(block.encode("cp949"))
            if written >= size:
                return count
            block = "".join(islice(rows, _BLOCK_ROWS))
            count += _BLOCK_ROWS


def main() -> None:
    folder, megabytes = Path(sys.argv[1]), int(sys.argv[2])
    wanted = set(sys.argv[3:]) or {"mixed", "wide"}
    folder.mkdir(parents=True, exist_ok=True)
    size = megabytes * 1_000_000
    rng = random.Random(SEED)  # noqa: S311  (the same rows each time)
    if "mixed" in wanted:
        header = ",".join(_MIXED_HEADER) + "\n"
        write(folder / "mixed.csv", header, mixed_rows(rng), size, folder / "mixed_cp949.csv")
    if "wide" in wanted:
        header = ",".join(f"c{column:03d}" for column in range(_WIDE_COLUMNS)) + "\n"
        write(folder / "wide.csv", header, wide_rows(rng), size, None)


if __name__ == "__main__":
    main()
