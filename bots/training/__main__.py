"""`python -m bots.training skat --hours 2`, or `make train GAME=skat HOURS=2`: make a game's net.

Goes on where it stopped: how far it is lies in `var/training`, the net that it has made so far in
the folder of the game. What is learned depends on the seed and the number of steps alone.
"""

import argparse
import math
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import games
from bots import builtin
from bots.commands.progress import Steps
from bots.learned.judge import FILE
from bots.learned.net import Net, load

from .trainer import Lead, Trainer

AT_ONCE = 20
"""Steps between two looks at the clock."""
LOOK_EVERY_S = 600
"""So often it is measured how strong the net is, and all is written."""
DEALS = 400
"""Deals played for that by each number of players, in all rotations."""


def main(words: Sequence[str] | None = None) -> None:
    """Train until the time is over or all steps are taken."""
    asked = _parser().parse_args(words)
    try:
        game = games.get(asked.game)
    except LookupError as error:
        sys.exit(str(error))
    trainer = Trainer(game, builtin.rule_of_thumb(game), seed=asked.seed, threads=asked.threads)
    kept = asked.folder / f"{game.slug}-{asked.seed}.npz"
    kept.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileNotFoundError):
        trainer.load(kept)
        say(f"{game.name}: goes on after {trainer.steps} steps")
    train(trainer, kept, seconds=asked.hours * 3600, steps=asked.steps, net=game.folder / FILE)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bots.training", description=__doc__)
    parser.add_argument("game", help="its slug")
    parser.add_argument("--hours", type=float, default=1.0, help="at most (default: %(default)s)")
    parser.add_argument("--steps", type=int, default=0, help="in all; 0: as many as there is time")
    parser.add_argument("--seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="at work")
    var = Path(os.environ.get("STAMMTISCH_VAR", "var"))
    parser.add_argument(
        "--folder", type=Path, default=var / "training", help="(default: %(default)s)"
    )
    return parser


def train(trainer: Trainer, kept: Path, *, seconds: float, steps: int, net: Path) -> None:
    """Take steps until the time is over, or there have been so many; write all now and then.

    The net that is there stays until this one is better in the same deals.
    """
    progress = Steps(trainer.game.name, out=sys.stderr, line_every_s=60)
    start = looked = time.monotonic()
    there = net_there(trainer, net)
    curve = curve_of(trainer, there)
    best = lead_of(trainer.leads(there, deals=DEALS)) if there is not None else -math.inf
    is_over = False
    while not is_over:
        many = min(AT_ONCE, steps - trainer.steps) if steps else AT_ONCE
        errors = trainer.go_on(many)
        now = time.monotonic()
        is_over = now - start >= seconds or (steps > 0 and trainer.steps >= steps)
        done, total = (trainer.steps, steps) if steps else (int(now - start), int(seconds))
        progress.show(min(done, total), total, f"errors {errors[0]:.4f} and {errors[1]:.4f}")
        if is_over or now - looked >= LOOK_EVERY_S:
            looked = now
            progress.end()
            leads = trainer.leads(trainer.learned(), deals=DEALS)
            say(f"{trainer.game.name}, {trainer.steps} steps: {', '.join(map(in_words, leads))}")
            curve.append(look(trainer, leads))
            trainer.save(kept)
            if (lead := lead_of(leads)) > best:
                best = lead
                told = {"seed": trainer.seed, "steps": trainer.steps, "curve": curve}
                trainer.learned(told).save(net)
            else:
                say(f"{net} stays as it is: it is no weaker in the same deals")


def net_there(trainer: Trainer, path: Path) -> Net | None:
    """Return the net that is there, None if it is of another record of the game, or none is."""
    net = load(path) if path.exists() else None
    return net if net is not None and net.record == trainer.net.record else None


def curve_of(trainer: Trainer, net: Net | None) -> list[dict[str, Any]]:
    """Return the curve that leads to a net, if it is an earlier one of this training."""
    told = net.told if net is not None else {}
    is_earlier = told.get("seed") == trainer.seed and told.get("steps", 0) <= trainer.steps
    return list(told["curve"]) if is_earlier else []


def lead_of(leads: Sequence[Lead]) -> float:
    """Return what a net wins more than the others, over all numbers of players."""
    return sum(lead.mean for lead in leads) / len(leads)


def look(trainer: Trainer, leads: Sequence[Lead]) -> dict[str, Any]:
    """Return a point of the curve."""
    found = [[lead.players, round(lead.mean, 3), round(lead.margin, 3)] for lead in leads]
    return {"steps": trainer.steps, "choices": trainer.choices, "leads": found}


def in_words(lead: Lead) -> str:
    """Return a lead in words."""
    return f"{lead.mean:+.2f} ± {lead.margin:.2f} points a round of {lead.players}"


def say(text: str) -> None:
    """Tell how the training goes."""
    print(text, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
