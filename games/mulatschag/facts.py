"""What Mulatschag tells beside the cards."""

from typing import Annotated

from engine.rules.facts import BySeat, PublicFacts, Seat, Suit, during

AUCTION = during("auction", "fold", "trump", "exchange", "accept", "discard", "play", "over")
TRUMP = during("exchange", "accept", "discard", "play", "over")


class Facts(PublicFacts):
    """Points, the auction, trump, and who has won how many tricks."""

    points: BySeat[int]
    """Points before the round, counted down from 21; when it is over, with those of the round."""
    multiplier: int
    """Doubled by each fold before this round; when the round is over, that of the next one."""
    value: int
    """What a basic point counts in this round: the multiplier, doubled if hearts are trump."""
    bid: Annotated[int | None, AUCTION]
    """The highest bid so far in tricks; null for none, and when a Mulatschag is announced."""
    mulatschag: Annotated[bool, during("trump", "play", "over")]
    """Whether a Mulatschag is announced: all tricks, and nobody exchanges."""
    holder: Annotated[Seat | None, AUCTION]
    """Who made the highest bid, or announced the Mulatschag."""
    passed: Annotated[list[Seat], AUCTION]
    """Who has left the auction."""
    trump: Annotated[Suit | None, TRUMP]
    """The trump suit, once it is named."""
    dropped: Annotated[Seat | None, TRUMP]
    """Who does not play this round."""
    tricks: Annotated[BySeat[int], during("play", "over")]
    """How many tricks a seat has won."""
