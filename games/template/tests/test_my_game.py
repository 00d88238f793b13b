"""What is true of My Game, beside what `python -m games check` holds of every game.

`python -m pytest` in the folder of Stammtisch runs these: name this folder behind it.
"""

from pathlib import Path

import games
import pytest
from engine.play.table import Table
from engine.rules.errors import IllegalAction

GAME = games.add(Path(__file__).parents[1])
HANDS = [
    "C9 CA SJ HT HA D9 DT DJ",
    "CT S9 SQ HJ HK DQ DK DA",
    "CJ CQ CK ST SK SA H9 HQ",
]


@pytest.fixture
def table():
    """Three players with known cards; seat 0 leads."""
    table = Table(GAME, 3, dealer=2)
    table.deal(hands=HANDS)
    return table


def play(table, actions):
    for action in actions.split():
        table.play(action)


def test_highest_card_of_the_suit_led_wins_and_leads(table):
    play(table, "C9 CT CQ")
    assert table.turn == 2
    assert table.view(None)["facts"]["tricks"] == [0, 0, 1]


def test_suit_is_followed(table):
    play(table, "C9")
    with pytest.raises(IllegalAction, match="follow suit: C9 was led"):
        table.play("DA")


def test_any_card_is_played_without_the_suit_led_and_cannot_win(table):
    play(table, "D9 DQ HQ")
    assert table.turn == 1


def test_every_trick_counts_a_point(table):
    while not table.round_over:
        table.play(table.legal()[0])
    assert table.round_scores == table.view(None)["facts"]["tricks"]
    assert sum(table.round_scores) == 8
