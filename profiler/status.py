"""Rule `structure-status-v1.0`: the states of a file's assets -> the coverage status of the file.

All assets read: AVAILABLE. Some read: PARTIAL. None read: the status of the most telling failure,
in the order of `_PRECEDENCE`: what the publisher can open up comes first, what we may learn to read
next, then what was broken on the way. A file without any asset has the reason it is given.
"""

from collections.abc import Sequence

from store.vocabulary import CoverageStatus, FailureReason, coverage_of

RULE = "structure-status-v1.0"

_PRECEDENCE = (
    CoverageStatus.ACCESS_RESTRICTED,
    CoverageStatus.COLLECTION_FAILED,
    CoverageStatus.SOURCE_UNAVAILABLE,
    CoverageStatus.UNSUPPORTED_FORMAT,
)


def structure_status(
    reasons: Sequence[FailureReason | None],
) -> tuple[CoverageStatus, FailureReason | None]:
    """(status, failure reason) of a file whose assets have these failure reasons (None: was read).

    The reason is None as soon as one asset was read: the assets tell about the others.
    """
    failed = [reason for reason in reasons if reason is not None]
    if len(failed) < len(reasons):
        return (CoverageStatus.PARTIAL if failed else CoverageStatus.AVAILABLE), None
    if not failed:
        return coverage_of(FailureReason.NO_TABLE), FailureReason.NO_TABLE
    telling = min(failed, key=lambda reason: _PRECEDENCE.index(coverage_of(reason)))
    return coverage_of(telling), telling
