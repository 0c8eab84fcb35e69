"""`freshness-v1.0`: does the listing's last change keep pace with the update cycle it states?

Decides from the update cycle and the 수정일 of the listing, as of the base date of the snapshot
(not today, so that a release answers the same for ever). It says nothing about the data itself.
"""

import calendar
import re
from datetime import date, timedelta
from typing import Any

from store.vocabulary import UpdateCycle

RULE = "freshness-v1.0"

LIMIT_DAYS: dict[UpdateCycle, int] = {
    UpdateCycle.DAILY: 7,
    UpdateCycle.WEEKLY: 30,
    UpdateCycle.MONTHLY: 60,
    UpdateCycle.QUARTERLY: 180,
    UpdateCycle.SEMIANNUAL: 365,
    UpdateCycle.ANNUAL: 540,
}
"""Days since the last change up to which a listing of this cycle counts as fresh."""
_CREDIBLE_AHEAD = timedelta(days=31)
"""An edition may list changes made shortly after its nominal date; later ones are mistakes."""
_DATE_IN_NAME = re.compile(r"(?<!\d)(20\d\d)(\d\d)(\d\d)(?!\d)")


def base_date(month: str, source_name: str) -> date:
    """The day an edition describes: the date in its file name (`…_YYYYMMDD.csv`) where that lies
    within a month of the snapshot month (`YYYY-MM`), else the last day of that month."""
    year, number = (int(part) for part in month.split("-"))
    last = date(year, number, calendar.monthrange(year, number)[1])
    for found in _DATE_IN_NAME.finditer(source_name):
        try:
            named = date(*(int(part) for part in found.groups()))
        except ValueError:
            continue
        if abs(named - last) <= timedelta(days=62):
            return named
    return last


def freshness(cycle: UpdateCycle, modified: str | None, base: date) -> dict[str, Any]:
    """The contract's `freshness` object: `status` FRESH, POSSIBLY_STALE or UNKNOWN, and `rule`.

    Where a judgement was possible: `ageDays` (at `baseDate`, 0 for a change made after it) and
    `limitDays`. Unknown are cycles without a limit, missing or impossible dates, and changes more
    than 31 days after the base date.
    """
    shown: dict[str, Any] = {"status": "UNKNOWN", "rule": RULE, "baseDate": base.isoformat()}
    limit = LIMIT_DAYS.get(cycle)
    try:
        changed = date.fromisoformat(modified) if modified else None
    except ValueError:
        changed = None
    if limit is None or changed is None or changed - base > _CREDIBLE_AHEAD:
        return shown
    age = max(0, (base - changed).days)
    shown["status"] = "FRESH" if age <= limit else "POSSIBLY_STALE"
    shown["ageDays"] = age
    shown["limitDays"] = limit
    return shown
