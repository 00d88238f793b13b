"""What Briscola tells beside the cards."""

from engine.rules.facts import BySeat, PublicFacts, Suit


class Facts(PublicFacts):
    """Trump and card points."""

    trump: Suit
    """The trump suit."""
    points: BySeat[int]
    """The card points that a seat has won in this round."""
