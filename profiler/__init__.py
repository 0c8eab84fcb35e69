"""Looking inside files: a file -> tables -> columns -> an observation. No network, no database."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from profiler.file import profile_file
    from profiler.read import read_tables

__all__ = ["profile_file", "read_tables"]

_HOMES = {"profile_file": "profiler.file", "read_tables": "profiler.read"}


def __getattr__(name: str) -> Any:
    """Imports what is handed on when it is first asked for: `import profiler` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(name)
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
