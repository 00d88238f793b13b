"""Deals of Democracy for tests; the last seat deals and seat 0 leads."""

from itertools import pairwise

import games
from engine.play.table import Table

GAME = games.get("democracy")
RANKING = "6789TJQKA345"
POINTS = {"5": 5, "4": 4, "3": 3, "A": 3, "K": 2, "Q": 2, "J": 2} | dict.fromkeys("T987", 1)
"""The values of the rule text; a six and a joker are worth nothing."""
NEIGHBOURS = list(pairwise(RANKING))
PAGAT = {"pagat": True}


def dealt(*hands, stock="", players=None, **table):
    """Return a table at which the seats hold these cards; stock begins with the upcard."""
    players = players or max(len(hands), 2)
    table = Table(GAME, players=players, secret=bytes(32), **table)
    table.deal(hands=hands, stock=stock, dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def trick(upcard, *cards):
    """Return a table after a trick to which each seat in turn played a card."""
    return play(dealt(*cards, stock=upcard), *cards)


def captured(table):
    return [" ".join(pile["cards"]) for pile in table.view(None)["won"]]


def points(table):
    return [tuple(suits.values()) for suits in table.view(None)["facts"]["points"]]


def play_first(table, *, until):
    while not until(table):
        table.play(table.legal()[0])
    return table


def begin_second_day(**table):
    return play_first(dealt(**table), until=lambda t: t.view(None)["facts"]["day"] == 2)
