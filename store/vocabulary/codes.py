"""The closed vocabularies of the contract (specification 1.8.0) and of the profiler."""

from enum import StrEnum


class CoverageStatus(StrEnum):
    """How far the structure of a record has been observed (`coverageStatus` of the contract)."""

    AVAILABLE = "AVAILABLE"
    PARTIAL = "PARTIAL"
    NOT_COLLECTED = "NOT_COLLECTED"
    QUEUED = "QUEUED"
    COLLECTING = "COLLECTING"
    SOURCE_UNAVAILABLE = "SOURCE_UNAVAILABLE"
    UNSUPPORTED_FORMAT = "UNSUPPORTED_FORMAT"
    ACCESS_RESTRICTED = "ACCESS_RESTRICTED"
    COLLECTION_FAILED = "COLLECTION_FAILED"
    API_STRUCTURE_NOT_SUPPORTED_YET = "API_STRUCTURE_NOT_SUPPORTED_YET"


class ExampleStatus(StrEnum):
    """Whether a column's example values may be shown, and if not, why."""

    AVAILABLE = "AVAILABLE"
    NO_NON_NULL_VALUES = "NO_NON_NULL_VALUES"
    WITHHELD_BY_LICENSE = "WITHHELD_BY_LICENSE"
    WITHHELD_BY_SAFETY = "WITHHELD_BY_SAFETY"
    NOT_COLLECTED = "NOT_COLLECTED"
    COLLECTION_FAILED = "COLLECTION_FAILED"


class SafetyStatus(StrEnum):
    """Verdict of the safety gate on one column."""

    CLEAR = "CLEAR"
    WITHHELD = "WITHHELD"
    REVIEW_REQUIRED = "REVIEW_REQUIRED"


class ListingType(StrEnum):
    """목록유형: a file, an API or a standard dataset."""

    FILE = "FILE"
    API = "API"
    STD = "STD"


class ObservedType(StrEnum):
    """What every non-missing value of a column looks like; the names are those of Table Schema."""

    EMPTY = "EMPTY"
    BOOLEAN = "BOOLEAN"
    INTEGER = "INTEGER"
    NUMBER = "NUMBER"
    DATE = "DATE"
    DATETIME = "DATETIME"
    TIME = "TIME"
    YEAR = "YEAR"
    YEARMONTH = "YEARMONTH"
    STRING = "STRING"


class UpdateCycle(StrEnum):
    """업데이트 주기, normalised."""

    DAILY = "DAILY"
    WEEKLY = "WEEKLY"
    MONTHLY = "MONTHLY"
    QUARTERLY = "QUARTERLY"
    SEMIANNUAL = "SEMIANNUAL"
    ANNUAL = "ANNUAL"
    IRREGULAR = "IRREGULAR"
    UNSPECIFIED = "UNSPECIFIED"
    OTHER = "OTHER"


class License(StrEnum):
    """Terms of use, normalised. KOGL is the Korea Open Government Licence, types 0 to 4."""

    NO_RESTRICTION = "NO_RESTRICTION"
    KOGL_0 = "KOGL_0"
    KOGL_BY = "KOGL_BY"
    KOGL_BY_NC = "KOGL_BY_NC"
    KOGL_BY_ND = "KOGL_BY_ND"
    KOGL_BY_NC_ND = "KOGL_BY_NC_ND"
    CC0 = "CC0"
    CC_BY = "CC_BY"
    CC_BY_SA = "CC_BY_SA"
    CC_BY_NC = "CC_BY_NC"
    CC_BY_ND = "CC_BY_ND"
    CC_BY_NC_SA = "CC_BY_NC_SA"
    CC_BY_NC_ND = "CC_BY_NC_ND"
    ODC_BY = "ODC_BY"
    ODBL = "ODBL"
    PDDL = "PDDL"
    UNSPECIFIED = "UNSPECIFIED"
    OTHER = "OTHER"


class Delivery(StrEnum):
    """제공형태: where the bytes of a FILE listing are."""

    PORTAL = "PORTAL"
    LINK = "LINK"
    OFFLINE_MEDIA = "OFFLINE_MEDIA"
    UNKNOWN = "UNKNOWN"


class ErrorCode(StrEnum):
    """Error codes of the contract."""

    INVALID_ARGUMENT = "INVALID_ARGUMENT"
    DATASET_NOT_FOUND = "DATASET_NOT_FOUND"
    SNAPSHOT_NOT_FOUND = "SNAPSHOT_NOT_FOUND"
    FILTER_NOT_AVAILABLE = "FILTER_NOT_AVAILABLE"
    TOO_MANY_DATASETS = "TOO_MANY_DATASETS"
    INDEX_NOT_READY = "INDEX_NOT_READY"
    SOURCE_VERSION_UNAVAILABLE = "SOURCE_VERSION_UNAVAILABLE"
    RATE_LIMITED = "RATE_LIMITED"
    INTERNAL_ERROR = "INTERNAL_ERROR"
