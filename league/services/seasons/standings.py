"""Standings of a season: moved when a result becomes final or changes, never when a page is read.

Each row holds the sums of what its player has collected, and pairs of players are kept where
tie-breaks ask for them: see `rankings`, which reads both.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

import games
from league.logic import standings
from league.logic.standings import Change, Counting, Entry, Summary
from league.logic.tiebreaks import Seated
from league.models import Handicap, Match, Penalty, Result, Season, Seat, Standing
from league.services.base import rows, shares, unwritten
from league.services.webhooks import announcements

from . import besides, encounters, game_ratings, scoring
from .besides import Key, Moves
from .encounters import Duels

Scored: TypeAlias = tuple[Any, ...]
"""The key of a seat, and what it is to have in `SCORED`."""

SCORED = ("score", "place", "points", "games_won", "games_lost")

THOUSANDTH = Decimal("0.001")
COLUMNS = (
    "points",
    "gross",
    "score",
    "matches",
    "wins",
    "place_counts",
    "match_points",
    "games_won",
    "games_lost",
    "penalty",
    "handicap",
)


class SeatValues(NamedTuple):
    """A seat, with what it has from a result until now.

    `is_ranked` says that its owner has a row in the standings.
    """

    match: int
    pk: int
    number: int
    player: int
    counts_for: int | None
    score: int | None
    place: int | None
    points: Decimal | None
    games_won: int
    games_lost: int
    is_ranked: bool

    @classmethod
    def of(cls, seat: Seat) -> "SeatValues":
        """Return the values of a seat that was read with `with_ranks`."""
        return cls(
            match=seat.match_id,
            pk=seat.pk,
            number=seat.number,
            player=seat.player_id,
            counts_for=seat.counts_for_id,
            score=seat.score,
            place=seat.place,
            points=seat.points,
            games_won=seat.games_won,
            games_lost=seat.games_lost,
            is_ranked=vars(seat)["is_ranked"],
        )

    @property
    def owner(self) -> int:
        """Whose standing gets the points: a substitute's are those of the player it counts for."""
        return self.counts_for or self.player

    @property
    def entry(self) -> Entry | None:
        """What it has added to the standings until now, if anything."""
        if self.points is None or self.score is None or self.place is None:
            return None
        return Entry(self.points, self.score, self.place, self.games_won, self.games_lost)


def counting_of(season: Season) -> Counting:
    """Return what of a season counts."""
    return Counting(drop_worst=season.drop_worst, least_matches=season.min_attendance)


def summary_of(row: Standing, season: Season) -> Summary:
    """Return what a row holds."""
    return Summary(
        gross=row.gross,
        counts=tuple(row.place_counts),
        score=row.score,
        won=row.games_won,
        lost=row.games_lost,
        penalty=row.penalty,
        handicap=row.handicap,
        results=tuple(points * THOUSANDTH for points in row.match_points),
        keeps_results=_keeps_results(season),
    )


def with_ranks(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Have seats say whether their owners have a row in the standings; no query more."""
    owner = Coalesce(OuterRef("counts_for"), OuterRef("player"))
    rows = Standing.objects.filter(season=OuterRef("match__season"), player=owner)
    return seats.annotate(is_ranked=Exists(rows))


def count(
    changes: Sequence[tuple[Match, Result | None]],
    *,
    now: datetime,
    seated: Sequence[SeatValues] | None = None,
) -> None:
    """Let each match count with its result, or not at all without one, whatever counted before.

    Seats get score, place and points, standings are moved by the difference; ratings follow,
    and webhooks are told.
    Call it in the transaction that makes the results final or takes that back, with the matches
    locked and their seasons loaded. The seasons are held and their rules read anew: whoever
    changes them meanwhile counts these results, or these are counted by the new rules. Tables
    without a common player are counted side by side. A fixed number of queries for any number of
    matches. `seated` are the seats of the only match, for who has read them since it was locked.
    """
    matches = {match.pk: match for match, _result in changes}
    tables = _tables(matches) if seated is None else [(seat.match, seated) for seat in seated[:1]]
    held = hold((match.season for match in matches.values()), alone=False)
    for match, _result in changes:
        match.season = held[match.season_id]
    new = scoring.entries_of([(match, result) for match, result in changes if result])
    scored: list[Scored] = []
    added, removed = _Sum(), _Sum()
    ranked: set[Key] = set()
    for pk, table in tables:
        ranked |= {(matches[pk].season_id, seat.owner) for seat in table if seat.is_ranked}
        if matches[pk].season.kind == Season.Kind.EVENTS:
            removed.add(matches[pk].season, table, [seat.entry for seat in table])
            added.add(matches[pk].season, table, new.get(pk, ()))
        scored += [_scored(seat, new.get(pk)) for seat in table]
    _fill(scored)
    of_events = [pk for pk, match in matches.items() if match.season.kind == Season.Kind.EVENTS]
    game_ratings.note_changed(match_ids=of_events)
    encounters.add(added.duels, removed.duels.items(), times=-1)
    encounters.move(added.duels)
    _move(held, added.moves, removed.moves, ranked=ranked)
    announcements.announce_results(changes, now=now)
    unwritten.note_results(changes)


def hold(seasons: Iterable[Season], *, alone: bool = True) -> dict[int, Season]:
    """Return seasons as stored, by key, whose rules do not change until the transaction ends.

    If `alone`, nor is a result counted in them meanwhile. Ladders, which have no points, are
    returned as given; the others know their clubs if those that are given do. One query; held and
    returned in the order of the keys.
    """
    given = {season.pk: season for season in sorted(seasons, key=attrgetter("pk"))}
    with_points = [pk for pk, one in given.items() if one.kind == Season.Kind.EVENTS]
    if not with_points:
        return given
    rows = Season.objects.filter(pk__in=with_points).order_by("pk")
    held = rows.select_for_update(no_key=True) if alone else shares.shared(rows)
    stored = {season.pk: season for season in held}
    for pk, season in stored.items():
        if "club" in given[pk]._state.fields_cache:
            season.club = given[pk].club
    return given | stored


def penalise(*, penalty: Penalty) -> None:
    """Take the points of a penalty, in the transaction that stores it."""
    _move(hold([penalty.season]), besides.taken([penalty]), [])


def pardon(*, penalty: Penalty) -> None:
    """Give the points of a penalty back, in the transaction that revokes it."""
    _move(hold([penalty.season]), [], besides.taken([penalty]))


def change_handicaps(
    *, season: Season, added: Sequence[Handicap] = (), removed: Sequence[Handicap] = ()
) -> None:
    """Give the points of handicaps and take others away, in the transaction that stores them."""
    _move(hold([season]), besides.given(added), besides.given(removed))


@contextmanager
def handing_over(
    *, matches: Collection[int], penalties: Collection[int], handicaps: Collection[int] = ()
) -> Iterator[dict[int, Season]]:
    """Move standings by what it makes that seats, penalties and handicaps get other owners.

    Call it in the transaction, with the matches locked; the seasons are held and yielded by key.
    Ratings follow. Costs what the matches cost, not their seasons.
    """
    seasons = hold(_seasons_of(matches, penalties, handicaps))
    before = _owned(seasons, matches, penalties, handicaps)
    yield seasons
    after = _owned(seasons, matches, penalties, handicaps)
    of_events = Match.objects.filter(pk__in=matches, season__kind=Season.Kind.EVENTS)
    game_ratings.note_changed(match_ids=of_events.order_by("pk").values_list("pk", flat=True))
    unwritten.note(matches)
    encounters.add(after.duels, before.duels.items(), times=-1)
    encounters.move(after.duels)
    _move(seasons, after.moves, before.moves)


def recount(season: Season) -> int:
    """Compute seats, standings and encounters afresh; return how many rows were wrong.

    A result that becomes final meanwhile waits for this transaction and then adds itself.
    """
    with transaction.atomic():
        season = hold([season])[season.pk]
        wrong_seats = _wrong_seats(season)
        held = Standing.objects.select_for_update().filter(season=season).order_by("player_id")
        old = {(row.season_id, row.player_id): row for row in held}
        fresh = recomputed(season)
        wanted = {key: _row(key, fresh.get(key, _nothing(season)), season) for key in fresh | old}
        wrong = [row for key, row in wanted.items() if not _is_same(old.get(key), row)]
        _store(wrong)
        wrong_pairs = encounters.replace(season, _total(season).duels)
        _fill(wrong_seats)
    return len(wrong) + wrong_pairs + len(wrong_seats)


def recomputed(season: Season) -> dict[Key, Summary]:
    """Return what every player has collected, from what is in force; five queries."""
    total = _total(season)
    total.moves += besides.of_season(season)
    return standings.summarise(total.moves, keeps_results=_keeps_results(season))


@dataclass
class _Sum:
    """What tables add, or what is taken away with them."""

    moves: list[tuple[Key, Change]] = field(default_factory=list)
    duels: Duels = field(default_factory=dict)

    def add(
        self, season: Season, table: Sequence[SeatValues], entries: Sequence[Entry | None]
    ) -> None:
        """Take in a table and what each seat has."""
        counted = [(seat, entry) for seat, entry in zip(table, entries, strict=False) if entry]
        self.moves += [((season.pk, seat.owner), entry) for seat, entry in counted]
        if encounters.are_kept(season):
            sides = scoring.sides_of(games.get(season.game), len(table))
            seated = [
                Seated(seat.owner, entry.points, sides[seat.number]) for seat, entry in counted
            ]
            encounters.add(self.duels, encounters.duels_of(season, seated))


def _seasons_of(
    matches: Collection[int], penalties: Collection[int], handicaps: Collection[int]
) -> QuerySet[Season]:
    """Return the seasons of these by their keys: joined, each match would meet each penalty."""
    of_matches = Match.objects.filter(pk__in=matches).values("season")
    of_penalties = Penalty.objects.filter(pk__in=penalties).values("season")
    of_handicaps = Handicap.objects.filter(pk__in=handicaps).values("event__season")
    own = Q(pk__in=of_matches) | Q(pk__in=of_penalties) | Q(pk__in=of_handicaps)
    return Season.objects.filter(own)


def _owned(
    seasons: Mapping[int, Season],
    matches: Collection[int],
    penalties: Collection[int],
    handicaps: Collection[int],
) -> _Sum:
    """Return what these add as seats and owners are stored now; four queries."""
    found = _Sum()
    season_of = dict(Match.objects.filter(pk__in=matches).values_list("pk", "season"))
    for pk, table in _tables(matches):
        season = seasons[season_of[pk]]
        if season.kind == Season.Kind.EVENTS:
            found.add(season, table, [seat.entry for seat in table])
    found.moves += besides.among(penalties=penalties, handicaps=handicaps)
    return found


def _total(season: Season) -> _Sum:
    """Return what all tables of a season add, from their results in force."""
    total = _Sum()
    for table, entries in _final_tables(season):
        total.add(season, table, entries)
    return total


def _wrong_seats(season: Season) -> list[Scored]:
    """Return as they should be the seats that have not what results in force give; five queries."""
    if season.kind != Season.Kind.EVENTS:
        return []
    wrong = []
    counted = set()
    for table, entries in _final_tables(season):
        counted |= {seat.match for seat in table}
        wrong += [_scored(seat, entries) for seat in table if seat.entry != entries[seat.number]]
    stray = Seat.objects.filter(match__season=season, points__isnull=False)
    wrong += [
        _scored(seat, None)
        for pk, table in _tables(stray.values_list("match_id", flat=True).distinct())
        if pk not in counted
        for seat in table
    ]
    return wrong


def _final_tables(season: Season) -> Iterator[tuple[list[SeatValues], list[Entry]]]:
    """Yield the seats of each final match and what its result gives them; three queries.

    A ladder has ratings instead, so nothing.
    """
    final = Match.objects.filter(season=season, status=Match.Status.FINAL)
    found = Result.objects.filter(match__in=final, version=F("match__result_version"))
    results = list(found.select_related("match")) if season.kind == Season.Kind.EVENTS else []
    for result in results:
        result.match.season = season
    entries = scoring.entries_of([(result.match, result) for result in results])
    for pk, table in _tables(entries):
        yield table, entries[pk]


def _tables(matches: Iterable[int]) -> Iterator[tuple[int, list[SeatValues]]]:
    """Yield the key and the seats of each of the matches; one query."""
    found = Seat.objects.filter(match__in=list(matches)).order_by("match_id", "number")
    seats = map(SeatValues._make, with_ranks(found).values_list(*SeatValues._fields))
    for pk, table in groupby(seats, key=attrgetter("match")):
        yield pk, list(table)


def _move(
    seasons: Mapping[int, Season], added: Moves, removed: Moves, *, ranked: Collection[Key] = ()
) -> None:
    """Add and remove entries and the like; `ranked` are those who have a row, as far as known.

    Three queries for any number of them, two where all are ranked. Rows are created and then
    locked in the order of their keys, so that two processes cannot wait for each other.
    """
    keys = sorted({key for key, _change in [*added, *removed]})
    if not keys:
        return
    old = _held(seasons, keys, [key for key in keys if key not in ranked])
    new = {key: old[key] for key in keys}
    for key, change in added:
        new[key] = new[key].add(change)
    for key, change in removed:
        new[key] = new[key].remove(change)
    _store([_row(key, summary, seasons[key[0]]) for key, summary in new.items()])


def _held(
    seasons: Mapping[int, Season], keys: Sequence[Key], missing: Sequence[Key]
) -> dict[Key, Summary]:
    """Return what the rows of these keys hold, locked; those `missing` are made first."""
    while True:
        Standing.objects.bulk_create(
            [Standing(season_id=season, player_id=player) for season, player in missing],
            ignore_conflicts=True,
        )
        rows = (
            Standing.objects.select_for_update()
            .filter(season__in={key[0] for key in keys}, player__in={key[1] for key in keys})
            .order_by("season_id", "player_id")
        )
        found = {(row.season_id, row.player_id): row for row in rows}
        missing = [key for key in keys if key not in found]  # removed since they were seen
        if not missing:
            return {key: summary_of(found[key], seasons[key[0]]) for key in keys}


def _keeps_results(season: Season) -> bool:
    return season.drop_worst > 0 or "best" in season.tie_breaks


def _nothing(season: Season) -> Summary:
    return Summary(keeps_results=_keeps_results(season))


def _fill(seats: Sequence[Scored]) -> None:
    """Write what seats have from their results; one query."""
    rows.update(Seat, SCORED, seats)


def _scored(seat: SeatValues, entries: Sequence[Entry] | None) -> Scored:
    """Return what a seat should have from a result, or from none."""
    if not entries:
        return (seat.pk, None, None, None, 0, 0)
    entry = entries[seat.number]
    return (seat.pk, entry.score, entry.place, entry.points, entry.won, entry.lost)


def _row(key: Key, summary: Summary, season: Season) -> Standing:
    return Standing(
        season_id=key[0],
        player_id=key[1],
        points=summary.points(counting_of(season)),
        gross=summary.gross,
        score=summary.score,
        matches=summary.matches,
        wins=summary.at_place(1),
        place_counts=list(summary.counts),
        match_points=[int(points / THOUSANDTH) for points in summary.results],
        games_won=summary.won,
        games_lost=summary.lost,
        penalty=summary.penalty,
        handicap=summary.handicap,
    )


def _is_same(stored: Standing | None, wanted: Standing) -> bool:
    """Tell whether a row says what it should; a row of nothing may as well be missing."""
    stored = stored or Standing(season_id=wanted.season_id, player_id=wanted.player_id)
    return all(getattr(stored, name) == getattr(wanted, name) for name in COLUMNS)


def _store(wanted: Sequence[Standing]) -> None:
    """Write whole rows; the caller holds those that exist."""
    Standing.objects.bulk_create(
        sorted(wanted, key=lambda row: (row.season_id, row.player_id)),
        update_conflicts=True,
        unique_fields=["season", "player"],
        update_fields=COLUMNS,
    )
