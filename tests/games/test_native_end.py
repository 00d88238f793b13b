"""Every game's own end of a match, beside a plain statement of its rule, with ties on purpose.

The statements are written from the rules pages, and share no code with the games.
"""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games

CASES = [(game, players) for game in games.all() for players in game.players]


def leads_alone(players, totals):
    """Tell whether one side has more than every other; four play two against two."""
    sides = totals[:2] if players == 4 else totals
    return sides.count(max(sides)) == 1


ENDS = {
    "mit-list-und-tuecke": lambda players, played, totals: played >= players,
    "mulatschag": lambda players, played, totals: any(
        21 + total <= 0 or 21 + total > 50 for total in totals
    ),
    "truco": lambda players, played, totals: max(totals) >= 12,
    "briscola": lambda players, played, totals: (
        played >= (3 if players == 3 else 2) and leads_alone(players, totals)
    ),
    "skat": lambda players, played, totals: played >= 3,
    "fipsen": lambda players, played, totals: played >= 8,
    "democracy": lambda players, played, totals: (
        max(totals) >= 5 and totals.count(max(totals)) == 1
    ),
    "loo": lambda players, played, totals: played >= 2 * players,
    "linger-longer": lambda players, played, totals: played >= players,
    "cinch": lambda players, played, totals: max(totals) >= 51,
    "rolling-stone": lambda players, played, totals: played >= players,
    "gong-zhu": lambda players, played, totals: min(totals) <= -1000,
}
"""Tells after `played` rounds whether the match is over."""

NEAR = {"mulatschag": (-21, 29), "truco": (12,), "democracy": (5,), "cinch": (51,)}
NEAR |= {"gong-zhu": (-1000,), "briscola": (120, 160)}
"""Totals on either side of which the rule says otherwise, or that are often equal."""


def is_over(game, players, played, totals):
    rounds = game.rounds(players, native=True)
    return game.is_over(rounds=rounds, played=played, totals=totals)


def of_seats(game, totals):
    """Return totals in which partners have the same."""
    return [totals[side] for side in game.sides(len(totals))]


def test_every_game_states_its_end():
    assert ENDS.keys() == {game.slug for game in games.all()}


@pytest.mark.sweep(4)
@pytest.mark.parametrize(("game", "players"), CASES, ids=[f"{g.slug}-{n}" for g, n in CASES])
@settings(max_examples=60)
@given(data=st.data())
def test_match_ends_as_its_rule_says(game, players, data):
    near = st.sampled_from([*NEAR.get(game.slug, ()), 0])
    number = st.builds(lambda total, step: total + step, near, st.integers(-1, 1))
    given_totals = data.draw(st.lists(number, min_size=players, max_size=players))
    totals = of_seats(game, given_totals)
    played = data.draw(st.integers(1, 2 * players + 2))
    assert is_over(game, players, played, totals) == ENDS[game.slug](players, played, totals)


@pytest.mark.parametrize(("game", "players"), CASES, ids=[f"{g.slug}-{n}" for g, n in CASES])
def test_any_seats_may_be_tied_for_first(game, players):
    """Which seats are tied changes nothing: each set of them, some way past the end."""
    high = max(abs(total) for total in NEAR.get(game.slug, (100,))) + 1
    for size in range(1, players + 1):
        for first in combinations(range(players), size):
            totals = of_seats(game, [high if seat in first else 0 for seat in range(players)])
            played = 2 * players + 2
            wanted = ENDS[game.slug](players, played, totals)
            assert is_over(game, players, played, totals) == wanted, totals
