"""Damaged, mutated and hostile documents: typed failures only, no hang, bounded memory."""

import io
import random
import re
import struct
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from profiler import profile_file
from samples.files import hwp, hwpx
from samples.files.archive import Member, write_zip
from samples.files.document import Document, DocumentCell, DocumentTable, plain_table
from store.vocabulary import FailureReason
from tests.profiler.formats.test_hwp5 import distributed, distribution

resource = pytest.importorskip("resource", reason="no getrusage on this system")

C = DocumentCell
SECONDS_PER_FILE = 5.0
MOST_MEMORY_KIB = 400 << 10
"""How much the process may grow over all mutants of one seed."""

INNER = plain_table([["항목", "값"], ["x", "1"]])
MERGED = DocumentTable(
    3,
    3,
    (
        C(0, 0, "시도", row_span=2, is_title=True),
        C(0, 1, "인구", column_span=2, is_title=True),
        C(1, 1, "남", is_title=True),
        C(1, 2, "여", is_title=True),
        C(2, 0, "서울", inside=(INNER,)),
        C(2, 1, "1,234\t명"),
        C(2, 2, "두\n문단"),
    ),
    caption="표 1",
)
DOCUMENT: Document = [
    "머리말",
    MERGED,
    plain_table([["이름", "값"], *[["가", str(n)] for n in range(30)]]),
]
RECORDS = hwp.section(DOCUMENT)
XML = hwpx.section(DOCUMENT)

Mutation = Callable[[random.Random], tuple[str, bytes]]


def whole_file(chance: random.Random) -> tuple[str, bytes]:
    """A good file that is cut, or in which bytes are flipped."""
    name, body = chance.choice(
        [
            ("a.hwp", hwp.write(DOCUMENT)),
            ("b.hwp", hwp.write_sections([RECORDS], flags=0)),
            ("c.hwp", distributed(distribution(RECORDS, seed=chance.getrandbits(32)))),
            ("d.hwpx", hwpx.write(DOCUMENT)),
            ("e.hml", hwpx.write_hwpml(DOCUMENT)),
        ]
    )
    if chance.random() < 0.3:
        return name, body[: chance.randrange(1, len(body))]
    return name, flipped(body, chance)


def flipped(body: bytes, chance: random.Random) -> bytes:
    out = bytearray(body)
    for _ in range(chance.choice((1, 3, 30, 300))):
        out[chance.randrange(len(out))] = chance.randrange(256)
    return bytes(out)


def records(chance: random.Random) -> tuple[str, bytes]:
    """A whole container around records whose levels, sizes or contents are poisoned."""
    out = bytearray(RECORDS)
    for position, start, end in chance.sample(heads(RECORDS), 6):
        head = int.from_bytes(out[position : position + 4], "little")
        kind = chance.choice(["level", "size", "tag", "full", "byte"])
        if kind == "level":
            head = head & ~(0x3FF << 10) | chance.randrange(1024) << 10
        elif kind == "size":
            head = head & 0xFFFFF | chance.choice((0, 1, 9, 0xFFE, 0xFFF)) << 20
        elif kind == "tag":
            head = head & ~0x3FF | chance.choice((66, 67, 71, 72, 77, 1023))
        elif kind == "full":
            out[start + 4 : min(end, start + 16)] = b"\xff" * max(
                0, min(end, start + 16) - start - 4
            )
        elif end > start:
            out[chance.randrange(start, end)] = chance.randrange(256)
        out[position : position + 4] = struct.pack("<I", head)
    return "r.hwp", hwp.write_sections([bytes(out)])


def heads(data: bytes) -> list[tuple[int, int, int]]:
    """(position, start and end of the content) of each record."""
    found, position = [], 0
    while position < len(data):
        start = position + 4
        end = start + (int.from_bytes(data[position:start], "little") >> 20)
        found.append((position, start, end))
        position = end
    return found


def markup(chance: random.Random) -> tuple[str, bytes]:
    """Well-formed XML with poisoned numbers, or with elements under each other's names."""
    text = XML
    for _ in range(3):
        spot = chance.choice(list(re.finditer(r'(?<==")\d+(?=")', text)))
        new = chance.choice(["0", "1", "2", "7", "800", "65535", "9999999", "99999999999", "-1"])
        text = text[: spot.start()] + new + text[spot.end() :]
    if chance.random() < 0.5:
        names = ["tbl", "tr", "tc", "subList", "p", "run", "t", "cellAddr", "cellSpan", "caption"]
        old, new = chance.sample(names, 2)
        text = re.sub(rf"(</?hp:){old}\b", rf"\1{new}", text)
    return "x.hwpx", hwpx.write_sections([text])


def members(chance: random.Random) -> tuple[str, bytes]:
    """A good archive whose members have the bytes of others, or none."""
    archive = zipfile.ZipFile(io.BytesIO(hwpx.write(DOCUMENT)))
    bodies = {name: archive.read(name) for name in archive.namelist()}
    victim = chance.choice(list(bodies))
    bodies[victim] = chance.choice([b"", flipped(bodies[victim], chance), *bodies.values()])
    return "m.hwpx", write_zip(Member(name, body) for name, body in bodies.items())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mutation", [whole_file, records, markup, members])
def test_mutants(tmp_path: Path, mutation: Mutation, seed: int) -> None:
    chance = random.Random(seed)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reasons = set()
    for _ in range(40):
        name, body = mutation(chance)
        reasons.add(reason_of(tmp_path / name, body))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert FailureReason.INTERNAL not in reasons
    assert len(reasons) > 1, "the mutants are all alike"
    assert grown < MOST_MEMORY_KIB


def reason_of(path: Path, body: bytes) -> FailureReason | None:
    path.write_bytes(body)
    started = time.process_time()
    profile = profile_file(path)
    assert time.process_time() - started < SECONDS_PER_FILE
    return profile.failure_reason


def deep(levels: int) -> str:
    start = '<hp:p><hp:run><hp:tbl rowCnt="1" colCnt="1"><hp:tr><hp:tc><hp:subList>'
    end = "</hp:subList></hp:tc></hp:tr></hp:tbl></hp:run></hp:p>"
    return XML.replace("<hp:p>", start * levels + end * levels + "<hp:p>", 1)


def spans(rows: int, columns: int) -> DocumentTable:
    """Every cell of a table reaches to its end."""
    cells = [C(i, j, "가", rows, columns) for i in range(rows) for j in reversed(range(columns))]
    return DocumentTable(rows, columns, tuple(cells))


@pytest.mark.parametrize(
    ("name", "build"),
    [
        ("deep.hwpx", lambda: hwpx.write_sections([deep(3_000)])),
        ("wide.hwp", lambda: hwp.write([DocumentTable(2, 65_535, (C(0, 0, "가"), C(1, 1, "나")))])),
        ("spans.hwp", lambda: hwp.write([spans(60, 60)])),
        ("many.hwp", lambda: hwp.write([plain_table([["가", "1"]] * 2)] * 2_000)),
        ("tiny.hwpx", lambda: hwpx.write_sections([XML.replace("머리말", "<hp:a/>" * 300_000)])),
        ("bomb.hwpx", lambda: hwpx.write_sections([XML.replace("머리말", " " * (65 << 20))])),
    ],
)
def test_hostile_files(tmp_path: Path, name: str, build: Callable[[], bytes]) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    body = build()
    built = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert reason_of(tmp_path / name, body) is not FailureReason.INTERNAL
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - max(before, built) < 200 << 10
