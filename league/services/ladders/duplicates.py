"""Duplicates of a ladder: the matchmaker opens them, and those that cannot be played are void.

Workers play those of uploaded bots. Those of remote bots are played at online tables, which
`play.ladder_tables` opens.
"""

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet

import games
from league.logic.matchmaking import Candidate, Setting, partners_of, pick_tables
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

    @property
    def opener(self) -> int:
        """The player for whom the table is opened, having waited longest."""
        opens = [reason["opens"] for reason in self.pick["reasons"]]
        return self.players[opens.index(True)]


Candidates: TypeAlias = Callable[[Season, Counter[int], datetime], list[Candidate]]
"""Returns who may be seated in a ladder now, told how many tables each player has open there."""


def fill_all(*, now: datetime, season_ids: Collection[int] | None = None) -> int:
    """Void what cannot be played and fill the running ladders of uploaded bots, or some of them.

    Returns how many tables were opened.
    """
    void_failed(now=now)
    return fill_each(fill, is_remote=False, season_ids=season_ids, now=now)


def fill_each(
    fill: Callable[..., Sequence[Duplicate]],
    *,
    is_remote: bool,
    season_ids: Collection[int] | None,
    now: datetime,
) -> int:
    """Have the running ladders of remote or of uploaded bots filled, or some of them.

    What goes wrong in one ladder does not keep the others waiting. Returns how many tables were
    opened.
    """
    running = _running(is_remote=is_remote)
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
    """Open tables in a running ladder of uploaded bots, until LADDER_OPEN are being played.

    Each table is a match for every rotation of its players, all with one secret. One transaction
    and a fixed number of queries for any number of tables. A ladder that somebody else is filling
    at this moment is left to them.
    """
    with transaction.atomic():
        if not hold(season, is_remote=False):
            return []
        tables = next_tables(season=season, candidates=_candidates, now=now)
        duplicates, rotations = seat(season=season, tables=tables, now=now)
        for batch in rotations:
            # One message for each rotation: no worker finds the same deals twice in a batch.
            jobs.create(kind=Job.Kind.PLAY_MATCH, matches=batch, version=0, now=now)
        return duplicates


def hold(season: Season, *, is_remote: bool) -> bool:
    """Lock a ladder against other matchmakers and its closing; False when that is too late."""
    rows = _running(is_remote=is_remote).select_for_update(skip_locked=True, no_key=True)
    return rows.filter(pk=season.pk).first() is not None


def next_tables(*, season: Season, candidates: Candidates, now: datetime) -> list[Table]:
    """Return the tables that a ladder is to open, until LADDER_OPEN are being played.

    The caller holds the ladder. A fixed number of queries.
    """
    seatings = _seatings(Duplicate.objects.filter(season=season, status=Duplicate.Status.OPEN))
    free = settings.LADDER_OPEN - len(seatings)
    if free <= 0:
        return []
    setting = setting_of(season)
    open_now = Counter(player for players in seatings.values() for player in players)
    picks = pick_tables(
        candidates(season, open_now, now),
        setting,
        count=free,
        partners=_partners(season, setting),
        seed=f"{season.code} {now.isoformat()}",
    )
    return [Table(pick.players, pick.as_json(), new_secret()) for pick in picks]


def rested(season: Season, *, now: datetime) -> QuerySet[Rating]:
    """Return the ratings of those who play on a ladder and were not seated a moment ago."""
    rest = Q(matched_at=None) | Q(matched_at__lte=now - timedelta(seconds=settings.LADDER_REST_S))
    return Rating.objects.filter(rest, season=season, is_active=True)


def seat(
    *, season: Season, tables: Sequence[Table], now: datetime
) -> tuple[list[Duplicate], list[list[Match]]]:
    """Store tables as duplicates with a match for every rotation; have nobody play them yet.

    On a ladder of remote bots there is one match, as nobody is to hold cards that they have seen.
    Returns the duplicates, and for each rotation its matches in the same order. Call it with the
    ladder held, in the transaction that has them played. A fixed number of queries.
    """
    if not tables:
        return [], []
    duplicates = Duplicate.objects.bulk_create(
        Duplicate(season=season, pick=dict(table.pick), created_at=now) for table in tables
    )
    size = len(tables[0].players)
    rotations = 1 if season.is_remote else size
    turns = [(turn, number) for turn in range(rotations) for number in range(len(tables))]
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


def _running(*, is_remote: bool) -> QuerySet[Season]:
    """Return the running ladders of remote or of uploaded bots."""
    return Season.objects.filter(
        kind=Season.Kind.LADDER, status=Season.Status.RUNNING, is_remote=is_remote
    )


def _seatings(duplicates: Iterable[Duplicate]) -> Seatings:
    """Return who sits at the first rotation of duplicates; one query."""
    seats = Seat.objects.filter(match__duplicate__in=duplicates, match__table_number=1)
    found: defaultdict[int, list[int]] = defaultdict(list)
    for duplicate, player in seats.order_by("match", "number").values_list(
        "match__duplicate", "player"
    ):
        found[duplicate].append(player)
    return found


def candidate_of(row: Rating, *, open_now: int, now: datetime) -> Candidate:
    """Return a rated player as the matchmaker sees it, with so many tables open on the ladder."""
    return Candidate(
        key=row.player_id,
        skill=Skill(row.mu, row.sigma),
        waited=(now - (row.matched_at or row.created_at)).total_seconds(),
        played=row.duplicates,
        open=open_now,
    )


def _candidates(season: Season, open_now: Counter[int], now: datetime) -> list[Candidate]:
    """Return the active bots that may be seated now; one query."""
    playable = Q(player__version=None) | Q(player__version__status=Version.Status.ACCEPTED)
    rows = rested(season, now=now).filter(playable).select_related("player__version")
    return [
        replace(
            candidate_of(row, open_now=open_now[row.player_id], now=now),
            most_open=1 if _is_slow(row) else None,
        )
        for row in rows
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


def _note_seated(players: Collection[int], season: Season, now: datetime) -> None:
    rows = Rating.objects.filter(season=season, player__in=players)
    held = list(rows.select_for_update().order_by("pk").values_list("pk", flat=True))
    Rating.objects.filter(pk__in=held).update(matched_at=now)
