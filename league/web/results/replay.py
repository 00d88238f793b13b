"""A finished match, step by step: the record is played again up to the step asked for.

Step 0 of a round is the deal, step k the position after its k-th action. Replaying a whole match
takes some ten milliseconds, so that nothing of it is stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from engine.play.table import Table
from engine.rules.state import EVERYBODY, WON, State, copy_state, laid_card
from league.services.results import records
from league.web.games.cards import Pack, pack_of
from league.web.games.phrases import part_of_round
from league.web.games.words import Said, say_action, say_end


@dataclass(frozen=True)
class Step:
    """One action of a round: its number from 1, the trick it belongs to, and it in words.

    Before the first trick `part` names what is going on, such as the auction.
    """

    number: int
    trick: int
    words: str
    part: str = ""


@dataclass(frozen=True)
class Trick:
    """The steps of one trick, or of one part of what comes before the first."""

    number: int
    part: str
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
    swept: Sequence[Mapping[str, Any]] = ()
    """The trick that this step completed, as in the view: it has left the table already."""

    @property
    def last(self) -> int:
        """The last step of the round."""
        return len(self.steps)

    @property
    def tricks(self) -> list[Trick]:
        """The steps grouped by trick."""
        groups = groupby(self.steps, key=lambda step: (step.trick, step.part))
        return [Trick(number, part, list(steps)) for (number, part), steps in groups]

    @property
    def current(self) -> Step | None:
        """The action that led here, None after the deal."""
        return self.steps[self.step - 1] if self.step else None

    @property
    def part(self) -> str:
        """What is going on before the first trick, nothing afterwards."""
        phase = self.view["phase"]
        has_begun = phase in {"play", "over"} or (self.current and not self.current.part)
        return "" if has_begun else part_of_round(self.view["game"], phase)

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
    table = records.table_of(record)
    for played in rounds[:round_number]:
        records.deal_again(table, played)
        for action in played["actions"]:
            table.play(action)
    records.deal_again(table, rounds[round_number])
    shown = Replay(pack_of(record["game"]), table.open_view(), round_number, len(rounds), step)
    for number, action in enumerate(actions, start=1):
        before = table_before(table) if number == step else None
        shown.steps.append(_play(table, shown, action, names))
        if before:
            shown.view = table.open_view()
            shown.swept = swept(before, table)
    if step == shown.last:
        is_redeal = bool(rounds[round_number].get("redeal"))
        shown.end = say_end(shown.view, names, is_redeal=is_redeal)
    return shown


@dataclass(frozen=True)
class Before:
    """A table before an action: its state, and the trick that lies there."""

    state: State
    lying: list[dict[str, Any]]


def table_before(table: Table) -> Before:
    """Return what `swept` needs to know of a table before an action."""
    view = table.open_view()
    down = view["facts"].get("down", [])
    lying = [{**card, "down": card["seat"] in down} for card in view["table"]]
    return Before(copy_state(table.state), lying)


def swept(before: Before, table: Table) -> list[dict[str, Any]]:
    """Return the trick that an action completed and that has left the table, else nothing."""
    card = laid_card(before.state, table.state)
    if card is None or table.state.on_table:
        return []
    is_down = int(table.state.known[card]) != EVERYBODY
    last = {"seat": int(before.state.turn), "card": table.game.pack.format(card), "down": is_down}
    return [*before.lying, last]


def _play(table: Table, shown: Replay, action: str, names: Sequence[str]) -> Step:
    """Play one action and put it into words."""
    state = table.state
    turn, trick, phase = table.turn, int(state.trick) + 1, table.phase
    is_lead, won = not state.on_table, tricks_won(table)
    table.play(action)
    takers = [seat for seat, cards in enumerate(tricks_won(table)) if cards > won[seat]]
    said = Said(
        action=action,
        seat=turn or 0,
        names=names,
        is_lead=is_lead,
        leader=int(state.leader),
        game=table.game.slug,
        taker=takers[0] if len(takers) == 1 and not state.on_table else None,
    )
    words = say_action(said, shown.pack)
    has_begun = phase == "play" or (bool(shown.steps) and not shown.steps[-1].part)
    part = "" if has_begun else part_of_round(table.game.slug, phase)
    return Step(len(shown.steps) + 1, trick, words, part)


def tricks_won(table: Table) -> list[int]:
    """Return how many cards each seat has won."""
    return [int(table.state.count[WON + seat]) for seat in range(table.players)]
