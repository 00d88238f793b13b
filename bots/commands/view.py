"""`python -m bots view RECORD`: a record move by move, all cards open."""

import argparse
from collections.abc import Iterator

from bots.playing.positions import again, deal_again
from engine.play.table import Table

from . import records


def add(parser: argparse.ArgumentParser) -> None:
    """Say what words the command takes."""
    parser.add_argument("--round", type=int, help="this round only, from 1")
    records.add(parser, "record")
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Print hands and actions, each with its number for `ask`, and the scores."""
    done = records.read(asked)
    if asked.round is not None and not 1 <= asked.round <= len(done.rounds):
        raise ValueError(f"--round is one of 1 to {len(done.rounds)}")
    table = again(done)
    for number in range(1, len(done.rounds) + 1):
        lines = list(_round(table, done))
        if asked.round in {None, number}:
            print("\n".join(lines))  # noqa: T201
    return 0


def _round(table: Table, done: Table) -> Iterator[str]:
    """Play the next round again, and yield what is seen of it."""
    deal_again(table, done)
    number = len(table.rounds)
    dealt = done.rounds[number - 1]
    yield f"Round {number}. Seat {dealt.dealer} deals."
    for seat, pile in enumerate(table.open_view()["hands"]):
        yield f"  seat {seat} holds {' '.join(pile['cards'])}"
    for at, (text, action) in enumerate(
        zip(done.action_texts()[number - 1], dealt.actions, strict=True)
    ):
        yield f"  {at:>3}  seat {table.turn}: {text}"
        table.play_actions([action])
    yield f"  Scores: {dealt.scores}. Totals: {table.totals}." + (
        " Thrown in." if dealt.redeal else ""
    )
