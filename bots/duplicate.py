"""Duplicate play: the same deals once for each rotation of the bots, so that luck cancels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine import Game, Table

from .builtin import Builtin
from .runner import Fault, Player, play_match


@dataclass(frozen=True)
class Turned:
    """One rotation, played: its table, and what faults were made, with the name of the bot."""

    table: Table
    faults: list[tuple[str, Fault]]

    @property
    def scores(self) -> list[float]:
        """The score of each seat in points of a deal."""
        return [total / len(self.table.rounds) for total in self.table.totals]


def rotations(names: Sequence[str]) -> int:
    """Return in how many different ways bots of these names sit around a table."""
    return len({(*names[turn:], *names[:turn]) for turn in range(len(names))})


def play(
    game: Game,
    names: Sequence[str],
    players: Sequence[Builtin | Player],
    *,
    secret: bytes,
    seed: bytes,
    turns: int,
    passing: Sequence[str] = (),
) -> Iterator[Turned]:
    """Yield a match as it ends for each of the first `turns` rotations; seat s has bot s + turn.

    Deals follow from `secret`, and what the players leave to chance from `seed`.
    """
    seats = len(players)
    for turn in range(turns):
        table = game.table(seats, secret=secret)
        seated = [*players[turn:], *players[:turn]]
        faults = play_match(table, seated, seed=seed, passing=passing)
        yield Turned(table, [(names[(fault.seat + turn) % seats], fault) for fault in faults])


def by_bot(
    names: Sequence[str], scores: npt.NDArray[np.float64]
) -> dict[str, npt.NDArray[np.float64]]:
    """Return for each name its mean score in each match, over its seats and rotations.

    `scores` are those of seats, shape (matches, rotations, seats).
    """
    _matches, turns, seats = scores.shape
    found = {}
    for name in dict.fromkeys(names):
        own = [
            scores[:, turn, seat]
            for turn in range(turns)
            for seat in range(seats)
            if names[(seat + turn) % seats] == name
        ]
        found[name] = np.mean(own, axis=0)
    return found
