"""What counts of a season besides its matches: penalties and handicaps, as changes of standings."""

from collections.abc import Collection, Iterable
from typing import TypeAlias

from league.logic import standings
from league.logic.standings import Change
from league.models import Handicap, Penalty, Season

Key: TypeAlias = tuple[int, int]
"""Primary keys of a season and a player."""
Moves: TypeAlias = list[tuple[Key, Change]]


def of_season(season: Season) -> Moves:
    """Return what is in force in a season; two queries."""
    return [
        *taken(Penalty.objects.filter(season=season, status=Penalty.Status.IN_FORCE)),
        *given(Handicap.objects.in_force().filter(event__season=season).select_related("event")),
    ]


def among(*, penalties: Collection[int], handicaps: Collection[int]) -> Moves:
    """Return what is in force of those with these keys, whosever it is now; two queries."""
    return [
        *taken(Penalty.objects.filter(pk__in=penalties, status=Penalty.Status.IN_FORCE)),
        *given(Handicap.objects.in_force().filter(pk__in=handicaps).select_related("event")),
    ]


def taken(penalties: Iterable[Penalty]) -> Moves:
    """Return what penalties take away."""
    return [
        ((row.season_id, row.player_id), standings.Penalty(row.points, row.reason))
        for row in penalties
    ]


def given(handicaps: Iterable[Handicap]) -> Moves:
    """Return what handicaps add; their events are loaded."""
    return [
        ((row.event.season_id, row.player_id), standings.Handicap(row.points)) for row in handicaps
    ]
