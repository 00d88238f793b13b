"""What Truco tells beside the cards."""

from typing import Annotated, Literal

from engine.rules.facts import PublicFacts, Seat, during
from engine.rules.sheet import Side

PACKETS = during("packet", "play", "answer", "over")
TRICKS = during("play", "answer", "over")


class Facts(PublicFacts):
    """Packets, the stake and who raised it, tricks, and how the hand ended."""

    hand: Literal["plain", "eleven", "iron"]
    """Whether one side has eleven points ("eleven"), both have ("iron"), or none ("plain")."""
    rejected: Annotated[int, PACKETS]
    """How many packets the mão has rejected, at most three."""
    given: Annotated[bool, PACKETS]
    """Whether the mão has given a packet to the partner."""
    stake: int
    """What the hand is worth now; a proposal counts once it is accepted or raised."""
    proposed: Annotated[int | None, during("answer", "over")]
    """The stake that waits for an answer, or that somebody ran from."""
    trucador: Annotated[Seat | None, TRICKS]
    """Who called truco in this hand; nobody can call it again."""
    decisive: Annotated[int | None, during("play", "over")]
    """Number of the trick, from 0, whose winner wins the hand, once a truco is accepted."""
    tricks: Annotated[list[Side | None], TRICKS]
    """The side that won each trick played so far; null for a tie."""
    down: Annotated[list[Seat], TRICKS]
    """Whose cards of the trick on the table lie face down."""
    winner: Annotated[Side | None, during("over")]
    """The side that won the hand; null if nobody did."""
    ran: Annotated[bool, during("over")]
    """Whether the hand ended because the other side ran."""
