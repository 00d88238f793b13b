"""What all clubs have planned, and where they are; both can be narrowed to a place.

Evenings are read along the index of their dates, from today on.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from league.models import Club, Event
from league.services.base import rights

from . import front

AHEAD: Final = timedelta(days=365)
LONGEST: Final = 60
"""So many letters of a place are looked for."""
IN_CALENDAR: Final = 300


def evenings(*, place: str = "", now: datetime) -> QuerySet[Event]:
    """Return the evenings that go on or are to come, at a place or anywhere, by date."""
    rows = front.dated(None, now, now + AHEAD).defer(None).select_related("season__club", "venue")
    return rows.filter(_is_at(place, "season__club__", "venue__")).order_by("starts_at", "pk")


def clubs(*, place: str = "") -> QuerySet[Club]:
    """Return the clubs that say where they are, by country, town and name."""
    rows = rights.readable_clubs(None).exclude(town="", country="")
    return rows.filter(_is_at(place, "")).order_by("country", "town", "name", "pk")


def _is_at(place: str, club: str, venue: str | None = None) -> Q:
    """Return the condition that a club, or its venue, names a place."""
    wanted, said = place.strip()[:LONGEST], Q()
    if not wanted:
        return said
    fields = [f"{club}{name}" for name in ("town", "country", "address")]
    fields += [f"{venue}{name}" for name in ("name", "address")] if venue else []
    for field in fields:
        said |= Q(**{f"{field}__icontains": wanted})
    return said
