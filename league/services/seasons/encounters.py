"""Who has met whom in a season, kept pair by pair where its tie-breaks ask for it."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from typing import TypeAlias

from django.db.models import Q

from league.logic import tiebreaks
from league.logic.tiebreaks import Seated
from league.models import Encounter, Season

Pair: TypeAlias = tuple[int, int, int]
"""Primary keys of a season and two players, the smaller first."""

COUNTED = ["meetings", "wins", "losses"]


@dataclass(frozen=True, slots=True)
class Met:
    """How often two have met, and in how many of these the first, and the other, had more."""

    meetings: int = 0
    wins: int = 0
    losses: int = 0

    def plus(self, other: "Met", times: int = 1) -> "Met":
        """Return the sum with another, or the difference if `times` is -1."""
        return Met(
            self.meetings + times * other.meetings,
            self.wins + times * other.wins,
            self.losses + times * other.losses,
        )


Duels: TypeAlias = dict[Pair, Met]


def are_kept(season: Season) -> bool:
    """Tell whether the tie-breaks of a season ask who met whom."""
    return not tiebreaks.NEED_MEETINGS.isdisjoint(season.tie_breaks)


def duels_of(season: Season, seated: Sequence[Seated[int]]) -> Iterator[tuple[Pair, Met]]:
    """Yield who met whom as opponents at one table."""
    for one, other in combinations(sorted(seated, key=lambda seat: seat.key), 2):
        if one.is_opponent_of(other):
            ahead = one.points - other.points
            yield (season.pk, one.key, other.key), Met(1, int(ahead > 0), int(ahead < 0))


def add(sums: Duels, duels: Iterable[tuple[Pair, Met]], times: int = 1) -> None:
    """Add duels to sums, or take them away if `times` is -1."""
    for pair, met in duels:
        sums[pair] = sums.get(pair, Met()).plus(met, times)


def move(changes: Duels) -> None:
    """Add changes to what is stored; three queries, rows are locked in the order of their keys."""
    moved = {pair: met for pair, met in changes.items() if met != Met()}
    if not moved:
        return
    Encounter.objects.bulk_create(
        [Encounter(season_id=pair[0], one_id=pair[1], other_id=pair[2]) for pair in sorted(moved)],
        ignore_conflicts=True,
    )
    held = Encounter.objects.select_for_update().filter(
        season__in={pair[0] for pair in moved},
        one__in={pair[1] for pair in moved},
        other__in={pair[2] for pair in moved},
    )
    old = {_pair_of(row): _met_of(row) for row in held.order_by("season_id", "one_id", "other_id")}
    _store({pair: old.get(pair, Met()).plus(met) for pair, met in moved.items()})


def replace(season: Season, wanted: Duels) -> int:
    """Store exactly these encounters for a season; return how many rows were wrong."""
    held = Encounter.objects.select_for_update().filter(season=season)
    old = {_pair_of(row): _met_of(row) for row in held.order_by("one_id", "other_id")}
    needless = {pair: Met() for pair in old.keys() - wanted.keys()}
    wrong = {pair: met for pair, met in (wanted | needless).items() if old.get(pair, Met()) != met}
    _store(wrong)
    return len(wrong)


def of(season: Season, players: Collection[int], *, with_others: bool) -> Duels:
    """Return the encounters of `players` with each other or with all; one query, none of nobody."""
    if not players:
        return {}
    one, other = Q(one__in=players), Q(other__in=players)
    held = Encounter.objects.filter(one | other if with_others else one & other, season=season)
    return {_pair_of(row): _met_of(row) for row in held.order_by("one_id", "other_id")}


def as_tables(duels: Duels, codes: Mapping[int, str]) -> Iterator[Sequence[Seated[str]]]:
    """Yield every encounter of players with these codes as a table of two, for tie-breaks."""
    for (_season, one, other), met in duels.items():
        if one not in codes or other not in codes:
            continue
        for number in range(met.meetings):
            ahead = number < met.wins
            behind = met.wins <= number < met.wins + met.losses
            # A list of its own each time: tie-breaks tell tables apart by their identity.
            yield [Seated(codes[one], Decimal(ahead)), Seated(codes[other], Decimal(behind))]


def _store(mets: Duels) -> None:
    """Write whole rows; the caller holds those that exist."""
    Encounter.objects.bulk_create(
        [
            Encounter(
                season_id=season,
                one_id=one,
                other_id=other,
                meetings=met.meetings,
                wins=met.wins,
                losses=met.losses,
            )
            for (season, one, other), met in sorted(mets.items(), key=lambda item: item[0])
        ],
        update_conflicts=True,
        unique_fields=["season", "one", "other"],
        update_fields=COUNTED,
    )


def _pair_of(row: Encounter) -> Pair:
    return row.season_id, row.one_id, row.other_id


def _met_of(row: Encounter) -> Met:
    return Met(row.meetings, row.wins, row.losses)
