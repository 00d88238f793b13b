"""What Democracy tells beside the cards."""

from typing import Annotated

from engine.rules.facts import BySeat, PublicFacts, Suit, during


class Facts(PublicFacts):
    """The day, the voting pool, trump, and points of the tribes."""

    day: int
    """The day of the round, 1 or 2."""
    pool: Annotated[int, during("play")]
    """How many cards of the voting pool are still face down."""
    trump: Annotated[Suit | None, during("play")]
    """The trump suit of this trick; null if a joker was turned up."""
    points: BySeat[dict[Suit, int]]
    """The points of each suit that a seat has won in this round."""
