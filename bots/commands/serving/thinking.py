"""The bot's processes, and which of them sits at which table."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from bots.conversation.process import ProcessPlayer
from bots.sandbox.command import MOST_TABLES, Clock
from bots.sandbox.faults import BotFault, Reason

from .retelling import Retelling

if TYPE_CHECKING:
    from stammtisch.client.types.tables import TurnOutput

CLOCK = Clock(first_answer_s=60.0, tables=MOST_TABLES)
"""Time to load what a bot has learned; how long an answer may take says the clock of the table."""
MOST_FAULTS = 2
"""So many faults without an answer in between end the bot's part at a table."""
LEAST_S = 0.2
"""Less time than this is none."""

NewPlayer = Callable[[], ProcessPlayer]


class GaveUp(Exception):  # a fault is told, no error
    """The bot has no answer, however often it is asked."""


@dataclass
class _Process:
    """A process with its players; whoever speaks to it holds `lock`."""

    player: ProcessPlayer
    lock: Lock = field(default_factory=Lock)
    tables: set[str] = field(default_factory=set)

    @property
    def has_room(self) -> bool:
        return len(self.tables) < self.player.process.tables


class _Sitter:
    """Who sits at one table: a player, and what it has been told."""

    def __init__(self, process: _Process) -> None:
        self.process = process
        self.faults = 0
        self.sit_down_again()

    def sit_down_again(self) -> None:
        """Let another player of the same process take over, which knows of nothing."""
        self.player = self.process.player.beside()
        self.retelling = Retelling(self.player)


class Thinking:
    """Answers for a bot at several tables, by as many processes as they need.

    `say` is told of faults. After one, another process goes on.
    """

    def __init__(self, new_player: NewPlayer, *, say: Callable[[str], object]) -> None:
        self._new_player = new_player
        self._say = say
        self._lock = Lock()
        self._processes = [_Process(new_player())]
        self._sitters: dict[str, _Sitter] = {}

    def start(self) -> int:
        """Start the first process; return at how many tables one can sit. Raises BotFault."""
        first = self._processes[0].player
        first.start()
        return first.process.tables

    @property
    def hears_events(self) -> bool:
        """Whether the bot wants to be told what happens while it is not asked."""
        return self._processes[0].player.hears_events

    def act(self, table: str, turn: "TurnOutput", *, time_s: float) -> str | None:
        """Return the answer to an `act` within so many seconds, None if there is no time.

        `time_s` includes the wait for a process that thinks about another table. Raises GaveUp
        after MOST_FAULTS.
        """
        view, seed = turn["view"], turn["seed"]
        deadline = monotonic() + time_s
        with self._sitting(table) as sitter:
            while (left_s := deadline - monotonic()) >= LEAST_S:
                try:
                    return _answer(sitter, view, seed, left_s)
                except BotFault as fault:
                    self._tell_fault(table, view, sitter.player.has_failed(fault))
                    sitter.sit_down_again()
                sitter.faults += 1
                if sitter.faults == MOST_FAULTS:
                    raise GaveUp
        return None

    def hear(self, table: str, view: dict[str, Any]) -> None:
        """Tell the bot what has happened at a table where it has acted before."""
        with self._sitting(table) as sitter:
            if sitter.retelling.has_begun:
                sitter.retelling.go_on(view)

    def end(self, table: str, view: dict[str, Any] | None) -> None:
        """Leave a table; `view` is the last one, if its match has come to an end."""
        with self._lock:
            sitter = self._sitters.pop(table, None)
        if sitter is None:
            return
        with sitter.process.lock:
            if view is not None and sitter.retelling.has_begun:
                sitter.retelling.end(view)
            sitter.player.leave()
            sitter.process.tables.discard(table)

    def close(self) -> None:
        """End all processes, whatever they think about."""
        for process in self._processes:
            process.player.process.end()

    @contextmanager
    def _sitting(self, table: str) -> Iterator[_Sitter]:
        """Give who sits at a table, with its process to oneself."""
        with self._lock:
            sitter = self._sitters.get(table)
            if sitter is None:
                sitter = self._sitters[table] = _Sitter(self._with_room())
                sitter.process.tables.add(table)
        with sitter.process.lock:
            yield sitter

    def _with_room(self) -> _Process:
        """Return a process that can sit at one more table, a new one if need be."""
        found = next((process for process in self._processes if process.has_room), None)
        if found is None:
            found = _Process(self._new_player())
            self._processes.append(found)
        return found

    def _tell_fault(self, table: str, view: dict[str, Any], fault: BotFault) -> None:
        where = f"round {view['round'] + 1} after {len(view['log'])} actions"
        self._say(f"Table {table}: a fault in {where}: {fault}")
        for line in fault.evidence.decode(errors="backslashreplace").splitlines():
            self._say(f"  | {line}")


def _answer(sitter: _Sitter, view: dict[str, Any], seed: int, time_s: float) -> str:
    """Return a legal answer; raises BotFault."""
    if sitter.retelling.has_begun:
        sitter.retelling.go_on(view)
    else:
        sitter.retelling.begin(view, seed)
    answer = sitter.player.act(view, seed=seed, time_s=time_s)
    if answer not in view["legal"]:
        raise BotFault(Reason.ILLEGAL_ACTION, f"{answer!r} is not legal now", answer.encode())
    sitter.faults = 0
    return answer
