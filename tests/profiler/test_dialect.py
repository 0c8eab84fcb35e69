"""Delimiter, quote and escape, from the text alone."""

import pytest

from profiler.formats.detection import detect_dialect
from profiler.formats.dialect import Dialect


@pytest.mark.parametrize(
    ("text", "delimiter", "quote"),
    [
        ("a,b\n1,2\n", ",", '"'),
        ("a\tb\n1,5\t2\n3,5\t4\n", "\t", '"'),
        ("a;b\n1,5;2\n3,25;4\n", ";", '"'),
        ("a|b|c\n1|x,y|2\n3|z,w|4\n", "|", '"'),
        ("a@b@c\n1@x y@2\n3@z w@4\n5@v u@6\n", "@", '"'),
        ('a b c\n1 "x y" 2\n3 "z w" 4\n', " ", '"'),
        ('"a;b","c"\n"d;e","f"\n"g;h","i"\n', ",", '"'),
        ("1\t'x\ty'\t2\n3\t'z'\t4\n5\t'q'\t6\n", "\t", "'"),
        ("지역;이름\t값\n서울\t1\n부산\t2\n", "\t", '"'),
        ("시각,값\n10:20:30,1\n11:20:30,2\n", ",", '"'),
        ("a||b\n1||x|y\n2||z\n3||w\n4||v\n5||u\n6||t\n7||s\n8||r\n9||q\n", "||", '"'),
        ("a^|^b\n1^|^2\n3^|^4\n", "^|^", '"'),
        ("a\t\tb\n1\t\t2\n3\t\t4\n", "\t\t", '"'),
        ("a,,b\n1,,2\n3,,4\n", ",", '"'),
    ],
)
def test_dialect(text: str, delimiter: str, quote: str) -> None:
    preferred = "\t" if delimiter == "\t" else None
    found = detect_dialect(text, preferred=preferred)
    assert found is not None
    dialect, width = found
    assert width == len(next(dialect.reader(text.splitlines(keepends=True))))
    assert (dialect.delimiter, dialect.quote) == (delimiter, quote)


def test_backslash_escapes_and_blanks_after_delimiters() -> None:
    escaped = detect_dialect('a,b\n1,"x \\"y\\" z"\n2,"q \\"r\\" s"\n')
    padded = detect_dialect('ID, Test\n1, "x, y"\n2, "z"\n')
    assert escaped is not None
    assert padded is not None
    assert (escaped[0].escape, padded[0].skip_blank_after_delimiter) == ("\\", True)
    assert list(padded[0].reader(['1, "x, y"\n'])) == [["1", "x, y"]]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        ",,,\n,,,\n",
        "Attachment not found!",
        "시설명\n서울 공원\n부산 공원\n대구 공원\n",
        "This is a text, which has commas.\nAnd it goes on, and on.\nUntil the end\n",
    ],
)
def test_text_without_structure_has_no_dialect(text: str) -> None:
    assert detect_dialect(text) is None


def test_columns_aligned_with_blanks() -> None:
    text = "name     count\n" + "".join(f"item{n:<6} {n * 7:>4}\n" for n in range(9))
    found = detect_dialect(text)
    assert found is not None
    dialect, width = found
    assert (dialect.delimiter, dialect.runs, width) == (" ", True, 2)
    assert list(dialect.reader(["item1       7 \n"])) == [["item1", "7"]]


def test_a_blank_after_every_delimiter_is_no_part_of_the_cells() -> None:
    found = detect_dialect("id, name, city\n1, Kim, Seoul\n2, Lee, Busan\n3, , Daegu\n")
    assert found is not None
    assert list(found[0].reader(["1, Kim, Seoul\n"])) == [["1", "Kim", "Seoul"]]


@pytest.mark.parametrize(
    ("line", "record"),
    [
        ('1,"x \\"y\\" z"\n', ["1", 'x "y" z']),
        ("1\\,5,x\n", ["1,5", "x"]),
        ('"C:\\temp","8\\\'"\n', ["C:\\temp", "8\\'"]),
        ('"a\\\\",b\n', ["a\\", "b"]),
        ('"a ""b""",c\n', ['a "b"', "c"]),
    ],
)
def test_what_a_backslash_escapes(line: str, record: list[str]) -> None:
    assert list(Dialect(",", escape="\\").reader([line])) == [record]


def test_an_escaped_line_end_continues_the_record() -> None:
    lines = ["a,b\\\n", "c\n", "d,e\n"]
    assert list(Dialect(",", escape="\\").reader(lines)) == [["a", "b\nc"], ["d", "e"]]


def test_pieces_from_further_down_decide_too() -> None:
    head = "a;b\n1,5;2\n"
    piece = "".join(f"{n},5;{n}\n" for n in range(50))
    alone, whole = detect_dialect("a;b,c\n1;2,3\n"), detect_dialect(head, [piece])
    assert alone is not None
    assert whole is not None
    assert whole[0].delimiter == ";"


def test_a_quote_that_swallows_the_sample_hides_no_delimiter() -> None:
    found = detect_dialect('"a,b\n' + "1,2\n" * 100)
    assert found is not None
    assert (found[0].delimiter, found[1]) == (",", 2)
