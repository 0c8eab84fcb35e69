"""Korean or English for people; codes and JSON keys never change."""

import locale
import os
from enum import StrEnum


class Language(StrEnum):
    """Languages that messages come in."""

    KO = "ko"
    EN = "en"


_chosen: Language | None = None


def choose(language: Language | None) -> None:
    """What `--lang` said; None leaves it to the locale."""
    global _chosen  # noqa: PLW0603  (one process, one terminal, one language)
    _chosen = language


def language() -> Language:
    """The language in force: `--lang`, else the locale's, else English."""
    if _chosen is not None:
        return _chosen
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return Language.KO if value.startswith("ko") else Language.EN
    name = locale.getlocale()[0] or ""
    return Language.KO if name.lower().startswith("ko") else Language.EN


def say(korean: str, english: str) -> str:
    """The one of two sentences that the reader wants."""
    return korean if language() is Language.KO else english
