"""What results give to the seats of their matches by the rules of the season; stores nothing."""

from collections import defaultdict
from collections.abc import Sequence

import games
from engine.rules.game import Game
from league.logic import points, sitting_out, standings
from league.logic.points import ForfeitTerms, Outcome
from league.logic.standings import Entry
from league.models import Match, Result, Round, Season


def entries_of(results: Sequence[tuple[Match, Result]]) -> dict[int, list[Entry]]:
    """Return what each result gives to each seat, by the key of its match; at most one query.

    The seasons of the matches are loaded.
    """
    asked = [result for match, result in results if games.get(match.season.game).declares]
    rounds: defaultdict[int, list[Round]] = defaultdict(list)
    for row in Round.objects.filter(result__in=asked).order_by("number") if asked else ():
        rounds[row.result_id].append(row)
    return {match.pk: entries(match.season, result, rounds[result.pk]) for match, result in results}


def entries(season: Season, result: Result, rounds: Sequence[Round]) -> list[Entry]:
    """Return what a result gives to each seat; its rounds count where the game needs them."""
    outcome = Outcome(
        totals=tuple(result.totals),
        places=tuple(result.places),
        higher_wins=games.get(season.game).higher_wins,
        rounds=tuple(points.Round(row.declarer, won=bool(row.won)) for row in rounds),
        forfeits=frozenset(result.forfeits),
    )
    return standings.entries_of(season.points_rule, outcome, terms=terms_of(season))


def terms_of(season: Season) -> ForfeitTerms:
    """Return what a forfeited match of a season gives."""
    return ForfeitTerms(forfeiter=season.forfeit_points, others=season.forfeit_others)


def sides_of(game: Game, players: int) -> tuple[int, ...]:
    """Return the side of each seat; where somebody sits out, everybody plays alone."""
    if sitting_out.has_sitter(game, players):
        return tuple(range(players))
    return tuple(game.sides(players))
