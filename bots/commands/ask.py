"""`python -m bots ask my-bot --record R --round 2 --action 17`: what a bot plays in a position."""

import argparse
import json
from pathlib import Path
from typing import Any

from bots.contests import seating
from bots.conversation.process import ProcessPlayer
from bots.playing.herald import Herald
from bots.playing.positions import again, deal_again, request_of
from bots.sandbox.faults import BotFault
from bots.submission.folder import FolderBot
from engine.play.table import Table

from . import records


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="the bot's folder")
    records.add(parser, "--record")
    parser.add_argument("--round", type=int, default=1, help="round of the position, from 1 (1)")
    parser.add_argument("--action", type=int, default=0, help="actions of it played before (0)")
    parser.add_argument("--seed", type=int, help="of the request; that of the match at home if not")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print the request, and in a sentence what the bot answers; return 0 if that is legal."""
    bot = FolderBot.of(asked.folder)
    done = records.read(asked)
    seating.check_plays(bot, done.game)
    bot.build()
    with bot.player(log_here=True) as player:
        table = _position(asked, done, player)
        assert table.turn is not None  # noqa: S101 - the position has been looked at
        request = request_of(table, table.turn, seed=done.secret or b"")
        request["seed"] = request["seed"] if asked.seed is None else asked.seed
        print(json.dumps(request, ensure_ascii=False))  # noqa: T201
        return _answer(player, request, done.action_texts()[asked.round - 1][asked.action])


def _position(asked: argparse.Namespace, done: Table, player: ProcessPlayer) -> Table:
    """Return the table in the position, and tell the player of all before; raises ValueError."""
    if not 1 <= asked.round <= len(done.rounds):
        raise ValueError(f"--round is one of 1 to {len(done.rounds)}")
    actions = done.rounds[asked.round - 1].actions
    if not 0 <= asked.action < len(actions):
        raise ValueError(f"--action is one of 0 to {len(actions) - 1} in this round")
    table = again(done)
    for dealt in done.rounds[: asked.round - 1]:
        deal_again(table, done)
        table.play_actions(dealt.actions)
    deal_again(table, done)
    table.play_actions(actions[: asked.action])
    seat = table.turn
    assert seat is not None  # noqa: S101 - an action follows
    _tell(done, seat, player, asked)
    return table


def _tell(done: Table, seat: int, player: ProcessPlayer, asked: argparse.Namespace) -> None:
    """Let the bot hear the match up to the position, as it would have in this seat."""
    table = again(done)
    seats = [player if at == seat else None for at in range(done.players)]
    herald = Herald(table, seats)
    herald.match_begins(done.secret or b"")
    for number, dealt in enumerate(done.rounds[: asked.round]):
        deal_again(table, done)
        herald.round_begins()
        last = number == asked.round - 1
        table.play_actions(dealt.actions[: asked.action] if last else dealt.actions)
        if not last:
            herald.round_ends()
    herald.actions(seat)


def _answer(player: ProcessPlayer, request: dict[str, Any], played: str) -> int:
    try:
        answer = player.act(request["view"], seed=request["seed"])
    except BotFault as fault:
        print(f"{player.name} made a fault: {fault}")  # noqa: T201
        for line in fault.evidence.decode(errors="backslashreplace").splitlines():
            print(f"  | {line}")  # noqa: T201
        return 1
    is_legal = answer in request["view"]["legal"]
    said = "" if is_legal else ", which is not legal"
    print(f"{player.name} answers {answer!r}{said}; in the record it is {played!r}")  # noqa: T201
    return 0 if is_legal else 1
