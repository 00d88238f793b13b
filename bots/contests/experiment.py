"""Whether one bot is better than another: pairs of matches, and when enough of them are played.

A pair is one deal set played in all rotations that differ, with `new` at one seat, or on one side,
and `old` at all others. What is left of luck cancels in the difference of their points. Instead of
`old` several bots may sit there, and a plan may be for a fixed number of pairs without a verdict.
"""

import hashlib
import hmac
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import cycle

import numpy as np

import games
from bots.playing.runner import Fault
from bots.submission.folder import FolderBot
from engine.play.table import Table

from . import duplicate, pool, seating, sprt
from .duplicate import Deals, Seated

NEW, OLD = "new", "old"

TRIED = 50
"""Among so many pairs at the beginning …"""
MOST_FAULTY = 10
"""… a bot may make faults in so many; with more it is not worth comparing."""

TOGETHER = 4
"""How many pairs are played with the same processes, which take a while to start."""

MOST_POINTS = 400
"""How many points a curve has at most."""

Curve = Sequence[Sequence[float]]


@dataclass(frozen=True)
class Plan:
    """What is compared and how: a game at a table, deals from `seed`, a test, `most` pairs.

    `rivals` are the names of those whom `new` meets; they take the seats that are left in turn.
    One that `is_fixed` plays all of its pairs, keeps what they scored, and has no verdict.
    ValueError for a table the game does not have.
    """

    game: str
    players: int
    seed: bytes
    test: sprt.Test = field(default_factory=sprt.Test)
    most: int = 5000
    rivals: tuple[str, ...] = (OLD,)
    is_fixed: bool = False

    def __post_init__(self) -> None:
        game = games.get(self.game)
        if self.players not in game.players:
            some = ", ".join(map(str, game.players))
            raise ValueError(f"{game.name} is for {some} players")
        if not self.is_fixed and self.most < sprt.MIN_PAIRS:
            raise ValueError(f"there is no verdict before {sprt.MIN_PAIRS} pairs")

    @property
    def seats(self) -> tuple[str, ...]:
        """Return who sits where before the first rotation: `new` on the side of seat 0."""
        sides = games.get(self.game).sides(self.players)
        rivals = cycle(self.rivals)
        return tuple(NEW if side == sides[0] else next(rivals) for side in sides)


@dataclass(frozen=True)
class Pair:
    """A pair, played: what `new` scored more than `old` in points of a deal; better is higher.

    Of a plan that is fixed there are also the mean scores by name, as the game counts, and the
    tables, one for each rotation.
    """

    number: int
    difference: float
    faults: list[tuple[str, Fault]] = field(default_factory=list)
    scores: dict[str, float] = field(default_factory=dict)
    tables: Sequence[Table] = field(default=(), compare=False, repr=False)

    def is_faulty(self, name: str) -> bool:
        """Tell whether `new` made a fault in it, or `old`: whoever else sat there."""
        return any(name == _part(who) for who, _fault in self.faults)


class Outcome(StrEnum):
    """How an experiment ends."""

    BETTER = sprt.Verdict.BETTER
    NOT_BETTER = sprt.Verdict.NOT_BETTER
    UNDECIDED = "undecided"
    PLAYED = "played"
    NEW_FAULTY = "new_faulty"
    OLD_FAULTY = "old_faulty"


@dataclass(frozen=True)
class Course:
    """How far an experiment has got: all that its outcome follows from.

    `new_faulty` and `old_faulty` count the pairs in which a bot made a fault.
    """

    sums: sprt.Sums = field(default_factory=sprt.Sums)
    new_faulty: int = 0
    old_faulty: int = 0

    def after(self, pair: Pair, plan: Plan) -> "Course":
        """Return the course with one pair more."""
        return replace(
            self,
            sums=plan.test.after(self.sums, pair.difference),
            new_faulty=self.new_faulty + pair.is_faulty(NEW),
            old_faulty=self.old_faulty + pair.is_faulty(OLD),
        )

    def outcome(self, plan: Plan) -> Outcome | None:
        """Return how the experiment has ended, None while it goes on."""
        if self.sums.count <= TRIED:
            if self.new_faulty > MOST_FAULTY:
                return Outcome.NEW_FAULTY
            if self.old_faulty > MOST_FAULTY:
                return Outcome.OLD_FAULTY
        if plan.is_fixed:
            return Outcome.PLAYED if self.sums.count >= plan.most else None
        verdict = plan.test.verdict(self.sums)
        if verdict is not None:
            return Outcome(verdict)
        return Outcome.UNDECIDED if self.sums.count >= plan.most else None


def play(
    plan: Plan,
    seated: Seated,
    numbers: Sequence[int],
    *,
    pulse: Callable[[], object] | None = None,
) -> list[Pair]:
    """Play the pairs of these numbers, with players in the order of `plan.seats`.

    Built-in bots, and others that remember nothing, play the same pair alike every time. `pulse`
    is called before anybody but a built-in bot is asked; what it raises breaks the pairs off.
    """
    game = games.get(plan.game)
    found = duplicate.play(
        game,
        plan.seats,
        seated,
        matches=[deals_of(plan.seed, number) for number in numbers],
        turns=duplicate.rotations(plan.seats),
        pulse=pulse,
    )
    scores = np.array([[one.scores for one in turned] for turned in found])
    better = scores if game.higher_wins else -scores
    means = duplicate.by_bot([_part(name) for name in plan.seats], better)
    by_name = duplicate.by_bot(plan.seats, scores) if plan.is_fixed else {}
    return [
        Pair(
            number,
            round(float(difference), 9),  # without what the mean of equals is off
            [fault for one in turned for fault in one.faults],
            {name: round(float(own[place]), 9) for name, own in by_name.items()},
            [one.table for one in turned] if plan.is_fixed else (),
        )
        for place, (number, difference, turned) in enumerate(
            zip(numbers, means[NEW] - means[OLD], found, strict=True)
        )
    ]


def _part(name: str) -> str:
    """Return whether a bot of this name is the new one, or of those that it is compared with."""
    return NEW if name == NEW else OLD


def deals_of(seed: bytes, number: int) -> Deals:
    """Return what the deals of a pair follow from."""
    secret = hmac.digest(seed, b"pair %d" % number, hashlib.sha256)
    return Deals(secret, seed=hmac.digest(secret, b"players", hashlib.sha256))


def seat_words(plan: Plan, new: str, old: str) -> list[str]:
    """Return for each seat the word on the command line that names its bot."""
    return [new if seat == NEW else old for seat in plan.seats]


def play_all(plan: Plan, new: str, old: str, *, cores: int | None = None) -> Generator[list[Pair]]:
    """Yield the pairs of a plan in order, up to the most, some at a time, played on all cores."""
    has_processes = any(isinstance(seating.find(word), FolderBot) for word in (new, old))
    size = TOGETHER if has_processes else 1
    starts = range(0, plan.most, size)
    blocks = [range(start, min(start + size, plan.most)) for start in starts]
    return pool.in_order(partial(_play, plan, new, old), blocks, cores=cores)


def _play(plan: Plan, new: str, old: str, numbers: Sequence[int]) -> list[Pair]:
    return play(plan, partial(seating.seated, seat_words(plan, new, old)), numbers)


def thinned(curve: Curve) -> list[list[float]]:
    """Return a curve of [pairs, ratio] with at most `MOST_POINTS` points, the last one kept.

    Points stay at multiples of a power of two, so that thinning out again goes on evenly.
    """
    step = 1
    while curve and curve[-1][0] // step >= MOST_POINTS:
        step *= 2
    kept = [list(point) for point in curve[:-1] if point[0] % step == 0]
    return [*kept, *(list(point) for point in curve[-1:])]
