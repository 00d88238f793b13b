"""A ladder on which bots have played for some days, and play on as soon as a worker can."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from engine.records import packed
from league.models import Match, Player, Season, Version
from league.services.accounts.people import builtin_bot
from league.services.ladders import duplicates, ladders
from league.services.results import records, results
from league.services.results.records import Statement
from league.services.results.results import Played
from league.services.seasons import seasons

from . import recorded
from .evenings import Tell
from .members import Cast
from .recorded import BUILTIN, GAME, TABLE_SIZE, Rotation, Table

NAME = "Bots at Skat"
TOGETHER = 10
"""So many tables are stored at a time, as a worker stores a batch."""
APART = timedelta(hours=5)
"""Between one batch and the next."""


class Unproven(Exception):
    """A record of the demo no longer replays: `manage.py demo_records` plays them anew."""


def create(carols: Version, cast: Cast, *, now: datetime) -> Season:
    """Create the ladder with the built-in bots on it, and enter Carol's."""
    season = ladders.create_ladder(
        club=cast.club,
        name=NAME,
        game=GAME,
        table_size=TABLE_SIZE,
        bots=BUILTIN,
        by=cast.owner,
        now=now,
    )
    ladders.enter(season=season, version=carols, by=cast.accounts["carol"], now=now)
    return seasons.start_season(season=season, by=cast.owner, now=now)


def play_all(season: Season, carols: Version, *, now: datetime, tell: Tell) -> Match:
    """Store what was played on the ladder until now; return the match worth watching.

    Raises Unproven for a record that does not replay.
    """
    kept = recorded.recorded()
    names = {name: builtin_bot(name=name) for name in BUILTIN}
    players = [names.get(name, carols.player) for name in kept.bots]
    batches = range(0, len(kept.tables), TOGETHER)
    at = now - APART * len(batches)
    found: list[list[Match]] = []
    for start in batches:
        tell(f"ladder, table {start + 1}")
        batch = kept.tables[start : start + TOGETHER]
        found += _play(season, batch, players, now=at)
        at += APART
    number, turn = kept.watch
    return found[number][turn]


def watched(season: Season) -> Match:
    """Return the match worth watching on a ladder that was filled before."""
    number, turn = recorded.recorded().watch
    duplicate = season.duplicates.order_by("pk")[number]
    return duplicate.matches.get(table_number=turn + 1)


def _play(
    season: Season, tables: Sequence[Table], players: Sequence[Player | None], *, now: datetime
) -> list[list[Match]]:
    """Open tables and store what was played there; return their matches, table by table."""
    opened = [_opened(table, players) for table in tables]
    with transaction.atomic():
        _duplicates, rotations = duplicates.seat(season=season, tables=opened, now=now)
        by_table = [list(matches) for matches in zip(*rotations, strict=True)]
        plays = [
            _played(match, rotation)
            for matches, table in zip(by_table, tables, strict=True)
            for match, rotation in zip(matches, table.rotations, strict=True)
        ]
        _prove(season, plays)
        stored = results.store_played(plays=plays, now=now)
        results.count_played(results=stored, now=now)
    return by_table


def _opened(table: Table, players: Sequence[Player | None]) -> duplicates.Table:
    seated = [players[number] for number in table.players]
    secret = packed.unpack(table.rotations[0].blob).secret
    keys = tuple(player.pk for player in seated if player is not None)
    return duplicates.Table(players=keys, pick=table.pick, secret=secret or b"")


def _played(match: Match, rotation: Rotation) -> Played:
    head = packed.unpack(rotation.blob)
    return Played(
        match=match,
        totals=head.totals,
        places=head.places,
        rounds=rotation.rounds,
        blob=rotation.blob,
        is_replayed=True,
    )


def _prove(season: Season, plays: Sequence[Played]) -> None:
    """Replay the records, as a worker does before it stores them as final."""
    stated = [
        Statement(
            blob=played.blob,
            game=season.game,
            totals=list(played.totals),
            secret=bytes(played.match.secret),
        )
        for played in plays
    ]
    if faults := [fault for fault in records.replay(stated) if fault]:
        raise Unproven(faults[0])
