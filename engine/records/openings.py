"""How rounds begin: what is called before the first card, and which card that is.

Read off a compact record without replaying it. In all games a card is played by its own number,
and everything else has larger ones.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.rules.game import Game

from . import packed
from .packed import Packed

CARDS = 256
"""Actions from here on are no cards."""


@dataclass
class Openings:
    """Counts of rounds with the same number of players: actions by their numbers.

    `rounds` in all, thrown in ones too; `calls` before the first card, each time one was made;
    `leads` of the rounds in which a card was played.
    """

    rounds: int = 0
    calls: Counter[int] = field(default_factory=Counter)
    leads: Counter[int] = field(default_factory=Counter)

    def add(self, other: "Openings") -> None:
        """Count other rounds with these."""
        self.rounds += other.rounds
        self.calls += other.calls
        self.leads += other.leads


def has_leads(game: Game) -> bool:
    """Tell whether somebody leads in a game: where all choose in secret, nobody does."""
    return "play" not in game.secret_phases


def openings_of(heads: Iterable[Packed]) -> dict[int, Openings]:
    """Return how the rounds of records began, by the number of players.

    Raises InvalidRecord for a record that ends too early.
    """
    found: dict[int, Openings] = {}
    for head in heads:
        counted = found.setdefault(head.players, Openings())
        first, behind = head.game.calls
        for actions in packed.actions_of(head):
            counted.rounds += 1
            for action in actions.tolist():
                if action < CARDS:
                    counted.leads[action] += has_leads(head.game)
                    break
                counted.calls[action] += first <= action < behind
    return {players: _without_nothing(counted) for players, counted in found.items()}


def _without_nothing(counted: Openings) -> Openings:
    """Return counts without actions that were counted no time."""
    return Openings(counted.rounds, +counted.calls, +counted.leads)
