"""Deals of Mulatschag in which every card that matters has its place. The last seat deals."""

import games
from engine.play.table import Table

GAME = games.get("mulatschag")
NO_LIFT = bytes.fromhex("0000000000000000")
"""Entropy of a round in which another card than the Weli is lifted."""
LIFTED = bytes.fromhex("000000000000001a")
"""Entropy of a round in which the Weli is lifted."""
PACK = [GAME.pack.format(card) for card in GAME.deck(2, GAME.options())]
PLAIN = ("E7 E8 L9 LU HT", "E9 ET L8 LO H7", "EU L7 H8 H9 S8", "EO LT S9 ST HU")
"""Four hands with figures, without kings, Saue and the Weli."""

ALL_TRICKS = "HU HO HK HS W"
"""A hand that takes all tricks if it leads and hearts are trump."""


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def play_out(table):
    while not table.round_over:
        table.play(table.legal()[0])
    return table


def dealt(*hands, stock="", players=4, **table):
    """Return a table at which seat 0 calls first and the seats hold these cards and others."""
    table = Table(GAME, players, secret=bytes(32), **table)
    table.deal(hands=hands, stock=stock, dealer=players - 1, entropy=NO_LIFT)
    return table


def called(table, *calls):
    """Return a table after these calls; without a figure everybody goes on."""
    play(table, *calls)
    while table.phase == "fold":
        table.play("continue")
    return table


def exchanging(*hands, trump="H", bid="bid 1", holder=0, **deal):
    """Return a table at which the only bidder has named trump and exchanges first."""
    table = dealt(*(hands or PLAIN), **deal)
    calls = ["pass"] * table.players
    calls[holder] = bid
    return play(called(table, *calls), f"trump {trump}")


def swap(table, count):
    """Let the seat to act exchange its first cards; of a bridge it keeps the first five."""
    play(table, "exchange " + " ".join(hand(table, table.turn, table.turn)[:count]))
    while table.phase == "discard":
        table.play(table.legal()[-1])
    return table


def last_of_four(left, **deal):
    """Return a table at which the last seat exchanges and the stock holds `left` cards."""
    counts = {0: (5, 4, 3), 1: (4, 4, 4), 2: (4, 4, 3), 4: (3, 3, 3), 5: (3, 3, 2)}[left]
    table = exchanging(*PLAIN, stock="EK ES LK LS SK SU", **deal)
    for count in counts:
        swap(table, count)
    return table


def playing(*hands, **deal):
    """Return a table at which the holder leads and nobody has exchanged."""
    table = exchanging(*hands, **deal)
    while table.phase == "exchange":
        table.play("stand")
    return table


def lifted(*first, players=4, dealer=None, **table):
    """Return a table at which the Weli was lifted; these cards are dealt first, then the others."""
    cards = " ".join(first).split()
    rest = [card for card in PACK if card not in cards]
    table = Table(GAME, players, **table)
    dealer = players - 1 if dealer is None else dealer
    table.deal(deck=" ".join([*cards, *rest]), entropy=LIFTED, dealer=dealer)
    return table


def facts(table):
    return table.view(None)["facts"]


def hand(table, reader, seat=0):
    """Return the cards of a hand that a reader knows."""
    return table.view(reader)["hands"][seat]["cards"]


def put_away(table, reader):
    """Return the cards out of play that a reader knows."""
    return table.view(reader).get("discard", {"cards": []})["cards"]


def actions_read(table, reader):
    return [said["action"] for said in table.view(reader)["log"]]
