"""What the safety gate says of one column."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from store.vocabulary import SafetyStatus

RULE = "safety-gate-v1.0"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict never holds a value.

    `kinds` counts the cells in which each kind of personal data was found, `reason` is a stable
    code of what decided (`VALUES_MATCH`, `NAME_IS_PERSONAL`, `NAME_HOLDS_DATA`, `FREE_TEXT`); it is
    None for CLEAR.
    """

    status: SafetyStatus
    rule: str = RULE
    kinds: Mapping[str, int] = field(default_factory=dict)
    reason: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "status": self.status.value,
            "rule": self.rule,
            "kinds": dict(sorted(self.kinds.items())),
            "reason": self.reason,
        }
