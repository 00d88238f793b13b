"""Tables of Fipsen at which seat 3 deals, so that seat 0 opens the auction and leads."""

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table

GAME = games.get("fipsen")
ALONE = ("pass", "pass", "pass")
"""What the others say after seat 0 has opened."""
OTHERS = ("S9 ST SJ HK HA", "SQ SK SA HJ HQ", "C7 S7 S8 H9 HT")
"""What the others hold beside seat 0; their spades go first if they have the choice."""
TOP = "CQ CK CA H7 H8"
"""Three sure tricks and two sure losers with clubs as trump."""
FOUR = "CJ CQ CK CA H7"
"""Four sure tricks and a sure loser."""
SOLID = "CT CJ CQ CK CA"
"""Five sure tricks."""
SKAT = "C8 C9"
LOW = "C7 C8 S9 ST HA"
"""A hand that may bid the Kieker."""


def dealt(*hands, left="", **table):
    """Return a table at which the seats hold these cards and others; `left` is skat and rest."""
    table = Table(GAME, players=4, secret=bytes(32), **table)
    table.deal(hands=hands, stock=left, dealer=3)
    return table


def against_others(hand):
    """Return a table at which seat 0 holds TOP, FOUR or SOLID."""
    return dealt(hand, *OTHERS, left=SKAT)


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def contract(table, bid, trump="C"):
    """Let seat 0 win the auction with its first bid, lay the skat away again and name trump."""
    play(table, f"bid {bid}", *ALONE)
    if table.phase == "discard":
        table.play(f"discard {SKAT}")
    return play(table, f"trump {trump}")


def tricks(table, *cards):
    """Let seat 0 play these cards, one to a trick, and everybody else the first legal one."""
    for card in cards:
        others_play(table)
        table.play(card)
        others_play(table)
    return table


def others_play(table):
    while table.phase == "play" and table.turn != 0:
        table.play(table.legal()[0])


def played_out(table):
    """Play the first legal action until the round is over."""
    while not table.round_over:
        table.play(table.legal()[0])
    return table


def played_by(table, name):
    """Let built-in bots play on until the round is over."""
    runner.advance(table, [builtin.get(name)] * 4, seed=b"fipsen")
    return table


def facts(table):
    return table.view(None)["facts"]
