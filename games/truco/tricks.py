"""How high the cards of Truco are, and who wins a trick and the hand."""

import numpy as np

from engine.kernels.marks import rule
from engine.rules.cards import card_of
from engine.rules.ranking import Facts, Ranking
from engine.rules.state import NO_CARD, State, next_seat
from games.shared.packs import ACE, CLUBS, DIAMONDS, HEARTS, JACK, KING, QUEEN, SPADES

RANKING = (4, 5, 6, 7, QUEEN, JACK, KING, ACE, 2, 3)
"""The ranks from the lowest to the highest, manilhas apart."""
MANILHAS = (
    card_of(DIAMONDS, 7),
    card_of(SPADES, ACE),
    card_of(HEARTS, 7),
    card_of(CLUBS, 4),
)
"""The four highest cards, the highest last: 7♦ A♠ 7♥ 4♣."""
STRENGTH = np.zeros(256, np.int64)
"""How high a card is; 0 for what is no card."""
for _rank in RANKING:
    STRENGTH[[card_of(_suit, _rank) for _suit in range(4)]] = 1 + RANKING.index(_rank)
STRENGTH[list(MANILHAS)] = np.arange(4) + 1 + len(RANKING)

NOBODY = -1
TIED = 2


@rule
def strength_on_table(s: State, seat: int) -> int:
    """Return how high a seat's card on the table is, 0 if there is none to be seen."""
    return 0 if (s.down >> seat) & 1 else STRENGTH[s.table[seat]]


@rule
def highest_seat(s: State) -> int:
    """Return the seat whose card on the table is the highest, of equals the earliest."""
    best = s.leader
    seat = next_seat(s, best)
    while seat != s.leader and s.table[seat] != NO_CARD:
        if strength_on_table(s, seat) > strength_on_table(s, best):
            best = seat
        seat = next_seat(s, seat)
    return best


@rule
def is_tied(s: State, seat: int) -> bool:
    """Tell whether the other side has a card on the table as high as this seat's (TR4)."""
    best = strength_on_table(s, seat)
    return strength_on_table(s, seat ^ 1) == best or strength_on_table(s, seat ^ 3) == best


@rule
def hand_winner(s: State) -> int:
    """Return the side that has won the hand with the trick just played, or NOBODY (TR5, TR8)."""
    first, last = s.trick_winner[0], s.trick_winner[s.trick]
    if last == TIED:
        return NOBODY if first == TIED else first
    if s.trick == 0:
        return last if s.decisive == 0 else NOBODY
    is_second_win = s.trick == 1 and first != 1 - last  # a tied first trick counts for it, too
    return last if is_second_win or s.trick == 2 or s.decisive == 1 else NOBODY


def ranking(facts: Facts) -> Ranking:
    """Return how the cards rank: over all suits, the manilhas highest."""
    return Ranking(height=lambda card: int(STRENGTH[card]), by_suit=False)
