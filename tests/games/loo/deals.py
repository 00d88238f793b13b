"""Deals of Loo for tests; seat 0 is elder hand."""

import games
from engine.play.table import Table

GAME = games.get("loo")
MOUCHE = "S2 S3 S4 S5 CJ"
SPADES = "S6 S7 S8 S9 ST"
HEARTS = "H2 H3 H4 H5 H6"
PLAIN = "C2 C3 D4 D5 S2"
OTHER = "C4 C5 D6 D7 S3"


def dealt(*hands, upcard="H7", stock="", players=5, **table):
    """Return a table at which seat 0 is elder hand, the seats hold these cards and others."""
    table = Table(GAME, players=players, secret=bytes(32), **table)
    table.deal(hands=hands, stock=f"{upcard} {stock}", dealer=players - 1)
    return table


def play(table, *actions):
    for action in actions:
        table.play(action)
    return table


def stayed(*hands, stayers=None, **deal):
    """Return a table after the first phase: the seats whose hands are given stay, or `stayers`."""
    table = dealt(*hands, **deal)
    stayers = range(len(hands)) if stayers is None else stayers
    return play(table, *("stay" if seat in stayers else "pass" for seat in range(table.players)))


def exchanging(*hands, **deal):
    """Return a table at which the first stayer exchanges; nobody has shown a flush."""
    table = stayed(*hands, **deal)
    while table.phase == "flush":
        table.play("hide")
    return table


def playing(*hands, **deal):
    """Return a table at which the first stayer leads; nobody has exchanged or shown a flush."""
    table = exchanging(*hands, **deal)
    while table.phase != "play":
        table.play("stand" if table.phase == "exchange" else "hide")
    return table


def facts(table):
    return table.view(None)["facts"]


def actions_read(table, reader):
    return [said["action"] for said in table.view(reader)["log"]]
