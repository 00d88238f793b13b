"""Tables of ladders whose bots are remote: the matchmaker seats bots that listen, unasked.

Who enters such a ladder agrees to be seated. A contest is one match with deals of its own, played
at an online table of no event with the clock of people. Why so:
`docs/decisions/0038-ladders-of-remote-bots.md`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Count, Q

from league.logic.matchmaking import Candidate
from league.models import Duplicate, Match, OnlineTable, RemoteBot, Season, TableSeat
from league.services.ladders import duplicates
from league.services.ladders.duplicates import Table

from . import live, table_play
from .remote_seats import CONNECTED, LIVE
from .table_looks import loaded
from .table_play import Awaits, Status

LONGEST: Final = timedelta(days=1)
"""A table that is not over by then is called off: something keeps it from being played."""


def fill_all(*, now: datetime, season_ids: Collection[int] | None = None) -> int:
    """Call off what cannot be played and fill the running ladders of remote bots, or some of them.

    Returns how many tables were opened.
    """
    void_stuck(now=now)
    return duplicates.fill_each(fill, is_remote=True, season_ids=season_ids, now=now)


def fill(*, season: Season, now: datetime) -> list[Duplicate]:
    """Open tables in a running ladder of remote bots, until LADDER_OPEN are being played.

    The bots of a table are seated at once, and the watch over the tables deals. One transaction and
    a fixed number of queries for any number of tables. A ladder that somebody else is filling at
    this moment is left to them, and so are bots that are about to sit down elsewhere.
    """
    with transaction.atomic():
        if not duplicates.hold(season, is_remote=True):
            return []
        tables = duplicates.next_tables(season=season, candidates=_candidates, now=now)
        opened, rotations = duplicates.seat(season=season, tables=tables, now=now)
        for matches in rotations:
            _open(tables, matches, now)
        return opened


def void_stuck(*, now: datetime) -> int:
    """Call off the tables of ladders that are not over after LONGEST; return how many there were.

    Their duplicates are void, and the bots free for other tables.
    """
    rows = OnlineTable.objects.filter(due_at__isnull=False, status=Status.PLAYING)
    late = rows.filter(match__duplicate__isnull=False, created_at__lt=now - LONGEST)
    done = 0
    for table in loaded(late).order_by("pk"):
        with transaction.atomic():
            held = table_play.hold(table)
            if held.status == Status.PLAYING:
                table_play.change(held, **table_play.at_rest(Status.CANCELLED, now=now))
                contests = Duplicate.objects.filter(matches__online=held)
                keys = list(contests.values_list("pk", flat=True))
                done += duplicates.void(duplicate_ids=keys, now=now)
    return done


def _candidates(season: Season, open_now: Counter[int], now: datetime) -> list[Candidate]:
    """Return the bots that listen and have a table free, held, and the built-in ones.

    Those with missed matches wait as long as `absences` says. A table is opened for a remote bot,
    so built-in ones do not play among themselves. Three queries.
    """
    waited = Q(waits_until=None) | Q(waits_until__lte=now)
    rows = list(duplicates.rested(season, now=now).filter(waited).select_related("player"))
    remote = _held([row.player_id for row in rows if row.player.is_remote], now)
    taken = _tables_of(remote)
    found = []
    for row in rows:
        open_here, bot = open_now[row.player_id], remote.get(row.player_id)
        candidate = duplicates.candidate_of(row, open_now=open_here, now=now)
        if row.player.is_answered_here:
            found.append(replace(candidate, opens=False))
        elif bot is not None and bot.plays(season.game):
            most = open_here + bot.most_tables - taken[row.player_id]
            found.append(replace(candidate, most_open=most, author=bot.owner_id))
    return found


def _held(players: Iterable[int], now: datetime) -> dict[int, RemoteBot]:
    """Return the bots of these players that listen now, by player, held against other tables."""
    rows = RemoteBot.objects.filter(
        player__in=list(players), retired_at=None, seen_at__gte=now - CONNECTED
    )
    held = rows.select_for_update(of=("self",), no_key=True, skip_locked=True)
    return {bot.player_id: bot for bot in held.order_by("pk")}


def _tables_of(players: Iterable[int]) -> Counter[int]:
    """Return at how many tables that are not over each of these players sits."""
    seats = TableSeat.objects.filter(player__in=list(players), table__status__in=LIVE)
    counted = seats.order_by().values_list("player").annotate(Count("pk"))
    return Counter(dict(counted))


def _open(tables: Sequence[Table], matches: Sequence[Match], now: datetime) -> None:
    """Seat the players of tables, each at an online table, and tell the bots where they sit."""
    opened = OnlineTable.objects.bulk_create(
        OnlineTable(
            match=match,
            opened_by_id=table.opener,
            size=len(table.players),
            status=Status.PLAYING,
            awaits=Awaits.DEAL,
            turn_since=now,
            due_at=now,
            created_at=now,
        )
        for table, match in zip(tables, matches, strict=True)
    )
    TableSeat.objects.bulk_create(
        TableSeat(table=row, number=number, player_id=player)
        for row, table in zip(opened, tables, strict=True)
        for number, player in enumerate(table.players)
    )
    for row in loaded(OnlineTable.objects.filter(pk__in=[row.pk for row in opened])):
        live.tell_table(row, table_play.remote_bots_at(row))
