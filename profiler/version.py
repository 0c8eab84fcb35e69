"""What shapes an observation: a change of any of it makes results due again."""

from profiler.file import PROFILER_VERSION, RULE_VERSIONS

SIGNATURE = " ".join((f"profiler-{PROFILER_VERSION}", *RULE_VERSIONS))
"""The profiler's version and the ids of all its rules, in one word for the queue."""
