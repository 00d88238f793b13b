"""Mulatschag's cards: the German pack with the Weli, and what must be played to a trick.

Rules and rulings: `rules.md` (MU2, MU6, MU14).
"""

from types import SimpleNamespace
from typing import Any

from engine.kernels.marks import rule
from engine.kernels.primitives import lowest
from engine.rules.cards import Pack, card_of, rank_of, suit_of
from engine.rules.ranking import NO_TRUMP, Facts, Ranking
from engine.rules.state import State, exclude, holds
from games.shared.packs import cards_of_ranks
from games.shared.tricks import cards_in_hand

HERZ, SCHELLE = 2, 3
WELI_RANK = 14
"""The Weli's rank as a trump: between king and Sau."""
SAU = 15
RANKS = {7: "7", 8: "8", 9: "9", 10: "T", 11: "U", 12: "O", 13: "K", SAU: "S"}
FIGURES = 1 << 11 | 1 << 12 | 1 << 13 | 1 << SAU
"""The ranks without any of which a deal may be folded; the Weli is none of them (MU6)."""
WELI = card_of(SCHELLE, 6)

GERMAN = Pack("ELHS", ("acorns", "leaves", "hearts", "bells"), RANKS, {WELI: "W"}, "EHLS")
PACK = sorted([*cards_of_ranks(list(RANKS)), WELI])

TRUMPS = 16
"""A trump's power is this plus its rank."""


@rule
def has_figure(s: State, seat: int) -> bool:
    """Tell whether a hand holds an Unter, an Ober, a king or a Sau."""
    held = s.hand[seat, 0] | s.hand[seat, 1] | s.hand[seat, 2] | s.hand[seat, 3]
    return held & FIGURES != 0


@rule
def exclude_figures(s: State, seat: int) -> None:
    """Note that everybody can tell a hand without a figure."""
    for card in range(s.place.shape[0]):
        if (FIGURES >> rank_of(card)) & 1:
            exclude(s, seat, card)


@rule
def is_trump(s: State, card: int) -> bool:
    """Tell whether a card is a trump; the Weli always is (MU2)."""
    return card == WELI or suit_of(card) == s.trump


@rule
def suit_in_play(s: State, card: int) -> int:
    """Return the suit that a card belongs to in play, which is trump for the Weli."""
    return int(s.trump) if card == WELI else suit_of(card)


@rule
def ranks_of(s: State, seat: int, suit: int) -> int:
    """Return the ranks a seat holds of a suit, a bit each; the Weli is a trump, never a bell."""
    ranks = int(s.hand[seat, suit]) & ~(1 << rank_of(WELI))
    if suit == s.trump and holds(s, seat, WELI):
        ranks |= 1 << WELI_RANK
    return ranks


@rule
def power_of(s: State, card: int) -> int:
    """Return what a card is worth in this trick: the highest power wins it, 0 never does."""
    if card == WELI:
        return TRUMPS + WELI_RANK
    if suit_of(card) == s.trump:
        return TRUMPS + rank_of(card)
    return rank_of(card) if suit_of(card) == s.led else 0


@rule
def duty(s: State) -> tuple[int, int]:
    """Return the suit a follower must play and the ranks of it that he may; suit -1 for any card.

    Follow suit with any card of it; else win with a trump; else, if there is a trump in the
    trick, play a lower one (MU14).
    """
    suit = int(s.led)
    ranks = ranks_of(s, s.turn, suit)
    if ranks == 0:
        suit = int(s.trump)
        ranks = ranks_of(s, s.turn, suit)
        if s.top > TRUMPS:
            higher = ranks & (-2 << (s.top & 15))
            if higher != 0:
                ranks = higher
    return (suit, ranks) if ranks != 0 else (-1, 0)


@rule
def legal_cards(s: State, out: Any) -> int:
    """Write the cards that the seat to act may play to `out` and return their number."""
    suit, ranks = (-1, 0) if s.on_table == 0 else duty(s)
    if suit < 0:
        return cards_in_hand(s, s.turn, out)
    n = 0
    while ranks:
        rank = lowest(ranks)
        out[n] = WELI if rank == WELI_RANK else card_of(suit, rank)
        ranks &= ranks - 1
        n += 1
    return n


def ranking(facts: Facts) -> Ranking:
    """Return how the cards rank; before trump is named the Weli alone is one."""
    trump = GERMAN.parse_suit(facts["trump"]) if facts["trump"] else NO_TRUMP
    return Ranking(
        height=lambda card: power_of(SimpleNamespace(trump=trump, led=suit_of(card)), card),
        trump=trump,
        is_trump=lambda card: is_trump(SimpleNamespace(trump=trump), card),
    )


def explain_card(s: State, card: int) -> str:
    """Say why a card may not be played to the trick."""
    if not holds(s, s.turn, card):
        return f"{GERMAN.format(card)} is not in this hand"
    suit, ranks = duty(s)
    name = GERMAN.suit_names[suit] + (" or the Weli" if suit == s.trump else "")
    if suit == s.led:
        reason = "; the Weli is a trump" if card == WELI else ""
        return f"suit must be followed: play {name}{reason}"
    if not is_trump(s, card):
        return f"without the suit led a trump must be played: {name}"
    texts = [
        GERMAN.format(WELI if rank == WELI_RANK else card_of(suit, rank))
        for rank in range(SAU + 1)
        if ranks >> rank & 1
    ]
    return f"a trump that wins the trick must be played: {' or '.join(texts)}"
