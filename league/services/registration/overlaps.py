"""Who and what is needed at the same time: tables of a venue, players of two events."""

from collections.abc import Collection

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.logic.calendar import most_at_once
from league.models import Account, Event, Player, Registration, Venue
from league.services.base import rights
from league.services.base.refusals import Conflict, Invalid

from . import plans


def overlapping(event: Event) -> QuerySet[Event]:
    """Return the other events, not cancelled, that are at the same time as `event`."""
    end = plans.end_of(event)
    if event.starts_at is None or end is None:
        return Event.objects.none()
    is_assumed = Q(ends_at=None, starts_at__gt=event.starts_at - plans.ASSUMED_LENGTH)
    return Event.objects.filter(
        Q(ends_at__gt=event.starts_at) | is_assumed, starts_at__lt=end, cancelled_at=None
    ).exclude(pk=event.pk)


def require_tables(event: Event) -> None:
    """Raise Invalid or Conflict where its venue has too few tables for an event, saved or not.

    An event that limits its players by no capacity may need all tables. Holds the venue, so that
    of two events planned at once the second one sees the first.
    """
    if event.venue_id is None:
        return
    venue = Venue.objects.select_for_update(no_key=True).get(pk=event.venue_id)
    if venue.tables is None:
        return
    needed = plans.tables_needed(event)
    if needed is not None and needed > venue.tables:
        said = _(
            "%(venue)s has only %(tables)d tables. Allow fewer players, or choose another venue."
        )
        raise Invalid({"capacity": [said % {"venue": venue.name, "tables": venue.tables}]})
    _require_left(event, venue, venue.tables, venue.tables if needed is None else needed)


def clashing(
    event: Event, players: Collection[Player], asker: Account
) -> dict[int, tuple[Player, Event]]:
    """Return the players who have a place in another event at the time of `event`, and which.

    Only events that `asker` may know of. By the key of the player; one query, and none for an
    event without a time.
    """
    if event.starts_at is None:
        return {}
    rows = Registration.objects.filter(
        player__in=[player for player in players if not player.is_bot],
        status=Registration.Status.REGISTERED,
        last_session=None,
        event__in=overlapping(event).filter(pk__in=rights.readable_events(asker).values("pk")),
    )
    rows = rows.select_related("player", "event").order_by("-event__starts_at", "-event_id")
    return {row.player_id: (row.player, row.event) for row in rows}


def _require_left(event: Event, venue: Venue, tables: int, needed: int) -> None:
    """Raise Conflict unless other events leave enough of the tables; names one of them."""
    end = plans.end_of(event)
    others = overlapping(event).filter(venue=venue).select_related("season__club")
    others = others.order_by("starts_at", "pk")
    spans = [
        (other.starts_at, until, plans.tables_needed(other) or tables)
        for other in others
        if other.starts_at and (until := plans.end_of(other))
    ]
    if event.starts_at is None or end is None or not spans:
        return
    if most_at_once(event.starts_at, end, spans) + needed > tables:
        said = _(
            "“%(event)s” and “%(other)s” are at %(venue)s at the same time, and it does not "
            "have enough tables for both. Choose another time or venue, or allow fewer "
            "players."
        )
        words = {"event": event.name, "other": others[0].name, "venue": venue.name}
        raise Conflict(others[0], said % words)
