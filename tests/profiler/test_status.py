"""Rule `structure-status`."""

import pytest

from profiler.status import structure_status
from store.vocabulary import FailureReason as Reason


@pytest.mark.parametrize(
    ("reasons", "status", "reason"),
    [
        ([None], "AVAILABLE", None),
        ([None, None], "AVAILABLE", None),
        ([None, Reason.DAMAGED], "PARTIAL", None),
        ([Reason.DAMAGED], "COLLECTION_FAILED", "DAMAGED"),
        ([Reason.NO_TABLE], "UNSUPPORTED_FORMAT", "NO_TABLE"),
        ([Reason.UNSUPPORTED_FORMAT, Reason.ENCRYPTED], "ACCESS_RESTRICTED", "ENCRYPTED"),
        ([Reason.UNSUPPORTED_FORMAT, Reason.DAMAGED], "COLLECTION_FAILED", "DAMAGED"),
        ([Reason.DAMAGED, Reason.ARCHIVE_LIMIT], "COLLECTION_FAILED", "DAMAGED"),
        ([], "UNSUPPORTED_FORMAT", "NO_TABLE"),
    ],
)
def test_states_of_assets_decide(
    reasons: list[Reason | None], status: str, reason: str | None
) -> None:
    assert structure_status(reasons) == (status, reason)
