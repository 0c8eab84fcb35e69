"""JSON, JSON Lines and GeoJSON: where the records are, what becomes of values, what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from profiler import profile_file, read_tables
from profiler.formats.json_window import Window
from profiler.limits import Limits
from profiler.unreadable import Unreadable
from store.vocabulary import FailureReason, Finding
from tests.profiler.formats.reading import reason_of, save, table_of, tables_of

ROWS = [{"이름": "가", "값": 1}, {"이름": "나", "값": 2}]
NAMES = ("이름", "값")
CELLS = [["가", "1"], ["나", "2"]]
FEATURES = [{"type": "Feature", "properties": row, "geometry": None} for row in ROWS]


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


@pytest.mark.parametrize(
    ("value", "sheet"),
    [
        (ROWS, None),
        ({"DATA": ROWS, "count": 2}, "DATA"),
        ({"response": {"header": {"code": "00"}, "body": {"items": ROWS}}}, "response.body.items"),
        ({"Gg": [{"head": [{"total": 2}, {"RESULT": {"CODE": "0"}}]}, {"row": ROWS}]}, "Gg.row"),
        ({"fields": [{"id": "이름"}, {"id": "값", "type": "int"}], "records": ROWS}, "records"),
        ([ROWS[:1], ROWS[1:]], None),
        ({"notes": [1, [2, "x"], {}], "empty": [], "DATA": ROWS}, "DATA"),
    ],
    ids=["root", "member", "nested", "envelopes", "list of fields", "split", "beside others"],
)
@pytest.mark.parametrize("indent", [None, 2])
def test_records_are_found(tmp_path: Path, value: Any, sheet: str | None, indent: int) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    table = table_of(save(tmp_path, "a.json", text))
    assert (table.sheet, table.names, table.rows) == (sheet, NAMES, CELLS)


def test_arrays_beside_each_other_are_tables(tmp_path: Path) -> None:
    path = save(tmp_path, "a.json", dumped({"x": ROWS, "y": {"z": [{"a": 1}]}, "w": ROWS[:1]}))
    found = [(table.sheet, table.names, len(table.rows)) for table in tables_of(path)]
    assert found == [("x", NAMES, 2), ("y.z", ("a",), 1), ("w", NAMES, 1)]


def test_a_name_that_comes_again_gives_one_table(tmp_path: Path) -> None:
    table = table_of(save(tmp_path, "a.json", '{"x": [{"a": 1}], "b": 0, "x": [{"a": 2}]}'))
    assert table.rows == [["1"], ["2"]]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "x", "version": 1, "options": {"deep": [1, 2, "three"]}}',
        '{"a": {"id": 1}, "b": {"id": 2}}',
        "[]",
        "[{}]",
        "[1, 2, 3]",
        '[{"a": 1}, 2, 3]',
        '[{"total": 1}, {"code": 2}]',
        '[{"rows": []}]',
    ],
)
def test_other_json_is_no_table(tmp_path: Path, text: str) -> None:
    assert reason_of(save(tmp_path, "a.json", text)) is FailureReason.NO_TABLE


def test_values_are_cells(tmp_path: Path) -> None:
    record = (
        r'{"n": 1.50, "big": 123456789012345678901234567890, "e": 1e400, "nan": NaN, "t": true,'
        r' "null": null, "s": "\ud800가\n", "list": [1.0, "가", null, [true]],'
        r' "o": {"p": {"q": 7}}, "none": {}, "empty": [], "many": [{"x": 1}], "p.q": 1,'
        ' "p": {"q": 2}, "twice": 1, "twice": 2, "raw": "a\nb"}'
    )
    table = table_of(save(tmp_path, "a.json", f"[{record}]"))
    assert list(zip(table.names, table.rows[0], strict=True)) == [
        ("n", "1.50"),
        ("big", "123456789012345678901234567890"),
        ("e", "1e400"),
        ("nan", "NaN"),
        ("t", "true"),
        ("null", ""),
        ("s", "\ufffd가\n"),
        ("list", '[1.0, "가", null, [true]]'),
        ("o.p.q", "7"),
        ("empty", ""),
        ("many", '[{"x": 1}]'),
        ("p.q", "1"),
        ("p.q", "2"),
        ("twice", "2"),
        ("raw", "a\nb"),
    ]


def test_missing_fields_are_nulls_and_columns_come_in_order(tmp_path: Path) -> None:
    records = [{"b": 1}, {"a": 2, "b": None}, {"c": {"d": "x"}, "b": 3}]
    path = save(tmp_path, "a.json", dumped(records))
    assert table_of(path).rows == [["1", "", ""], ["", "2", ""], ["3", "", "x"]]
    (asset,) = profile_file(path).assets
    found = [(c.source_name, c.null_count) for c in asset.tables[0].columns]
    assert found == [("b", 1), ("a", 2), ("c.d", 2)]
    assert not asset.findings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp949"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    rows = [{"이름": "가나다라 마바사", "값": n} for n in range(50)]
    table = table_of(save(tmp_path, "a.json", dumped(rows), encoding))
    assert (table.names, table.rows[0], table.encoding) == (
        NAMES,
        ["가나다라 마바사", "0"],
        encoding,
    )


def test_lines_of_another_encoding_are_read_and_found(tmp_path: Path) -> None:
    lines = [dumped(ROWS[0]).encode()] * 20 + [dumped(ROWS[1]).encode("cp949")]
    path = save(tmp_path, "a.jsonl", b"\n".join(lines))
    assert table_of(path).rows[-1] == CELLS[1]
    assert profile_file(path).assets[0].findings == (Finding.MIXED_ENCODING,)


LONG = {"이름": "가" * 5_000, "값": 1}


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("a.jsonl", "\n".join(map(dumped, ROWS)), CELLS),
        ("a.ndjson", "\r\n\r\n".join(map(dumped, ROWS)) + "\r\n", CELLS),
        ("a.json", "\n".join(map(dumped, ROWS)), CELLS),
        ("a.json", "\x1e" + "\n\x1e".join(map(dumped, ROWS)), CELLS),
        ("a.json", "\n".join(json.dumps(row, indent=1) for row in ROWS), CELLS),
        ("a.json", "\n".join([dumped(ROWS)] * 2), CELLS * 2),
        ("a.json", "\n".join(map(dumped, [LONG, LONG])), [["가" * 5_000, "1"]] * 2),
    ],
    ids=["lines", "blank lines", "named json", "RFC 7464", "indented", "arrays", "long lines"],
)
def test_texts_one_after_the_other(
    tmp_path: Path, name: str, text: str, rows: list[list[str]]
) -> None:
    table = table_of(save(tmp_path, name, text))
    assert (table.sheet, table.names, table.rows) == (None, NAMES, rows)


@pytest.mark.parametrize(
    ("text", "sheet"),
    [
        (dumped({"type": "FeatureCollection", "name": "시설", "features": FEATURES}), "features"),
        (dumped({"features": FEATURES, "type": "FeatureCollection"}), "features"),
        ("\n".join(map(dumped, FEATURES)), None),
    ],
)
def test_geojson_has_the_properties(tmp_path: Path, text: str, sheet: str | None) -> None:
    table = table_of(save(tmp_path, "a.geojson", text))
    assert (table.sheet, table.names, table.rows) == (sheet, NAMES, CELLS)


def test_one_feature_is_a_record(tmp_path: Path) -> None:
    assert table_of(save(tmp_path, "a.geojson", dumped(FEATURES[0]))).rows == CELLS[:1]


def test_features_without_properties_are_no_table(tmp_path: Path) -> None:
    bare = {"type": "Feature", "properties": None, "geometry": {"type": "Point"}}
    text = dumped({"type": "FeatureCollection", "features": [bare, bare]})
    assert reason_of(save(tmp_path, "a.geojson", text)) is FailureReason.NO_TABLE


def test_json_that_mentions_features_is_json(tmp_path: Path) -> None:
    text = dumped([{"a": 1, "where": {"type": "Feature"}}, {"a": 2}])
    assert table_of(save(tmp_path, "a.json", text)).names == ("a", "where.type")


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": 1},]',
        '[{"a": 1,}]',
        '[{"a": 1}',
        '[{"a": 1}] x',
        '[{"a": 1} {"a": 2}]',
        '{"a": [{"b": 1}], }',
        '{"a": [{"b": 1}], "c": "open}',
        '{"a" [{"b": 1}]}',
        '[{"a": tru}]',
        '{"a": 1}\n{"a": "open}\n{"a": 3}\n',
    ],
)
def test_damage(tmp_path: Path, text: str) -> None:
    assert reason_of(save(tmp_path, "a.json", text)) is FailureReason.DAMAGED


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 5_000 + "]" * 5_000,
        '{"a":' * 200 + "1" + "}" * 200,
        '[{"a":' + "[" * 200 + "]" * 200 + "}]",
        '[{"a":' * 200 + "1" + "}]" * 200,
        "[" + '{"a":' * 200 + "1" + "}" * 200 + "]",
        dumped([{f"key{n}": n for n in range(17_000)}]),
        dumped({f"key{n}": [{"a": n}] for n in range(1_100)}),
    ],
    ids=["open", "lists", "objects", "in a cell", "both", "record", "columns", "tables"],
)
def test_too_deep_and_too_wide(tmp_path: Path, text: str) -> None:
    assert reason_of(save(tmp_path, "a.json", text)) is FailureReason.MEMORY_LIMIT


def test_a_record_has_a_size_limit(tmp_path: Path) -> None:
    path = save(tmp_path, "a.json", dumped([{"a": "x" * (3 << 20)}]))
    assert reason_of(path, Limits(record_text=1 << 20)) is FailureReason.MEMORY_LIMIT
    assert len(table_of(path).rows[0][0]) == 3 << 20


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1_000])
def test_windows_of_any_size_read_the_same(size: int) -> None:
    text = '{"가": [ {"a": 12.50, "b": "x\\u00e9\\"" } , 345 ], "c" : null}'
    chunks = [text[i : i + size] for i in range(0, len(text), size)]
    window = Window(chunks, 1 << 20)
    found: list[object] = []
    for name in window.names():
        found.append(name)
        if window.peek() == "[":
            start = window.offset
            found += window.items()
            again = Window(chunks, 1 << 20, start)
            assert list(again.items()) == found[1:]
        else:
            found.append(window.value())
    assert found == ["가", {"a": "12.50", "b": 'xé"'}, "345", "c", None]
    assert window.peek() == ""


def test_rows_can_be_read_again_and_a_failure_names_no_value(tmp_path: Path) -> None:
    (table,) = read_tables(save(tmp_path, "a.json", dumped({"pad": "x" * 300_000, "d": ROWS})))
    assert list(table.rows()) == list(table.rows()) == CELLS
    with pytest.raises(Unreadable) as failure:
        read_tables(save(tmp_path, "b.json", '[{"a": "900101-1234567"'))
    assert "900101" not in str(failure.value)
