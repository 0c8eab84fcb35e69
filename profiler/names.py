"""Names from strangers made fit to show: one line, no control characters, no personal data."""

import unicodedata

from gates.safety import mask_name


def shown_name(name: str) -> tuple[str, bool]:
    """(name without control characters, masked where it carries personal data; was it masked?)."""
    clean = "".join(c for c in name if unicodedata.category(c) not in {"Cc", "Cf", "Cs"})
    return mask_name(clean)
