"""Duplicates of a ladder: the matchmaker opens them, and those that cannot be played are void."""

import logging
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q

import games
from league.logic.matchmaking import Candidate, Pick, Setting, partners_of, pick_tables
from league.logic.ratings import Skill
from league.models import AuditEntry, Duplicate, Job, Match, Rating, Season, Seat, Version
from league.models.matches import new_secret
from league.services.base import unwritten
from league.services.jobs import jobs

logger = logging.getLogger(__name__)

MOST_OPEN = 3
"""How many tables one bot has open at most."""
SLOW_MS = 10_000
"""A bot that thinks for longer in a match has only one table open."""
PARTNERS_OF = 200
"""How many duplicates are looked back at for who was whose partner."""

Seatings = dict[int, list[int]]
"""Players in the order of seats, by the key of their duplicate."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table that is to be opened: keys of its players in the order of seats, why they, deals."""

    players: tuple[int, ...]
    pick: Mapping[str, Any]
    secret: bytes


def fill_all(*, now: datetime, season_ids: Collection[int] | None = None) -> int:
    """Void what cannot be played and fill the running ladders, or some of them.

    What goes wrong in one ladder does not keep the others waiting. Returns how many tables were
    opened.
    """
    void_failed(now=now)
    running = Season.objects.filter(kind=Season.Kind.LADDER, status=Season.Status.RUNNING)
    if season_ids is not None:
        running = running.filter(pk__in=season_ids)
    opened = 0
    for season in running.order_by("pk"):
        try:
            opened += len(fill(season=season, now=now))
        except Exception:
            logger.exception("ladder %s could not be filled", season.code)
    return opened


def fill(*, season: Season, now: datetime) -> list[Duplicate]:
    """Open tables in a running ladder, until LADDER_OPEN are being played.

    Each table is a match for every rotation of its players, all with one secret. One transaction
    and a fixed number of queries for any number of tables. A ladder that somebody else is filling
    at this moment is left to them.
    """
    with transaction.atomic():
        if not _hold(season):
            return []
        seatings = _seatings(Duplicate.objects.filter(season=season, status=Duplicate.Status.OPEN))
        free = settings.LADDER_OPEN - len(seatings)
        if free <= 0:
            return []
        setting = setting_of(season)
        picks = pick_tables(
            _candidates(season, seatings, now),
            setting,
            count=free,
            partners=_partners(season, setting),
            seed=f"{season.code} {now.isoformat()}",
        )
        return _open(season, picks, now)


def seat(
    *, season: Season, tables: Sequence[Table], now: datetime
) -> tuple[list[Duplicate], list[list[Match]]]:
    """Store tables as duplicates with a match for every rotation; have nobody play them yet.

    Returns the duplicates, and for each rotation its matches in the same order. Call it with the
    ladder held, in the transaction that has them played. A fixed number of queries.
    """
    if not tables:
        return [], []
    duplicates = Duplicate.objects.bulk_create(
        Duplicate(season=season, pick=dict(table.pick), created_at=now) for table in tables
    )
    size = len(tables[0].players)
    turns = [(turn, number) for turn in range(size) for number in range(len(tables))]
    matches = Match.objects.bulk_create(
        Match(
            season=season,
            duplicate=duplicates[number],
            table_number=turn + 1,
            status=Match.Status.OPEN,
            secret=tables[number].secret,
        )
        for turn, number in turns
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=number, player_id=tables[table].players[(number + turn) % size])
        for match, (turn, table) in zip(matches, turns, strict=True)
        for number in range(size)
    )
    _note_seated({player for table in tables for player in table.players}, season, now)
    starts = range(0, len(matches), len(tables))
    return duplicates, [matches[start : start + len(tables)] for start in starts]


def setting_of(season: Season) -> Setting:
    """Return what limits the tables of a ladder."""
    return Setting(sides=games.get(season.game).sides(season.table_size or 0), most_open=MOST_OPEN)


def void_failed(*, now: datetime) -> int:
    """Void the open duplicates a job of which has failed for good; return how many there were."""
    broken = Duplicate.objects.filter(
        season__kind=Season.Kind.LADDER,
        status=Duplicate.Status.OPEN,
        matches__jobs__status=Job.Status.FAILED,
    )
    return void(duplicate_ids=set(broken.values_list("pk", flat=True)), now=now)


def void(*, duplicate_ids: Collection[int], now: datetime) -> int:
    """Void duplicates that are being played, with those of their matches that are not final.

    They count for nothing, and their players are free for other tables. Returns how many it
    voided. Rows are locked in the order that `results.finalise` has: jobs, matches, duplicates.
    """
    if not duplicate_ids:
        return 0
    with transaction.atomic():
        reason = "another match of its duplicate could not be played"
        Job.objects.filter(match__duplicate__in=duplicate_ids, status=Job.Status.WAITING).update(
            status=Job.Status.FAILED, finished_at=now, reason=reason
        )
        undone = [Match.Status.OPEN, Match.Status.ENTERED]
        matches = Match.objects.filter(duplicate__in=duplicate_ids, status__in=undone)
        held = list(matches.select_for_update().order_by("pk").values_list("pk", flat=True))
        Match.objects.filter(pk__in=held).update(status=Match.Status.VOID, finished_at=now)
        open_ones = Duplicate.objects.filter(pk__in=duplicate_ids, status=Duplicate.Status.OPEN)
        rows = list(
            open_ones.select_for_update(of=("self",)).select_related("season").order_by("pk")
        )
        open_ones.filter(pk__in=[row.pk for row in rows]).update(status=Duplicate.Status.VOID)
        unwritten.note_duplicates(row.pk for row in rows)
        AuditEntry.objects.bulk_create(
            AuditEntry(
                at=now,
                club_id=row.season.club_id,
                action="duplicate.void",
                subject=f"duplicate:{row.code}",
            )
            for row in rows
        )
    return len(rows)


def _hold(season: Season) -> bool:
    """Lock a ladder against other matchmakers and its closing; False when that is too late."""
    rows = Season.objects.select_for_update(skip_locked=True, no_key=True).filter(
        pk=season.pk, kind=Season.Kind.LADDER, status=Season.Status.RUNNING
    )
    return rows.first() is not None


def _seatings(duplicates: Iterable[Duplicate]) -> Seatings:
    """Return who sits at the first rotation of duplicates; one query."""
    seats = Seat.objects.filter(match__duplicate__in=duplicates, match__table_number=1)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for duplicate, player in seats.order_by("match", "number").values_list(
        "match__duplicate", "player"
    ):
        found[duplicate].append(player)
    return found


def _candidates(season: Season, seatings: Seatings, now: datetime) -> list[Candidate]:
    """Return the active bots that may be seated now; one query."""
    rested = Q(matched_at=None) | Q(matched_at__lte=now - timedelta(seconds=settings.LADDER_REST_S))
    playable = Q(player__version=None) | Q(player__version__status=Version.Status.ACCEPTED)
    rows = Rating.objects.filter(rested, playable, season=season, is_active=True)
    open_now = Counter(player for players in seatings.values() for player in players)
    return [
        Candidate(
            key=row.player_id,
            skill=Skill(row.mu, row.sigma),
            waited=(now - (row.matched_at or row.created_at)).total_seconds(),
            played=row.duplicates,
            open=open_now[row.player_id],
            is_slow=_is_slow(row),
        )
        for row in rows.select_related("player__version")
    ]


def _is_slow(row: Rating) -> bool:
    version = getattr(row.player, "version", None)
    return version is not None and version.match_ms > SLOW_MS


def _partners(season: Season, setting: Setting) -> Counter[frozenset[int]]:
    """Return how often players were partners of late; two queries where the game has sides."""
    if len(set(setting.sides)) == setting.size:
        return Counter()
    latest = season.duplicates.order_by("-pk")[:PARTNERS_OF]
    seatings = _seatings(list(latest))
    return Counter(pair for seats in seatings.values() for pair in partners_of(seats, setting))


def _open(season: Season, picks: Sequence[Pick], now: datetime) -> list[Duplicate]:
    """Store tables as duplicates and have them played."""
    tables = [Table(pick.players, pick.as_json(), new_secret()) for pick in picks]
    duplicates, rotations = seat(season=season, tables=tables, now=now)
    for batch in rotations:
        # One message for each rotation: no worker finds the same deals twice in a batch.
        jobs.create(kind=Job.Kind.PLAY_MATCH, matches=batch, version=0, now=now)
    return duplicates


def _note_seated(players: Collection[int], season: Season, now: datetime) -> None:
    rows = Rating.objects.filter(season=season, player__in=players)
    held = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    Rating.objects.filter(pk__in=held).update(matched_at=now)
