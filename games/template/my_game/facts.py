"""What My Game tells beside the cards."""

from engine.rules.facts import BySeat, PublicFacts


class Facts(PublicFacts):
    """The tricks so far."""

    tricks: BySeat[int]
    """The tricks that a seat has won in this round."""
