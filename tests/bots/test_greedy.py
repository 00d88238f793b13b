"""Greedy bots of all games: better than chance, and blind to hidden cards."""

import random

import numpy as np
import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.conformance.laws import permute_unseen
from engine.play.table import Table
from engine.rules.state import assign_state, copy_state

CASES = [(game, players) for game in games.all() for players in game.players]
IDS = [f"{game.slug}-{players}" for game, players in CASES]


def difference(game, players, deals):
    """Return mean and standard error of greedy's lead over random, seats rotated."""
    greedy, chance = builtin.get("greedy"), builtin.get("random")
    leads = []
    for deal in range(deals):
        lead = 0.0
        for seat in range(players):
            table = Table(game, players, secret=deal.to_bytes(32, "big"))
            bots = [greedy if i == seat else chance for i in range(players)]
            runner.play_match(table, bots, seed=b"%d %d" % (deal, seat))
            others = (sum(table.totals) - table.totals[seat]) / (players - 1)
            lead += (table.totals[seat] - others) / players
        leads.append(lead if game.higher_wins else -lead)
    return np.mean(leads), np.std(leads, ddof=1) / deals**0.5


@pytest.mark.sweep(3)
@pytest.mark.parametrize(("game", "players"), CASES, ids=IDS)
def test_greedy_beats_random_beyond_doubt(game, players):
    mean, error = difference(game, players, deals=max(16, 100 // players))
    assert mean > 4 * error


@pytest.mark.further
@pytest.mark.sweep(3)
@pytest.mark.parametrize(("game", "players"), CASES, ids=IDS)
def test_move_does_not_depend_on_hidden_cards(game, players):
    """G7: bots know what their seats know."""
    driver = builtin.driver(game)
    chance = random.Random(players)
    actions = np.zeros(game.max_legal, np.int32)
    for seed in range(5):
        table = Table(game, players, secret=seed.to_bytes(32, "big"))
        table.deal()
        while not table.round_over:
            n = game.kernels.legal(table.state, actions)
            move = driver.choose(1, table.mind(table.turn), actions, n)
            truth = copy_state(table.state)
            permute_unseen(table.state, table.turn, chance)
            assert driver.choose(1, table.mind(table.turn), actions, n) == move
            assign_state(table.state, truth)
            table.play_actions([actions[chance.randrange(n)]])
