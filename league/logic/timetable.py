"""When each session of an event is, from what has been said of the event and of its sessions."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final, TypeAlias

LENGTH: Final = timedelta(hours=3)
"""How long a session with a time of its own lasts, unless something ends it before."""
DAY: Final = timedelta(days=1)

Span: TypeAlias = tuple[datetime, datetime]
"""From when until when."""


@dataclass(frozen=True)
class Said:
    """A session, by its number, and the times that somebody has said of it."""

    number: int
    starts_at: datetime | None = None
    ends_at: datetime | None = None


def timetable(
    sessions: Iterable[Said], *, start: datetime | None, end: datetime | None, planned: int
) -> dict[int, Span]:
    """Return by their numbers when sessions are; those of which nobody can say are left out.

    Sessions without times share evenly what the others leave of an event that is over within a
    day; `planned` is how many it has at least. No session goes on when another begins.
    """
    said = {one.number: one for one in sessions}
    starts = {number: one.starts_at for number, one in said.items() if one.starts_at is not None}
    ends = {number: one.ends_at for number, one in said.items() if one.ends_at is not None}
    if start is not None and end is not None and start < end <= start + DAY:
        begins = _shared(starts, ends, (start, end), max(planned, *said, 1))
    else:
        begins = dict(starts)
    order = sorted(begins.values())
    found = {}
    for number in said.keys() & begins.keys():
        at = begins[number]
        own = ends.get(number, at)
        usual = at + LENGTH if number in starts else at + DAY
        limits = [own if own > at else usual, *(other for other in order if other > at)]
        if end is not None and at < end:
            limits.append(end)
        found[number] = (at, min(limits))
    return found


def _shared(
    starts: dict[int, datetime], ends: dict[int, datetime], event: Span, count: int
) -> dict[int, datetime]:
    """Return when each session from 1 to `count` begins; those without a time share the rest.

    None is left of it for a session whose share would begin with another session.
    """
    known = {number + 1: at for number, at in ends.items()} | starts
    first = known.pop(1, event[0])
    fixed = [(1, first if event[0] <= first < event[1] else event[0])]
    for number, at in sorted(known.items()):
        if number <= count and fixed[-1][1] < at < event[1]:
            fixed.append((number, at))
    fixed.append((count + 1, event[1]))
    found: dict[int, datetime] = {}
    for (number, at), (after, until) in pairwise(fixed):
        part = (until - at) / (after - number)
        found |= {one: _whole(at + part * (one - number)) for one in range(number, after)}
    taken = set(starts.values())
    return {number: at for number, at in found.items() if at not in taken} | starts


def _whole(at: datetime) -> datetime:
    """Return a time in whole seconds, as calendars have them."""
    return at.replace(microsecond=0)
