"""Damaged and mutated JSON, XML, DOCX, TAR and gzip: typed failures only, no hang, flat memory."""

import gzip
import io
import random
import tarfile
import time
from pathlib import Path

import pytest

from profiler import profile_file
from samples.files import docx
from samples.files.document import plain_table
from store.vocabulary import FailureReason
from tests.profiler.formats.test_json import FEATURES, ROWS, dumped
from tests.profiler.formats.test_spreadsheetml import DATA, LABELS, book
from tests.profiler.formats.test_xml import HEAD, ITEMS

resource = pytest.importorskip("resource", reason="no getrusage on this system")

SECONDS_PER_FILE = 5.0
MOST_MEMORY_KIB = 200 << 10
MUTANTS = 250

NESTED = {"fields": [{"id": "이름"}], "DATA": [{"이름": {"b": [1, {"c": None}]}, "값": 1.5e3}] * 4}
COLLECTION = {"type": "FeatureCollection", "features": FEATURES}
TEXT = f"{HEAD}<response><code>00</code><items>{ITEMS}</items></response>"
BODY = docx.body([plain_table([["이름", "값"], ["가", "1"], ["나", "2"]])])
TOKENS = (
    *("{", "}", "[", "]", ",", ":", '"', "\\", "\\ud800", "null", "NaN", "1e999", "[[[[", '{"a":'),
    *("<", ">", "</", "&", "<!DOCTYPE a>", "<![CDATA[", "<!--", "\0", "\x1e", "\ufeff"),
    *(' ss:Index="99999999"', ' ss:Span="9999999"', "<w:tbl>", "<w:tr>", "</w:tc>", "<w:vMerge/>"),
    '<w:gridSpan w:val="9"/>',
)


def tarred() -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, body in (("a.csv", b"a,b\n1,2\n"), ("자료/b.json", dumped(ROWS).encode())):
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    return out.getvalue()[:4608]


SEEDS = {
    "a.json": dumped(NESTED).encode(),
    "cp949.json": dumped(NESTED).encode("cp949"),
    "wide.json": dumped(NESTED).encode("utf-16"),
    "a.jsonl": "\n".join(map(dumped, ROWS * 3)).encode(),
    "a.geojson": dumped(COLLECTION).encode(),
    "a.xml": TEXT.encode(),
    "euc.xml": TEXT.replace("UTF-8", "EUC-KR").encode("cp949"),
    "a.xls": book(LABELS + DATA, DATA).encode(),
    "a.docx": docx.write_body(BODY),
    "body.docx": BODY.encode(),
    "a.tar": tarred(),
    "a.tar.gz": gzip.compress(tarred()),
    "a.csv.gz": gzip.compress("이름,값\n가,1\n".encode() * 30),
}


def mutated(seed: bytes, chance: random.Random) -> bytes:
    """Bytes changed, cut out, repeated or cut off, and pieces of syntax put in."""
    out = bytearray(seed)
    for _ in range(chance.choice((1, 1, 2, 5, 30))):
        if not out:
            break
        start = chance.randrange(len(out))
        end = start + chance.randrange(1, 60)
        kind = chance.choice(["byte", "cut out", "repeat", "cut off", "token", "token"])
        if kind == "byte":
            out[start] = chance.randrange(256)
        elif kind == "cut out":
            del out[start:end]
        elif kind == "repeat":
            out[start:start] = out[start:end] * chance.choice((1, 1, 20))
        elif kind == "cut off" and chance.random() < 0.3:
            del out[start:]
        else:
            out[start:start] = chance.choice(TOKENS).encode()
    return bytes(out)


@pytest.mark.parametrize("name", SEEDS)
def test_mutants(tmp_path: Path, name: str) -> None:
    chance = random.Random(name)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    reasons: set[FailureReason | None] = set()
    for _ in range(MUTANTS):
        body = mutated(SEEDS[name], chance)
        if name == "body.docx":
            body = docx.write_body(body.decode("utf-8", "replace"))
        path = tmp_path / name
        path.write_bytes(body)
        started = time.process_time()
        profile = profile_file(path)
        assert time.process_time() - started < SECONDS_PER_FILE
        reasons |= {profile.failure_reason, *(asset.failure_reason for asset in profile.assets)}
    assert FailureReason.INTERNAL not in reasons
    assert {None, FailureReason.DAMAGED} <= reasons, "the mutants are all alike"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < MOST_MEMORY_KIB
