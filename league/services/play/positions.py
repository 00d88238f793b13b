"""Positions of online tables: the log, replayed.

The log only grows, so a table of the engine that has played it up to some length needs only what
is new. Each process keeps some of them; they hold nothing but what was committed, and whatever does
not fit the row that somebody has read is not used.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from threading import Lock

from django.db import connection, transaction

import games
from engine.play.table import Table
from engine.rules.errors import InvalidNotation
from engine.rules.state import WON, State, copy_state, laid_card
from league.logic.recent import Recent
from league.models import OnlineTable, TableAction, TableSeat

KEPT = 512
"""So many positions a process keeps at most."""
UNUSED_S = 600
"""After so long a position that nobody has used is let go: most are of tables that are over."""
EARLIER = ":earlier"
"""What comes after the code of a table where the position is kept that who watches sees."""
DEAL = "deal"


@dataclass(frozen=True, slots=True)
class Course:
    """What an action did to the trick.

    `trick` is the trick to which it laid a card, None if it did not; `is_lead` tells whether the
    trick was empty before; `leader` leads the trick after it; `taker` has won one by it, None if
    nobody has.
    """

    trick: int | None
    is_lead: bool
    leader: int
    taker: int | None


@dataclass
class Position:
    """A table of the engine after `length` actions of a log.

    `actions` are those of the current round as they are in the log, in its order.
    """

    table: Table
    length: int = 0
    actions: list[TableAction] = field(default_factory=list)
    _undone: int = 0
    _followed: State = None
    _course: list[Course] = field(default_factory=list)

    def follow(self, log: Iterable[TableAction]) -> None:
        """Play what the log has next."""
        for action in log:
            if action.back_to is not None:
                self.go_back(action.back_to)
            elif action.seat is None:
                self.table.deal()
            else:
                self.table.play(action.text)
            self.note(action)

    def note(self, action: TableAction) -> None:
        """Count what has been done at the table."""
        if action.seat is None:
            self.actions, self._course = [], []
            self._followed = copy_state(self.table.state)
        elif action.back_to is None:
            self.actions.append(action)
        self.length += 1

    def go_back(self, number: int) -> None:
        """Undo the actions of the round that have this number in the log, or a higher one."""
        kept = [action for action in self.actions if action.number < number]
        undone = len(self.actions) - len(kept)
        self.table.take_back(undone)
        self._undone += undone + 1  # the entry that says so is no action
        self.actions, self._course = kept, []
        self._followed = copy_state(self.table.dealt)

    @property
    def played(self) -> int:
        """How many deals and actions led here, without those that were taken back."""
        return self.length - self._undone

    def course(self) -> list[Course]:
        """Return what each action of the round did to the trick."""
        played = self.table.rounds[-1].actions
        for number in range(len(self._course), len(played)):
            self._course.append(self._follow_trick(played[number]))
        return self._course

    def _follow_trick(self, action: int) -> Course:
        """Play an action once more, where only tricks are looked at."""
        state, seats = self._followed, self.table.players
        before = copy_state(state)
        won = before["count"][WON : WON + seats].tolist()
        self.table.game.kernels.apply(state, action)
        has_more = state["count"][WON : WON + seats].tolist()
        takers = [seat for seat in range(seats) if has_more[seat] > won[seat]]
        return Course(
            trick=None if laid_card(before, state) is None else int(before["trick"]),
            is_lead=not before["on_table"],
            leader=int(state["leader"]),
            taker=takers[0] if len(takers) == 1 and not state["on_table"] else None,
        )

    def last_trick(self) -> list[int]:
        """Return which actions of the round laid the cards of the last trick that is complete."""
        state, tricks = self.table.state, [step.trick for step in self.course()]
        lying = int(state["trick"]) if state["on_table"] and not self.table.round_over else None
        last = max((trick for trick in tricks if trick not in {None, lying}), default=None)
        return [
            number for number, trick in enumerate(tricks) if trick is not None and trick == last
        ]

    def length_for_onlookers(self) -> int:
        """Return how much of the log who watches knows: up to the trick that lies on the table.

        All of it while none does, and once the round is over.
        """
        if self.table.round_over or not self.table.state["on_table"]:
            return self.length
        led = [
            number
            for number, step in enumerate(self.course())
            if step.is_lead and step.trick is not None
        ]
        return self.length - len(self.actions) + max(led, default=0)

    def names_card(self, text: str) -> bool:
        """Return whether the last word of an action is a card."""
        try:
            self.table.game.pack.parse(text.rpartition(" ")[2])
        except InvalidNotation:
            return False
        return True


class _Kept:
    """The positions that a process keeps, those used last."""

    def __init__(self, most: int = KEPT) -> None:
        self._positions = Recent[Position](most, unused_s=UNUSED_S)
        self._lock = Lock()

    def take(self, code: str) -> Position | None:
        """Return the position of a table, which nobody else has from now on."""
        with self._lock:
            return self._positions.take(code)

    def keep(self, code: str, position: Position) -> None:
        """Keep a position, unless a later one is kept already."""
        with self._lock:
            other = self._positions.use(code)
            if other is None or other.length <= position.length:
                self._positions.put(code, position)

    def forget(self) -> None:
        """Keep nothing, as a process that has just begun."""
        with self._lock:
            self._positions.clear()


kept = _Kept()


@contextmanager
def looking(table: OnlineTable) -> Iterator[Position]:
    """Give the position of a table that is only looked at; one query where the log has news.

    What is played there is loaded. Inside a transaction nothing is kept: it may be rolled back.
    """
    position = reach(table)
    yield position
    if not in_transaction():
        kept.keep(table.code, position)


@contextmanager
def watching(table: OnlineTable) -> Iterator[Position]:
    """Give the position that who has no seat sees: as it was before the trick that is being played.

    So nobody helps a player from a second screen. Both positions follow the log, so that each
    action is played once for either: as `looking`, and one query more where a trick was completed.
    """
    with looking(table) as newest:
        length = newest.length_for_onlookers()
        if length == newest.length:
            yield newest
            return
    key = table.code + EARLIER
    earlier = _reach(key, table, length)
    yield earlier
    if not in_transaction():
        kept.keep(key, earlier)


def in_transaction() -> bool:
    """Return whether what is read may never be committed."""
    return connection.in_atomic_block


def to_change(table: OnlineTable) -> Position:
    """Return the position of a table whose row the caller holds; it is kept once that commits."""
    position = reach(table)
    keep_once_committed(table, position)
    return position


def keep_once_committed(table: OnlineTable, position: Position) -> None:
    """Keep a position that has reached what the current transaction adds to the log."""
    transaction.on_commit(partial(kept.keep, table.code, position))


def reach(table: OnlineTable) -> Position:
    """Return a position of exactly the length that the row says, which nobody else has."""
    return _reach(table.code, table, table.length)


def _reach(key: str, table: OnlineTable, length: int) -> Position:
    position = kept.take(key)
    # One that waits for its first deal may lack numbers that have come since.
    if position is None or not position.length or position.length > length:
        position = Position(_new_table(table))
    if position.length < length:
        news = table.actions.filter(number__gte=position.length, number__lt=length)
        position.follow(news.order_by("number"))
    return position


def numbers_of(seats: Iterable[TableSeat]) -> list[bytes | None]:
    """Return what browsers have added to the deals at all seats of a table, in their order."""
    return [None if seat.added is None else bytes(seat.added) for seat in seats]


def _new_table(table: OnlineTable) -> Table:
    rules = table.rules
    game = games.get(rules.game)
    return Table(
        game,
        players=table.size,
        secret=table.secret,
        numbers=numbers_of(table.seats.all()),
        native=rules.native,
        cycles=rules.cycles,
        options=game.options.model_validate(rules.options),
    )
