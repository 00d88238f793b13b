"""Packs that several games use, and parts of them."""

from engine.rules.cards import Pack, card_of

CLUBS, SPADES, HEARTS, DIAMONDS = range(4)
SUITS = ("clubs", "spades", "hearts", "diamonds")
TEN, JACK, QUEEN, KING, ACE = range(10, 15)

FRENCH = Pack(
    "CSHD", SUITS, dict(zip(range(2, 15), "23456789TJQKA", strict=True)), {}, in_hand="CHSD"
)


def cards_of_ranks(ranks: list[int]) -> list[int]:
    """Return the cards of these ranks in all four suits, in canonical order."""
    return [card_of(suit, rank) for suit in range(4) for rank in sorted(ranks)]
