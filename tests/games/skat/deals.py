"""Tables of Skat at which seat 0 is forehand, 1 middlehand and 2, who deals, rearhand."""

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table

GAME = games.get("skat")
ALONE = ("bid 18", "pass", "pass")
"""Middlehand becomes declarer at 18."""


def dealt(*hands, skat="", **table):
    """Return a table at which the seats hold these cards and others."""
    table = Table(GAME, players=3, secret=bytes(32), **table)
    table.deal(hands=hands, stock=skat, dealer=2)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def played_out(table):
    """Play the first legal action until the round is over."""
    while not table.round_over:
        table.play(table.legal()[0])
    return table


def forced(seed, *actions):
    """Return a table at the end of a round that begins with these actions; greedy plays on."""
    table = Table(GAME, players=3, secret=seed.to_bytes(32, "big"))
    table.deal(dealer=2)
    return greedily(play(table, *actions))


def greedily(table):
    """Let greedy play on until the round is over."""
    runner.advance(table, [builtin.get("greedy")] * 3, seed=b"greedily")
    return table


def facts(table):
    return table.view(None)["facts"]
