"""The safety gate: may the values of a column be shown? See `judge` for the rule."""

from gates.safety.evidence import kinds_in
from gates.safety.judge import judge
from gates.safety.mask import mask_name
from gates.safety.verdict import RULE, Verdict

__all__ = ["RULE", "Verdict", "judge", "kinds_in", "mask_name"]
