"""What strangers hand in, from any bytes: a target returns, or raises what is no refusal."""

import functools
import json
from contextlib import suppress

from pydantic import ValidationError

import games
from bots import builtin
from bots.conversation import protocol
from bots.playing import runner
from bots.sandbox import framing
from bots.sandbox.faults import BotFault
from bots.submission import archive
from bots.submission.archive import ArchiveError
from engine.play.table import Table
from engine.records import document as records
from engine.records.document import record_of
from engine.rules.errors import InvalidRecord
from tests.bots.archives import tar_gz, zipped


def record(data: bytes) -> None:
    """A record that somebody uploads, as JSON."""
    found = _json(data)
    verdict = records.validate(found)
    if verdict.ok and verdict.complete:
        assert records.validate(records.decode(records.encode(found))).ok


def packed(data: bytes) -> None:
    """A record in its compact form."""
    with suppress(InvalidRecord):
        records.decode(data)


def sheet(data: bytes) -> None:
    """A score sheet; the first byte chooses the game."""
    known, said = games.all(), _json(data[1:])
    game = known[data[0] % len(known)] if data else known[0]
    with suppress(ValidationError):
        assert all(isinstance(score, int) for score in game.sheet.model_validate(said).scores())


def line(data: bytes) -> None:
    """A line that a bot says."""
    with suppress(BotFault):
        said = framing.decode(data)
        for model in (protocol.Ready, protocol.Answer):
            with suppress(ValidationError):
                model.model_validate(said)


def upload(data: bytes) -> None:
    """An archive of a bot."""
    with suppress(ArchiveError):
        archive.read(data)


TARGETS = {one.__name__: one for one in (record, packed, sheet, line, upload)}


@functools.cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Return inputs of a target that are what they should be, to be changed."""
    if name == "record":
        return tuple(json.dumps(one).encode() for one in _played())
    if name == "packed":
        return tuple(records.encode(one) for one in _played())
    if name == "line":
        return (b'{"type":"ready","seq":1,"name":"x"}\n', b'{"seq":2,"action":"R10"}\n')
    if name == "upload":
        return (tar_gz(), zipped())
    return tuple(bytes([index]) + b'{"players": [{}, {}, {}]}' for index in range(len(games.all())))


def _json(data: bytes) -> object:
    with suppress(ValueError, RecursionError):
        return json.loads(data)
    return None


@functools.cache
def _played() -> tuple[dict[str, object], ...]:
    """Return the record of a short match of each game."""
    found = []
    for game in games.all():
        table = Table(game, game.players[0], secret=bytes(32))
        runner.play_match(table, [builtin.get("random")] * game.players[0], seed=bytes(32))
        found.append(record_of(table))
    return tuple(found)
