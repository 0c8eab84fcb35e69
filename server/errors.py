"""Errors that a caller is told about: the error envelope of the contract."""

from typing import Any

from store.vocabulary import ErrorCode

Json = dict[str, Any]


class ToolError(Exception):
    """A call that cannot be answered.

    `message` is a Korean sentence for people, `details` machine-readable facts about the call;
    `source_snapshot` (`YYYY-MM`) is filled in by the registry, None while there is no release.
    """

    def __init__(self, code: ErrorCode, message: str, details: Json | None = None) -> None:
        super().__init__(f"{code.value}: {message}")
        self.code = code
        self.message = message
        self.details = details or {}
        self.source_snapshot: str | None = None

    def envelope(self) -> Json:
        """The error envelope: `{"error": {code, message, details, sourceSnapshot}}`."""
        return {
            "error": {
                "code": self.code.value,
                "message": self.message,
                "details": self.details,
                "sourceSnapshot": self.source_snapshot,
            }
        }


class UnknownToolError(LookupError):
    """A tool name that this server does not offer; the contract has no error code for it."""


def invalid(argument: str, message: str, **details: Any) -> ToolError:
    """INVALID_ARGUMENT about one argument, which `details.argument` names."""
    return ToolError(ErrorCode.INVALID_ARGUMENT, message, {"argument": argument, **details})


def unavailable_filter(argument: str, allowed: list[str]) -> ToolError:
    """FILTER_NOT_AVAILABLE: a value outside a closed vocabulary; `details.allowed` lists it."""
    return ToolError(
        ErrorCode.FILTER_NOT_AVAILABLE,
        f"{argument}에 쓸 수 없는 값입니다. 허용값 목록에서 고르십시오.",
        {"argument": argument, "allowed": allowed},
    )


def not_found(record_id: str, candidates: list[str]) -> ToolError:
    """DATASET_NOT_FOUND; `candidates` are the records that share this list key."""
    details: Json = {"recordId": record_id}
    message = "요청한 데이터셋이 현재 목록에 없습니다."
    if candidates:
        details["candidates"] = candidates
        message = "같은 목록키로 여러 건이 등재되어 있습니다. 후보 중 하나를 지정하십시오."
    return ToolError(ErrorCode.DATASET_NOT_FOUND, message, details)


def index_not_ready() -> ToolError:
    """INDEX_NOT_READY: no release has been published yet."""
    return ToolError(
        ErrorCode.INDEX_NOT_READY, "아직 공개된 릴리스가 없습니다. 잠시 뒤 다시 시도하십시오."
    )


def internal() -> ToolError:
    """INTERNAL_ERROR, saying nothing about the cause."""
    return ToolError(ErrorCode.INTERNAL_ERROR, "서버 내부 오류로 답하지 못했습니다.")
