"""All kinds of personal data, one module each; a module here with a `KIND` is a kind."""

import importlib
import pkgutil

from gates.safety.kind import Kind


def _collect() -> tuple[Kind, ...]:
    modules = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return tuple(importlib.import_module(f"{__name__}.{name}").KIND for name in modules)


KINDS: tuple[Kind, ...] = _collect()
"""In the order of their module names."""

BY_NAME: dict[str, Kind] = {kind.name: kind for kind in KINDS}

__all__ = ["BY_NAME", "KINDS"]
