"""Which ranks of divisions are still possible, of players as of teams, by what is planned by now.

Final results are taken to stay, and nobody to join; see `league.logic.rank_bounds`. A team has a
match for each of its seats; of a fixture that is not held yet, as many as its league day can have.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from league.logic.rank_bounds import Bounds, Contender, OpenTable, rank_bounds
from league.logic.standings import Counting
from league.models import Division, Fixture, LineUp, Season
from league.services.seasons import possible_ranks, rankings

from .division_standings import Place
from .league_days import MOST_SESSIONS

PLAYED = Counting(least_matches=1)
"""A team has a rank once it has played."""


def of(divisions: Sequence[Division], tables: Mapping[int, Sequence[Place]]) -> dict[int, Bounds]:
    """Return the ranks that entrants may still end at in their divisions, by primary key.

    `divisions` are of one league and season, `tables` their standings. Ties may go either way, for
    lots decide them. Who has not played and cannot any more may be left out. Six queries at most.
    """
    if not divisions:
        return {}
    find = _of_players if divisions[0].league.team_size is None else _of_teams
    return find(divisions, tables)


def _of_players(
    divisions: Sequence[Division], tables: Mapping[int, Sequence[Place]]
) -> dict[int, Bounds]:
    race = possible_ranks.Race.of(rankings.table(divisions[0].season))
    found = {}
    for division in divisions:
        own = {place.entrant.player_id or 0: place for place in tables[division.pk]}
        ranks = _ranks(own)
        for key, bounds in race.bounds(own, ranks=ranks).items():
            found[own[key].entrant.pk] = bounds
    return found


def _of_teams(
    divisions: Sequence[Division], tables: Mapping[int, Sequence[Place]]
) -> dict[int, Bounds]:
    season, left = divisions[0].season, _Left.of(divisions)
    found: dict[int, Bounds] = {}
    for division in divisions:
        own = {place.entrant.pk: place for place in tables[division.pk]}
        contenders = [
            Contender(key, place.points, place.matches, most_left=left.seats[key])
            for key, place in own.items()
        ]
        found |= rank_bounds(
            contenders,
            span=possible_ranks.span_of(season),
            counting=PLAYED,
            tables=left.tables,
            ranks=_ranks(own),
            is_planned=left.is_planned,
        )
    return found


def _ranks(places: Mapping[int, Place]) -> dict[int, tuple[int, int]]:
    """Return the best and the worst position of each, equals together."""
    equals = Counter(place.rank for place in places.values())
    last = 1 + len(places) - equals[None]
    firsts = {key: place.rank or last for key, place in places.items()}
    return {key: (first, first + equals[places[key].rank] - 1) for key, first in firsts.items()}


@dataclass(frozen=True, slots=True)
class _Left:
    """What teams have still to play: how many seats each, and the tables that wait for results."""

    seats: Mapping[int, int]
    tables: Sequence[OpenTable[int]]
    is_planned: bool = True

    @classmethod
    def of(cls, divisions: Sequence[Division]) -> "_Left":
        """Return what is left in divisions of one season; four queries."""
        season = divisions[0].season
        if season.status == Season.Status.CLOSED:
            return cls(Counter(), ())
        teams, places = _line_ups(divisions)
        seated = [
            (len(players), [teams[event, player] for player in players if (event, player) in teams])
            for (event, _match), players in possible_ranks.open_seats(season).items()
        ]
        left = Counter(team for _size, table in seated for team in table)
        to_come = possible_ranks.sessions_to_come(season)
        for (event, team), positions in places.items():
            left[team] += (to_come.get(event) or 0) * len(positions)
        left.update(_not_held(divisions))
        return cls(
            left,
            [
                OpenTable(tuple(table), possible_ranks.span_of(season, [size]))
                for size, table in seated
                if len(set(table)) == len(table)
            ],
            is_planned=None not in to_come.values(),
        )


def _line_ups(
    divisions: Sequence[Division],
) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], set[int]]]:
    """Return for whom a player plays in an event, and which places an entrant has there.

    A substitute has the place of another, so that a team has no more seats by it.
    """
    rows = LineUp.objects.filter(entrant__division__in=divisions).order_by("pk")
    teams: dict[tuple[int, int], int] = {}
    places: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for event, team, player, position in rows.values_list("event", "entrant", "player", "position"):
        teams[event, player] = team
        places[event, team].add(position)
    return teams, places


def _not_held(divisions: Sequence[Division]) -> Counter[int]:
    """Return how many seats each team may have in fixtures that are still to be held."""
    rows = Fixture.objects.filter(division__in=divisions, event=None).order_by("pk")
    most = MOST_SESSIONS * (divisions[0].league.team_size or 1)
    found: Counter[int] = Counter()
    for pair in rows.values_list("home", "away"):
        found.update(dict.fromkeys(pair, most))
    return found
