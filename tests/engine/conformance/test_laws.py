"""Every game of the registry obeys every law, at every number of players.

LAW_EXAMPLES is the number of random matches each law is tried on; a few by default.
"""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from engine.conformance.laws import LAWS

EXAMPLES = int(os.environ.get("LAW_EXAMPLES", "2"))
CASES = [(game, players) for game in games.all() for players in game.players]


@pytest.mark.sweep(12)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("game", "players"), CASES, ids=[f"{g.slug}-{n}" for g, n in CASES])
@settings(max_examples=EXAMPLES)
@given(seed=st.integers(0, 2**32))
def test_law_holds(law, game, players, seed):
    law(game, players=players, seed=seed)
