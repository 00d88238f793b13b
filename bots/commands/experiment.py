"""`python -m bots experiment --game skat --new mine --old greedy`: ask whether `new` is better."""

import argparse
import hashlib
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import chain

import games
from bots.contests import experiment, seating, sprt
from bots.contests.experiment import NEW, OLD, Course, Outcome, Pair, Plan
from bots.playing.runner import Fault

from . import faults
from .faults import Mishap
from .progress import Gauge

BROKEN_OFF = 130


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("--game", required=True, metavar="SLUG", help="such as skat")
    parser.add_argument("--new", required=True, metavar="BOT", help="a built-in bot or a folder")
    parser.add_argument("--old", required=True, metavar="BOT", help="what it is compared with")
    parser.add_argument("--players", type=int, help="seats at the table (the game's first choice)")
    parser.add_argument(
        "--lower",
        type=float,
        default=0.0,
        help="no better than this is not better, in standard deviations of a pair (0)",
    )
    parser.add_argument("--upper", type=float, default=0.2, help="this much better is better (0.2)")
    parser.add_argument(
        "--alpha", type=float, default=0.05, help="risk that a bot no better passes (0.05)"
    )
    parser.add_argument(
        "--beta", type=float, default=0.05, help="risk that a better bot fails (0.05)"
    )
    parser.add_argument("--most", type=int, default=5000, help="pairs to play at most (5000)")
    parser.add_argument("--seed", type=int, default=0, help="other deals for another number (0)")
    parser.add_argument("--cores", type=int, help="processes (one a core)")
    parser.set_defaults(run=run)


@dataclass
class Seen:
    """What is known by now; `outcome` is None when the experiment was broken off."""

    course: Course = field(default_factory=Course)
    outcome: Outcome | None = None
    faults: list[tuple[str, int, Fault]] = field(default_factory=list)

    def add(self, pair: Pair, plan: Plan) -> None:
        """Count a pair."""
        self.course = self.course.after(pair, plan)
        self.faults += [(who, pair.number, fault) for who, fault in pair.faults]
        self.outcome = self.course.outcome(plan)


def run(asked: argparse.Namespace) -> int:
    """Play pairs until it is known who is better, or until Ctrl-C; print what is known."""
    plan = _plan(asked)
    seating.prepare(games.get(plan.game), experiment.seat_words(plan, asked.new, asked.old))
    seen = Seen()
    with suppress(KeyboardInterrupt):
        _play(plan, asked, seen)
    print(_sentence(plan, asked, seen))  # noqa: T201
    for line in faults.told(_mishaps(asked, seen)):
        print(line)  # noqa: T201
    return BROKEN_OFF if seen.outcome is None else 0


def _plan(asked: argparse.Namespace) -> Plan:
    return Plan(
        game=asked.game,
        players=asked.players or games.get(asked.game).players[0],
        seed=hashlib.sha256(f"experiment {asked.seed}".encode()).digest(),
        test=sprt.Test(asked.lower, asked.upper, asked.alpha, asked.beta),
        most=asked.most,
    )


def _play(plan: Plan, asked: argparse.Namespace, seen: Seen) -> None:
    """Play until the experiment has ended, and leave in `seen` what is known at any moment."""
    gauge = Gauge(*plan.test.bounds)
    gauge.show(0.0, f"0/{plan.most} pairs")
    try:
        with closing(experiment.play_all(plan, asked.new, asked.old, cores=asked.cores)) as blocks:
            for pair in chain.from_iterable(blocks):
                seen.add(pair, plan)
                words = f"{seen.course.sums.count}/{plan.most} pairs, {_difference(seen.course)}"
                gauge.show(plan.test.ratio(seen.course.sums), words)
                if seen.outcome is not None:
                    return
    finally:
        gauge.close()


def _mishaps(asked: argparse.Namespace, seen: Seen) -> list[Mishap]:
    names = {NEW: f"{asked.new} (new)", OLD: f"{asked.old} (old)"}
    return [
        Mishap(names[who], fault, f"pair {number + 1} of --seed {asked.seed}")
        for who, number, fault in seen.faults
    ]


def _difference(course: Course) -> str:
    found = course.sums.estimate()
    return f"{found.mean:+.2f} ± {found.margin:.2f} points a deal"


def _sentence(plan: Plan, asked: argparse.Namespace, seen: Seen) -> str:
    """Return the verdict in a sentence, with the estimate and how much was played."""
    new, old, sums = asked.new, asked.old, seen.course.sums
    if not sums.count:
        return "Broken off before the first pair was played: nothing is known."
    verdict = {
        Outcome.BETTER: f"{new} is better than {old}",
        Outcome.NOT_BETTER: f"{new} is not better than {old}, or by less than was asked for",
        Outcome.UNDECIDED: f"Undecided whether {new} is better than {old}",
        Outcome.NEW_FAULTY: f"{new} makes too many faults to be compared",
        Outcome.OLD_FAULTY: f"{old} makes too many faults to be compared with",
        None: f"Broken off: it is not known yet whether {new} is better than {old}",
    }[seen.outcome]
    ratio = f"log-likelihood ratio {plan.test.ratio(sums):+.2f}"
    return f"{verdict}: {_difference(seen.course)} (95 %) after {sums.count} pairs, {ratio}."
