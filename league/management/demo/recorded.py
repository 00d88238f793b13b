"""What bots have played for the demo: kept in a file, because a new machine has no time for it.

The file is written by `manage.py demo_records`. Each match is kept as its record, which is replayed
before it counts, as any match of bots. The checks of Carol's versions and the differences of their
experiment are kept as they came out: nothing in them can be replayed.
"""

import json
import lzma
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from league.logic.outcomes import PlayedRound

PATH = Path(__file__).parent / "recorded.xz"
GAME, TABLE_SIZE = "skat", 3
BUILTIN = ("random", "greedy", "easy", "medium", "hard")


@dataclass(frozen=True, slots=True)
class Rotation:
    """A match of a table: its record, and its rounds as a result lists them."""

    blob: bytes
    rounds: tuple[PlayedRound, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the ladder: who sat there, why they were brought together, and its matches.

    `players` are numbers in `Recorded.bots`.
    """

    players: tuple[int, ...]
    pick: dict[str, Any]
    rotations: tuple[Rotation, ...]


@dataclass(frozen=True, slots=True)
class Recorded:
    """Tables of a ladder, the checks of a bot's versions, and what came of their comparison.

    `bots` are names of built-in bots and one of `kreuzbube.VERSIONS`; `watch` is the number of the
    table, and the rotation, that is worth watching. `differences` has what the second version
    scored more than the first, pair by pair, in the experiment whose deals follow from `seed`.
    """

    bots: tuple[str, ...]
    tables: tuple[Table, ...]
    watch: tuple[int, int]
    reports: dict[str, dict[str, Any]]
    seed: bytes
    differences: tuple[float, ...]


@cache
def recorded() -> Recorded:
    """Return what the file holds."""
    return from_bytes(PATH.read_bytes())


def to_bytes(kept: Recorded) -> bytes:
    """Return what is written to the file."""
    tables = [
        [one.players, one.pick, [_told(rotation) for rotation in one.rotations]]
        for one in kept.tables
    ]
    said = {
        "bots": kept.bots,
        "tables": tables,
        "watch": kept.watch,
        "reports": kept.reports,
        "seed": kept.seed.hex(),
        "differences": kept.differences,
    }
    return lzma.compress(json.dumps(said).encode(), preset=9)


def from_bytes(content: bytes) -> Recorded:
    """Return what a file of these bytes holds."""
    said = json.loads(lzma.decompress(content))
    return Recorded(
        bots=tuple(said["bots"]),
        tables=tuple(
            Table(tuple(players), pick, tuple(map(_rotation, rotations)))
            for players, pick, rotations in said["tables"]
        ),
        watch=(said["watch"][0], said["watch"][1]),
        reports=said["reports"],
        seed=bytes.fromhex(said["seed"]),
        differences=tuple(said["differences"]),
    )


def _told(rotation: Rotation) -> list[Any]:
    rows = [[one.dealer, one.scores, one.declarer, one.won] for one in rotation.rounds]
    return [rotation.blob.hex(), rows]


def _rotation(told: list[Any]) -> Rotation:
    blob, rows = told
    rounds = tuple(
        PlayedRound(dealer, scores, declarer=declarer, won=won)
        for dealer, scores, declarer, won in rows
    )
    return Rotation(bytes.fromhex(blob), rounds)
