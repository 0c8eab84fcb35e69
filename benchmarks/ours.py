"""The product's side of a measurement: every column of a delimited file profiled, as JSON.

Header, types, nulls, missing tokens, distinct values, examples and the safety gate over all values.
"""

import json
import sys
from pathlib import Path

from profiler.encoding import Encoding
from profiler.formats.dialect import Dialect
from profiler.formats.records import Records
from profiler.limits import Limits
from profiler.scanned import scanned
from profiler.table import Grid, open_table


def main() -> None:
    path, encoding = Path(sys.argv[1]), sys.argv[2]
    records = Records(path, Encoding(encoding), Dialect(","), Limits())
    table = open_table(Grid(lambda: iter(records), ragged=True), Limits())
    found = scanned(table, records) if table else None
    if table is None or found is None:
        raise SystemExit("not a table for the scanner")
    names = zip(found.columns, table.names, table.header.paths, strict=True)
    columns = [
        column.finish(ordinal, name, name_path, None, examples_allowed=True).to_json()
        for ordinal, (column, name, name_path) in enumerate(names, start=1)
    ]
    json.dump({"rows": found.rows, "columns": columns}, sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
