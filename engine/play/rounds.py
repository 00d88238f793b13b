"""What a table keeps of its rounds: the deals with their actions, and how actions are told."""

from dataclasses import dataclass, field
from typing import Any

from .dealing import Cards


@dataclass
class PlayedRound:
    """One deal of a match and what was done with it, as its table keeps it: not to be changed."""

    dealer: int
    deck: Cards
    """The cards in dealing order."""
    entropy: bytes
    """What chance within the round follows from."""
    carried: dict[str, int]
    """What it took over from the round before: fields of the state (`Game.carried`)."""
    dealt_by_secret: bool
    """Whether dealer, deck and entropy follow from the secret of the match."""
    actions: list[int] = field(default_factory=list)
    """The actions so far, as numbers; it grows until the round is over."""
    scores: list[int] | None = None
    """The scores of the seats, None until the round is over."""
    redeal: bool = False
    """Whether it was thrown in, so that the same dealer deals again."""


@dataclass(frozen=True)
class Told:
    """One action of the current round as each seat reads it."""

    seat: int
    """Whose action it is."""
    openly: str
    """The text with nothing left out."""
    texts: tuple[str, ...]
    """The text for each seat, and last for an onlooker; none if all read the same."""
    besides: dict[str, list[int]]
    """Numbers that all see with it."""

    def to(self, reader: int | None) -> dict[str, Any]:
        """Return what a seat, or None for an onlooker, reads, as JSON-able values."""
        texts = self.texts
        return self._line(texts[-1 if reader is None else reader] if texts else self.openly)

    def to_all(self) -> dict[str, Any]:
        """Return the action with nothing left out, as JSON-able values."""
        return self._line(self.openly)

    def _line(self, action: str) -> dict[str, Any]:
        line: dict[str, Any] = {"seat": self.seat, "action": action}
        for name, numbers in self.besides.items():
            line[name] = list(numbers)
        return line
