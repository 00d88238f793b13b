"""What Rolling Stone tells beside the cards."""

from typing import Annotated, Literal

from engine.rules.facts import BySeat, PublicFacts, during


class Facts(PublicFacts):
    """How often a position has been there, and how the round ended."""

    times: int
    """How often the leader has led with all hands as they are; the third time ends the round."""
    end: Annotated[Literal["last card", "repetition", "500 tricks"] | None, during("over")]
    """Why the round ended."""
    places: Annotated[BySeat[int] | None, during("over")]
    """The place of a seat in this round, by cards left."""
