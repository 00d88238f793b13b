"""Who gets a certificate: the places of an evening's ranking, or of a season's final standings.

Only what can change no more is certified: every match of the evening is final or void, the season
is closed.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from league.models import Account, Event, Player, Role, Season
from league.services.base import rights
from league.services.base.refusals import Conflict
from league.services.seasons import rankings as standings

from . import rankings

MOST = 500
"""So many certificates are made at once."""


@dataclass(frozen=True, slots=True)
class Award:
    """A place, who has it, and with how many points; players who are equal share it.

    `handicap` is how many of the points are from the start.
    """

    place: int
    player: Player
    points: Decimal
    handicap: Decimal = Decimal(0)


def of_event(event: Event, *, by: Account, first: int | None) -> list[Award]:
    """Return the first places of an evening, or all for None; five queries.

    Raises Forbidden for who does not organise, and Conflict while a match is not final.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    rankings.require_final(event)
    rows = rankings.ranking(event)
    if not rows:
        raise Conflict(
            event, _("No match of this event is final. Certificates need a confirmed result.")
        )
    return _first((Award(row.rank, row.player, row.points, row.handicap) for row in rows), first)


def of_season(season: Season, *, by: Account, first: int | None) -> list[Award]:
    """Return the first places of a closed season, or all for None; who has no rank has none.

    Raises Forbidden for who does not organise, and Conflict while the season is not closed.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if season.status != Season.Status.CLOSED:
        raise Conflict(
            season, _("This season is not closed, so places may change. Close the season first.")
        )
    rows = [(row.rank, row) for row in standings.table(season)[:MOST]]
    awards = [Award(rank, row.player, row.points, row.handicap) for rank, row in rows if rank]
    return _first(awards, first)


def _first(awards: Iterable[Award], first: int | None) -> list[Award]:
    """Return the first places with all who share them, MOST at most."""
    return [one for one in awards if first is None or one.place <= first][:MOST]
