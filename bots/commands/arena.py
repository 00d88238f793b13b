"""`python -m bots arena --game skat --seats hard,greedy,greedy`: compare bots."""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import games
from bots.contests import arena, seating
from games.workshop.progress import Bar

from . import faults
from .faults import Mishap


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("--game", required=True, metavar="SLUG", help="such as skat")
    parser.add_argument(
        "--seats",
        required=True,
        metavar="BOTS",
        help="such as hard,greedy,my-bot: built-in bots, and folders",
    )
    parser.add_argument("--deals", type=int, default=200, help="in each rotation (200)")
    parser.add_argument("--seed", type=int, default=0, help="other deals for another number (0)")
    parser.add_argument(
        "--duplicate",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play every deal in all rotations of the seats, so that luck cancels (yes)",
    )
    parser.add_argument(
        "--pass",
        dest="passing",
        default="",
        metavar="PHASES",
        help="let everybody pass in these phases at the beginning of rounds, such as expose",
    )
    parser.add_argument("--cores", type=int, help="processes (one a core)")
    parser.add_argument("--out", type=Path, help="folder for records and summary (under var/arena)")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play the matches, print what they tell, and write all of it to a folder."""
    setting = arena.Setting(
        game=asked.game,
        bots=tuple(asked.seats.split(",")),
        deals=asked.deals,
        seed=asked.seed,
        duplicate=asked.duplicate,
        passing=tuple(filter(None, asked.passing.split(","))),
    )
    _check(setting)
    summary, played = arena.run(setting, progress=Bar("matches"), cores=asked.cores)
    folder = asked.out or Path("var/arena") / f"{setting.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    arena.write(folder, summary, played)
    print(arena.render(summary))  # noqa: T201
    for line in faults.told(_mishaps(setting, played)):
        print(line)  # noqa: T201
    print(f"Records and summary: {folder}")  # noqa: T201
    return 0


def _check(setting: arena.Setting) -> None:
    """Raise LookupError or ValueError for what cannot be played; build the bots of folders."""
    game = games.get(setting.game)
    for phase in setting.passing:
        if phase not in game.phases:
            raise ValueError(f"{game.name} has no phase {phase!r}: {', '.join(game.phases)}")
    if setting.deals < 1:
        raise ValueError("--deals is 1 or more")
    seating.prepare(game, setting.bots)


def _mishaps(setting: arena.Setting, played: Sequence[arena.Played]) -> list[Mishap]:
    """Return the faults of all matches, each with its line in the file of records."""
    return [
        Mishap(bot, fault, f"line {one.number * setting.rotations + turn + 1} of records.jsonl")
        for one in played
        for bot, turn, fault in one.faults
    ]
