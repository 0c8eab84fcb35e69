"""HWP 5: streams, records, control characters, distribution documents."""

import struct
import zlib
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from profiler import profile_file, read_tables
from profiler.formats import hwp5_records
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from samples.files import hwp
from samples.files.compound import write_compound
from samples.files.document import plain_table
from store.vocabulary import CoverageStatus, FailureReason, Finding

TABLE = plain_table([["이름", "값"], ["가", "1"], ["나", "2"]])
SECTION = hwp.section([TABLE])
COMPRESSED, PASSWORD, DISTRIBUTION = 1, 2, 4


def save(folder: Path, body: bytes) -> Path:
    path = folder / "문서.hwp"
    path.write_bytes(body)
    return path


def reason_of(path: Path, limits: Limits) -> FailureReason:
    with pytest.raises(Unreadable) as failure:
        read_tables(path, limits=limits)
    return failure.value.reason


@pytest.mark.parametrize("flags", [0, COMPRESSED])
def test_sections_are_read_in_the_order_of_their_numbers(tmp_path: Path, flags: int) -> None:
    sections = [hwp.section([plain_table([["번호", "값"], [str(n), "x"]])]) for n in range(11)]
    tables = read_tables(save(tmp_path, hwp.write_sections(sections, flags)))
    assert [next(table.rows())[0] for table in tables] == [str(n) for n in range(11)]


@pytest.mark.parametrize(
    ("flags", "reason"),
    [
        (PASSWORD, FailureReason.ENCRYPTED),
        (1 << 4, FailureReason.DRM_PROTECTED),
        (1 << 8, FailureReason.DRM_PROTECTED),
        (1 << 10, FailureReason.DRM_PROTECTED),
    ],
)
def test_locked_documents(tmp_path: Path, flags: int, reason: FailureReason) -> None:
    profile = profile_file(save(tmp_path, hwp.write_sections([SECTION], COMPRESSED | flags)))
    assert profile.failure_reason is reason
    assert profile.status is CoverageStatus.ACCESS_RESTRICTED


def test_hwp_3_is_named_and_not_read(tmp_path: Path) -> None:
    profile = profile_file(save(tmp_path, b"HWP Document File V3.00 \x1a\1\2\3\4\5" + bytes(2000)))
    assert profile.assets[0].format == "hwp3"
    assert profile.failure_reason is FailureReason.UNSUPPORTED_FORMAT
    assert profile.findings == ()


def distribution(records: bytes, *, seed: int, compressed: bool = True) -> bytes:
    """A ViewText section, enciphered by the format's own rules."""
    state, mask = seed, bytearray()
    while len(mask) < 256:
        run = []
        for _ in range(2):
            state = (state * 214013 + 2531011) % 2**32
            run.append(state >> 16 & 0x7FFF)
        mask += bytes([run[0] & 0xFF]) * ((run[1] & 0xF) + 1)
    start = 4 + (seed & 0xF)
    key = b"0123456789abcdef"
    plain = bytearray(256)
    plain[start : start + 16] = key
    data = struct.pack("<I", seed) + bytes(a ^ b for a, b in zip(plain, mask, strict=False))[4:256]
    body = hwp.deflate(records) if compressed else records
    cipher = Cipher(algorithms.AES128(key), modes.ECB()).encryptor()
    return hwp.record(28, 0, data) + cipher.update(body + bytes(-len(body) % 16))


def distributed(section: bytes, flags: int = DISTRIBUTION | COMPRESSED) -> bytes:
    streams = {"FileHeader": hwp.file_header(flags), "ViewText/Section0": section}
    return write_compound({**streams, "BodyText/Section0": hwp.deflate(hwp.section(["가짜"]))})


@pytest.mark.parametrize("seed", [0, 7, 0xDEADBEEF])
@pytest.mark.parametrize("flags", [DISTRIBUTION, DISTRIBUTION | COMPRESSED])
def test_distribution_documents_are_read_and_said_to_be(
    tmp_path: Path, seed: int, flags: int
) -> None:
    section = distribution(SECTION, seed=seed, compressed=bool(flags & COMPRESSED))
    path = save(tmp_path, distributed(section, flags))
    profile = profile_file(path)
    assert profile.findings == (Finding.DISTRIBUTION_DOCUMENT,)
    (table,) = read_tables(path)
    assert (table.names, list(table.rows())) == (("이름", "값"), [["가", "1"], ["나", "2"]])


@pytest.mark.parametrize(
    "section",
    [b"", bytes(300), distribution(SECTION, seed=1)[:200], distribution(SECTION, seed=1)[:290]],
)
def test_damaged_distribution_documents(tmp_path: Path, section: bytes) -> None:
    path = save(tmp_path, distributed(section))
    assert reason_of(path, Limits()) is FailureReason.DAMAGED


UNITS = struct.pack("<8H", 11, 0x6C62, 0x2074, 0, 0, 0xD83D, 0xDE00, 11)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("가나\r".encode("utf-16-le"), "가나"),
        ("🏛\r".encode("utf-16-le"), "🏛"),
        ("가".encode("utf-16-le") + UNITS + "나\r".encode("utf-16-le"), "가나"),
        (struct.pack("<8H", 9, *[0x2020] * 6, 9) + b"a\0", "\ta"),
        (struct.pack("<5H", 97, 10, 24, 30, 31), "a\n-\N{NO-BREAK SPACE} "),
        (struct.pack("<HH", 97, 2), "a"),
        (b"a\0b", "a"),
        (struct.pack("<HHH", 0xD800, 97, 13), "\N{REPLACEMENT CHARACTER}a"),
    ],
)
def test_text_of_a_paragraph(body: bytes, text: str) -> None:
    assert hwp5_records._text(body) == text


def test_lists_of_notes_and_boxes_inside_a_cell_are_no_cells(tmp_path: Path) -> None:
    table = hwp.table(TABLE, 1)
    note = hwp.record(71, 2, b"  nf" + bytes(8)) + hwp.record(72, 3, bytes(30))
    note += hwp.paragraph("각주", 3)
    records = hwp.record(66, 0, bytes(24)) + table + note
    (found,) = read_tables(save(tmp_path, hwp.write_sections([records])))
    assert list(found.rows()) == [["가", "1"], ["나", "2"]]


def test_long_records(tmp_path: Path) -> None:
    long = "가" * 5_000
    section = hwp.section([plain_table([["이름", "글"], ["나", long]])])
    (table,) = read_tables(save(tmp_path, hwp.write_sections([section])))
    assert next(table.rows())[1] == long


@pytest.mark.parametrize(
    "streams",
    [
        {},
        {"BodyText/Section0": b""},
        {"BodyText/Section0": b"\xff" * 5_000},
        {"BodyText/Section0": hwp.deflate(SECTION)[:-9]},
        {"BodyText/Section0": hwp.deflate(SECTION[:-5])},
        {"BodyText/Section0": hwp.deflate(SECTION + b"\1\2\3")},
        {"BodyText/Section0": hwp.deflate(hwp.record(66, 0, bytes(5_000))[:9])},
    ],
)
def test_damage(tmp_path: Path, streams: dict[str, bytes]) -> None:
    whole = {"FileHeader": hwp.file_header(COMPRESSED), **streams}
    assert reason_of(save(tmp_path, write_compound(whole)), Limits()) is FailureReason.DAMAGED


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98])
def test_a_file_cut_off_anywhere(tmp_path: Path, share: float) -> None:
    rows = [[f"이름 {n}", str(n * 7919 % 1000)] for n in range(3_000)]
    whole = hwp.write_sections([hwp.section([plain_table(rows)])])
    profile = profile_file(save(tmp_path, whole[: int(len(whole) * share)]))
    assert profile.failure_reason is FailureReason.DAMAGED
    assert profile.findings == ()


def bomb(megabytes: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return b"".join(packer.compress(bytes(1 << 20)) for _ in range(megabytes)) + packer.flush()


@pytest.mark.parametrize(
    ("sections", "limits"),
    [
        ([bomb(65)], Limits()),
        ([bomb(4)] * 3, Limits(document_bytes=10 << 20, document_records=10**9)),
        ([hwp.deflate(hwp.record(66, 0, b"") * 1_000_001)], Limits()),
        (
            [hwp.deflate(b"".join(hwp.record(71, n, b" lbt") for n in range(66)))],
            Limits(),
        ),
    ],
)
def test_limits(tmp_path: Path, sections: list[bytes], limits: Limits) -> None:
    streams = {f"BodyText/Section{n}": body for n, body in enumerate(sections)}
    streams["FileHeader"] = hwp.file_header(COMPRESSED)
    path = save(tmp_path, write_compound(streams))
    assert reason_of(path, limits) is FailureReason.MEMORY_LIMIT
