import pytest

from gates.intake import DEFAULT_LIMITS, MIB, Limits, admit
from store.vocabulary import FailureReason


@pytest.mark.parametrize(
    ("size", "kind", "refused"),
    [
        (0, None, FailureReason.EMPTY_FILE),
        (0, "hwp", FailureReason.EMPTY_FILE),
        (1, None, None),
        (200 * MIB, "hwpx", None),
        (200 * MIB + 1, "hwpx", FailureReason.TOO_LARGE),
        (200 * MIB + 1, ".PDF", FailureReason.TOO_LARGE),
        (200 * MIB + 1, "csv", None),
        (2048 * MIB, "csv", None),
        (2048 * MIB + 1, "csv", FailureReason.TOO_LARGE),
        (2048 * MIB + 1, None, FailureReason.TOO_LARGE),
    ],
)
def test_size_decides(size: int, kind: str | None, refused: FailureReason | None) -> None:
    assert admit(size, kind=kind) is refused


def test_limits_can_be_set() -> None:
    assert admit(11, limits=Limits(file_bytes=10)) is FailureReason.TOO_LARGE
    assert admit(11, kind="hwp", limits=Limits(file_bytes=10)) is FailureReason.TOO_LARGE
    assert admit(11, kind="hwp", limits=Limits(document_bytes=10)) is FailureReason.TOO_LARGE
    assert admit(11, kind="csv", limits=Limits(document_bytes=10)) is None
    assert admit(11, kind="csv", limits=DEFAULT_LIMITS) is None
