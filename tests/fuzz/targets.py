"""What strangers hand in, from any bytes: a target returns, or raises what is no refusal."""

import functools
import io
import json
from contextlib import suppress
from datetime import UTC

import openpyxl
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
from engine.rules.errors import EngineError, InvalidRecord
from engine.rules.game import Game
from league.logic import list_columns, lists, past_results, season_archive
from league.logic.season_archive import ArchiveFault
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
    game, said = _chosen(data), _json(data[1:])
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


def actions(data: bytes) -> None:
    """What somebody says that they play, a line each; the first byte chooses the game."""
    game = _chosen(data)
    table = Table(game, game.players[0], secret=bytes(32))
    table.deal()
    for text in data[1:].decode(errors="surrogateescape").split("\n"):
        before = table.legal()
        try:
            table.play(text)
        except EngineError:
            assert table.legal() == before
        if table.turn is None:
            break


def season(data: bytes) -> None:
    """An archive of a season."""
    with suppress(ArchiveFault):
        assert all(number > 1 for number, _line in season_archive.parse(data.splitlines()))


def table(data: bytes) -> None:
    """A list of people or past results, as a file of a spreadsheet."""
    with suppress(lists.Unreadable):
        found = lists.read(data, most=1000)
        assert lists.read(lists.write(found).encode(), most=1000) == found
        found = past_results.lengthened(found)
        columns = list_columns.guess(found, list_columns.Column, header=False)
        assert len(columns) == len(found[0].cells) if found else not columns
        for cell in (cell for row in found for cell in row.cells):
            for read in (past_results.parse_number, past_results.parse_score, _start):
                with suppress(past_results.Unclear):
                    read(cell)


TARGETS = {
    one.__name__: one for one in (record, packed, sheet, line, upload, actions, season, table)
}


SEASON = """\
{"kind": "header", "format": "stammtisch-season/1", "exported_at": "2026-03-01T20:00:00Z"}
{"kind": "venue", "code": "hall", "name": "Hall", "address": "1 Lime Street", "tables": 4}
{"kind": "player", "code": "ann", "type": "person", "name": "Ann", "builtin": ""}
{"kind": "end", "lines": 3}
"""
LIST = """\
Date;Table;Player;Score
2024-03-15;1;Ann;+12
15.03.2024 20:00;Table 2;Bob, the elder;-7
"""


def _start(cell: str) -> object:
    return past_results.parse_start(cell, UTC)


def _workbook() -> bytes:
    book, file = openpyxl.Workbook(), io.BytesIO()
    for row in LIST.splitlines():
        book.worksheets[0].append(row.split(";"))
    book.save(file)
    return file.getvalue()


def _said(index: int) -> bytes:
    """Return the first round of a match of a game, as `actions` reads it."""
    [first, *_rest] = _played()[index]["rounds"]
    return bytes([index]) + "\n".join(first["actions"]).encode()


def _chosen(data: bytes) -> Game:
    known = games.all()
    return known[data[0] % len(known)] if data else known[0]


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


SEEDS = {
    "record": lambda: [json.dumps(one).encode() for one in _played()],
    "packed": lambda: [records.encode(one) for one in _played()],
    "sheet": lambda: [
        bytes([index]) + b'{"players": [{}, {}, {}]}' for index in range(len(games.all()))
    ],
    "line": lambda: [b'{"type":"ready","seq":1,"name":"x"}\n', b'{"seq":2,"action":"R10"}\n'],
    "upload": lambda: [tar_gz(), zipped()],
    "actions": lambda: [_said(index) for index in range(len(games.all()))],
    "season": lambda: [SEASON.encode()],
    "table": lambda: [LIST.encode(), LIST.encode("utf-16"), _workbook()],
}


@functools.cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Return inputs of a target that are what they should be, to be changed."""
    return tuple(SEEDS[name]())
