"""Growing a tree: what is tried in a choice."""

import numpy as np
import pytest

import games
from bots import builtin
from engine.play.table import Table


@pytest.mark.further
def test_every_card_is_tried_and_nothing_else():
    game = games.get("gong-zhu")
    table = Table(game, 4, secret=bytes(32))
    table.deal()
    for _ in range(4):
        table.play("pass")
    mind = table.belief(table.turn)
    mind.rng = np.uint64(1)
    thinking = builtin.searcher(game).consider(mind, simulations=30, calls=table.calls())
    assert {action for action, _tried, _worth in thinking.report()} == set(table.legal_actions())
