"""`python -m bots play my-bot --game skat --against greedy,greedy`: watch a bot play a match."""

import argparse
import hashlib
import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import games
from bots.builtin import Builtin
from bots.contests import seating
from bots.conversation.process import ProcessPlayer
from bots.playing.narrator import Narrator
from bots.playing.runner import Fault, Player, play_match
from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.game import Game

from . import faults


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    parser.add_argument("--game", required=True, metavar="SLUG", help="such as skat")
    parser.add_argument(
        "--against", metavar="BOTS", help="at the other seats: built-in bots or folders (greedy)"
    )
    parser.add_argument("--seat", type=int, default=0, help="where the bot sits (0)")
    parser.add_argument("--seed", type=int, default=0, help="other deals for another number (0)")
    parser.add_argument("--out", type=Path, help="file for the record (under var/play)")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play the match, telling what happens; return 0 if the bot made no fault."""
    game = games.get(asked.game)
    words = _words(game, asked)
    seating.prepare(game, words)
    secret = hashlib.sha256(f"play {asked.seed}".encode()).digest()
    table = Table(game, len(words), secret=secret)
    with seating.seated(words, log_here=True) as players:
        player, names = players[asked.seat], _names(words, players)
        assert isinstance(player, ProcessPlayer)  # noqa: S101 - it is named by its folder
        seats: list[Builtin | Player] = list(players)
        seats[asked.seat] = Narrator(player, game, names, say=print)
        found = play_match(table, seats, seed=secret)
    for fault in found:
        print(_tell_fault(fault, names))  # noqa: T201
    print(f"Record: {_save(asked, game, record_of(table))}")  # noqa: T201
    return 1 if any(fault.seat == asked.seat for fault in found) else 0


def _words(game: Game, asked: argparse.Namespace) -> list[str]:
    """Return who sits where, the bot among them; a folder's name always shows that it is one."""
    others = asked.against.split(",") if asked.against else ["greedy"] * (game.players[0] - 1)
    if not 0 <= asked.seat <= len(others):
        raise ValueError(f"--seat is one of 0 to {len(others)}")
    return [*others[: asked.seat], f"{asked.folder}/", *others[asked.seat :]]


def _names(words: Sequence[str], players: Sequence[Builtin | ProcessPlayer]) -> list[str]:
    """Return a name for each seat, with its number where two are called alike."""
    names = [player.name for player in players]
    return [f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names)]


def _tell_fault(fault: Fault, names: Sequence[str]) -> str:
    where, *evidence = faults.lines(fault)
    lines = [
        f"{names[fault.seat]} made a fault at {where}",
        *evidence,
        "From there on the first legal action was played for its seat.",
    ]
    return "\n".join(lines)


def _save(asked: argparse.Namespace, game: Game, record: dict[str, Any]) -> Path:
    stamp = time.strftime("%Y%m%d-%H%M%S")
    path: Path = asked.out or Path("var/play") / f"{game.slug}-{stamp}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record, indent=1) + "\n")
    return path
