"""The ranking of an evening, or of one of its sessions: the points of its final matches.

Handicaps are part of that of the evening. What counts for the season's standings besides, such as
matches that are dropped or penalties, is not. Points of a substitute count for who is replaced.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

import games
from league.models import Event, Handicap, Match, Player, Seat, Session
from league.services.base.refusals import Conflict


@dataclass(frozen=True, slots=True)
class Row:
    """A place in the ranking; players with equal points, wins and scores share it."""

    rank: int
    player: Player
    points: Decimal
    matches: int
    wins: int
    score: int
    handicap: Decimal = Decimal(0)
    """How many of the points are from the start."""

    @property
    def average(self) -> Decimal:
        """Points per match."""
        return self.points / self.matches


def ranking(event: Event, *, session: Session | None = None) -> list[Row]:
    """Return who did how well in an event, or in one of its sessions, the best first.

    Equal points are decided by matches won, then by the sum of scores. Empty while nothing is
    final. On an open evening people play more or fewer matches, so that points per match decide
    there among those with at least half as many matches as whoever has played most. Three queries.
    """
    seats = Seat.objects.filter(match__session__event=event, match__status=Match.Status.FINAL)
    if session is not None:
        seats = seats.filter(match__session=session)
    found = list(_sums(seats))
    players = Player.objects.in_bulk([row["owner"] for row in found])
    ahead = _handicaps([event])[event.pk] if session is None else {}
    return _ranked(event, found, players, ahead)


def of_events(events: Collection[Event]) -> dict[int, list[Row]]:
    """Return the rankings of events as `ranking` does, by primary key; three queries for all."""
    seats = Seat.objects.filter(
        match__session__event__in=[event.pk for event in events], match__status=Match.Status.FINAL
    )
    found: dict[int, list[Mapping[str, Any]]] = {event.pk: [] for event in events}
    for row in _sums(seats, "match__session__event"):
        found[row["match__session__event"]].append(row)
    owners = {row["owner"] for rows in found.values() for row in rows}
    players = Player.objects.in_bulk(owners)
    ahead = _handicaps(events)
    return {event.pk: _ranked(event, found[event.pk], players, ahead[event.pk]) for event in events}


def require_final(event: Event) -> None:
    """Raise Conflict while a match of an event can still change its ranking; one query."""
    decided = [Match.Status.FINAL, Match.Status.VOID]
    if Match.objects.filter(session__event=event).exclude(status__in=decided).exists():
        said = _("Matches of this event are not final yet. Confirm their results first.")
        raise Conflict(event, said)


def _sums(seats: QuerySet[Seat], *by: str) -> Iterable[dict[str, Any]]:
    """Return what seats sum up to for whom they count, apart for each of `by`."""
    sums: QuerySet[Seat, dict[str, Any]] = seats.values(
        *by, owner=Coalesce("counts_for", "player")
    ).annotate(
        all_points=Sum("points"),
        all_matches=Count("pk"),
        all_wins=Count("pk", filter=Q(place=1)),
        all_scores=Sum("score"),
    )
    return sums.order_by()


def _ranked(
    event: Event,
    found: Iterable[Mapping[str, Any]],
    players: Mapping[int, Player],
    ahead: Mapping[int, Decimal],
) -> list[Row]:
    """Return the rows of an event, the best first, from what everybody has collected there."""
    sign = 1 if games.get(event.season.game).higher_wins else -1
    entries = [
        _Entry(players[row["owner"]], row, sign, ahead.get(row["owner"], Decimal(0)))
        for row in found
    ]
    if event.draw == Event.Draw.OPEN:
        most = max((entry.matches for entry in entries), default=0)
        for entry in entries:
            entry.rank_by_average(most)
    entries.sort(key=lambda entry: (entry.key, entry.player.name, entry.player.pk))
    first: dict[tuple[Decimal | int, ...], int] = {}
    for number, entry in enumerate(entries, start=1):
        first.setdefault(entry.key, number)
    return [entry.row(first[entry.key]) for entry in entries]


def _handicaps(events: Collection[Event]) -> dict[int, dict[int, Decimal]]:
    """Return by keys of event and player who has points from the start; one query."""
    rows = Handicap.objects.in_force().filter(event__in=events)
    found: dict[int, dict[int, Decimal]] = {event.pk: {} for event in events}
    for event, player, points in rows.values_list("event", "player", "points"):
        found[event][player] = points
    return found


class _Entry:
    """What somebody has collected; who has the lower `key` is before others."""

    def __init__(
        self, player: Player, sums: Mapping[str, Any], sign: int, handicap: Decimal
    ) -> None:
        self.player = player
        self.handicap = handicap
        self.points: Decimal = (sums["all_points"] or Decimal(0)) + handicap
        self.matches: int = sums["all_matches"]
        self.wins: int = sums["all_wins"]
        self.score: int = sums["all_scores"] or 0
        self.key: tuple[Decimal | int, ...] = (-self.points, -self.wins, -sign * self.score)

    def rank_by_average(self, most: int) -> None:
        """Let points per match decide, after all others for who has played too few of `most`."""
        has_few = 2 * self.matches < most
        self.key = (int(has_few), -self.points / self.matches, *self.key[1:])

    def row(self, rank: int) -> Row:
        return Row(
            rank, self.player, self.points, self.matches, self.wins, self.score, self.handicap
        )
