"""A finished match, step by step: the record is played again up to the step asked for.

Step 0 of a round is the deal, step k the position after its k-th action. Replaying a whole match
takes some ten milliseconds, so that nothing of it is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import games
from engine.match import Table
from engine.view import open_view
from league.web.cards import Pack, pack_of
from league.web.words import Said, say_end, wording_of


@dataclass(frozen=True)
class Step:
    """One action of a round: its number from 1, the trick it belongs to, and it in words."""

    number: int
    trick: int
    words: str


@dataclass(frozen=True)
class Trick:
    """The steps of one trick."""

    number: int
    steps: list[Step]


@dataclass
class Replay:
    """A round of a record at one step, with all its steps."""

    pack: Pack
    view: dict[str, Any]
    round: int
    rounds: int
    step: int
    steps: list[Step] = field(default_factory=list)
    end: str | None = None

    @property
    def last(self) -> int:
        """The last step of the round."""
        return len(self.steps)

    @property
    def tricks(self) -> list[Trick]:
        """The steps grouped by trick."""
        groups = groupby(self.steps, key=lambda step: step.trick)
        return [Trick(number, list(steps)) for number, steps in groups]

    @property
    def current(self) -> Step | None:
        """The action that led here, None after the deal."""
        return self.steps[self.step - 1] if self.step else None

    @property
    def previous_trick(self) -> int:
        """The step before this trick's first action, or the trick before if this is it."""
        return max((start for start in self._starts() if start < self.step), default=0)

    @property
    def next_trick(self) -> int:
        """The step before the next trick's first action, or the last step."""
        return min((start for start in self._starts() if start > self.step), default=self.last)

    def _starts(self) -> list[int]:
        return [trick.steps[0].number - 1 for trick in self.tricks]


def replay(
    record: Mapping[str, Any], *, round_number: int, step: int, names: Sequence[str]
) -> Replay:
    """Return a round (from 0) of a valid record at a step; both are moved into their range."""
    rounds = record["rounds"]
    round_number = min(max(round_number, 0), len(rounds) - 1)
    actions = rounds[round_number]["actions"]
    step = min(max(step, 0), len(actions))
    table = _table_of(record)
    for played in rounds[:round_number]:
        _deal(table, played)
        for action in played["actions"]:
            table.play(action)
    _deal(table, rounds[round_number])
    shown = Replay(pack_of(record["game"]), open_view(table), round_number, len(rounds), step)
    for number, action in enumerate(actions, start=1):
        shown.steps.append(_play(table, number, action, names, shown.pack))
        if number == step:
            shown.view = open_view(table)
    if step == shown.last:
        shown.end = say_end(record["game"], shown.view, names)
    return shown


def _table_of(record: Mapping[str, Any]) -> Table:
    form = record["format"]
    return games.get(record["game"]).table(
        record["players"],
        native=form["native"],
        cycles=form["cycles"],
        options=record["options"],
        dealer=record["rounds"][0]["dealer"],
    )


def _deal(table: Table, played: Mapping[str, Any]) -> None:
    table.deal(deck=played["deck"], entropy=bytes.fromhex(played["entropy"]))


def _play(table: Table, number: int, action: str, names: Sequence[str], pack: Pack) -> Step:
    """Play one action and put it into words."""
    turn, trick = table.turn, int(table.state.trick) + 1
    is_lead = not table.state.on_table
    table.play(action)
    said = Said(
        action=action, seat=turn or 0, names=names, is_lead=is_lead, leader=int(table.state.leader)
    )
    return Step(number, trick, wording_of(table.game.slug)(said, pack))
