"""What the peers do with a file; each does less than the product does. Needs requirements.txt."""

import sys


def polars(path: str) -> None:
    """Nulls and approximate numbers of distinct values, streaming."""
    import polars as pl

    frame = pl.scan_csv(path, infer_schema=False)
    frame.select(pl.all().null_count().name.suffix("_nulls"), pl.all().approx_n_unique()).collect(
        engine="streaming"
    )


def duckdb(path: str) -> None:
    """SUMMARIZE over text: nulls, extremes, approximate numbers of distinct values."""
    import duckdb as db

    db.sql(f"SUMMARIZE SELECT * FROM read_csv('{path}', all_varchar=true)").fetchall()  # noqa: S608


def pandas(path: str) -> None:
    """All in memory with inferred types, nulls and exact numbers of distinct values."""
    import pandas as pd

    frame = pd.read_csv(path, low_memory=False)
    frame.isna().sum()
    frame.nunique()


def csv_detective(path: str) -> None:
    """Formats of all columns over all rows."""
    from csv_detective import routine

    routine(path, num_rows=-1, output_profile=True, save_results=False)


def main() -> None:
    globals()[sys.argv[1]](sys.argv[2])


if __name__ == "__main__":
    main()
