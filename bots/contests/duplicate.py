"""Duplicate play: the same deals once for each rotation of the bots, so that luck cancels."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bots.builtin import Builtin
from bots.conversation.process import ProcessPlayer
from bots.playing.runner import Fault, Player, Sitting, StandIn, play_beside
from bots.sandbox import BotFault
from bots.sandbox.command import MOST_TABLES
from engine.play.table import Table
from engine.rules.game import Game

Seated = Callable[[], AbstractContextManager[Sequence[Builtin | Player]]]
"""Gives players in the order of their names, new ones whenever it is called."""


@dataclass(frozen=True)
class Deals:
    """The deals of a match follow from `secret`, and from `seed` what players leave to chance."""

    secret: bytes
    seed: bytes


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
    seated: Seated,
    *,
    matches: Sequence[Deals],
    turns: int,
    passing: Sequence[str] = (),
    pulse: Callable[[], object] | None = None,
) -> list[list[Turned]]:
    """Return for each match its first `turns` rotations; in rotation t, seat s has bot s + t.

    Players sit through one rotation of all matches and then make room for new ones: whoever was
    dealt the same cards twice could know them all. Matches are played side by side as far as the
    clocks of all players let them. `pulse` is that of `play_match`.
    """
    found: list[list[Turned]] = [[] for _ in matches]
    for turn in range(turns):
        with seated() as players:
            rotated = [*players[turn:], *players[:turn]]
            sittings = [
                Sitting(
                    Table(game, len(players), secret=deals.secret),
                    [_beside(player) for player in rotated],
                    deals.seed,
                    passing,
                )
                for deals in matches
            ]
            faults: list[list[Fault]] = []
            while len(faults) < len(sittings):
                some = sittings[len(faults) : len(faults) + _tables(players)]
                faults += play_beside(some, pulse=pulse)
            for sitting, of_match, rotations_of_match in zip(sittings, faults, found, strict=True):
                told = [(names[(one.seat + turn) % len(names)], one) for one in of_match]
                rotations_of_match.append(Turned(sitting.table, told))
    return found


def _beside(player: Builtin | Player) -> Builtin | Player:
    return player.beside() if isinstance(player, ProcessPlayer) else player


def _tables(players: Sequence[Builtin | Player]) -> int:
    """Return at how many tables these players can sit at once."""
    most = MOST_TABLES
    for player in players:
        if isinstance(player, ProcessPlayer):
            with suppress(BotFault):  # it is one in each match
                player.start()
            most = min(most, player.process.tables)
        elif not isinstance(player, Builtin | StandIn):
            return 1
    return most


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
