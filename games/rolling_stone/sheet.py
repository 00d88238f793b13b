"""The score sheet of Rolling Stone, and which scores a round can have."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import numpy as np
from pydantic import Field

from engine.rules.sheet import Fault, ScoreSheet

from .rules import HAND_SIZE, POINTS, score_of


def scores_fault(players: int, scores: Sequence[int]) -> str | None:
    """Say what is impossible about the scores of a round, if anything."""
    winners = sum(score != 0 for score in scores)
    if winners == 0:
        return "somebody wins the round"
    if any(score not in {0, POINTS // winners} for score in scores):
        return f"{POINTS} points are divided equally among those who win the round"
    return None


class Sheet(ScoreSheet):
    """The sheet of one round: the cards each player has left, in the order of the seats.

    Who has none has won; if nobody has none, those with the fewest share the round.
    """

    cards: tuple[Annotated[int, Field(ge=0, le=48)], ...] = Field(
        min_length=4, max_length=6, description="cards left, none for who played the last one"
    )

    def scores(self) -> list[int]:
        cards = np.array(self.cards)
        return [int(score_of(cards, seat)) for seat in range(len(cards))]

    def faults(self) -> Iterator[Fault]:
        n, left = len(self.cards), sum(self.cards)
        out = [seat for seat, cards in enumerate(self.cards) if cards == 0]
        for seat in out[1:]:
            yield ("cards", seat), "the round ends when the first player has no cards"
        most = HAND_SIZE * n - 2  # nobody leads the last card before a trick is laid aside
        if out and left > most:
            yield ("cards",), f"when the winner has none, at most {most} are left"
        if not out and (left > HAND_SIZE * n or left % n):
            yield ("cards",), f"{left} cards cannot be left: tricks of {n} are laid aside"
