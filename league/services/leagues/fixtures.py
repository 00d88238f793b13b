"""The calendar of a division: who meets whom on which date, and at home of which of the two."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, time
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

import games
from league.logic import fixtures as rules
from league.logic.fixtures import Calendar, TooFewDates
from league.models import Account, Division, Entrant, Event, Fixture, Role
from league.services.base import formats, rights
from league.services.base.refusals import Conflict, Invalid
from league.services.seasons import seasons

from . import leagues

MOST_DATES = 200
MOST_LEGS = 4
MOST_IN_CALENDAR = 40
"""Entrants of a division with a calendar: it grows with their square."""
EVENING: Final = time(19)
"""When a fixture begins in a club that has never said when it plays."""


def draw_calendar(
    *,
    division: Division,
    dates: Collection[date],
    blackouts: Mapping[str, Collection[date]] | None = None,
    legs: int = 1,
    seed: str | None = None,
    by: Account,
    now: datetime,
) -> list[Fixture]:
    """Draw the calendar of a division anew, by date; everybody meets everybody in each leg.

    `blackouts` are dates on which those of these codes cannot play; where that cannot be kept, the
    fixture says that it clashes. Lots come from `seed`, by default the league's own. No fixture
    must be held yet, and the game must have tables of two.
    """
    league = division.league
    rights.require_role(club=league.club, account=by, role=Role.ORGANISER)
    seasons.require_open(division.season)
    require_pairs(division)
    _check(dates, legs)
    with transaction.atomic():
        Division.objects.select_for_update().get(pk=division.pk)  # the last calendar wins
        entrants = _playing(division)
        closed = {key: frozenset(days) for key, days in (blackouts or {}).items()}
        _check_known(closed, entrants)
        held = division.fixtures.filter(event__isnull=False).order_by("day", "pk").first()
        if held is not None:
            said = _("Some fixtures of this calendar have been played, so you cannot replace it.")
            raise Conflict(division, said)
        drawn = _drawn(division, entrants, dates, closed, legs=legs, seed=seed)
        division.fixtures.all().delete()
        Fixture.objects.bulk_create(_rows(division, entrants, drawn))
        data = {
            "division": division.code,
            "dates": [day.isoformat() for day in sorted(dates)],
            "blackouts": {key: sorted(map(str, days)) for key, days in closed.items()},
            "legs": legs,
            "clashes": len(drawn.clashes),
        }
        leagues.note(league, "league.calendar", data, by=by, now=now)
    return list(calendar_of(division))


def calendar_of(division: Division) -> QuerySet[Fixture]:
    """Return the fixtures of a division by date, in a total order, with all that is shown."""
    rows = division.fixtures.select_related(
        "home__player", "home__team", "away__player", "away__team", "event"
    )
    return rows.order_by("day", "pk")


def require_pairs(division: Division) -> None:
    """Raise Conflict where two of a division cannot meet alone, with what to do instead."""
    game = games.get(division.season.game)
    if formats.seats_pairs(game):
        return
    if division.league.team_size is None:
        said = _(
            "Tables of this game have %(sizes)s seats, so two players cannot meet alone. Create "
            "league days of the whole division instead."
        )
    else:
        said = _(
            "Each table takes one player of each team, and tables have %(sizes)s seats, so two "
            "teams cannot meet alone. Create league days of the whole division instead."
        )
    raise Conflict(division, said % {"sizes": ", ".join(map(str, formats.sizes(game)))})


def clear_unplayable(division: Division, *, by: Account, now: datetime) -> None:
    """Delete the fixtures of an old calendar that can never be held, as tables of two do not exist.

    The caller has checked who may do that, and has a transaction.
    """
    if formats.seats_pairs(games.get(division.season.game)):
        return
    gone = list(division.fixtures.filter(event=None).order_by("pk").values_list("code", flat=True))
    if gone:
        division.fixtures.filter(code__in=gone).delete()
        data = {"division": division.code, "fixtures": gone}
        leagues.note(division.league, "league.clear_calendar", data, by=by, now=now)


def start_of(fixture: Fixture) -> datetime:
    """Return when a fixture begins unless somebody says otherwise; two queries at most.

    It does so at the time of day of the newest event of its season, else of its club, else in the
    EVENING, by the clocks of the site.
    """
    season, zone = fixture.division.season, timezone.get_default_timezone()
    timed = Event.objects.filter(season__club=season.club_id, starts_at__isnull=False)
    usual = timed.filter(season=season).order_by("-pk").first() or timed.order_by("-pk").first()
    at = usual.starts_at.astimezone(zone).time() if usual and usual.starts_at else EVENING
    return datetime.combine(fixture.day, at, zone)


def _rows(
    division: Division, entrants: Mapping[str, Entrant], drawn: Calendar[str]
) -> list[Fixture]:
    clashes = set(drawn.clashes)
    return [
        Fixture(
            division=division,
            day=one.day,
            home=entrants[one.home],
            away=entrants[one.away],
            clashes=one in clashes,
        )
        for one in drawn.fixtures
    ]


def _playing(division: Division) -> dict[str, Entrant]:
    rows = division.entrants.filter(withdrawn_at=None).select_related("player", "team")
    entrants = {row.key: row for row in rows.order_by("pk")}
    if not 2 <= len(entrants) <= MOST_IN_CALENDAR:
        said = _("A calendar needs 2 to %(most)d players or teams, but the division has %(count)d.")
        raise Conflict(division, said % {"most": MOST_IN_CALENDAR, "count": len(entrants)})
    return entrants


def _drawn(
    division: Division,
    entrants: Mapping[str, Entrant],
    dates: Collection[date],
    closed: Mapping[str, Collection[date]],
    *,
    legs: int,
    seed: str | None,
) -> Calendar[str]:
    seed = f"{division.league.seed}:{division.code}" if seed is None else seed
    try:
        return rules.calendar(list(entrants), dates=dates, blackouts=closed, legs=legs, seed=seed)
    except TooFewDates as few:
        said = _(
            "This calendar needs at least %(needed)d dates. Add dates, or play fewer legs."
        ) % {"needed": few.needed}
        raise Invalid({"dates": [said]}) from None


def _check(dates: Collection[date], legs: int) -> None:
    if not 1 <= legs <= MOST_LEGS:
        said = _("Choose a number from 1 to %(most)d.") % {"most": MOST_LEGS}
        raise Invalid({"legs": [said]})
    if len(dates) > MOST_DATES:
        said = _("Name at most %(most)d dates.") % {"most": MOST_DATES}
        raise Invalid({"dates": [said]})


def _check_known(closed: Mapping[str, Collection[date]], entrants: Mapping[str, Entrant]) -> None:
    said = _("Nobody with this code plays in the division.")
    unknown = {f"blackouts.{key}": [said] for key in closed if key not in entrants}
    if unknown:
        raise Invalid(unknown)
