"""A match between players of any kind.

Built-in bots that follow a policy are played by kernels from one decision of somebody else to the
next; those that look ahead search from what their seat knows, and a learned one asks its net. Any
other player is an object that is given the view of its seat and answers with the text of an action;
one that is a `herald.Listener` is also told what happens.
A fault ends a player's part: the first legal action is played for its seat from then on. What
goes wrong with the host is no fault: it is raised, and the match is void.
"""

import hashlib
import json
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np

from bots.builtin import Builtin, driver, judge, searcher
from bots.conversation.process import Asked, BotProcess, ProcessPlayer
from bots.sandbox.faults import BotFault, Reason, SandboxError
from engine.play.table import Table
from engine.rules.errors import EngineError
from engine.rules.state import State
from engine.search.searcher import Thinking

from .herald import Herald


class Player(Protocol):
    """Somebody who plays a seat by looking at its view."""

    def act(self, view: dict[str, Any]) -> str:
        """Return the text of one of `view["legal"]`."""


@dataclass(frozen=True)
class Fault:
    """What ended a player's part: where, why in a slug and in words, and what was seen.

    `round` and `action` count from 0; `evidence` is the bot's own words, as far as they tell.
    """

    seat: int
    round: int
    action: int
    reason: Reason
    detail: str
    evidence: str = ""


class StandIn:
    """Plays on for a player whose part has ended."""

    def act(self, view: dict[str, Any]) -> str:
        action: str = view["legal"][0]
        return action


class Sitting(NamedTuple):
    """A match to be played: its table, a player for each seat, and the seed of what they do.

    The same seed plays the same match again. In the phases `passing`, as far as rounds begin with
    them, everybody passes. `watch` is told who was asked, about which view, and the answer or the
    exception in its place.
    """

    table: Table
    players: Sequence[Builtin | Player]
    seed: bytes
    passing: Sequence[str] = ()
    watch: Callable[[Any, dict[str, Any], Any], object] | None = None


Turn: TypeAlias = tuple[Any, dict[str, Any]]
"""A player that is to act, and its view."""
Course: TypeAlias = Generator[Turn, Any, list[Fault]]
"""A match under way: yields whose turn it is, is sent the answer, and returns the faults.

The answer is the text of an action, or the exception in its place.
"""


def play_match(
    table: Table,
    players: Sequence[Builtin | Player],
    *,
    seed: bytes,
    passing: Sequence[str] = (),
    pulse: Callable[[], object] | None = None,
) -> list[Fault]:
    """Play a table to the end of its match and return the faults of its players.

    `pulse` is called before anybody but a built-in bot is asked; see also `Sitting`.
    """
    [faults] = play_beside([Sitting(table, players, seed, passing)], pulse=pulse)
    return faults


def play_beside(
    sittings: Sequence[Sitting], *, pulse: Callable[[], object] | None = None
) -> list[list[Fault]]:
    """Play matches side by side and return the faults of each.

    Players of one process (`ProcessPlayer.beside`) are asked together whenever it is their turn.
    All other players sit at one table each. `pulse` is called before anybody is asked.
    """
    try:
        return _play([_course(sitting) for sitting in sittings], pulse or _nothing)
    finally:
        for player in (player for sitting in sittings for player in sitting.players):
            if isinstance(player, ProcessPlayer):
                player.leave()  # a match that was broken off


def _play(courses: Sequence[Course], pulse: Callable[[], object]) -> list[list[Fault]]:
    found: list[list[Fault]] = [[] for _ in courses]
    answers: dict[int, Any] = dict.fromkeys(range(len(courses)))
    while answers:
        turns: dict[int, Turn] = {}
        for number, answer in answers.items():
            try:
                turns[number] = courses[number].send(answer)
            except StopIteration as end:
                found[number] = end.value
        answers = _answers(turns, pulse)
    return found


def _nothing() -> None:
    """Stand where nobody wants to be called."""


def _answers(turns: dict[int, Turn], pulse: Callable[[], object]) -> dict[int, Any]:
    """Return the answers of those whose turn it is, by the number of their match."""
    answers: dict[int, Any] = {}
    of_process: dict[BotProcess, list[int]] = {}
    for number, (player, view) in turns.items():
        if isinstance(player, ProcessPlayer):
            of_process.setdefault(player.process, []).append(number)
        else:
            pulse()
            answers[number] = _answer(player, view)
    for process, numbers in of_process.items():
        asked = [Asked(*turns[number]) for number in numbers]
        answers |= zip(numbers, process.act_all(asked, pulse=pulse), strict=True)
    return answers


def _course(sitting: Sitting) -> Course:
    table, players, seed, passing, watch = sitting
    if len(players) != table.players:
        raise ValueError(f"{len(players)} players for {table.players} seats")
    seated = list(players)
    herald = Herald(table, players)
    faults: list[Fault] = []
    herald.match_begins(seed)
    while not table.over:
        if table.round_over:
            table.deal()
            herald.round_begins()
            while table.phase in passing:
                table.play("pass")
        advance(table, seated, seed=seed)
        turn = table.turn
        if turn is not None:
            herald.actions(turn)
            view = table.view(turn)
            answer = yield seated[turn], view
            if watch is not None:
                watch(seated[turn], view, answer)
            fault = _played(table, turn, answer)
            if fault is not None:
                faults.append(fault)
                seated[fault.seat] = StandIn()
                herald.part_ends(fault.seat, fault.reason)
        if table.round_over:
            herald.round_ends()
    herald.match_ends()
    return faults


def advance(table: Table, players: Sequence[object], *, seed: bytes) -> None:
    """Play the seats of built-in bots until another seat is to act or the round is over."""
    turn = table.turn
    if turn is None or not isinstance(players[turn], Builtin):
        return
    policies = np.array([_policy(player) for player in players], np.int8)
    seeds = seeds_of_round(seed, len(table.rounds), len(players))
    while turn is not None and isinstance(player := players[turn], Builtin):
        if player.policy < 0:
            table.play_actions([_choice(table, player, int(seeds[turn]))])
        else:
            table.drive(driver(table.game), policies, seeds)
        turn = table.turn


def _policy(player: object) -> int:
    """Return the number by which kernels play for a player, -1 if they do not."""
    return player.policy if isinstance(player, Builtin) else -1


def _choice(table: Table, player: Builtin, seed: int) -> int:
    """Return the action of a bot that thinks; seed and position alone decide it.

    Raises NotCompiled.
    """
    actions = table.legal_actions()
    if len(actions) == 1:
        return actions[0]
    if player.is_learned:
        return judge(table.game).choose(mind_of(table, seed), np.array(actions, np.int32))
    return consider(table, player, seed).best()


def mind_of(table: Table, seed: int) -> State:
    """Return what the seat to act knows and can tell, with the chance that is its own."""
    mind = table.belief(int(table.state.turn))
    mind.rng = np.uint64(seed ^ len(table.rounds[-1].actions))
    return mind


def consider(table: Table, player: Builtin, seed: int) -> Thinking:
    """Return what a bot that looks ahead finds for the seat to act, from what that seat knows.

    Raises NotCompiled.
    """
    search = searcher(table.game)
    search.demand()
    return search.consider(
        mind_of(table, seed),
        calls=table.calls(),
        simulations=player.simulations_in(table.game),
        comparisons=player.comparisons,
    )


def seeds_of_round(seed: bytes, number: int, seats: int) -> Any:
    """Return a seed for each seat in the round of a number from 1."""
    digest = hashlib.shake_128(seed + number.to_bytes(4, "big")).digest(8 * seats)
    return np.frombuffer(digest, "<u8").astype(np.uint64)


def _answer(player: Any, view: dict[str, Any]) -> Any:
    """Return what a player answers, or what it raises; what the host does wrong is raised."""
    try:
        return player.act(view)
    except SandboxError:
        raise
    except Exception as error:  # whatever a player does ends its own part only
        return error


def _played(table: Table, seat: int, answer: Any) -> Fault | None:
    """Let a seat act as its player answers; return the fault if that is no action."""
    if isinstance(answer, BotFault):
        evidence = answer.evidence.decode(errors="backslashreplace")
        return _fault(table, seat, answer.reason, answer.detail, evidence)
    if isinstance(answer, Exception):
        detail = f"{type(answer).__name__}: {answer}"
        return _fault(table, seat, Reason.CRASH, detail)
    try:
        table.play(answer)
    except EngineError as error:
        evidence = json.dumps(answer, ensure_ascii=False, default=repr)
        return _fault(table, seat, Reason.ILLEGAL_ACTION, str(error), evidence)
    return None


def _fault(table: Table, seat: int, reason: Reason, detail: str, evidence: str = "") -> Fault:
    played = len(table.rounds[-1].actions)
    return Fault(seat, len(table.rounds) - 1, played, reason, detail, evidence)
