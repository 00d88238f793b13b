"""Trumps of Cinch: their order with both pedros, what they count, and how a trick is played.

The five of the other suit of trump's colour, the left pedro, is a trump; all tables here are by
trump suit.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.cards import RANKS, card_of, suit_of
from engine.rules.ranking import NO_TRUMP, Facts, Ranking
from engine.rules.state import NO_CARD, WON, State, next_seat
from games.shared.packs import ACE, JACK, TEN
from games.shared.ranking import named_trump
from games.shared.tricks import cards_in_hand

PEDRO = 5
"""The rank of a pedro, and what it counts."""
FIRST_TRUMP = 32
"""The strength of the lowest trump; every other card has less."""


def _trumps_of(suit: int) -> list[int]:
    """Return the trumps from the lowest to the highest; suits of a colour are neighbours."""
    own = [card_of(suit, rank) for rank in range(2, ACE + 1)]
    return [*own[:3], card_of(suit ^ 1, PEDRO), *own[3:]]


TRUMPS = np.array([_trumps_of(suit) for suit in range(4)], np.int64)
"""By trump suit, the fourteen trumps from the lowest to the highest."""

STRENGTH = np.array([[card % RANKS for card in range(4 * RANKS)]] * 4, np.int64)
"""By trump suit, what each card is worth in a trick: trumps in their order, others by rank."""
for _order, _row in zip(TRUMPS, STRENGTH, strict=True):
    _row[_order] = FIRST_TRUMP + np.arange(len(_order))

POINTS = np.zeros((4, 4 * RANKS), np.int64)
"""By trump suit, what each card counts for who captures it, wherever it stands in the order."""
for _suit in range(4):
    for _rank, _points in ((JACK, 1), (TEN, 1), (PEDRO, PEDRO)):
        POINTS[_suit, card_of(_suit, _rank)] = _points
    POINTS[_suit, card_of(_suit ^ 1, PEDRO)] = PEDRO


@rule
def is_trump(s: State, card: int) -> bool:
    """Tell whether a card is of the trump suit or the left pedro."""
    return STRENGTH[s.trump, card] >= FIRST_TRUMP


@rule
def _follows(s: State, card: int) -> bool:
    """Tell whether a card is a trump, or of the suit led if that is not trump (CI5)."""
    led = int(s.table[s.leader])
    return is_trump(s, card) or (suit_of(card) == suit_of(led) and not is_trump(s, led))


@rule
def legal_cards(s: State, out: Any) -> int:
    """Write the cards that follow or trump to `out`; all cards if there are none, or to lead."""
    n = cards_in_hand(s, s.turn, out)
    if s.on_table == 0:
        return n
    allowed = 0
    for i in range(n):
        if _follows(s, int(out[i])):
            out[allowed] = out[i]
            allowed += 1
    return allowed if allowed else n


@rule
def beats(s: State, card: int, best: int) -> bool:
    """Tell whether a card beats the best one of the trick before it."""
    if not is_trump(s, card) and suit_of(card) != suit_of(best):
        return False
    return STRENGTH[s.trump, card] > STRENGTH[s.trump, best]


@rule
def trick_winner(s: State) -> int:
    """Return the seat with the best card on the table; somebody has led."""
    winner = int(s.leader)
    seat = next_seat(s, winner)
    while seat != s.leader:
        if s.table[seat] != NO_CARD and beats(s, int(s.table[seat]), int(s.table[winner])):
            winner = seat
        seat = next_seat(s, seat)
    return winner


@rule
def high_and_low(s: State) -> tuple[int, int]:
    """Return the seats that won the highest and the lowest trump that was played, -1 for none."""
    high, low = -1, -1
    for i in range(TRUMPS.shape[1]):
        winner = int(s.place[TRUMPS[s.trump, i]]) - WON
        if 0 <= winner < s.seats:
            high = winner
            if low < 0:
                low = winner
    return high, low


@rule
def count_high_and_low(s: State) -> None:
    """Count the highest and the lowest trump that was played, one point each (CI6).

    The highest is captured by who holds it.
    """
    high, low = high_and_low(s)
    if high >= 0:
        s.points[high & 1] += 1
        s.points[low & 1] += 1


def ranking(facts: Facts) -> Ranking:
    """Return how the cards rank: the left pedro is a trump, once trump is named."""
    trump = named_trump(facts)
    if trump == NO_TRUMP:
        return Ranking()
    return Ranking(
        height=lambda card: int(STRENGTH[trump, card]),
        trump=trump,
        is_trump=lambda card: bool(STRENGTH[trump, card] >= FIRST_TRUMP),
    )
