"""What is kept of calls, and that deals which explain them are imagined more often."""

import numpy as np
import pytest

import games
from bots import builtin
from engine.inference.calls import FORGOTTEN, MOST_CALLS
from engine.play.table import Table
from engine.rules.state import HAND, UNKNOWN
from games.shared.packs import ACE, JACK

SKAT = games.get("skat")
STRONG = "CJ SJ CA CT SA ST HA C9 C8 C7"


def table_after(*texts, hands=("", "", "")):
    table = Table(SKAT, 3, secret=bytes(32), dealer=0)
    table.deal(hands=list(hands))
    for text in texts:
        table.play(text)
    return table


def heard(table):
    table.belief(0)
    calls = table.calls()
    return calls.said[: calls.said[MOST_CALLS]].tolist()


def test_calls_are_kept_as_they_were_made():
    table = table_after("bid 18", "yes", "bid 20", "pass")
    legal = [SKAT.parse_action(table.state, text) for text in ("bid 18", "yes", "bid 20", "pass")]
    assert heard(table) == legal


def test_positions_of_calls_hold_no_hidden_card():
    table = table_after("bid 18", "yes")
    heard(table)
    for position in table.calls().positions[:2]:
        assert not position.hand.any()
        assert (position.place >= UNKNOWN).all()


def test_calls_of_a_hand_that_has_changed_are_forgotten():
    table = table_after("bid 18", "pass", "pass")
    assert FORGOTTEN not in heard(table)
    table.play("pick up")
    passed = SKAT.parse_action(table.state, "pass")
    assert heard(table) == [FORGOTTEN, passed, passed, FORGOTTEN]


def test_calls_of_the_last_round_are_forgotten():
    table = Table(SKAT, 3, secret=bytes(32), dealer=0)
    table.deal()
    for text in ("pass", "pass", "pass"):
        table.play(text)
    while not table.round_over:
        table.play(table.legal()[0])
    table.deal()
    assert heard(table) == []


def strength_imagined(table, *, calls):
    """Return how many jacks and aces the rearhand imagines the middlehand to hold, on average."""
    mind = table.belief(0)
    mind.rng = np.uint64(7)
    thinking = builtin.searcher(SKAT).begin(mind, calls=calls, simulations=400)
    strong = [suit * 32 + rank for suit in range(4) for rank in (JACK, ACE)]
    held = 0
    for _ in range(400):
        thinking.go_on(1)
        held += int((thinking.imagined().place[strong] == HAND + 2).sum())
    return held / 400


@pytest.mark.further
def test_who_bids_high_is_thought_to_hold_a_strong_hand():
    bids = [text for value in (18, 20, 22, 23, 24) for text in (f"bid {value}", "yes")]
    table = table_after(*bids, "bid 27", "pass", hands=("D7 D8 H7 H8", "", STRONG))
    assert table.turn == 0
    without = strength_imagined(table, calls=None)
    assert strength_imagined(table, calls=table.calls()) > without + 0.2
