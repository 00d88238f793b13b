"""Plays what `recorded` keeps: a ladder's tables, the checks of a bot, and an experiment.

All lots follow from one seed, so that the same bots play the same again.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

import games
from bots.contests import experiment, seating, sprt
from bots.contests.duplicate import Deals, play
from bots.contests.experiment import Course, Plan
from bots.submission import compliance
from bots.submission.folder import FolderBot
from engine.play.table import Table
from engine.records import packed
from league.logic import ratings
from league.logic.matchmaking import Candidate, Pick, Setting, pick_tables
from league.logic.ratings import NEW as UNRATED
from league.logic.ratings import Skill
from league.services.results import submissions

from . import kreuzbube, recorded
from .recorded import BUILTIN, GAME, TABLE_SIZE, Recorded

SEED = b"Stammtisch zur Linde"
TABLES = 100
MOST_PAIRS = 400
PAIRS = 8
"""So many pairs of the experiment are played with the same processes."""

Tell = Callable[[str, int, int], object]
"""Is told what is being played, how far that is, and of how much."""


def record(*, tables: int = TABLES, tell: Tell) -> Recorded:
    """Play it all."""
    with ExitStack() as stack:
        folders = [stack.enter_context(kreuzbube.folder_of(one)) for one in kreuzbube.VERSIONS]
        older, newer = map(str, folders)
        hall = Hall([*BUILTIN, newer])
        for number in range(tables):
            hall.play(number)
            tell("tables", number + 1, tables)
        reports = {}
        for name, folder in zip(kreuzbube.VERSIONS, folders, strict=True):
            bot = FolderBot.of(folder)
            report = compliance.check(bot.player, bot.manifest.slugs(), progress=_quiet)
            reports[name] = report.as_json()
        plan = plan_of()
        differences = list(_pairs(plan, newer, older, tell))
    return Recorded(
        bots=(*BUILTIN, kreuzbube.VERSIONS[-1]),
        tables=tuple(hall.tables),
        watch=hall.best,
        reports=reports,
        seed=plan.seed,
        differences=tuple(differences),
    )


def plan_of() -> Plan:
    """Return what the experiment compares, and how."""
    seed = hmac.digest(SEED, b"experiment", hashlib.sha256)
    return Plan(game=GAME, players=TABLE_SIZE, seed=seed, test=sprt.Test(), most=MOST_PAIRS)


@dataclass
class Hall:
    """A ladder while its tables are played one after another."""

    words: Sequence[str]
    tables: list[recorded.Table] = field(default_factory=list)
    best: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.setting = Setting(sides=games.get(GAME).sides(TABLE_SIZE))
        self.skills: list[Skill] = [UNRATED for _ in self.words]
        self.played = [0 for _ in self.words]
        self.since = [0 for _ in self.words]
        self.drama = -1

    def play(self, number: int) -> None:
        """Bring three together, play all rotations, and rate them."""
        pick = self._pick(number)
        words = [self.words[key] for key in pick.players]
        secret = hmac.digest(SEED, b"table %d" % number, hashlib.sha256)
        deals = Deals(secret, seed=hmac.digest(secret, b"players", hashlib.sha256))
        [turned] = play(
            games.get(GAME),
            words,
            partial(seating.seated, words),
            matches=[deals],
            turns=TABLE_SIZE,
        )
        if faults := [fault for one in turned for fault in one.faults]:
            raise AssertionError(f"a bot made a fault: {faults[0]}")
        self._rate(pick, [one.table for one in turned])
        rotations = tuple(rotation_of(one.table) for one in turned)
        self.tables.append(recorded.Table(pick.players, pick.as_json(), rotations))
        for turn, one in enumerate(turned):
            self._look_at(one.table, (number, turn))

    def _pick(self, number: int) -> Pick:
        candidates = [
            Candidate(key=key, skill=skill, waited=self.since[key], played=self.played[key])
            for key, skill in enumerate(self.skills)
        ]
        [pick] = pick_tables(candidates, self.setting, count=1, seed=f"demo {number}")
        self.since = [0 if key in pick.players else one + 1 for key, one in enumerate(self.since)]
        return pick

    def _rate(self, pick: Pick, tables: Sequence[Table]) -> None:
        totals = [0] * TABLE_SIZE
        for turn, table in enumerate(tables):
            for seat, total in enumerate(table.totals):
                totals[(seat + turn) % TABLE_SIZE] += total
        places = ratings.places_of(totals, higher_wins=games.get(GAME).higher_wins)
        before = [self.skills[key] for key in pick.players]
        after = ratings.rate(before, sides=self.setting.sides, places=places)
        for key, skill in zip(pick.players, after, strict=True):
            self.skills[key] = skill
            self.played[key] += 1

    def _look_at(self, table: Table, where: tuple[int, int]) -> None:
        """Note the match that the last deal decided, the one with most at stake there."""
        last = table.rounds[-1].scores or [0]
        before = [total - score for total, score in zip(table.totals, last, strict=True)]
        is_turned = before.index(max(before)) != table.totals.index(max(table.totals))
        if is_turned and max(map(abs, last)) > self.drama:
            self.drama, self.best = max(map(abs, last)), where


def rotation_of(table: Table) -> recorded.Rotation:
    """Return what is kept of a match that is over."""
    return recorded.Rotation(packed.pack(table), tuple(submissions.rounds_of(table)))


def _pairs(plan: Plan, new: str, old: str, tell: Tell) -> Iterator[float]:
    """Yield what `new` scores more than `old`, pair by pair, until the experiment ends."""
    words = experiment.seat_words(plan, new, old)
    course = Course()
    while course.outcome(plan) is None:
        numbers = range(course.sums.count, course.sums.count + PAIRS)
        for pair in experiment.play(plan, partial(seating.seated, words), numbers):
            if course.outcome(plan) is not None:
                return
            course = course.after(pair, plan)
            yield pair.difference
        tell("pairs", course.sums.count, plan.most)


def _quiet(done: int, total: int) -> None:
    """Say nothing."""
