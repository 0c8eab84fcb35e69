"""A plugin of pytest that puts the kernel of `SCAN_KERNEL` in the place of the installed one."""

import importlib.util
import os
import sys

from hypothesis import settings

import profiler

settings.register_profile("sanitized", max_examples=60, deadline=None, derandomize=True)
settings.load_profile("sanitized")

_spec = importlib.util.spec_from_file_location("profiler._scan", os.environ["SCAN_KERNEL"])
assert _spec is not None
assert _spec.loader is not None
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
sys.modules["profiler._scan"] = _module
profiler._scan = _module
