"""The cards of Skat: contracts, trumps, which card beats which.

Sets of cards are *words*: bit 8 * suit + rank - 7 is a card, so that the 32 cards fill 32 bits.
"""

from typing import Any

import numpy as np

from engine.kernels.marks import rule
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.ranking import NO_TRUMP, Facts, Ranking
from engine.rules.state import NO_CARD, SKAT, State, next_seat
from games.shared.packs import ACE, JACK, KING, QUEEN, SUITS, TEN

RANKS = list(range(7, 15))

CLUBS, SPADES, HEARTS, DIAMONDS, GRAND, NULL, RAMSCH = range(7)
CONTRACTS = (*SUITS, "grand", "null", "ramsch")
"""The names of the contracts; the first four are those of the suits."""

CARD_POINTS = 120
POINTS = np.array(
    [{ACE: 11, TEN: 10, KING: 4, QUEEN: 3, JACK: 2}.get(rank, 0) for rank in range(32)]
)
"""Card points by rank."""

SIDE_RANKS = (ACE, TEN, KING, QUEEN, 9, 8, 7)
_JACKS = [8 * suit + JACK - 7 for suit in range(4)]


def _trumps(contract: int) -> list[int]:
    """Return the trumps as bits of a word, the highest first, filled up to eleven with -1."""
    side = [8 * contract + rank - 7 for rank in SIDE_RANKS] if contract < GRAND else [-1] * 7
    return _JACKS + side


TRUMPS = np.array([_trumps(contract) for contract in range(GRAND + 1)])


def is_trump(contract: int, at: int) -> bool:
    """Tell whether a card, given as a bit of a word, is a trump: jacks always but in null."""
    if contract == NULL:
        return False
    return at & 7 == JACK - 7 or at >> 3 == contract


def _power(contract: int, at: int) -> int:
    """Return the strength of a card, given as a bit of a word: any trump has 64 or more."""
    if contract == NULL:
        return at & 7
    trumps = TRUMPS[min(contract, GRAND)].tolist()
    if at in trumps:
        return 64 + len(trumps) - trumps.index(at)
    return [0, 1, 2, 6, 5, 3, 4, 7][at & 7]


def _follows(contract: int, led: int) -> int:
    """Return the cards that follow a lead, as a word."""
    by_trump = is_trump(contract, led)
    return sum(
        1 << at
        for at in range(32)
        if is_trump(contract, at) == by_trump and (by_trump or at >> 3 == led >> 3)
    )


POWER = np.array([[_power(contract, at) for at in range(32)] for contract in range(7)])
"""The strength of each card in each contract: a card beats lower ones of its suit, a trump all."""
FOLLOWS = np.array([[_follows(contract, at) for at in range(32)] for contract in range(7)])


@rule
def index_of(card: int) -> int:
    """Return which bit of a word a card is."""
    return 8 * suit_of(card) + rank_of(card) - 7


@rule
def card_at(index: int) -> int:
    """Return the card of a bit of a word."""
    return card_of(index >> 3, (index & 7) + 7)


@rule
def cards_of(s: State, seat: int) -> Any:
    """Return a hand as a word."""
    clubs, spades = np.int64(s.hand[seat, 0]), np.int64(s.hand[seat, 1])
    hearts, diamonds = np.int64(s.hand[seat, 2]), np.int64(s.hand[seat, 3])
    return clubs >> 7 | spades << 1 | hearts << 9 | diamonds << 17


@rule
def skat_cards(s: State) -> int:
    """Return the cards in the skat, or laid away, as a word."""
    cards = 0
    for index in range(32):
        if s.place[card_at(index)] == SKAT:
            cards |= 1 << index
    return cards


@rule
def winner_of_trick(s: State) -> int:
    """Return the seat that wins the trick as it lies on the table; somebody has led."""
    winner = s.leader
    best = index_of(int(s.table[winner]))
    seat = next_seat(s, s.leader)
    while seat != s.leader and s.table[seat] != NO_CARD:
        index = index_of(int(s.table[seat]))
        if beats(s.contract, index, best):
            winner, best = seat, index
        seat = next_seat(s, seat)
    return winner


@rule
def beats(contract: int, index: int, best: int) -> bool:
    """Tell whether a card, played after the best one so far, beats it; both as bits of a word."""
    if POWER[contract, index] < 64 and index >> 3 != best >> 3:
        return False
    return POWER[contract, index] > POWER[contract, best]


def ranking(facts: Facts) -> Ranking:
    """Return how the cards rank in the contract, before there is one as in a grand."""
    contract = CONTRACTS.index(facts["contract"] or CONTRACTS[GRAND])
    return Ranking(
        height=lambda card: int(POWER[contract, index_of(card)]),
        trump=contract if contract < GRAND else NO_TRUMP,
        is_trump=lambda card: is_trump(contract, index_of(card)),
    )
