"""Which ranks of a season are still possible, by what is planned of it by now.

Final results are taken to stay, and nobody to come who is not registered; see
`league.logic.rank_bounds`. Costs what the players and the open tables cost, not the matches played.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.db.models import Count, Q, Value
from django.db.models.functions import Coalesce, Greatest

import games
from league.logic import points
from league.logic.rank_bounds import Bounds, Contender, OpenTable, rank_bounds
from league.logic.standings import Collected
from league.models import Match, Registration, Season, Seat, Session, Standing

from . import formats, scoring, standings
from .rankings import Row, Table

WAITING = (Match.Status.OPEN, Match.Status.ENTERED, Match.Status.DISPUTED)


def of(table: Table, *, rows: Iterable[Row] | None = None) -> dict[int, Bounds]:
    """Return the ranks that players may still end at, by primary key; four queries at most.

    Of those in `rows` of the table at least, of everybody without.
    """
    race = Race.of(table)
    shown = table if rows is None and race.is_over else rows or ()
    return race.bounds(ranks={row.player.pk: (row.rank or row.number,) * 2 for row in shown})


@dataclass(frozen=True, slots=True)
class Race:
    """Who runs for the ranks of a season, and what is left."""

    table: Table
    contenders: Sequence[Contender[int]]
    tables: Sequence[OpenTable[int]]

    @classmethod
    def of(cls, table: Table) -> "Race":
        season = table.season
        held = {row.player_id: row for row in table.held.values()}
        seated = open_seats(season)
        left = Counter(player for players in seated.values() for player in players)
        to_come = sum(sessions_to_come(season).values())
        coming = set(_registered(season)) if to_come else set()
        return cls(
            table=table,
            contenders=[
                Contender(
                    player,
                    _collected(held.get(player)),
                    most_left=left[player] + to_come,
                )
                for player in sorted(held.keys() | left.keys() | coming)
            ],
            tables=[
                OpenTable(tuple(players), span_of(season, [len(players)]))
                for players in seated.values()
                if len(set(players)) == len(players)
            ],
        )

    @property
    def is_over(self) -> bool:
        """Tell whether nobody has a match left, so that what tie-breaks see is final, too."""
        return not any(one.most_left for one in self.contenders)

    def bounds(
        self, among: Collection[int] | None = None, *, ranks: Mapping[int, tuple[int, int]]
    ) -> dict[int, Bounds]:
        """Return the bounds of all, or those that these have among each other.

        Once it is over, of those in `ranks`, which are final then.
        """
        season = self.table.season
        return rank_bounds(
            [one for one in self.contenders if among is None or one.key in among],
            span=span_of(season),
            counting=standings.counting_of(season),
            tables=self.tables,
            ranks=ranks if self.is_over else None,
        )


def span_of(season: Season, sizes: Sequence[int] = ()) -> points.Span:
    """Return what a match of a season can give, at a table of one of `sizes` or of any size."""
    sizes = sizes or formats.sizes(games.get(season.game))
    return points.span(season.points_rule, sizes=sizes, terms=scoring.terms_of(season))


def collected_of(gross: Decimal, matches: int) -> Collected:
    """Return what somebody has of whom single matches are not kept: only their sum matters."""
    return Collected(results=tuple(sorted([gross, *[Decimal(0)] * (matches - 1)][:matches])))


def _collected(row: Standing | None) -> Collected:
    if row is None:
        return Collected()
    if not row.match_points:
        return replace(collected_of(row.gross, row.matches), penalty=row.penalty)
    results = tuple(thousandths * standings.THOUSANDTH for thousandths in row.match_points)
    return Collected(results=results, penalty=row.penalty)


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


def sessions_to_come(season: Season) -> dict[int, int]:
    """Return how many sessions of each event are planned that have not been published.

    By primary key, those with any; one query, none for a season that is closed.
    """
    if season.status == Season.Status.CLOSED:
        return {}
    published = Count("sessions", filter=~Q(sessions__status=Session.Status.DRAFT))
    planned = Greatest(Coalesce("planned_sessions", Value(0)), Count("sessions"))
    rows = season.events.filter(cancelled_at=None).annotate(left=planned - published)
    return dict(rows.filter(left__gt=0).order_by("pk").values_list("pk", "left"))


def _registered(season: Season) -> Iterable[int]:
    there = [Registration.Status.REGISTERED, Registration.Status.WAITING]
    rows = Registration.objects.filter(event__season=season, status__in=there)
    return rows.filter(replaces=None).values_list("player", flat=True)
