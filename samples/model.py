"""The shapes in which sample datasets are declared: columns, tables, files, datasets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from store.vocabulary import (
    CoverageStatus,
    Delivery,
    ExampleStatus,
    FailureReason,
    Finding,
    License,
    ListingType,
    ObservedType,
    SafetyStatus,
)

Cell = str | int | float | date | datetime | None

EDITIONS = ("2026-08", "2026-09")
"""The two monthly editions of the sample catalogue, in order."""

SHOWN_LICENSES = frozenset(
    {License.NO_RESTRICTION, License.KOGL_0, License.KOGL_BY, License.CC0, License.CC_BY}
)
"""Licences of the samples under which example values may be shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column and what an observer must find in it.

    `group` is the label above it in a two-row header. `examples` is None where no intention is
    stated. `secrets` tells that every cell is personal data; `secret_name` is the part of the name
    that is.
    """

    name: str
    cells: Sequence[Cell]
    type: ObservedType
    group: str = ""
    examples: ExampleStatus | None = ExampleStatus.AVAILABLE
    safety: SafetyStatus | None = SafetyStatus.CLEAR
    secrets: bool = False
    secret_name: str | None = None
    number_format: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Columns of equal length."""

    columns: tuple[Column, ...]

    @property
    def row_count(self) -> int:
        return len(self.columns[0].cells)

    def rows(self) -> list[list[Cell]]:
        return [list(row) for row in zip(*(c.cells for c in self.columns), strict=True)]

    def header(self) -> list[list[str]]:
        """One row of names, or two where columns have groups.

        A group's label stands over its first column only; a column without a group has its name in
        the upper row and an empty cell below.
        """
        names = [column.name for column in self.columns]
        groups = [column.group for column in self.columns]
        if not any(groups):
            return [names]
        upper = [
            name if not group else group if index == 0 or groups[index - 1] != group else ""
            for index, (name, group) in enumerate(zip(names, groups, strict=True))
        ]
        return [upper, [name if group else "" for name, group in zip(names, groups, strict=True)]]

    def secrets(self) -> set[str]:
        """Every value or part of a name that is personal data."""
        values = {str(cell) for c in self.columns if c.secrets for cell in c.cells if cell}
        return values | {c.secret_name for c in self.columns if c.secret_name}


@dataclass(frozen=True, slots=True)
class Built:
    """The bytes of a file and the tables that can be read from it."""

    body: bytes
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Organization:
    """제공기관 with its code (seven digits, or B and six digits), department and office number."""

    name: str
    code: str
    department: str
    phone: str


@dataclass(frozen=True, slots=True)
class Terms:
    """이용허락범위 as the list words it, and the licence it means (None: no intention stated)."""

    raw: str
    license: License | None


class Behavior(StrEnum):
    """How the portal, or the agency's site, answers for a dataset."""

    FILE = "file"
    DRIP = "drip"
    PAGE_MISSING = "page-missing"
    REFUSED = "refused"
    NO_FILE = "no-file"
    LOGIN = "login"
    ALERT = "alert"
    SERVER_ERROR = "server-error"
    TRUNCATED = "truncated"
    WAITING_ROOM = "waiting-room"
    RATE_LIMITED = "rate-limited"
    LANDING = "landing"
    NONE = "none"


class Change(StrEnum):
    """What happens to a dataset in the second edition."""

    CONTENT = "content"
    """Another 수정일, file name and content."""
    TOUCHED = "touched"
    """Another 수정일 only; the portal still serves the same file under the same address."""
    UPLOADED_AGAIN = "uploaded-again"
    """Another 수정일, file name and address, but equal bytes."""
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """One row of the list, the file behind it and what a crawl must make of it.

    `build` gives the file of revision 1 or 2. `link` is the agency's address with `{base}` for its
    origin. `listed` overrides or fills list columns by their Korean names.
    """

    key: str
    organization: Organization
    subject: str
    theme: str
    extension: str
    cycle: str
    terms: Terms
    description: str
    keywords: str
    coverage: CoverageStatus = CoverageStatus.AVAILABLE
    reason: FailureReason | None = None
    findings: tuple[Finding, ...] = ()
    listing_type: ListingType = ListingType.FILE
    delivery: Delivery = Delivery.PORTAL
    behavior: Behavior = Behavior.FILE
    build: Callable[[int], Built] | None = None
    link: str | None = None
    change: Change | None = None
    registered: str = "2021-09-14"
    modified: str = "2026-07-21"
    as_of: str = "20260630"
    listed: Mapping[str, str] | None = None

    @property
    def title(self) -> str:
        return f"{self.organization.name}_{self.subject}"

    def is_in(self, edition: str) -> bool:
        first = edition == EDITIONS[0]
        return self.change is not (Change.ADDED if first else Change.REMOVED)

    def _changed(self, edition: str, *changes: Change) -> bool:
        return edition == EDITIONS[1] and self.change in changes

    def modified_in(self, edition: str) -> str:
        """수정일, `YYYY-MM-DD`."""
        changes = (Change.CONTENT, Change.TOUCHED, Change.UPLOADED_AGAIN)
        return "2026-08-26" if self._changed(edition, *changes) else self.modified

    def data_name_in(self, edition: str) -> str:
        """파일데이터명: the title and the date that the data are of."""
        renamed = self._changed(edition, Change.CONTENT, Change.UPLOADED_AGAIN)
        return f"{self.title}_{'20260831' if renamed else self.as_of}"

    def file_name_in(self, edition: str) -> str:
        return f"{self.data_name_in(edition)}.{self.extension.lower()}"

    def revision_in(self, edition: str) -> int:
        """Which content is served: 1, or 2 once it has changed."""
        return 2 if self._changed(edition, Change.CONTENT) else 1

    def upload_in(self, edition: str) -> int:
        """Counts uploads: the portal gives each one a new address."""
        return 2 if self._changed(edition, Change.CONTENT, Change.UPLOADED_AGAIN) else 1

    def built_in(self, edition: str) -> Built | None:
        return self.build(self.revision_in(edition)) if self.build else None
