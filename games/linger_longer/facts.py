"""What Linger Longer tells beside the cards."""

from engine.rules.facts import PublicFacts, Seat, Suit


class Facts(PublicFacts):
    """Trump, and who is out."""

    trump: Suit
    """The trump suit."""
    out: list[Seat]
    """Who has no cards left and does not come back."""
