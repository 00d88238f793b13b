"""What seats believe in random matches of every game: it never fails and is never impossible.

BELIEF_GAMES are looked at, a few by default, as the check is compiled for each, at BELIEF_POSITIONS
positions each; `make beliefs` looks at a hundred thousand of all. Tables of all sizes take turns.
"""

import os
from itertools import count

import pytest

import games
from engine.conformance.laws import beliefs_are_possible

GAMES = [
    game
    for game in games.all()
    if game.slug in os.environ.get("BELIEF_GAMES", "linger-longer").split()
]
POSITIONS = int(os.environ.get("BELIEF_POSITIONS", "60"))
AT_ONCE = 1000
"""Positions of one test, few enough that parallel workers end together."""

CASES = [
    (game, game.players[first // AT_ONCE % len(game.players)], range(first, last))
    for game in GAMES
    for first in range(0, POSITIONS, AT_ONCE)
    for last in [min(first + AT_ONCE, POSITIONS)]
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "players", "numbers"), CASES, ids=[f"{g.slug}-{n}-{r.start}" for g, n, r in CASES]
)
def test_beliefs_are_possible_at_random_positions(game, players, numbers):
    looked_at = 0
    for match in count(numbers.start):
        looked_at += beliefs_are_possible(game, players=players, seed=match)
        if looked_at >= len(numbers):
            return
