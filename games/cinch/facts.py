"""What Cinch tells beside the cards."""

from typing import Annotated

from engine.rules.facts import BySeat, BySide, Card, PublicFacts, Seat, Suit, during

NAMED = during("discard", "rob", "play", "over")


class Facts(PublicFacts):
    """The bid, trump, what was thrown away, and points."""

    contract: int
    """The highest bid so far in points, 0 for none."""
    declarer: Seat | None
    """Who made it, and after the auction names trump; the dealer if nobody bids."""
    trump: Annotated[Suit | None, NAMED]
    """The trump suit, once it is named."""
    put_away: Annotated[BySeat[int] | None, NAMED]
    """How many cards a seat put away face down when trump was named."""
    dead: Annotated[BySeat[list[Card]], NAMED]
    """The trumps that a seat gave up, which all have seen."""
    points: Annotated[BySide[int], NAMED]
    """The points of a side in this round; those for high and low are added at the end."""
