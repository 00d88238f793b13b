"""Validation of whole records from their compact form, one core."""

import hashlib
import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import games
from engine.play import simulate
from engine.play.table import Table
from engine.records import document, packed, reading
from engine.rules.game import Game

from .measure import Row, Work, interleave, say
from .playouts import SLUG

PART = "Records validated from their compact form, one core"
TARGET = 100_000
READ = 200_000
"""Rounds per second that `reading` reads into columns."""
RECORDS = 1000
PROVED = 50
RUNS = 7


def random_records(game: Game, *, players: int, matches: int) -> list[bytes]:
    """Return compact records of random matches, everyone dealing once."""
    driver = simulate.Driver(game, simulate.choose_random, simulate.choose_random)
    policies = np.zeros(players, np.int8)
    blobs = []
    for match in range(matches):
        table = Table(game, players, secret=hashlib.sha256(match.to_bytes(4, "big")).digest())
        while not table.over:
            table.deal()
            first = (match * 100 + len(table.rounds)) * players
            table.drive(driver, policies, np.arange(first, first + players, dtype=np.uint64))
        blobs.append(packed.pack(table))
    return blobs


def validating(blobs: list[bytes], *, rounds: int, prove: bool) -> Work:
    """Return the work of validating records of so many rounds each."""

    def work() -> int:
        verdicts = document.validate_many(blobs, prove=prove)
        if not all(verdict.ok and verdict.complete for verdict in verdicts):
            raise RuntimeError("a record of a played match is not valid")
        return rounds * len(blobs)

    return work


def reading_lines(blobs: list[bytes], path: Path, *, rounds: int) -> Work:
    """Return the work of reading a file of records, so many rounds each, into columns."""
    told = [
        {"match": str(number), "record": b64encode(blob).decode()}
        for number, blob in enumerate(blobs)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in told))

    def work() -> int:
        found = reading.read_records(path)
        if len(found.match) != rounds * len(blobs):
            raise RuntimeError("a round of a file of records was not read")
        return len(found.match)

    return work


def rows(var: Path) -> Iterator[Row]:
    """Yield the measurements: replayed, deals derived from the secret again, and only read."""
    game = games.get(SLUG)
    say("records to validate")
    blobs = {n: random_records(game, players=n, matches=RECORDS) for n in game.players[:1]}
    for players, some in blobs.items():
        say(f"validation of tables of {players}")
        speeds = interleave(
            {
                "replay": validating(some, rounds=players, prove=False),
                "prove": validating(some[:PROVED], rounds=players, prove=True),
                "read": reading_lines(some, var / "records.jsonl", rounds=players),
            },
            runs=RUNS,
        )
        yield Row(
            part=PART,
            what=f"{players} players, replayed",
            speed=speeds.best("replay"),
            unit="rounds/s",
            ratio=speeds.best("replay") / TARGET,
            beside="100 k rounds/s",
            limit=1.0,
        )
        yield Row(
            part=PART,
            what=f"{players} players, deals proved too",
            speed=speeds.best("prove"),
            unit="rounds/s",
        )
        yield Row(
            part=PART,
            what=f"{players} players, a file of lines read into columns",
            speed=speeds.best("read"),
            unit="rounds/s",
            ratio=speeds.best("read") / READ,
            beside="200 k rounds/s",
            limit=1.0,
        )
