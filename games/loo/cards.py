"""Loo's cards: Pam, flushes, and what must be played to a trick.

Rules and rulings: `rules.md` (LO5, LO8, LO8a, LO9, LO10).
"""

from types import SimpleNamespace

from engine.kernels.marks import rule
from engine.kernels.primitives import popcount
from engine.rules.cards import card_of, rank_of, suit_of
from engine.rules.ranking import Facts, Ranking
from engine.rules.state import State, holds, next_seat
from games.shared.packs import CLUBS, FRENCH, JACK
from games.shared.ranking import named_trump

HAND_SIZE = 5
PAM = card_of(CLUBS, JACK)
PAM_RANK = 15
"""Pam's rank as a trump: above the ace."""
TRUMPS = 16
"""A trump's power is this plus its rank."""
PLAIN_FLUSH, TRUMP_FLUSH, MOUCHE = 1 << 16, 2 << 16, 3 << 16


@rule
def flush_of(s: State, seat: int) -> int:
    """Return how high the flush of a hand is, 0 for none (LO5): its kind, then its ranks."""
    pam = 1 if holds(s, seat, PAM) else 0
    for suit in range(4):
        ranks = int(s.hand[seat, suit])
        if suit == CLUBS:
            ranks &= ~(1 << JACK)
        if popcount(ranks) + pam == HAND_SIZE:
            if pam:
                return MOUCHE + ranks
            return (TRUMP_FLUSH if suit == s.trump else PLAIN_FLUSH) + ranks
    return 0


@rule
def best_flush(s: State) -> int:
    """Return the seat with the highest flush shown, the elder of equal ones."""
    best, highest = -1, 0
    seat = next_seat(s, s.dealer)
    for _ in range(s.seats):
        if (s.revealed >> seat) & 1 == 1 and flush_of(s, seat) > highest:
            best, highest = seat, flush_of(s, seat)
        seat = next_seat(s, seat)
    return best


@rule
def ranks_of(s: State, seat: int, suit: int) -> int:
    """Return the ranks a seat holds of a suit, a bit each; Pam is a trump and no club (LO9)."""
    ranks = int(s.hand[seat, suit])
    if suit == CLUBS:
        ranks &= ~(1 << JACK)
    if suit == s.trump and holds(s, seat, PAM):
        ranks |= 1 << PAM_RANK
    return ranks


@rule
def power_of(s: State, card: int) -> int:
    """Return what a card is worth in this trick: the highest power wins it, 0 never does."""
    if card == PAM:
        return TRUMPS + PAM_RANK
    if suit_of(card) == s.trump:
        return TRUMPS + rank_of(card)
    return rank_of(card) if suit_of(card) == s.led else 0


@rule
def duty(s: State) -> tuple[int, int]:
    """Return the suit a follower must play and the ranks of it that he may; suit -1 for any card.

    Follow suit, else trump, and beat the best card of that suit that wins so far (LO8).
    """
    suit = int(s.led)
    ranks = ranks_of(s, s.turn, suit)
    if ranks == 0:
        suit = int(s.trump)
        ranks = ranks_of(s, s.turn, suit)
    if ranks == 0:
        return -1, 0
    if s.civil != 0 and ranks != 1 << PAM_RANK:
        ranks &= ~(1 << PAM_RANK)
    if (suit == s.trump) == (s.top > TRUMPS):
        higher = ranks & (-2 << (s.top & 15))
        if higher != 0:
            ranks = higher
    return suit, ranks


def ranking(facts: Facts) -> Ranking:
    """Return how the cards rank: Pam is the highest trump, whatever suit is trump."""
    trump = named_trump(facts)

    def height(card: int) -> int:
        return power_of(SimpleNamespace(trump=trump, led=suit_of(card)), card)

    return Ranking(height=height, trump=trump, is_trump=lambda card: height(card) > TRUMPS)


def explain_follower(s: State, card: int) -> str:
    """Say why a card of the hand to act may not be played to the trick."""
    suit, ranks = duty(s)
    name = FRENCH.suit_names[suit]
    if card == PAM and s.civil:
        return "Pam was asked to be civil: play another trump"
    if suit != (s.trump if card == PAM else suit_of(card)):
        if suit == s.led:
            return f"suit must be followed: play {name}" + (", Pam is a trump" * (card == PAM))
        return f"without the suit led a trump must be played: {name}, or Pam"
    least = next(rank for rank in range(PAM_RANK + 1) if ranks >> rank & 1)
    text = "Pam" if least == PAM_RANK else FRENCH.format(card_of(suit, least))
    more = " or higher" if ranks >> least > 1 else ""
    return f"the trick must be headed or overtrumped: play {text}{more}"
