"""The command line for bots: `python -m bots arena --game skat --seats hard,greedy,greedy`."""

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import games

from . import arena, builtin

BAR = 30


def main(words: Sequence[str] | None = None) -> int:
    """Do what the words ask for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m bots", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="command")
    _add_arena(commands.add_parser("arena", help="play bots against each other and compare them"))
    asked = parser.parse_args(words)
    try:
        return int(asked.run(asked))
    except (LookupError, ValueError) as error:
        parser.error(str(error))


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", required=True, metavar="SLUG", help="such as skat")
    parser.add_argument("--seats", required=True, metavar="BOTS", help="such as hard,greedy,greedy")
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
    parser.set_defaults(run=_arena)


def _arena(asked: argparse.Namespace) -> int:
    setting = arena.Setting(
        game=asked.game,
        bots=tuple(asked.seats.split(",")),
        deals=asked.deals,
        seed=asked.seed,
        duplicate=asked.duplicate,
        passing=tuple(filter(None, asked.passing.split(","))),
    )
    _check(setting)
    start = time.monotonic()

    def show(done: int, total: int) -> None:
        left = (time.monotonic() - start) * (total - done) / done
        filled = BAR * done // total
        bar = "█" * filled + "·" * (BAR - filled)
        print(f"\r{bar} {done}/{total} matches, {left:.0f} s left ", end="", file=sys.stderr)  # noqa: T201

    summary, played = arena.run(setting, progress=show, cores=asked.cores)
    print(file=sys.stderr)  # noqa: T201
    folder = asked.out or Path("var/arena") / f"{setting.game}-{time.strftime('%Y%m%d-%H%M%S')}"
    arena.write(folder, summary, played)
    print(arena.render(summary))  # noqa: T201
    print(f"Records and summary: {folder}")  # noqa: T201
    return 0


def _check(setting: arena.Setting) -> None:
    """Raise LookupError or ValueError for what cannot be played."""
    game = games.get(setting.game)
    for name in setting.bots:
        builtin.get(name)
    if len(setting.bots) not in game.players:
        some = ", ".join(map(str, game.players))
        raise ValueError(f"{game.name} is for {some} players: name as many bots in --seats")
    for phase in setting.passing:
        if phase not in game.phases:
            raise ValueError(f"{game.name} has no phase {phase!r}: {', '.join(game.phases)}")
    if setting.deals < 1:
        raise ValueError("--deals is 1 or more")


if __name__ == "__main__":
    sys.exit(main())
