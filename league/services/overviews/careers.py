"""What a player has done and does next: tables to come, results, seasons, a rating, opponents.

All of it as far as it counts for the player (`counting`) and an account may know of the matches;
ladders have pages of their own.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from django.db.models import Count, Exists, F, OuterRef, QuerySet, Window
from django.db.models.functions import Coalesce

import games
from league.logic.rank_bounds import Bounds
from league.logic.ratings import Skill
from league.models import (
    GameRating,
    Match,
    Player,
    Record,
    Registration,
    Season,
    Seat,
    Session,
)
from league.services.accounts import counting
from league.services.base import rights
from league.services.base.rights import Asking
from league.services.results import results
from league.services.seasons import possible_ranks, rankings, scoring

MOST_TO_COME, MOST_SEASONS = 3, 4
MOST_POINTS = 200
"""How many changes of a rating are shown, the latest."""
RECENT = 500
"""In how many matches opponents are looked for."""
MOST_OPPONENTS = 30

OF_A_SEAT = [
    "number",
    "place",
    "score",
    "points",
    "match__code",
    "match__finished_at",
    "match__table_number",
    "match__duplicate",
    "match__session__code",
    "match__session__number",
    "match__session__event__name",
]
OF_A_TABLE = [
    "match__season__game",
    "match__session__starts_at",
    "match__session__event__starts_at",
    "match__session__event__venue__name",
    "match__session__event__venue__address",
]
"""What is shown of a result, and of a table to come; the rest of so many rows is left unread."""

Point: TypeAlias = tuple[int, Skill]
"""How many matches were rated, and the skill after them."""


@dataclass(frozen=True, slots=True)
class AtTable:
    """A seat of a player, and who has the seats `before` and `after` it, in order."""

    seat: Seat
    before: Sequence[Player]
    after: Sequence[Player]

    @property
    def others(self) -> list[Player]:
        """Who has the other seats of the table, in order."""
        return [*self.before, *self.after]


@dataclass(frozen=True, slots=True)
class InSeason:
    """How a player stands in a season, and the ranks that are still possible; None: not yet."""

    season: Season
    row: rankings.Row | None
    possible: Bounds | None


@dataclass(frozen=True, slots=True)
class Against:
    """Somebody met as an opponent, and how often one was placed before and after them."""

    opponent: Player
    met: int
    before: int
    after: int

    @property
    def level(self) -> int:
        """How often both had the same place."""
        return self.met - self.before - self.after


def to_come(player: Player, asking: Asking) -> QuerySet[Seat]:
    """Return the seats of a player at published tables without result, the next first."""
    begins = Coalesce("match__session__starts_at", "match__session__event__starts_at")
    rows = _seats(player, asking).filter(
        match__status=Match.Status.OPEN,
        match__session__status=Session.Status.PUBLISHED,
        match__session__event__cancelled_at=None,
    )
    shown = rows.select_related("match__session__event__venue", "match__season")
    shown = shown.only(*OF_A_SEAT, *OF_A_TABLE)
    return shown.order_by(begins.asc(nulls_last=True), "pk")[:MOST_TO_COME]


def results_of(player: Player, asking: Asking) -> QuerySet[Seat]:
    """Return the seats of a player in final matches of events, the latest first.

    `has_record` says whether a record can be stepped through, `of_all` how many there are.
    """
    record = Record.objects.filter(
        result__match=OuterRef("match"), result__version=OuterRef("match__result_version")
    )
    rows = _final(player, asking).annotate(has_record=Exists(record), of_all=Window(Count("pk")))
    shown = rows.select_related("match__session__event").only(*OF_A_SEAT, "match__result_version")
    shown = shown.prefetch_related(results.forfeits_of_lists("match__"))
    return shown.order_by(F("match__finished_at").desc(nulls_last=True), "-pk")


def with_others(*lists: Iterable[Seat]) -> list[list[AtTable]]:
    """Return lists of seats with who else sits there; two queries for all of them."""
    shown = [list(seats) for seats in lists]
    rows = Seat.objects.filter(match__in=[seat.match_id for seats in shown for seat in seats])
    tables: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for match, number, player in rows.order_by("number").values_list("match", "number", "player"):
        tables[match].append((number, player))
    people = Player.objects.in_bulk({player for table in tables.values() for _, player in table})
    return [[_at_table(seat, tables[seat.match_id], people) for seat in seats] for seats in shown]


def seasons_of(player: Player, asking: Asking) -> list[InSeason]:
    """Return the running seasons of a player, the latest first, at most MOST_SEASONS.

    A fixed number of queries for each; see `possible_ranks`.
    """
    there = player.registrations.filter(status=Registration.Status.REGISTERED)
    played = player.standings.values("season")
    running = (
        rights.readable_seasons(asking)
        .filter(
            status=Season.Status.RUNNING,
            kind=Season.Kind.EVENTS,
            pk__in=there.values("event__season").union(played),
        )
        .filter(counting.counted_seasons(player))
    )
    found = running.select_related("club").order_by("-created_at", "-pk")[:MOST_SEASONS]
    return [_in_season(season, player) for season in found]


def ratings_of(player: Player) -> list[GameRating]:
    """Return the ratings of a player in games, of the game most played first; one query."""
    rows = GameRating.objects.filter(player=player).select_related("pool")
    return list(rows.order_by("-matches", "pool__game"))


def curve(rating: GameRating) -> list[Point]:
    """Return the latest MOST_POINTS points of a rating, in their order; one query."""
    changes = rating.changes.order_by("-at", "-match").values_list("mu", "sigma")[:MOST_POINTS]
    numbered = [(rating.matches - ago, Skill(*skill)) for ago, skill in enumerate(changes)]
    return numbered[::-1]


def opponents_of(player: Player, asking: Asking) -> list[Against]:
    """Return whom a player has met in the last RECENT final matches, most often first.

    Partners at a table are no opponents. Two queries.
    """
    latest = _final(player, asking).order_by("-match").values("match")[:RECENT]
    seats = Seat.objects.filter(match__in=latest).order_by("match", "number")
    told = seats.values_list("match", "match__season__game", "player", "place")
    met: defaultdict[int, list[int]] = defaultdict(list)
    for _match, table in groupby(told, key=itemgetter(0)):
        for opponent, ahead in _met_at(list(table), player.pk):
            met[opponent].append(ahead)
    least = min(nlargest(MOST_OPPONENTS, map(len, met.values())), default=0)
    often = [opponent for opponent, all_ in met.items() if len(all_) >= least]
    found = [_against(one, met[one.pk]) for one in Player.objects.filter(pk__in=often)]
    by_number = sorted(found, key=lambda one: (-one.met, one.opponent.name, one.opponent.pk))
    return by_number[:MOST_OPPONENTS]


def _at_table(
    seat: Seat, table: Sequence[tuple[int, int]], people: Mapping[int, Player]
) -> AtTable:
    before = [people[player] for number, player in table if number < seat.number]
    after = [people[player] for number, player in table if number > seat.number]
    return AtTable(seat, before, after)


def _met_at(
    table: Sequence[tuple[int, str, int, int | None]], player: int
) -> Iterator[tuple[int, int]]:
    """Yield the opponents at a table, and by how many places the player came before each."""
    sides = scoring.sides_of(games.get(table[0][1]), len(table))
    seated = [
        (key, place or 0, side) for (_, _, key, place), side in zip(table, sides, strict=True)
    ]
    _, own_place, own_side = next(seat for seat in seated if seat[0] == player)
    for key, place, side in seated:
        if side != own_side and key != player:
            yield key, place - own_place


def _against(opponent: Player, ahead: Sequence[int]) -> Against:
    before, after = sum(one > 0 for one in ahead), sum(one < 0 for one in ahead)
    return Against(opponent, len(ahead), before, after)


def _in_season(season: Season, player: Player) -> InSeason:
    table = rankings.table(season)
    row = table.of([player.pk]).get(player.pk)
    possible = possible_ranks.of(table, [player.pk], rows=[row] if row else [])
    return InSeason(season, row, possible.get(player.pk))


def _final(player: Player, asking: Asking) -> QuerySet[Seat]:
    """Return the seats of a player in final matches of events that `asking` may know of."""
    final = _seats(player, asking).filter(match__status=Match.Status.FINAL)
    return final.filter(match__session__isnull=False)


def _seats(player: Player, asking: Asking) -> QuerySet[Seat]:
    """Return the seats of a player that count, in matches that `asking` may know of."""
    rows = Seat.objects.filter(rights.match_is_readable(asking, "match__"), player=player)
    return rows if player.account_id is None else rows.filter(counting.counted())
