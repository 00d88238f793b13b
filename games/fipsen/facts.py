"""What Fipsen tells beside the cards."""

from typing import Annotated

from engine.rules.facts import PublicFacts, Seat, Suit, during

AFTER = during("discard", "kieker", "trump", "play", "reached", "over")
TRICKS = during("play", "reached", "over")


class Facts(PublicFacts):
    """The auction, trump, and how far the declarer has got."""

    bid: str | None
    """The highest bid so far, as in its action but without the word "bid"; null for none."""
    declarer: Seat | None
    """Who made it, and after the auction plays against the others."""
    kieker: list[Seat]
    """Who has bid the Kieker, and so shown the hand to the left."""
    trump: Annotated[Suit | None, TRICKS]
    """The trump suit, once it is named."""
    value: Annotated[int | None, AFTER]
    """What the contract is worth, as far as it is known."""
    needed: Annotated[int | None, AFTER]
    """How many tricks the declarer must win."""
    tricks: Annotated[int | None, AFTER]
    """How many tricks the declarer has won."""
    played_on: Annotated[bool, during("play", "over")]
    """Whether the declarer has reached the contract and goes on for all tricks that were left."""
    surrendered: Annotated[bool, during("over")]
    """Whether the declarer gave a Kieker up."""
