"""Which ranks of a season are still possible, by what is planned of it by now.

Sessions that events have planned and fixtures of calendars are to come. While an event of a running
season has no number of planned sessions nobody knows how many come, and every rank is open. Final
results are taken to stay, no event and no session to be added to the plan, and nobody to come who
is not registered; see `league.logic.rank_bounds`. Costs what the players and the open tables cost,
not the matches played.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models.functions import Coalesce

import games
from league.logic import points
from league.logic.rank_bounds import Bounds, Contender, OpenTable, rank_bounds
from league.models import Event, Fixture, Match, Registration, Season, Seat, Session, Standing
from league.services.base import formats

from . import scoring, standings
from .rankings import Row, Table

WAITING = (Match.Status.OPEN, Match.Status.ENTERED, Match.Status.DISPUTED)


def of(
    table: Table, players: Collection[int] | None = None, *, rows: Iterable[Row] | None = None
) -> dict[int, Bounds]:
    """Return the ranks that players may still end at, by primary key; five queries at most.

    Of these players, or of everybody; `rows` are theirs where the caller has them already.
    """
    race = Race.of(table)
    if rows is None and race.is_over:
        rows = table if players is None else table.of(players).values()
    ranks = {row.player.pk: (row.rank or row.number,) * 2 for row in rows or ()}
    return race.bounds(ranks=ranks, wanted=players)


@dataclass(frozen=True, slots=True)
class Race:
    """Who runs for the ranks of a season, and what is left."""

    table: Table
    contenders: Sequence[Contender[int]]
    tables: Sequence[OpenTable[int]]
    is_planned: bool = True

    @classmethod
    def of(cls, table: Table) -> "Race":
        season = table.season
        held = {row.player_id: row for row in table.held.values()}
        seated = open_seats(season)
        left = Counter(player for players in seated.values() for player in players)
        to_come = sessions_to_come(season)
        sessions = sum(number or 0 for number in to_come.values())
        left.update(_not_held(season))
        coming = set(_registered(season)) if to_come else set()
        return cls(
            table=table,
            contenders=[
                _contender(player, held.get(player), most_left=left[player] + sessions)
                for player in sorted(held.keys() | left.keys() | coming)
            ],
            tables=[
                OpenTable(tuple(players), span_of(season, [len(players)]))
                for players in seated.values()
                if len(set(players)) == len(players)
            ],
            is_planned=None not in to_come.values(),
        )

    @property
    def is_over(self) -> bool:
        """Tell whether nobody has a match left, so that what tie-breaks see is final, too."""
        return self.is_planned and not any(one.most_left for one in self.contenders)

    def bounds(
        self,
        among: Collection[int] | None = None,
        *,
        ranks: Mapping[int, tuple[int, int]],
        wanted: Collection[int] | None = None,
    ) -> dict[int, Bounds]:
        """Return the bounds of all, or those that these have among each other; or what is `wanted`.

        Once it is over, of those in `ranks`, which are final then.
        """
        season = self.table.season
        return rank_bounds(
            [one for one in self.contenders if among is None or one.key in among],
            span=span_of(season),
            counting=standings.counting_of(season),
            tables=self.tables,
            ranks=ranks if self.is_over else None,
            wanted=wanted,
            is_planned=self.is_planned,
        )


def span_of(season: Season, sizes: Sequence[int] = ()) -> points.Span:
    """Return what a match of a season can give, at a table of one of `sizes` or of any size."""
    sizes = sizes or formats.sizes(games.get(season.game))
    return points.span(season.points_rule, sizes=sizes, terms=scoring.terms_of(season))


def _contender(player: int, row: Standing | None, *, most_left: int) -> Contender[int]:
    if row is None:
        return Contender(player, most_left=most_left)
    return Contender(
        player,
        row.gross - row.penalty + row.handicap,
        row.matches,
        tuple(thousandths * standings.THOUSANDTH for thousandths in row.match_points),
        most_left=most_left,
    )


def open_seats(season: Season) -> dict[tuple[int, int], list[int]]:
    """Return whose points each match that waits for its result will move, in order of sessions.

    By primary keys of event and match; one query, none for a season that is closed.
    """
    if season.status == Season.Status.CLOSED:
        return {}
    seats = Seat.objects.filter(match__season=season, match__status__in=WAITING)
    rows = seats.order_by("match__session__number", "match", "number")
    owner = Coalesce("counts_for", "player")
    found: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for event, match, player in rows.values_list("match__session__event", "match", owner):
        found[event, match].append(player)
    return found


def sessions_to_come(season: Season) -> dict[int, int | None]:
    """Return how many sessions of each event are to be published; None where nobody has planned it.

    By primary key, those with any; one query, none for a season that is closed.
    """
    if season.status == Season.Status.CLOSED:
        return {}
    rows = season.events.filter(cancelled_at=None).order_by("pk")
    sessions: defaultdict[tuple[int, int | None], list[str]] = defaultdict(list)
    for event, planned, status in rows.values_list("pk", "planned_sessions", "sessions__status"):
        sessions[event, planned] += [status] if status else []
    left = {event: _left(planned, there) for (event, planned), there in sessions.items()}
    return {event: number for event, number in left.items() if number != 0}


def _left(planned: int | None, there: Sequence[str]) -> int | None:
    """Return how many sessions come after those published, by the status of those there are."""
    if planned is None:
        return None
    return max(planned, len(there)) - sum(one != Session.Status.DRAFT for one in there)


def _not_held(season: Season) -> Counter[int]:
    """Return how many matches each player may have in fixtures that are still to be held."""
    if season.status == Season.Status.CLOSED:
        return Counter()
    rows = Fixture.objects.filter(division__season=season, event=None, home__player__isnull=False)
    found: Counter[int] = Counter()
    for pair in rows.values_list("home__player", "away__player"):
        found.update(dict.fromkeys(pair, Event.MOST_SESSIONS))
    return found


def _registered(season: Season) -> Iterable[int]:
    there = [Registration.Status.REGISTERED, Registration.Status.WAITING]
    rows = Registration.objects.filter(event__season=season, status__in=there)
    return rows.filter(replaces=None).values_list("player", flat=True)
