"""Delimiter, quote and escape, from the text alone."""

import pytest

from profiler.formats.dialect import detect_dialect


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
