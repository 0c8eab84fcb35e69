"""XML records: which elements they are, their fields, encodings, and what is refused."""

from pathlib import Path

import pytest

from profiler import profile_file
from profiler.limits import Limits
from store.vocabulary import FailureReason, Finding
from tests.profiler.formats.reading import reason_of, save, table_of, tables_of

ITEMS = (
    "<item><이름>가</이름><값>1</값></item><item><이름>나</이름><값>2</값></item>"
    "<item><이름>다</이름><값>3</값></item>"
)
PARTS = ITEMS[: ITEMS.rindex("<item>")], ITEMS[ITEMS.rindex("<item>") :]
NAMES = ("이름", "값")
CELLS = [["가", "1"], ["나", "2"], ["다", "3"]]
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


@pytest.mark.parametrize(
    "text",
    [
        f"{HEAD}<items>{ITEMS}</items>",
        f"{HEAD}<response><header><code>00</code></header><body><items>{ITEMS}</items></body></response>",
        f"<response><header>ok</header><body><items>{ITEMS}</items></body></response>",
        f"\n  {HEAD}<items>{ITEMS}</items>",
        f'{HEAD}<a:items xmlns:a="urn:a">{ITEMS.replace("item>", "a:item>")}</a:items>',
        f"{HEAD}<items><!-- note --><?pi x?>{ITEMS.replace('가', '<![CDATA[가]]>')}</items>\n",
        f"{HEAD}<all><items>{PARTS[0]}</items><items>{PARTS[1]}</items></all>",
    ],
    ids=["root", "response", "no declaration", "blanks", "namespace", "cdata", "envelopes"],
)
def test_records_are_found(tmp_path: Path, text: str) -> None:
    table = table_of(save(tmp_path, "a.xml", text))
    assert (table.sheet, table.names, table.rows) == ("item", NAMES, CELLS)


def test_fields(tmp_path: Path) -> None:
    text = (
        '<rows xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        '<row id="1"><값 단위="명">10</값><곳><시도>서울</시도></곳><tag>x</tag><tag>y</tag></row>'
        '<row id="2"><값 xsi:nil="true"/><빈/><곳 코드="11"/><tag> z </tag></row>'
        '<row id="3">제목</row></rows>'
    )
    table = table_of(save(tmp_path, "a.xml", text))
    assert table.names == ("row", "id", "값", "값.단위", "곳.코드", "곳.시도", "tag", "빈")
    assert table.rows == [
        ["", "1", "10", "명", "", "서울", '["x", "y"]', ""],
        ["", "2", "", "", "11", "", " z ", ""],
        ["제목", "3", "", "", "", "", "", ""],
    ]


def test_attributes_alone_make_records(tmp_path: Path) -> None:
    table = table_of(save(tmp_path, "a.xml", '<rows><row a="1" b="가"/><row a="2" c="나"/></rows>'))
    assert (table.names, table.rows) == (("a", "b", "c"), [["1", "가", ""], ["2", "", "나"]])


def test_two_kinds_of_records_are_two_tables(tmp_path: Path) -> None:
    path = save(tmp_path, "a.xml", f'<x><u>{ITEMS}</u><v a="1"/><v a="2"/><v a="3"/></x>')
    assert [(table.sheet, len(table.rows)) for table in tables_of(path)] == [("item", 3), ("v", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "<conf><name>x</name><size>1</size><deep><a>1</a></deep></conf>",
        "<list><v>1</v><v>2</v><v>3</v></list>",
        "<doc><p>이 글은 <b id='1'>굵은</b> 글자</p><p>또 <b id='2'>굵은</b> 글자</p></doc>",
        "<doc><a><b/><c/><d/><e/></a><f><g/><h/><i/></f><k x='1'/><k x='2'/></doc>",
        "<empty/>",
    ],
    ids=["configuration", "values", "mixed content", "mostly other", "empty"],
)
def test_other_xml_is_no_table(tmp_path: Path, text: str) -> None:
    assert reason_of(save(tmp_path, "a.xml", HEAD + text)) is FailureReason.NO_TABLE


@pytest.mark.parametrize(
    ("declared", "real"),
    [
        ("UTF-8", "utf-8"),
        ("EUC-KR", "cp949"),
        ("ks_c_5601-1987", "cp949"),
        ("UTF-16", "utf-16"),
        ("UTF-8", "cp949"),
        ("EUC-KR", "utf-8"),
        ("ISO-8859-1", "utf-8"),
        ("no-such-encoding", "utf-8"),
        ("punycode", "utf-8"),
    ],
)
def test_encodings(tmp_path: Path, declared: str, real: str) -> None:
    text = HEAD.replace("UTF-8", declared) + f"<items>{ITEMS}</items>"
    table = table_of(save(tmp_path, "a.xml", text, real))
    assert (table.names, table.rows, table.encoding) == (NAMES, CELLS, real)


@pytest.mark.parametrize(
    ("declared", "word"),
    [
        ("ISO-8859-1", "Ünï"),
        ("windows-1252", "“é”"),
        ("Shift_JIS", "東京都千代田区"),
        ("GBK", "北京"),
    ],
)
def test_other_encodings_are_those_declared(tmp_path: Path, declared: str, word: str) -> None:
    text = HEAD.replace("UTF-8", declared) + f"<items>{ITEMS}</items>"
    for old, new in (("이름", "name"), ("값", "value"), ("가", word), ("나", "b"), ("다", "c")):
        text = text.replace(old, new)
    assert table_of(save(tmp_path, "a.xml", text, declared)).rows[0] == [word, "1"]


def test_lines_of_another_encoding_are_read_and_found(tmp_path: Path) -> None:
    lines = [f"<r><v>가나다{n}</v></r>".encode() for n in range(20)]
    lines.append("<r><v>라마바</v></r>".encode("cp949"))
    body = b"\n".join([HEAD.encode() + b"<rows>", *lines, b"</rows>"])
    path = save(tmp_path, "a.xml", body)
    assert table_of(path).rows[-1] == ["라마바"]
    assert profile_file(path).assets[0].findings == (Finding.MIXED_ENCODING,)


ENTITY = "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>"
OUTSIDE = "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/hostname'>]>"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"{ENTITY}<items>{ITEMS}</items>", FailureReason.UNSUPPORTED_FORMAT),
        (f"{OUTSIDE}<items>{ITEMS.replace('가', '&a;')}</items>", FailureReason.UNSUPPORTED_FORMAT),
        (f"<items>{ITEMS.replace('가', '&a;')}</items>", FailureReason.DAMAGED),
        (f"<items>{ITEMS}", FailureReason.DAMAGED),
        (f"<items>{ITEMS}</items><items/>", FailureReason.DAMAGED),
        (f"<items>{ITEMS}\x02</items>", FailureReason.DAMAGED),
        (f"<items>{'<a>' * 500}{'</a>' * 500}{ITEMS}</items>", FailureReason.MEMORY_LIMIT),
        (f"<items>{'<a>' * 100_000}", FailureReason.MEMORY_LIMIT),
        (
            f"<items>{''.join(f'<k{n}/>' for n in range(66_000))}</items>",
            FailureReason.MEMORY_LIMIT,
        ),
    ],
    ids=["entity", "outside", "undefined", "cut", "two roots", "control", "deep", "open", "kinds"],
)
def test_refused(tmp_path: Path, text: str, reason: FailureReason) -> None:
    assert reason_of(save(tmp_path, "a.xml", HEAD + text)) is reason


@pytest.mark.parametrize("inner", ["<v>{}</v>", "<!--{}-->", "<v a='{}'/>"])
def test_what_is_between_two_tags_has_a_size_limit(tmp_path: Path, inner: str) -> None:
    text = f"{HEAD}<items>{inner.format('x' * (4 << 20))}{ITEMS}</items>"
    path = save(tmp_path, "a.xml", text)
    assert reason_of(path, Limits(record_text=1 << 20)) is FailureReason.MEMORY_LIMIT
