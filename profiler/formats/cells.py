"""Cell values of workbooks as people see them, as strings."""

from datetime import date, datetime, time, timedelta


def shown(value: object) -> str:
    """ISO dates and times, integral numbers without `.0`, TRUE and FALSE, text unaltered.

    A datetime at midnight is a date; a duration is shown as hours:minutes:seconds.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, datetime):
        return _moment(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return _duration(value)
    return "" if value is None else str(value)


def _number(value: float) -> str:
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value)


def _moment(value: datetime) -> str:
    if value.time() == time():
        return value.date().isoformat()
    return value.isoformat(sep=" ", timespec="auto")


def _duration(value: timedelta) -> str:
    total = round(value.total_seconds())
    sign = "-" if total < 0 else ""
    minutes, seconds = divmod(abs(total), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{seconds:02}"
