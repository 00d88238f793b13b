"""Handicaps: points that players have in an event from its start, set by hand, many at once.

They count in the ranking of the event and in the standings of its season, as long as they are in
force. One that is changed ends, and another one takes its place, so that the old one can be read.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Event,
    Handicap,
    Match,
    Player,
    Registration,
    Role,
    Season,
)
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.names import clean_reason
from league.services.base.refusals import Conflict, Invalid, Stale
from league.services.registration import plans, registrations
from league.services.seasons import penalties, seasons, standings

ENDED = Handicap.Status.ENDED
MOST_AT_ONCE = 500

NOWHERE = frozenset({Event.Draw.KNOCKOUT, Event.Draw.OPEN})
"""Ways of drawing in which nobody has a handicap."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The handicap somebody is to have, None or 0 for none."""

    player: Player
    points: Decimal | None


@agreements.asking
def set_handicaps(
    *,
    event: Event,
    handicaps: Sequence[Wanted],
    reason: str = "",
    seen: int | None = None,
    by: Account,
    now: datetime,
) -> list[Handicap]:
    """Let these players have these handicaps in an event, others as they are; return all in force.

    Once a match of the event is final a `reason` is needed. Raises Stale where they are not as they
    were `seen`, Invalid for players who have no place there and do not wait, Conflict where an
    event takes no handicaps, Unagreed for players who have not agreed to play in the club. A
    constant number of queries.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = plans.hold(event)
        _hold_season(held)
        if said := why_fixed(held):
            raise Conflict(held, said)
        if seen is not None and seen != version_of(held):
            raise Stale(
                held, _("Somebody has changed the handicaps meanwhile. Look at them again.")
            )
        because = _reason(held, reason)
        known = {row.player_id: row for row in in_force(held)}
        check(held, handicaps, known)
        changed = [one for one in handicaps if (one.points or None) != _points(known, one.player)]
        given = [one for one in changed if one.points]
        players = [one.player for one in given]
        agreements.require(club=held.season.club, players=players, by=by, now=now)
        ended = [known[one.player.pk] for one in changed if one.player.pk in known]
        _change(held, given, ended, because=because, by=by, now=now)
    return list(in_force(event).select_related("player"))


def end(
    *,
    event: Event,
    players: Iterable[Player] | None = None,
    reason: str,
    by: Account | None,
    now: datetime,
) -> None:
    """End the handicaps of these players in an event, or all: they do not play there after all.

    In the transaction in which that is so; the caller holds the event. Raises Conflict where its
    season has been closed meanwhile.
    """
    rows = in_force(event)
    if players is not None:
        rows = rows.filter(player__in=players)
    if ended := list(rows):
        _hold_season(event)
        seasons.require_open(event.season)
        _change(event, [], ended, because=reason, by=by, now=now)


def hold_seasons(player: Player, events: Collection[int]) -> None:
    """Hold the seasons in which `end` moves standings of a player, for any of these events.

    For who ends handicaps in several events: seasons are held all at once, in the order of their
    keys, after all events and players.
    """
    rows = Handicap.objects.in_force().filter(player=player, event__in=events)
    standings.hold(Season.objects.filter(pk__in=rows.values("event__season")))


def in_force(event: Event) -> QuerySet[Handicap]:
    """Return the handicaps that count in an event."""
    return event.handicaps.in_force().select_related("event").order_by("pk")


def points_of(event: Event) -> dict[int, Decimal]:
    """Return by primary key who has points in an event from the start; one query."""
    return dict(in_force(event).values_list("player", "points"))


def version_of(event: Event) -> int:
    """Return a number that grows with every change of the handicaps of an event; one query."""
    found = event.handicaps.aggregate(made=Count("pk"), ended=Count("pk", filter=Q(status=ENDED)))
    return int(found["made"]) + int(found["ended"])


def has_results(event: Event) -> bool:
    """Tell whether a match of an event is final, so that a change needs a reason; one query."""
    final = Match.objects.filter(session__event=event, status=Match.Status.FINAL)
    return final.exists()


def eligible(event: Event) -> QuerySet[Player]:
    """Return who may get a handicap: who has a place or waits, substitutes play for others."""
    there = [Registration.Status.REGISTERED, Registration.Status.WAITING]
    rows = event.registrations.filter(status__in=there, replaces=None)
    return Player.objects.filter(pk__in=rows.values("player")).order_by("name", "pk")


def listed(event: Event) -> QuerySet[Player]:
    """Return whose handicap can be changed: who may get one, and who has one in force."""
    own = Q(pk__in=eligible(event).order_by().values("pk"))
    own |= Q(pk__in=event.handicaps.in_force().values("player"))
    return Player.objects.filter(own).order_by("name", "pk")


def why_fixed(event: Event) -> str:
    """Return why nobody can change the handicaps of an event now, "" if somebody can.

    One query at most; season and club are loaded.
    """
    try:
        registrations.require_held(event)
    except Conflict as refusal:
        return refusal.message
    return why_none(event)


def why_none(event: Event) -> str:
    """Return why an event takes no handicaps, "" if it does; one query at most."""
    if event.draw == Event.Draw.KNOCKOUT:
        return _("In a knock-out whoever wins goes on, so a handicap would change nothing.")
    if event.draw == Event.Draw.OPEN:
        return _(
            "On an open evening points per match decide, so a handicap would be worth more to "
            "whoever plays less."
        )
    if event.line_ups.filter(entrant__team__isnull=False).exists():
        return _("On a league day of teams only matches count, so nobody can have a handicap.")
    return ""


def require_takeable(event: Event) -> None:
    """Raise Invalid where an event has handicaps and is to be drawn so that it takes none."""
    if in_force(event).exists() and (said := why_none(event)):
        raise Invalid({"draw": [f"{said} {_('Remove the handicaps first.')}"]})


def check(event: Event, handicaps: Sequence[Wanted], known: Mapping[int, Handicap]) -> None:
    """Raise Invalid with all that cannot be, by the place in the list."""
    if len(handicaps) > MOST_AT_ONCE:
        said = _("Set at most %(most)d handicaps at once.") % {"most": MOST_AT_ONCE}
        raise Invalid({"handicaps": [said]})
    may = set(eligible(event).values_list("pk", flat=True))
    errors: dict[str, list[str]] = {}
    seen: set[int] = set()
    for number, one in enumerate(handicaps):
        if one.player.pk in seen:
            errors[f"handicaps.{number}.player"] = [_("This player is listed twice.")]
        elif one.player.pk not in may and one.points and one.player.pk not in known:
            said = _("%(name)s has no place of their own in this event.")
            errors[f"handicaps.{number}.player"] = [said % {"name": one.player.shown_name}]
        seen.add(one.player.pk)
        if one.points and (wrong := penalties.why_not(one.points)):
            errors[f"handicaps.{number}.points"] = [wrong]
    if errors:
        raise Invalid(errors)


def _change(
    event: Event,
    given: Sequence[Wanted],
    ended: Sequence[Handicap],
    *,
    because: str,
    by: Account | None,
    now: datetime,
) -> None:
    """Store what is changed, move the standings by it and note it with the event."""
    if not given and not ended:
        return
    rows = Handicap.objects.in_force().filter(pk__in=[row.pk for row in ended])
    rows.update(status=ENDED, ended_by=by, ended_at=now, ended_because=because)
    made = [
        Handicap(
            event=event,
            player=one.player,
            points=one.points or Decimal(0),
            reason=because,
            set_by=by,
            set_at=now,
        )
        for one in given
    ]
    Handicap.objects.bulk_create(made)
    standings.change_handicaps(season=event.season, added=made, removed=ended)
    data = {
        "handicaps": [
            {"code": row.code, "player": row.player.code, "points": str(row.points)} for row in made
        ],
        "ended": [row.code for row in ended],
        "reason": because,
    }
    audit.note_event(event, "handicap.set", data, by=by, now=now)


def _hold_season(event: Event) -> None:
    """Hold the season of a held event: no result begins to count, and nobody closes it."""
    event.season = standings.hold([event.season])[event.season_id]


def _reason(event: Event, text: str) -> str:
    """Return the reason as it is stored; before anything is final there may be none."""
    return clean_reason(text) if text.strip() or has_results(event) else ""


def _points(known: Mapping[int, Handicap], player: Player) -> Decimal | None:
    row = known.get(player.pk)
    return row.points if row else None
