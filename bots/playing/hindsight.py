"""What a choice has cost: beside what a bot that looks ahead would have done in its place.

The bot thinks as it would at the table, from what the seat knew then. Where it would have done
something else, that and the choice made are followed on in the same possible deals, with the same
chance. So the deals cancel, and how far the mean difference can be trusted is measured from one
block of deals to the next. A card is followed by a search of its own, as the bot would go on; a
bid, a discard and the like by the policy, as in a comparison (decision 24). Only points count here,
also where the bot thinks of places as well.
"""

from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

import numpy as np

from bots.builtin import Builtin, searcher
from engine.inference.evidence import CARDS
from engine.play.table import Table
from engine.search.playout import NODES
from engine.search.searcher import CARELESS, Comparison, Tree
from engine.search.tree import VISITS, add_node

from . import runner

BLOCKS: Final = 10
DEALS_IN_BLOCK: Final = 200
FIRST_DEALS: Final = 400
"""From so many deals a search first learns how to go on; they are not counted."""
T_95: Final = 2.262
"""Student's t for an interval of 95 % from so many blocks."""
ANEW: Final = 0x9E3779B97F4A7C15
"""What makes the chance of the deals another one than that of the bot's thoughts."""
NEVER: Final = -1e12
"""A card that is worth so little is never tried."""


@dataclass(frozen=True)
class Finding:
    """What a bot would have done, and by how many points that is better than what was done.

    `margin` is half the width of the 95 % interval of `cost`. Both are 0 where they are the same.
    """

    best: int
    cost: float = 0.0
    margin: float = 0.0


def look_back(table: Table, made: int, bot: Builtin, seed: int) -> Finding:
    """Return what a bot would have done for the seat to act, which is about to do `made`.

    The same seed and position give the same finding on any machine. Raises NotCompiled.
    """
    best = runner.consider(table, bot, seed).best()
    if best == made:
        return Finding(best)
    is_card = all(action < CARDS for action in table.legal_actions())
    gaps = _gaps_of_cards(table, best, made, seed) if is_card else _gaps(table, best, made, seed)
    return Finding(best, float(gaps.mean()), T_95 * float(gaps.std(ddof=1)) / sqrt(BLOCKS))


def _gaps_of_cards(table: Table, best: int, made: int, seed: int) -> Any:
    """Return by how much one card is better than another in each block of deals, on average."""
    one, other = (_values(_Line(table, card, seed)) for card in (best, made))
    return one - other


def _values(line: "_Line") -> Any:
    line.go_on(FIRST_DEALS)
    found = np.zeros(BLOCKS)
    for block in range(BLOCKS):
        before = line.worth
        line.go_on(DEALS_IN_BLOCK)
        found[block] = (line.worth - before) / DEALS_IN_BLOCK
    return found


def _gaps(table: Table, best: int, made: int, seed: int) -> Any:
    """Return the same of any two choices."""
    duel = _Duel(table, best, made, seed)
    found = np.zeros((BLOCKS, 2))
    for block in range(BLOCKS):
        before = duel.sums
        duel.go_on(DEALS_IN_BLOCK)
        found[block] = (duel.sums - before) / DEALS_IN_BLOCK
    return found[:, 0] - found[:, 1]


class _Line(Tree):
    """A search of the cards that come after one card; only points count.

    Two of them with the same seed look at the same deals.
    """

    def __init__(self, table: Table, card: int, seed: int) -> None:
        choices = np.array(table.legal_actions())
        room = len(choices) + FIRST_DEALS + BLOCKS * DEALS_IN_BLOCK
        calls, mind = table.calls(), runner.mind_of(table, seed ^ ANEW)
        super().__init__(searcher(table.game), mind, choices, calls, size=room, careless=CARELESS)
        self._by_place = 0.0
        for number, choice in enumerate(choices.tolist(), start=1):
            add_node(self._tree, self._worth, number, 0, choice, int(mind.turn))
            self._tree[number, VISITS] = 1
            self._worth[number] = NEVER
            if choice == card:
                self._own, self._worth[number] = number, 0.0
        self._found[NODES] = len(choices) + 1

    @property
    def worth(self) -> float:
        """The sum of what its deals were worth."""
        return float(self._worth[self._own])


class _Duel(Comparison):
    """Two choices, played out in the same deals; only points count."""

    def __init__(self, table: Table, best: int, made: int, seed: int) -> None:
        both, calls = np.array([best, made]), table.calls()
        mind = runner.mind_of(table, seed ^ ANEW)
        super().__init__(searcher(table.game), mind, both, calls, size=0, careless=CARELESS)
        self._by_place = 0.0

    @property
    def sums(self) -> Any:
        """What the deals of each were worth in all."""
        return self._sums.copy()
