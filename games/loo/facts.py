"""What Loo tells beside the cards."""

from typing import Annotated

from engine.rules.facts import BySeat, PublicFacts, Seat, Suit, during


class Facts(PublicFacts):
    """Trump, the pot, who plays for it, and flushes."""

    trump: Suit
    """The trump suit."""
    pot: int
    """What is to be won; when the round is over, what the next one begins with."""
    stayed: list[Seat]
    """Who plays for the pot."""
    exchanged: Annotated[bool, during("flush", "play", "over")]
    """Whether all who stayed have exchanged cards."""
    revealed: Annotated[list[Seat], during("flush", "over")]
    """Who has shown a flush."""
    taker: Annotated[Seat | None, during("over")]
    """Who took the whole pot without a trick."""
    tricks: Annotated[BySeat[int], during("play", "over")]
    """How many tricks a seat has won."""
    civil: Annotated[bool, during("play")]
    """Whether Pam may not be played to this trick."""
    looed: Annotated[list[Seat], during("over")]
    """Who pays into the next pot."""
