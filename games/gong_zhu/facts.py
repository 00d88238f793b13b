"""What Gong Zhu tells beside the cards."""

from typing import Annotated

from engine.rules.facts import BySeat, Card, PublicFacts, Seat, Suit, during


class Facts(PublicFacts):
    """Cards exposed and captured, suits led, and who took the pig."""

    exposed: list[Card]
    """The cards that are exposed, which doubles their effect."""
    opened: Annotated[list[Suit], during("play", "over")]
    """The suits that were led in tricks before this one: their exposed cards are free to play."""
    captured: Annotated[BySeat[list[Card]], during("play", "over")]
    """The scoring cards that a seat has won in this round."""
    pig: Seat | None
    """Who took the queen of spades last, in this match; that seat leads the next round."""
