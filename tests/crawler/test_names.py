import pytest

from crawler.portals.names import base_name, file_name

NAME = "가람시 주차장(공영).csv"
URL = "https://x.kr/cmm/cmm/fileDownload.do?atchFileId=1"


def field(value: bytes) -> bytes:
    return b"attachment; " + value


def percent(name: str, charset: str = "utf-8") -> bytes:
    return "".join(f"%{byte:02X}" for byte in name.encode(charset)).encode()


@pytest.mark.parametrize(
    "disposition",
    [
        field(b'filename="' + NAME.encode() + b'"'),
        field(b'filename="' + NAME.encode("cp949") + b'"'),
        field(b"filename=" + NAME.encode() + b";size=3"),
        field(b'filename="' + NAME.encode().decode("latin-1").encode() + b'"'),
        field(b'FileName = "' + percent(NAME) + b'"'),
        field(b'filename="' + percent(NAME, "cp949") + b'"'),
        field(b'filename="' + percent(NAME).replace(b"%20", b"+") + b'"'),
        field(b"filename*=UTF-8''" + percent(NAME)),
        field(b"filename=\"x.csv\"; filename*=utf-8'ko'" + percent(NAME)),
        field(b"filename*=EUC-KR''" + percent(NAME, "euc-kr") + b'; filename="x.csv"'),
        field(b'filename="=?UTF-8?B?6rCA656M7IucIOyjvOywqOyepSjqs7XsmIEpLmNzdg==?="'),
        field(b'filename="..\\..\\' + NAME.encode() + b'"'),
        field(b'filename="/etc/' + NAME.encode() + b'"'),
        field(b'filename="' + NAME.encode() + b'\x00\x1f"'),
    ],
)
def test_every_shape_of_content_disposition_gives_the_name(disposition: bytes) -> None:
    assert file_name(disposition, None, URL) == NAME


@pytest.mark.parametrize(
    ("disposition", "listed", "url", "name"),
    [
        (None, NAME, URL, NAME),
        (b"attachment", NAME, URL, NAME),
        (b'attachment; filename=""', NAME, URL, NAME),
        (b'attachment; filename="../.."', None, URL, "fileDownload.do"),
        (None, "  ", "https://x.kr/a/%EA%B0%80.csv?x=1", "가.csv"),
        (None, None, "https://x.kr/%B0%A1.csv", "가.csv"),
        (None, None, "https://x.kr/", "download"),
        (b"attachment; filename*=no-such-charset''%41; filename=\"b.csv\"", None, URL, "b.csv"),
        (b'attachment; filename="a\\"b.csv"', None, URL, 'a"b.csv'),
        (b'attachment; filename="100%.csv"', None, URL, "100%.csv"),
    ],
)
def test_what_names_a_file_where_the_field_does_not(
    disposition: bytes | None, listed: str | None, url: str, name: str
) -> None:
    assert file_name(disposition, listed, url) == name


@pytest.mark.parametrize("name", ["", ".", "..", " ", "a/", "\x00", "\u202e\n", "a\\.."])
def test_names_that_are_none(name: str) -> None:
    assert base_name(name) == ""


def test_long_names_keep_their_extension() -> None:
    name = base_name("가" * 400 + ".csv")
    assert len(name) == 200
    assert name.endswith("가.csv")


def test_direction_marks_do_not_hide_an_extension() -> None:
    assert base_name("a\u202evsc.exe") == "avsc.exe"
