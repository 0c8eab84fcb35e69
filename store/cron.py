"""Cron expressions: when the next moment comes, in a named time zone.

Five fields as in crontab(5), or `@hourly @daily @weekly @monthly @yearly`; croniter reads them.
"""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croniter import CroniterError, croniter  # type: ignore[import-untyped]  # ships no types

MOST_MERGED = 10_000
"""Moments that `missed` counts at most."""

_NAMED = frozenset(
    {"@hourly", "@daily", "@midnight", "@weekly", "@monthly", "@yearly", "@annually"}
)
_FIELDS = 5
_HASHED = re.compile(r"(?:^|[\s,/])[HR](?:$|[\s,/(])", re.IGNORECASE)
"""croniter's own `H` and `R`, which differ from machine to machine."""


class CronError(ValueError):
    """No cron expression, one that never comes, or no time zone; the message says which."""


def time_zone(name: str) -> ZoneInfo:
    """The zone of an IANA name such as `Asia/Seoul`.

    Raises:
        CronError: there is no such zone.
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise CronError(f"there is no time zone {name!r}") from None


def next_after(cron: str, zone: str, moment: float) -> float:
    """The first moment after `moment` (both in seconds since the epoch) that `cron` names.

    Raises:
        CronError: `cron` or `zone` is none, or the moment never comes (30 February).
    """
    times = _times(cron, zone, moment)
    try:
        return float(times.get_next(float))
    except CroniterError:
        raise CronError(f"no day ever comes that fits {cron!r}") from None


def missed(cron: str, zone: str, due_at: float, now: float) -> int:
    """How many moments after `due_at` have passed at `now`, up to MOST_MERGED."""
    times, count = _times(cron, zone, due_at), 0
    while count < MOST_MERGED and times.get_next(float) <= now:
        count += 1
    return count


def _times(cron: str, zone: str, moment: float) -> croniter:
    fields = cron.split()
    named = len(fields) == 1 and fields[0].lower() in _NAMED
    if not named and len(fields) != _FIELDS:
        raise CronError(f"{cron!r} has not the five fields of a cron expression")
    if _HASHED.search(cron):
        raise CronError(f"{cron!r} names moments by chance")
    try:
        start = datetime.fromtimestamp(moment, UTC).astimezone(time_zone(zone))
        return croniter(cron, start, ret_type=float)
    except CronError:
        raise
    except (CroniterError, ValueError, KeyError, AttributeError, TypeError):
        raise CronError(f"{cron!r} is no cron expression") from None
