"""The tables of a file for Python users and for `pdl cat`: exactly what profiling counts."""

import shutil
import tempfile
import weakref
from pathlib import Path

from profiler.limits import Limits
from profiler.table import Table
from profiler.unreadable import Unreadable
from profiler.walk import Walker
from store.vocabulary import FailureReason


class _Folder:
    """A folder that is gone when nothing holds it any more, or when the program ends."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="pdl-"))
        self.remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)


def read_tables(
    path: Path,
    *,
    name: str | None = None,
    limits: Limits = Limits(),  # noqa: B008  (immutable)
) -> list[Table]:
    """All tables of a file in file order, archive members included.

    A table gives its rows (`rows()`), a DataFrame of strings (`to_pandas()`), or itself to what
    takes an Arrow stream (`polars.DataFrame(table)`, `pyarrow.table(table)`, DuckDB by its name).
    Several tables stacked in one text are several tables.

    Cells are shown as they are: no gate is asked, the file is the caller's own. Raises `Unreadable`
    with the reason of the first failed asset where no table can be read.
    """
    folder = _Folder()
    tables: list[Table] = []
    reason: FailureReason | None = None
    for asset in Walker(folder.path, limits, keep=True).assets(path, name or path.name):
        reason = reason or asset.failure
        for table in asset.tables:
            table.holder = folder
            tables.append(table)
    if not tables:
        folder.remove()
        raise Unreadable(reason or FailureReason.NO_TABLE)
    if not any(table.container_name for table in tables):
        folder.remove()
    return tables
