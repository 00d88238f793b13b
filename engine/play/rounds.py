"""What a table keeps of its rounds: the deals with their actions, and how actions are told."""

from dataclasses import dataclass, field

from .dealing import Cards


@dataclass
class PlayedRound:
    """One deal of a match and what was done with it; `scores` is None until it is over."""

    dealer: int
    deck: Cards
    entropy: bytes
    carried: dict[str, int]
    dealt_by_secret: bool
    actions: list[int] = field(default_factory=list)
    scores: list[int] | None = None
    redeal: bool = False


@dataclass(frozen=True)
class Told:
    """One action of the current round as each seat reads it, the onlooker last.

    `besides` are numbers that all see with it.
    """

    seat: int
    openly: str
    texts: tuple[str, ...]
    besides: dict[str, list[int]]

    def to(self, reader: int | None) -> str:
        """Return the text that a seat (None: an onlooker) reads."""
        return self.texts[-1 if reader is None else reader] if self.texts else self.openly
