"""What Skat tells beside the cards."""

from typing import Annotated, Literal

from engine.rules.facts import BySeat, PublicFacts, Seat, during

PLAY = during("play", "over")


class Facts(PublicFacts):
    """The auction, the contract, and how the play stands."""

    bid: int | None
    """The highest bid so far; null for none."""
    declarer: Annotated[Seat | None, during("skat", "discard", "declare", "play", "over")]
    """Who plays alone against the others; null in a Ramsch."""
    hand: Annotated[bool, during("declare", "play", "over")]
    """Whether the declarer plays from the hand, without having seen the skat."""
    contract: Annotated[
        Literal["clubs", "spades", "hearts", "diamonds", "grand", "null", "ramsch"] | None, PLAY
    ]
    """What is played; a suit is trump, together with the jacks."""
    announced: Annotated[Literal["schneider", "schwarz", "ouvert"] | None, PLAY]
    """The highest announcement, which includes those before it; a null ouvert is "ouvert", too."""
    matadors: Annotated[int | None, during("over")]
    """With how many matadors the declarer played, below 0 for without; null where none count."""
    points: Annotated[BySeat[int], PLAY]
    """The card points that a seat has won; those of the skat are added at the end."""
    tricks: Annotated[BySeat[int], PLAY]
    """How many tricks a seat has won."""
