"""Matches between bots that tell who is better, and by how much for sure.

Every deal is played once for each rotation of the bots around the table, so that luck with the
cards cancels: what is left is compared secret by secret, and intervals are over secrets.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

import games
from bots.playing.runner import Fault
from engine.records.document import record_of

from . import duplicate, pool, seating
from .duplicate import Deals
from .estimate import Estimate, of_values


@dataclass(frozen=True)
class Setting:
    """Who plays what: `bots` by seat before rotation, `deals` in all, matches from `seed`.

    Matches last until everyone has dealt once; with `duplicate` each is played in all rotations.
    In the phases `passing`, with which rounds begin, everybody passes.
    """

    game: str
    bots: tuple[str, ...]
    deals: int
    seed: int = 0
    duplicate: bool = True
    passing: tuple[str, ...] = ()

    @property
    def matches(self) -> int:
        """The number of different matches: as many as make up the deals."""
        return -(-self.deals // len(self.bots))

    @property
    def rotations(self) -> int:
        """How often each is played: in all rotations that differ."""
        return duplicate.rotations(self.bots) if self.duplicate else 1


@dataclass(frozen=True)
class Played:
    """The rotations of one match: scores per deal and actions, shape (rotations, seats).

    `faults` are those of bots with processes of their own, with the name of the bot and the
    rotation, from 0.
    """

    number: int
    scores: list[list[float]]
    moves: int
    seconds: float
    records: list[dict[str, Any]]
    faults: list[tuple[str, int, Fault]] = field(default_factory=list)


@dataclass(frozen=True)
class Summary:
    """What an arena found, in points of a deal; better is higher, whatever the game's rules."""

    setting: Setting
    scores: dict[str, Estimate]
    differences: dict[str, Estimate]
    seats: list[Estimate]
    moves: int
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON-able values."""
        return asdict(self)


def play(setting: Setting, number: int) -> Played:
    """Play the rotations of one match of a setting."""
    secret = hashlib.sha256(f"arena {setting.seed} {number}".encode()).digest()
    start = time.perf_counter()
    [turned] = duplicate.play(
        games.get(setting.game),
        setting.bots,
        partial(seating.seated, setting.bots),
        matches=[Deals(secret, seed=secret)],
        turns=setting.rotations,
        passing=setting.passing,
    )
    return Played(
        number,
        scores=[one.scores for one in turned],
        moves=sum(len(done.actions) for one in turned for done in one.table.rounds),
        seconds=time.perf_counter() - start,
        records=[record_of(one.table) for one in turned],
        faults=[(bot, at, fault) for at, one in enumerate(turned) for bot, fault in one.faults],
    )


def play_all(setting: Setting, *, cores: int | None = None) -> Iterator[Played]:
    """Yield the matches of a setting as they are played, in order, on all cores."""
    return pool.in_order(partial(play, setting), range(setting.matches), cores=cores)


def summarise(setting: Setting, played: Sequence[Played]) -> Summary:
    """Return means and differences of the bots of a setting over its matches."""
    sign = 1 if games.get(setting.game).higher_wins else -1
    scores = sign * np.array([one.scores for one in played])  # matches, rotations, seats
    by_bot = duplicate.by_bot(setting.bots, scores)
    names = list(by_bot)
    overall = scores.mean(axis=(1, 2))
    return Summary(
        setting=setting,
        scores={name: of_values(by_bot[name]) for name in names},
        differences={
            f"{one} - {other}": of_values(by_bot[one] - by_bot[other])
            for one, other in combinations(names, 2)
        },
        seats=[of_values(of_seat - overall) for of_seat in scores.mean(axis=1).T],
        moves=sum(one.moves for one in played),
        seconds=sum(one.seconds for one in played),
    )


def write(folder: Path, summary: Summary, played: Sequence[Played]) -> None:
    """Write `summary.json`, and all records to `records.jsonl`, one a line."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "summary.json").write_text(json.dumps(summary.as_json(), indent=1) + "\n")
    with (folder / "records.jsonl").open("w") as lines:
        for one in played:
            lines.writelines(json.dumps(record) + "\n" for record in one.records)


def render(summary: Summary) -> str:
    """Return a summary as a table of text."""
    setting = summary.setting
    deals = setting.matches * len(setting.bots)
    lines = [
        f"{setting.game}: {', '.join(setting.bots)}; {deals} deals in {setting.rotations} rotations"
    ]
    lines += _rows("points per deal", summary.scores)
    lines += _rows("difference", summary.differences)
    seats = {f"seat {seat}": effect for seat, effect in enumerate(summary.seats)}
    lines += _rows("seat against the table's mean", seats)
    lines.append(
        f"{summary.moves} moves, {summary.moves / summary.seconds:,.0f} per second and core"
    )
    return "\n".join(lines)


def _rows(title: str, estimates: dict[str, Estimate]) -> list[str]:
    width = max(map(len, estimates), default=0)
    return [f"  {title}, mean ± 95 %"] + [
        f"    {name:<{width}}  {found.mean:+9.2f} ± {found.margin:.2f}"
        for name, found in estimates.items()
    ]


Progress = Callable[[int, int], None]


def run(
    setting: Setting, *, progress: Progress, cores: int | None = None
) -> tuple[Summary, list[Played]]:
    """Play a setting, telling `progress` of matches done and to do; return what came out."""
    played: list[Played] = []
    for one in play_all(setting, cores=cores):
        played.append(one)
        progress(len(played), setting.matches)
    return summarise(setting, played), played
