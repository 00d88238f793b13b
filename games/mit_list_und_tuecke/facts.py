"""What Mit List und Tücke tells beside the cards."""

from engine.rules.facts import BySeat, PublicFacts, Suit


class Facts(PublicFacts):
    """Stacks, what was kept of them, and discards."""

    stacks: BySeat[dict[Suit, int]]
    """How many cards of each colour a seat has in its stacks."""
    kept: BySeat[list[Suit]]
    """The colours that a seat keeps of the stacks; empty as long as it has not chosen."""
    discards: BySeat[int]
    """How many cards a seat has discarded, face down."""
