"""Whether a bot may play: the same test for its author at home and for an upload on a server.

The bot has to start and shake hands, to play legally and in time at every table its games allow,
and to answer alike when it is asked the same again in another process, and where it says that it
can play several matches at once, in all of them at once.
"""

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import games
from bots import builtin
from bots.conversation.process import ProcessPlayer
from bots.playing.runner import Fault, Sitting, play_beside
from bots.sandbox.faults import BotFault, SandboxError
from engine.play.table import Table

LIMIT_S = 150
"""How long a check may take on a site; longer than any honest bot needs."""
OPPONENTS = ("random", "greedy")
"""Who sits at the other seats: a match against each at every table."""


@dataclass(frozen=True)
class Trial:
    """One match of the test: the bot's seat and who fills the others."""

    game: str
    players: int
    seat: int
    opponent: str

    @property
    def secret(self) -> bytes:
        """The secret of its deals, always the same."""
        return hashlib.sha256(f"check {self.game} {self.players} {self.seat}".encode()).digest()


@dataclass(frozen=True)
class Outcome:
    """What a trial showed: the bot's answers as (round, number in its log, action), its times."""

    trial: Trial
    answers: list[tuple[int, int, str]]
    slowest_ms: float
    fault: Fault | None


@dataclass(frozen=True)
class Finding:
    """One line of the report: what was looked at, and in words what was found."""

    subject: str
    ok: bool
    detail: str
    evidence: str = ""


@dataclass(frozen=True)
class Report:
    """What the test found; the bot may play if all of it is well."""

    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        """Whether the bot may play."""
        return all(found.ok for found in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return {"ok": self.ok, **asdict(self)}


Progress = Callable[[int, int], None]


def trials(slugs: Sequence[str]) -> list[Trial]:
    """Return the matches of a test: two at every table, in seats that change."""
    tables = [(slug, players) for slug in slugs for players in games.get(slug).players]
    return [
        Trial(slug, players, (number + players // 2 * turn) % players, opponent)
        for number, (slug, players) in enumerate(tables)
        for turn, opponent in enumerate(OPPONENTS)
    ]


class _OutOfTime(SandboxError):
    """Breaks a match off between two actions: that the whole takes long is no fault in it."""


def check(
    new_player: Callable[[], ProcessPlayer],
    slugs: Sequence[str],
    *,
    progress: Progress,
    limit_s: float = math.inf,
) -> Report:
    """Test a bot in some of its games; `new_player` returns a player with a process of its own.

    Takes a match for each table and opponent, and half as many again to compare. All of it may
    take `limit_s` on the clock, and the time of the answers that a bot is asked for at once more.
    """
    stop_at = time.monotonic() + limit_s
    report = Report([_start(new_player)])
    if not report.ok:
        return report
    wanted = trials(slugs)
    again = [trial for trial in reversed(wanted) if trial.opponent == OPPONENTS[0]]
    played = _Played(new_player, progress, total=len(wanted) + len(again), stop_at=stop_at)
    try:
        first = played.all_of(wanted)
        report.findings.extend(_findings(first))
        if report.ok:
            report.findings.append(_compare(first, played.all_of(again, beside=True)))
    except _OutOfTime:
        report.findings.append(_too_slow(played, limit_s))
    return report


def _start(new_player: Callable[[], ProcessPlayer]) -> Finding:
    began = time.perf_counter()
    with new_player() as player:
        try:
            player.start()
        except BotFault as fault:
            return Finding("start", False, str(fault), _text(fault.evidence))
    return Finding("start", True, f"ready after {(time.perf_counter() - began) * 1000:.0f} ms")


@dataclass
class _Played:
    """Plays the trials of a test, and counts them."""

    new_player: Callable[[], ProcessPlayer]
    progress: Progress
    total: int
    stop_at: float
    done: int = 0

    def all_of(self, wanted: Sequence[Trial], *, beside: bool = False) -> list[Outcome]:
        """Play trials in one process, or in another after each fault; raises _OutOfTime.

        If `beside`, as many at once as the bot says that it can play.
        """
        outcomes: list[Outcome] = []
        with self.new_player() as player:
            with suppress(BotFault):  # it is one of the match
                player.start()
            tables = player.process.tables if beside else 1
            while len(outcomes) < len(wanted):
                some = wanted[len(outcomes) : len(outcomes) + tables]
                outcomes += _play(player, some, self._in_time)
                self.done += len(some)
                self.progress(self.done, self.total)
        return outcomes

    def _in_time(self) -> None:
        if time.monotonic() > self.stop_at:
            raise _OutOfTime


def _play(
    player: ProcessPlayer, trials: Sequence[Trial], pulse: Callable[[], object]
) -> list[Outcome]:
    """Play trials side by side."""
    own = [player.beside() for _ in trials]
    answers: list[list[tuple[int, int, str]]] = [[] for _ in trials]
    sittings = [_sitting(*one) for one in zip(trials, own, answers, strict=True)]
    faults = play_beside(sittings, pulse=pulse)
    return [
        Outcome(trial, given, seat.effort.slowest_s * 1000, of_match[0] if of_match else None)
        for trial, given, seat, of_match in zip(trials, answers, own, faults, strict=True)
    ]


def _sitting(trial: Trial, own: ProcessPlayer, answers: list[tuple[int, int, str]]) -> Sitting:
    def note(player: object, view: dict[str, Any], answer: Any) -> None:
        if player is own and isinstance(answer, str):
            answers.append((view["round"], len(view["log"]), answer))

    table = Table(games.get(trial.game), trial.players, secret=trial.secret)
    others = builtin.get(trial.opponent)
    seats = [own if seat == trial.seat else others for seat in range(trial.players)]
    return Sitting(table, seats, trial.secret, watch=note)


def _findings(outcomes: Sequence[Outcome]) -> Iterator[Finding]:
    """Yield a finding for each game: its first fault, or that all went well."""
    for slug in dict.fromkeys(outcome.trial.game for outcome in outcomes):
        of_game = [outcome for outcome in outcomes if outcome.trial.game == slug]
        failed = [outcome for outcome in of_game if outcome.fault is not None]
        yield _fault(failed[0], len(failed)) if failed else _well(slug, of_game)


def _fault(outcome: Outcome, count: int) -> Finding:
    fault, trial = outcome.fault, outcome.trial
    assert fault is not None  # noqa: S101 - it is why we are here
    where = f"table of {trial.players}, seat {trial.seat}, {_when(fault.round, fault.action)}"
    detail = f"{fault.reason}: {fault.detail} ({where}; {_matches(count)} with faults)"
    return Finding(trial.game, False, detail, fault.evidence)


def _well(slug: str, outcomes: Sequence[Outcome]) -> Finding:
    actions = sum(len(outcome.answers) for outcome in outcomes)
    slowest = max(outcome.slowest_ms for outcome in outcomes)
    detail = f"{_matches(len(outcomes))}, {actions} actions, slowest {slowest:.0f} ms"
    return Finding(slug, True, detail)


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def _too_slow(played: _Played, limit_s: float) -> Finding:
    detail = (
        f"stopped after {limit_s:g} s, with {played.done} of {played.total} matches played: let it "
        "think less for each action, or name fewer games in the manifest"
    )
    return Finding("time", False, detail)


def _compare(first: Sequence[Outcome], second: Sequence[Outcome]) -> Finding:
    """Return whether matches played again, in another process and order, went alike."""
    before = {outcome.trial: outcome for outcome in first}
    for outcome in second:
        for old, new in zip(before[outcome.trial].answers, outcome.answers, strict=False):
            if old != new:
                return _differs(outcome.trial, old, new)
        if outcome.fault is not None:
            return _fault(outcome, 1)
    well = "with the same answers" if len(second) == 1 else "all alike"
    return Finding("determinism", True, f"{_matches(len(second))} played again, {well}")


def _differs(trial: Trial, old: tuple[int, int, str], new: tuple[int, int, str]) -> Finding:
    detail = (
        f"asked the same again it answers {new[2]!r} instead of {old[2]!r} ({trial.game}, table of "
        f"{trial.players}, seat {trial.seat}, {_when(new[0], new[1])}): draw chance from the seed "
        "of the request, do not let the clock decide, and keep nothing from other matches, also "
        "where they are mixed because the bot asks for several tables"
    )
    return Finding("determinism", False, detail)


def _when(round_: int, actions: int) -> str:
    return f"round {round_ + 1} after {actions} actions"


def _text(evidence: bytes) -> str:
    return evidence.decode(errors="backslashreplace")
