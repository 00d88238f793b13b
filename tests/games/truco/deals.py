"""Deals of Truco for tests; seat 3 deals and seat 0 is the mão unless said otherwise."""

import games
from engine.play.table import Table

GAME = games.get("truco")
TIE = "="


def dealt(*packets, totals=(0, 0), dealer=3, **table):
    """Return a table at which the deck begins with these packets, filled up with low cards.

    `totals` are the points of the sides before the deal.
    """
    table = Table(GAME, players=4, secret=bytes(32), **table)
    table.state.totals[:] = [*totals, *totals]
    named = " ".join(packets).split()
    pack = [GAME.pack.format(card) for card in GAME.deck(4, GAME.options())]
    rest = iter([card for card in pack if card not in named])
    deck = []
    for packet in packets:
        cards = packet.split()
        deck += cards + [next(rest) for _ in range(3 - len(cards))]
    table.deal(deck=" ".join([*deck, *rest]), dealer=dealer)
    return table


def kept(*hands, **table):
    """Return a table at which the seats hold these cards and seat 0 leads."""
    return play(dealt(*hands, **table), "keep")


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def tricks_of(outcomes):
    """Return the hands that give these outcomes: 0 or 1 for the side that wins, or TIE.

    Every seat plays its first card to the first trick, and so on.
    """
    hands = [[], [], [], []]
    for outcome, suit, high in zip(outcomes.ljust(3, "0"), "SHD", "32A", strict=True):
        cards = [suit + rank for rank in "QJK6"]
        if outcome == TIE:
            cards[0], cards[1] = suit + high, "C" + high
        else:
            cards[int(outcome)] = suit + high
        for hand, card in zip(hands, cards, strict=True):
            hand.append(card)
    return [" ".join(hand) for hand in hands]


def play_tricks(table, outcomes, start=0):
    """Play the cards of `tricks_of` to the tricks from number `start` on."""
    hands = [hand.split() for hand in tricks_of((start * "0" + outcomes).ljust(3, "0"))]
    for trick in range(start, start + len(outcomes)):
        for _ in range(4):
            table.play(hands[table.turn][trick])
    return table
