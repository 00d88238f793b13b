"""Standings of a division: of its players as the season has them, of teams by their line-ups."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import groupby
from typing import Any, TypeAlias

from django.db.models import Count, F, Q, Sum

from league.models import Division, Entrant, LineUp, Match
from league.services.seasons import rankings


@dataclass(frozen=True, slots=True)
class Place:
    """Where a player or team stands; `rank` is None for who has not played enough to have one."""

    entrant: Entrant
    rank: int | None = None
    points: Decimal = Decimal(0)
    matches: int = 0
    wins: int = 0
    handicap: Decimal = Decimal(0)
    """How many of a player's points are from the start."""


Merit: TypeAlias = tuple[Any, ...]
"""What decides between two entrants; the smallest is the best."""


def table(division: Division) -> list[Place]:
    """Return the standings, best first, in a total order, those without a rank last."""
    return tables([division])[division.pk]


def tables(divisions: Sequence[Division]) -> dict[int, list[Place]]:
    """Return the standings of divisions of one league in one season, by their primary keys.

    Players are in the order of their season's standings. A team has what those in its line-ups
    win on its league days: more points, then more wins; a bot in an empty seat wins nothing for
    it. Two queries, or those of the season's standings and one, for any number of divisions.
    """
    rows = Entrant.objects.filter(division__in=divisions).select_related("player", "team")
    entrants: dict[int, list[Entrant]] = {division.pk: [] for division in divisions}
    for row in rows.order_by("player__name", "team__name", "pk"):
        entrants[row.division_id].append(row)
    if divisions and divisions[0].league.team_size is None:
        players = {row.player_id for own in entrants.values() for row in own if row.player_id}
        found: Mapping[int, Any] = rankings.table(divisions[0].season).of(players)
        return {pk: _of_players(found, own) for pk, own in entrants.items()}
    found = {row["entrant"]: row for row in _sums(divisions)}
    return {pk: _of_teams(found, own) for pk, own in entrants.items()}


def _of_players(found: Mapping[int, Any], entrants: Sequence[Entrant]) -> list[Place]:
    places = []
    for entrant in entrants:
        row = found.get(entrant.player_id or 0)
        if row is None:
            places.append((_merit(None), Place(entrant)))
        else:
            counted = {"points": row.points, "matches": row.matches, "wins": row.wins}
            place = Place(entrant, **counted, handicap=row.handicap)
            places.append((_merit(row.rank), place))
    return _ranked(places)


def _of_teams(found: Mapping[int, Any], entrants: Sequence[Entrant]) -> list[Place]:
    places = []
    for entrant in entrants:
        row = found.get(entrant.pk)
        if row is None:
            places.append((_merit(None), Place(entrant)))
        else:
            place = Place(entrant, points=row["points"], matches=row["matches"], wins=row["wins"])
            places.append((_merit(-place.points, -place.wins), place))
    return _ranked(places)


def _sums(divisions: Sequence[Division]) -> Iterable[Any]:
    """Return points, seats and wins of each team in final matches of its league days; one query.

    A seat that counts for somebody else counts for their team.
    """
    matches = "event__sessions__matches"
    seats = f"{matches}__seats"
    own = Q(**{f"{seats}__counts_for": None, f"{seats}__player": F("player")})
    won = Q(**{f"{seats}__place": 1})
    return (
        LineUp.objects.filter(
            own | Q(**{f"{seats}__counts_for": F("player")}),
            **{"entrant__division__in": divisions, f"{matches}__status": Match.Status.FINAL},
        )
        .values("entrant")
        .annotate(
            points=Sum(f"{seats}__points"), matches=Count(seats), wins=Count(seats, filter=won)
        )
        .order_by("entrant")
    )


def _merit(*values: Any) -> Merit:
    """Return what is compared, so that those who have no rank come last."""
    return (True,) if values == (None,) else (False, *values)


def _ranked(places: Sequence[tuple[Merit, Place]]) -> list[Place]:
    """Return the places in order, equals with the better rank of the division in common."""
    ordered = sorted(places, key=lambda one: one[0])
    ranked: list[Place] = []
    for merit, tied in groupby(ordered, key=lambda one: one[0]):
        rank = None if merit == _merit(None) else len(ranked) + 1
        ranked += [replace(place, rank=rank) for _merit_of, place in tied]
    return ranked
