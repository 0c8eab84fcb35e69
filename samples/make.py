"""Writes the sample portal: `python -m samples.make DIR`.

    files/            every file, under the name that the portal gives it
    list-2026-08.csv  the catalogue, UTF-8 with a byte order mark
    list-2026-09.csv  the catalogue a month later, CP949
    portal.json       how the portal behaves and what a crawl must make of it

Made twice, the bytes are the same.
"""

import argparse
import json
from pathlib import Path

from samples.listing import list_csv, listed_in
from samples.manifest import portal_json
from samples.model import EDITIONS


def make(directory: Path) -> None:
    """Fills `directory` (made where missing); files of the same names are replaced.

    Raises OSError where the directory cannot be written.
    """
    files = directory / "files"
    files.mkdir(parents=True, exist_ok=True)
    for edition in EDITIONS:
        (directory / f"list-{edition}.csv").write_bytes(list_csv(edition))
        for dataset in listed_in(edition):
            built = dataset.built_in(edition)
            if built:
                (files / dataset.file_name_in(edition)).write_bytes(built.body)
    manifest = json.dumps(portal_json(), ensure_ascii=False, indent=1)
    (directory / "portal.json").write_text(manifest + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m samples.make", description="Writes the samples."
    )
    parser.add_argument("directory", type=Path)
    try:
        make(parser.parse_args().directory)
    except OSError as error:
        parser.exit(1, f"the samples cannot be written: {error}\n")


if __name__ == "__main__":
    main()
