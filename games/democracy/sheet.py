"""What is counted in Democracy: cards dealt, points of cards, tribes, and the score sheet.

Rulings taken: DE1, DE6.
"""

from collections.abc import Iterator

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from engine.kernels.marks import rule
from engine.rules.sheet import Fault, ScoreSheet
from games.shared.packs import ACE, JACK, KING, QUEEN, SUITS, TEN

FIRST_DAY = np.array([0, 0, 12, 8, 6, 4, 4])
"""Cards dealt to each player and to the pool on the first day, by number of players (DE1)."""
SECOND_DAY = np.array([0, 0, 4, 4, 4, 4, 3])
PAGAT_DAY = np.array([0, 0, 8, 6, 5, 4, 3])
"""The same on either day if the option `pagat` is chosen."""
UNDEALT = {6: 7}
"""Cards that are never dealt, by number of players, if the option `pagat` is chosen."""

RANKING = (6, 7, 8, 9, TEN, JACK, QUEEN, KING, ACE, 3, 4, 5)
"""The ranks from the lowest to the highest."""
POINTS_OF_RANK = {5: 5, 4: 4, 3: 3, ACE: 3, KING: 2, QUEEN: 2, JACK: 2, TEN: 1, 9: 1, 8: 1, 7: 1}
POINTS = np.array([POINTS_OF_RANK.get(rank, 0) for rank in range(32)])
SUIT_POINTS = 25
MAJORITY = 13
"""Points of a suit that win its tribe."""


@rule
def tribes_of(clubs: int, spades: int, hearts: int, diamonds: int) -> int:
    """Return how many tribes are won with these captured points (DE6)."""
    tribes = 0
    for points in (clubs, spades, hearts, diamonds):
        if points >= MAJORITY:
            tribes += 1
    return tribes


Captured = Field(default=0, ge=0, le=SUIT_POINTS)


class PlayerSheet(BaseModel):
    """One player's captured points of each suit at the end of an island."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    clubs: int = Captured
    spades: int = Captured
    hearts: int = Captured
    diamonds: int = Captured

    @property
    def points(self) -> tuple[int, int, int, int]:
        """The points, in the order of the suits."""
        return self.clubs, self.spades, self.hearts, self.diamonds


class Sheet(ScoreSheet):
    """The sheet of one island: the points that every player captured, in the order of the seats.

    Only upcards of tied tricks are missing, and what is never dealt with the option `pagat`.
    """

    players: tuple[PlayerSheet, ...] = Field(min_length=2, max_length=6)
    pagat: bool = Field(default=False, description="dealt as pagat.com has it")

    def scores(self) -> list[int]:
        return [tribes_of(*player.points) for player in self.players]

    def faults(self) -> Iterator[Fault]:
        missing = [SUIT_POINTS] * 4
        for i, player in enumerate(self.players):
            for suit, points in enumerate(player.points):
                if 0 <= missing[suit] < points:
                    reason = f"all {SUITS[suit]} together are {SUIT_POINTS} points"
                    yield ("players", i, SUITS[suit]), reason
                missing[suit] -= points
        if min(missing) >= 0 and sum(map(_fewest_cards, missing)) > self._most_missing():
            reason = (
                f"{sum(missing)} points are missing: so many cannot lie in tied tricks' upcards"
            )
            yield ("players",), reason

    def _most_missing(self) -> int:
        n = len(self.players)
        if self.pagat:
            return int(2 * PAGAT_DAY[n]) + UNDEALT.get(n, 0)
        return int(FIRST_DAY[n] + SECOND_DAY[n])


def _fewest_cards(points: int) -> int:
    """Return how many cards of one suit are at least needed for so many points."""
    cards = 0
    for rank in reversed(RANKING):
        if points <= 0:
            break
        points -= int(POINTS[rank])
        cards += 1
    return cards
