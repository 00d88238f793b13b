"""Honours of a season: who is at the top of the divisions that were played in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Division, Season
from league.services.base import rights

from . import division_standings
from .division_standings import Place

MOST_LEAGUES, FIRST = 6, 3
"""How many leagues of a season are told of, and how many places of each division."""


@dataclass(frozen=True, slots=True)
class Honour:
    """A division with its first places, best first; none while nobody has played."""

    division: Division
    places: Sequence[Place]


def honours_of(season: Season, asking: rights.Asking) -> list[list[Honour]]:
    """Return the honours of each league, those of its highest division first.

    Whoever has left the league has none. One query, and three at most for each of MOST_LEAGUES.
    """
    rows = rights.readable_divisions(asking).filter(season=season).select_related("league")
    leagues: dict[int, list[Division]] = {}
    for division in rows.order_by("league__name", "league", "level"):
        division.season = season
        leagues.setdefault(division.league_id, []).append(division)
    return [_of_league(divisions) for divisions in list(leagues.values())[:MOST_LEAGUES]]


def _of_league(divisions: Sequence[Division]) -> list[Honour]:
    tables = division_standings.tables(divisions)
    return [Honour(division, _first(tables[division.pk])) for division in divisions]


def _first(table: Sequence[Place]) -> list[Place]:
    there = (one for one in table if one.entrant.withdrawn_at is None and one.matches)
    return [one for one in there if one.rank is not None and one.rank <= FIRST]
