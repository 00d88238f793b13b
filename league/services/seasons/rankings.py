"""Standings of a season as they are read: who is before whom, and what decided it.

Reading them costs what the players cost, however many matches they have played. Who met whom is
read only of those who are shown, and of those tied with them.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import overload

from django.db.models import QuerySet

import games
from league.logic.tiebreaks import Order, Ranked, Value
from league.models import Player, Season, Standing

from . import encounters, standings


@dataclass(frozen=True, slots=True)
class Criterion:
    """What one criterion of the chain saw of a player, number by number."""

    name: str
    values: Value


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the standings, the `number`-th from 1: the player's place, and what decided it.

    `rank` is None for who has played too few matches. `criteria` are in the order of the chain,
    `behind_by` names the one that put this row behind the row before.
    """

    number: int
    rank: int | None
    player: Player
    standing: Standing
    criteria: Sequence[Criterion]
    behind_by: str | None

    @property
    def points(self) -> Decimal:
        """Points after dropped matches and penalties, with handicaps."""
        return self.standing.points

    @property
    def score(self) -> int:
        """Sum of all scores."""
        return self.standing.score

    @property
    def matches(self) -> int:
        """Matches played."""
        return self.standing.matches

    @property
    def wins(self) -> int:
        """Matches won."""
        return self.standing.wins

    @property
    def penalty(self) -> Decimal:
        """Points taken away."""
        return self.standing.penalty

    @property
    def handicap(self) -> Decimal:
        """Points from the start of events."""
        return self.standing.handicap


@dataclass(frozen=True)
class Table(Sequence[Row]):
    """The standings, best first, in a total order, of which any part can be had.

    Points, then the season's tie-breaks; who is equal in all of them shares the rank and is
    listed by name. `held` are the rows as stored, by code of player. Each part costs one query
    where tie-breaks ask who met whom, else none.
    """

    season: Season
    held: Mapping[str, Standing]

    def __len__(self) -> int:
        return len(self.held)

    def __iter__(self) -> Iterator[Row]:
        return iter(self[:])

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        wanted = range(len(self))[index]
        if isinstance(wanted, int):
            return self[wanted : wanted + 1][0]
        keys = self._order.keys
        found = {row.number - 1: row for row in self._rows([keys[at] for at in wanted])}
        return [found[at] for at in wanted]

    def of(self, players: Collection[int]) -> dict[int, Row]:
        """Return the rows of those of `players` who have one, best first, by primary key."""
        codes = [code for code, row in self.held.items() if row.player_id in players]
        return {row.player.pk: row for row in self._rows(codes) if row.player.pk in players}

    @cached_property
    def _order(self) -> Order[str]:
        return Order.of(
            {code: standings.summary_of(row, self.season) for code, row in self.held.items()},
            chain=chain_of(self.season),
            counting=standings.counting_of(self.season),
            higher_wins=games.get(self.season.game).higher_wins,
            seed=str(self.season.lot_seed),
            listed_by=lambda code: (self.held[code].player.name, self.held[code].player_id),
        )

    def _rows(self, codes: Collection[str]) -> Iterator[Row]:
        """Yield the rows of players and of all tied with them; one query at most."""
        asked = [self.held[code].player_id for code in self._order.asked(codes)]
        with_others = not self._order.asks_each_other
        met = encounters.of(self.season, asked, with_others=with_others)
        by_pk = {row.player_id: code for code, row in self.held.items()}
        for one in self._order.rows(codes, tables=encounters.as_tables(met, by_pk)):
            yield self._row(one)

    def _row(self, one: Ranked[str]) -> Row:
        row = self.held[one.key]
        return Row(one.number, one.rank, row.player, row, self._criteria(one), one.behind_by)

    def _criteria(self, one: Ranked[str]) -> list[Criterion]:
        names = [name for name in chain_of(self.season) if name in one.values]
        return [Criterion(name, one.values[name]) for name in names]


def table(season: Season) -> Table:
    """Return the standings of a season; one query, O(n log n) for n players."""
    named = season.lot_names or {}
    return Table(
        season, {named.get(row.player.code, row.player.code): row for row in rows_of(season)}
    )


def rows_of(season: Season) -> QuerySet[Standing]:
    """Return the rows of those who have played, a penalty or a handicap, with their players."""
    found = Standing.objects.filter(season=season).exclude(matches=0, penalty=0, handicap=0)
    return found.select_related("player")


def chain_of(season: Season) -> list[str]:
    """Return what decides, the first first."""
    return ["points", *season.tie_breaks]
