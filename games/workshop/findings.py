"""What came of holding a game against a law: what it means, where to look, the position as text."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.conformance.laws import Violation
from engine.play.table import Table
from engine.rules.game import Game

from .finding import line_in, said_by
from .playthrough import hands_of, told_actions

MOST_LEGAL = 13
"""Of the legal actions as many are shown."""


@dataclass(frozen=True)
class Finding:
    """A law and what came of it: nothing, or how it was broken, with what was asked for."""

    law: Callable[..., Any]
    broken: str = ""
    where: str = ""
    position: str = ""
    players: int = 0
    seed: int = 0

    @property
    def ok(self) -> bool:
        """Whether the law held."""
        return not self.broken

    @property
    def name(self) -> str:
        """The law as words."""
        return self.law.__name__.replace("_", " ")

    @property
    def means(self) -> str:
        """The law as a sentence."""
        return (self.law.__doc__ or "").partition("\n")[0]


def found(
    law: Callable[..., Any], error: Exception, game: Game, *, players: int = 0, seed: int = 0
) -> Finding:
    """Return how a law was broken: by a Violation, or by an error in the game's own code."""
    frames = list(traceback.walk_tb(error.__traceback__))
    return Finding(
        law,
        broken=str(error) if isinstance(error, Violation) else said_by(error),
        where=line_in(game.folder, error),
        position=next((text for text in map(_position, reversed(frames)) if text), ""),
        players=players,
        seed=seed,
    )


def _position(frame: tuple[Any, int]) -> str:
    """Return the position of the table that a frame knows, as text."""
    table = frame[0].f_locals.get("table")
    if not isinstance(table, Table) or not table.rounds:
        return ""
    return "\n".join(lines_of(table))


def lines_of(table: Table) -> Iterator[str]:
    """Yield the round at a table as text: hands, a line for each trick, and where it stands now.

    It is dealt and played again, as laws change a table's state; what fails on the way is left out.
    """
    again = Table(table.game, table.players, native=table.native, options=table.options)
    *before, last = table.rounds
    with suppress(Exception):
        for done in before:
            _deal(again, done)
            again.play_actions(done.actions)
        _deal(again, last)
        yield f"{table.players} players, round {len(before)}, seat {last.dealer} deals"
        yield from hands_of(again)
        yield from told_actions(again, last.actions, hands_of(again))
    with suppress(Exception):
        yield _now(again)
        yield from (f"now {line}" for line in hands_of(again) if not again.round_over)
        yield f"facts {again.view(None)['facts']}"


def _deal(table: Table, done: Any) -> None:
    deck = table.game.pack.format_cards(done.deck)
    table.deal(deck=deck, entropy=done.entropy, dealer=done.dealer)


def _now(table: Table) -> str:
    if table.turn is None:
        return f"the round is over, scores {table.round_scores}"
    legal = table.legal()
    more = f" and {len(legal) - MOST_LEGAL} more" if len(legal) > MOST_LEGAL else ""
    return f"seat {table.turn} is to act in {table.phase!r}: {', '.join(legal[:MOST_LEGAL])}{more}"
