"""Names of columns, sheets and files that are personal data themselves, made fit to show."""

from gates.safety.evidence import triggered
from gates.safety.judge import holds_personal_data
from gates.safety.kind import Grade, Hit, Kind, Weight
from gates.safety.text import joined, normalise


def mask_name(text: str) -> tuple[str, bool]:
    """(`text` with every personal datum in it masked, whether there was one).

    A text without personal data comes back unchanged. A masked one is in the normalised form the
    data were found in (full-width digits plain, invisible characters gone). Masking twice changes
    nothing.
    """
    if not holds_personal_data(text):
        return text, False
    plain = joined(normalise(text))
    shown = plain
    last = len(shown)
    for kind, hit in reversed(_hits(plain)):
        if hit.end <= last:
            shown = shown[: hit.start] + kind.mask(plain[hit.start : hit.end]) + shown[hit.end :]
            last = hit.start
    return (shown, True) if shown != plain else (text, False)


def _hits(plain: str) -> list[tuple[Kind, Hit]]:
    """Hits in order of their place, of two at one place the surer one last."""
    hits = [
        (kind, hit)
        for kind in triggered(plain)
        if kind.weight not in {Weight.NONE, Weight.HEADER} or kind.grade(plain) is Grade.CERTAIN
        if kind.weight is not Weight.NONE
        for hit in kind.find(plain)
        if hit.grade >= Grade.POSSIBLE
    ]
    return sorted(hits, key=lambda pair: (pair[1].start, pair[1].grade))
