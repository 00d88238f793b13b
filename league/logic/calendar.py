"""Dates that come again, in local time, and how many things are needed at the same moment."""

from collections.abc import Collection, Iterable, Iterator
from datetime import date, datetime, timedelta, tzinfo
from itertools import count

WEEKLY, FORTNIGHTLY, MONTHLY = "weekly", "fortnightly", "monthly"
RHYTHMS = (WEEKLY, FORTNIGHTLY, MONTHLY)
DAYS = {WEEKLY: 7, FORTNIGHTLY: 14}

Span = tuple[datetime, datetime, int]
"""From when, until when (no longer then), and how many things are needed."""


def dates_after(
    first: date,
    rhythm: str,
    *,
    times: int | None = None,
    until: date | None = None,
    skip: Collection[date] = (),
    most: int,
) -> list[date]:
    """Return the dates on which something of `first` comes again, without `first` itself.

    At most `times` of them, `until` included, and never more than `most`. Dates to skip do not
    count. Monthly keeps the weekday and which one of the month it is; a fifth one is the last.
    """
    wanted = most if times is None else min(times, most)
    found: list[date] = []
    for day in _rhythm(first, rhythm):
        if len(found) == wanted or (until is not None and day > until):
            break
        if day not in skip:
            found.append(day)
    return found


def moved(moment: datetime, days: int, zone: tzinfo) -> datetime:
    """Return the moment some days later at the same time by the clocks of `zone`.

    A time that the clocks leave out that day is the one as long after midnight by the old time.
    """
    local = moment.astimezone(zone)
    wanted = datetime.combine(local.date() + timedelta(days=days), local.time(), zone)
    return wanted.astimezone(moment.tzinfo)


def most_at_once(start: datetime, end: datetime, others: Iterable[Span]) -> int:
    """Return the most that others need at one moment from `start` until `end`."""
    spans = [span for span in others if span[0] < end and start < span[1]]
    moments = [start, *(max(start, span[0]) for span in spans)]
    return max(sum(need for lo, hi, need in spans if lo <= at < hi) for at in moments)


def _rhythm(first: date, rhythm: str) -> Iterator[date]:
    """Yield the dates after `first`, until the calendar ends."""
    for number in count(1):
        try:
            if rhythm == MONTHLY:
                yield _months_later(first, number)
            else:
                yield first + timedelta(days=DAYS[rhythm] * number)
        except (OverflowError, ValueError):
            return


def _months_later(first: date, months: int) -> date:
    """Return the same weekday of a later month, as the first, second … or last one."""
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    start = date(year, month + 1, 1)
    day = start + timedelta(days=(first.weekday() - start.weekday()) % 7 + (first.day - 1) // 7 * 7)
    return day if day.month == start.month else day - timedelta(days=7)
