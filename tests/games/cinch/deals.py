"""Deals of Cinch with spades as trump in which every card has its place. Seat 3 deals."""

import games
from engine.play.table import Table

GAME = games.get("cinch")
TRUMPS = ["SA", "SK", "SQ", "SJ", "ST", "S9", "S8", "S7", "S6", "S5", "C5", "S4", "S3", "S2"]
"""The trumps in their order, the highest first."""
PLAIN = [suit + rank for suit in "CHD" for rank in "23456789TJQKA" if suit + rank != "C5"]


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def play_out(table):
    """Play to the end of the round, each seat the first card it may play."""
    rob(table)
    while not table.round_over:
        table.play(table.legal()[0])
    return table


def dealt(*trumps, stock="", declarer=0, bid=1, entropy=None):
    """Return a table at which these trumps were dealt, and one seat has bid and named spades.

    Hands are filled with plain cards in canonical order; `stock` begins the stub, then come the
    other plain cards, then the other trumps.
    """
    named = " ".join((*trumps, stock)).split()
    plain = iter(card for card in PLAIN if card not in named)
    hands = [held.split() for held in (*trumps, "", "", "", "")[:4]]
    hands = [held + [next(plain) for _ in range(9 - len(held))] for held in hands]
    rest = [*plain, *(card for card in TRUMPS if card not in named)]
    table = Table(GAME, players=4, secret=bytes(32))
    table.deal(
        hands=[" ".join(hand) for hand in hands],
        stock=" ".join([stock, *rest]),
        dealer=3,
        entropy=entropy,
    )
    bids = ["pass"] * 4
    if bid:
        bids[declarer] = f"bid {bid}"
    return play(table, *bids, "trump S")


def rob(table):
    """Let the dealer take plain cards, which come last in canonical order."""
    while table.phase == "rob":
        table.play(table.legal()[-1])
    return table


def counts(table, name):
    return [pile["count"] for pile in table.view(None)[name]]


def points(table):
    return table.view(None)["facts"]["points"]
