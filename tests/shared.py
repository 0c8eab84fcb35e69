"""Real files that lie beside the checkout on some machines; the project commits none of them."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parent.parent.parent / "shared"


def needs_shared(*parts: str) -> pytest.MarkDecorator:
    """Skips a test, saying so, where `../shared/<parts>` is missing."""
    path = SHARED.joinpath(*parts)
    return pytest.mark.skipif(
        not path.exists(), reason=f"no real data here: ../shared/{'/'.join(parts)}"
    )
