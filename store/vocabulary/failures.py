"""Why a file could not be had or read: code, coverage status, retry budget, sentence."""

from dataclasses import dataclass
from enum import StrEnum

from store.vocabulary.codes import CoverageStatus


class FailureReason(StrEnum):
    """Stable codes; their meaning is in `FAILURES`."""

    EMPTY_FILE = "EMPTY_FILE"
    TOO_LARGE = "TOO_LARGE"
    FORMAT_MISMATCH = "FORMAT_MISMATCH"
    DAMAGED = "DAMAGED"
    ENCRYPTED = "ENCRYPTED"
    DRM_PROTECTED = "DRM_PROTECTED"
    ENCODING_UNDETECTED = "ENCODING_UNDETECTED"
    UNSUPPORTED_FORMAT = "UNSUPPORTED_FORMAT"
    NO_TABLE = "NO_TABLE"
    ARCHIVE_LIMIT = "ARCHIVE_LIMIT"
    TIME_LIMIT = "TIME_LIMIT"
    MEMORY_LIMIT = "MEMORY_LIMIT"
    NOT_A_FILE = "NOT_A_FILE"
    LINK_ONLY = "LINK_ONLY"
    OFFLINE_MEDIA = "OFFLINE_MEDIA"
    NOT_FOUND = "NOT_FOUND"
    LOGIN_REQUIRED = "LOGIN_REQUIRED"
    HTTP_ERROR = "HTTP_ERROR"
    CONNECT_ERROR = "CONNECT_ERROR"
    TLS_ERROR = "TLS_ERROR"
    FORBIDDEN_ADDRESS = "FORBIDDEN_ADDRESS"
    ROBOTS_DISALLOWED = "ROBOTS_DISALLOWED"
    RATE_LIMITED = "RATE_LIMITED"
    TRUNCATED = "TRUNCATED"
    INTERNAL = "INTERNAL"


@dataclass(frozen=True, slots=True)
class Failure:
    """What a failure code means.

    `retries` is how many further attempts a job gets after the first one failed with this code;
    `korean` and `english` are the sentences shown wherever the code is shown.
    """

    coverage: CoverageStatus
    retries: int
    korean: str
    english: str


_RESTRICTED = CoverageStatus.ACCESS_RESTRICTED
_UNSUPPORTED = CoverageStatus.UNSUPPORTED_FORMAT
_UNAVAILABLE = CoverageStatus.SOURCE_UNAVAILABLE
_FAILED = CoverageStatus.COLLECTION_FAILED

FAILURES: dict[FailureReason, Failure] = {
    FailureReason.EMPTY_FILE: Failure(
        _FAILED, 0, "파일에 내용이 없습니다.", "The file has no content."
    ),
    FailureReason.TOO_LARGE: Failure(
        _FAILED, 0, "파일이 허용 크기보다 큽니다.", "The file is larger than the size limit."
    ),
    FailureReason.FORMAT_MISMATCH: Failure(
        _FAILED,
        0,
        "파일 내용이 표시된 형식과 다르고 읽을 수 없습니다.",
        "The content is not of the declared format and cannot be read.",
    ),
    FailureReason.DAMAGED: Failure(
        _FAILED,
        0,
        "파일이 손상되어 끝까지 읽을 수 없습니다.",
        "The file is damaged and cannot be read to its end.",
    ),
    FailureReason.ENCRYPTED: Failure(
        _RESTRICTED,
        0,
        "암호가 걸려 있어 열 수 없습니다.",
        "The file is encrypted and needs a password.",
    ),
    FailureReason.DRM_PROTECTED: Failure(
        _RESTRICTED,
        0,
        "문서 보안(DRM)이 걸려 있어 열 수 없습니다.",
        "The file is protected by digital rights management.",
    ),
    FailureReason.ENCODING_UNDETECTED: Failure(
        _FAILED,
        0,
        "문자 인코딩을 알아낼 수 없습니다.",
        "The character encoding could not be determined.",
    ),
    FailureReason.UNSUPPORTED_FORMAT: Failure(
        _UNSUPPORTED,
        0,
        "아직 읽지 않는 파일 형식입니다.",
        "Files of this format are not read yet.",
    ),
    FailureReason.NO_TABLE: Failure(
        _UNSUPPORTED, 0, "파일 안에 표가 없습니다.", "The file holds no table."
    ),
    FailureReason.ARCHIVE_LIMIT: Failure(
        _FAILED,
        0,
        "압축 파일이 풀기 한도를 넘습니다.",
        "The archive exceeds the limits for unpacking.",
    ),
    FailureReason.TIME_LIMIT: Failure(
        _FAILED, 1, "제한 시간 안에 끝나지 않았습니다.", "It did not finish within the time limit."
    ),
    FailureReason.MEMORY_LIMIT: Failure(
        _FAILED,
        0,
        "메모리 한도를 넘어 읽기를 멈췄습니다.",
        "Reading stopped at the memory limit.",
    ),
    FailureReason.NOT_A_FILE: Failure(
        _UNAVAILABLE,
        1,
        "파일 대신 웹 페이지나 오류 안내가 왔습니다.",
        "A web page or an error notice came instead of a file.",
    ),
    FailureReason.LINK_ONLY: Failure(
        _UNAVAILABLE,
        0,
        "파일이 아니라 다른 사이트로 가는 링크만 제공됩니다.",
        "Only a link to another site is offered, not a file.",
    ),
    FailureReason.OFFLINE_MEDIA: Failure(
        _UNAVAILABLE,
        0,
        "저장 매체로만 제공되어 내려받을 수 없습니다.",
        "It is delivered on physical media only and cannot be downloaded.",
    ),
    FailureReason.NOT_FOUND: Failure(
        _UNAVAILABLE,
        1,
        "제공처에 해당 파일이 없습니다.",
        "The source does not have this file.",
    ),
    FailureReason.LOGIN_REQUIRED: Failure(
        _RESTRICTED, 0, "로그인해야 받을 수 있습니다.", "The source asks for a login."
    ),
    FailureReason.HTTP_ERROR: Failure(
        _UNAVAILABLE,
        3,
        "제공처 서버가 오류로 응답했습니다.",
        "The source answered with an HTTP error.",
    ),
    FailureReason.CONNECT_ERROR: Failure(
        _UNAVAILABLE,
        4,
        "제공처 서버에 연결할 수 없습니다.",
        "No connection to the source could be made.",
    ),
    FailureReason.TLS_ERROR: Failure(
        _UNAVAILABLE,
        1,
        "제공처의 보안 인증서를 확인할 수 없습니다.",
        "The certificate of the source could not be verified.",
    ),
    FailureReason.FORBIDDEN_ADDRESS: Failure(
        _UNAVAILABLE,
        0,
        "공개 인터넷 주소가 아니어서 연결하지 않았습니다.",
        "The address is not on the public internet and was not contacted.",
    ),
    FailureReason.ROBOTS_DISALLOWED: Failure(
        _RESTRICTED,
        0,
        "제공처의 robots.txt가 수집을 허용하지 않습니다.",
        "The robots.txt of the source does not allow it.",
    ),
    FailureReason.RATE_LIMITED: Failure(
        _UNAVAILABLE,
        5,
        "제공처가 요청을 줄이라고 했습니다.",
        "The source asked for fewer requests.",
    ),
    FailureReason.TRUNCATED: Failure(
        _UNAVAILABLE,
        4,
        "파일이 끝까지 전송되지 않았습니다.",
        "The transfer ended before the file was complete.",
    ),
    FailureReason.INTERNAL: Failure(
        _FAILED,
        1,
        "프로그램 오류로 처리하지 못했습니다.",
        "A fault of this program stopped the work.",
    ),
}


def sentence(reason: FailureReason, language: str = "ko") -> str:
    """The sentence of a failure code in Korean (`ko`) or English (anything else)."""
    failure = FAILURES[reason]
    return failure.korean if language == "ko" else failure.english


def coverage_of(reason: FailureReason) -> CoverageStatus:
    """The coverage status that a failure code maps to."""
    return FAILURES[reason].coverage
