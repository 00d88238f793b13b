"""Ratings of ladders: moved once by every duplicate, in the order in which duplicates finish."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations
from math import isclose
from typing import Any, TypeAlias

from django.db import transaction
from django.db.models import Count, Min, Model

import games
from league import queue
from league.logic import ratings
from league.logic.ratings import NEW, Skill
from league.models import Duplicate, Match, Meeting, Rating, RatingChange, Round, Season, Seat
from league.services.base import unwritten

Key: TypeAlias = tuple[int, int]
"""Primary keys of a season and a player."""
Pair: TypeAlias = tuple[int, int, int]
"""Primary keys of a season and two players, the smaller first."""

RATED = ["mu", "sigma", "ordinal", "duplicates"]
CHANGED = ["number", "place", "mu", "sigma"]
MET = ["duplicates", "wins", "losses", "margin"]
BATCH = 500
"""How many duplicates are computed afresh at once."""


@dataclass(frozen=True, slots=True)
class Contest:
    """A duplicate that is over: players in the order of seats, and what all rotations gave."""

    duplicate: Duplicate
    players: tuple[int, ...]
    scores: tuple[int, ...]
    sides: tuple[int, ...]
    higher_wins: bool
    deals: int

    def places(self) -> list[int]:
        """Return the place of each player, by the scores of its side; ties share."""
        totals = ratings.side_scores(self.scores, self.sides)
        return ratings.places_of(totals, higher_wins=self.higher_wins)

    def rating_keys(self) -> list[Key]:
        """Return the keys of the players' ratings."""
        return [(self.duplicate.season_id, player) for player in self.players]

    def meetings(self) -> Iterator[tuple[Pair, int]]:
        """Yield who played against whom, and by how much the first was ahead, better is higher."""
        sign = 1 if self.higher_wins else -1
        totals = ratings.side_scores(self.scores, self.sides)
        rows = sorted(zip(self.players, self.sides, totals, strict=True))
        for (one, side, score), (other, its_side, its_score) in combinations(rows, 2):
            if side != its_side:
                yield (self.duplicate.season_id, one, other), sign * (score - its_score)


def rate_finished(*, duplicate_ids: Collection[int], now: datetime) -> list[Duplicate]:
    """Rate those of the duplicates all of whose matches are final, each exactly once.

    Call it in the transaction that makes the last match final, with that match locked; of two
    that finish matches of one duplicate at once, the second waits here and then rates it. A fixed
    number of queries for any number of duplicates. Rows are locked in the order of their keys.
    """
    if not duplicate_ids:
        return []
    with transaction.atomic():
        open_ones = Duplicate.objects.filter(status=Duplicate.Status.OPEN, pk__in=duplicate_ids)
        held = open_ones.select_for_update(of=("self",)).select_related("season").order_by("pk")
        contests = finished(list(held))
        if contests:
            rows = _held_ratings(contests)
            changes = [change for one in contests for change in move(rows, one, now)]
            _store_ratings(rows.values())
            RatingChange.objects.bulk_create(changes)
            count_meetings(contests)
            _close(contests, now)
            queue.wake_matchmaker(sorted({one.duplicate.season_id for one in contests}))
    return [one.duplicate for one in contests]


def recount(season: Season) -> int:
    """Compute ratings and meetings afresh from the final matches; return how many rows were wrong.

    Duplicates are taken in the order in which they were rated. One that is rated meanwhile waits
    for this transaction and then adds itself.
    """
    fresh: defaultdict[Key, Rating] = defaultdict(lambda: Rating(mu=NEW.mu, sigma=NEW.sigma))
    met: dict[Pair, Meeting] = {}
    wrong_changes: list[RatingChange] = []
    with transaction.atomic():
        held = Rating.objects.select_for_update().filter(season=season).order_by("pk")
        rows = {(row.season_id, row.player_id): row for row in held}
        log = Duplicate.objects.filter(season=season, status=Duplicate.Status.RATED)
        log = log.annotate(first=Min("changes")).exclude(first=None).order_by("first")
        for batch in _batches(list(log.values_list("pk", flat=True))):
            wrong_changes += _replayed(batch, rows, fresh, met)
        wrong = [row for key, row in rows.items() if _correct(row, fresh[key])]
        _store_ratings(wrong)
        wrong_meetings = _correct_meetings(season, met)
    return len(wrong) + len(wrong_changes) + wrong_meetings


def finished(duplicates: Sequence[Duplicate]) -> list[Contest]:
    """Return those of the duplicates that are over, in their order; two queries."""
    by_pk = {duplicate.pk: duplicate for duplicate in duplicates}
    rows = (
        Seat.objects.filter(match__duplicate__in=by_pk)
        .order_by("match__table_number", "number")
        .values_list("match__duplicate", "player", "score", "match__status")
    )
    scores: defaultdict[int, dict[int, int]] = defaultdict(dict)
    unfinished = set()
    for pk, player, score, status in rows:
        if status != Match.Status.FINAL:
            unfinished.add(pk)
        scores[pk][player] = scores[pk].get(player, 0) + (score or 0)
    deals = _deals_of(by_pk.keys() - unfinished)
    return [
        contest_of(duplicate, scores[pk], deals[pk])
        for pk, duplicate in by_pk.items()
        if pk in scores and pk not in unfinished
    ]


def contest_of(duplicate: Duplicate, scores: dict[int, int], deals: int) -> Contest:
    """Return a contest from the scores by player, in the order of seats of the first rotation."""
    game = games.get(duplicate.season.game)
    return Contest(
        duplicate=duplicate,
        players=tuple(scores),
        scores=tuple(scores.values()),
        sides=game.sides(len(scores)),
        higher_wins=game.higher_wins,
        deals=deals,
    )


def move(rows: dict[Key, Rating], contest: Contest, now: datetime) -> list[RatingChange]:
    """Move the ratings of a contest's players, in memory, and return what is to be noted."""
    places = contest.places()
    held = [rows[key] for key in contest.rating_keys()]
    skills = [Skill(row.mu, row.sigma) for row in held]
    new = ratings.rate(skills, sides=contest.sides, places=places)
    changes = []
    for row, skill, place in zip(held, new, places, strict=True):
        row.mu, row.sigma, row.ordinal = skill.mu, skill.sigma, skill.ordinal
        row.duplicates += 1
        changes.append(
            RatingChange(
                rating=row,
                duplicate=contest.duplicate,
                number=row.duplicates,
                place=place,
                mu=skill.mu,
                sigma=skill.sigma,
                at=now,
            )
        )
    return changes


def add_meetings(met: dict[Pair, Meeting], contest: Contest) -> None:
    """Count a contest in the rows of who met whom, in memory."""
    for pair, ahead in contest.meetings():
        row = met.get(pair)
        if row is None:
            season, one, other = pair
            row = met[pair] = Meeting(season_id=season, one_id=one, other_id=other)
        row.duplicates += 1
        row.wins += ahead > 0
        row.losses += ahead < 0
        row.margin += ahead / max(1, contest.deals)


def count_meetings(contests: Sequence[Contest]) -> None:
    """Count contests in who met whom; three queries, rows made and locked in order of keys."""
    pairs = sorted({pair for contest in contests for pair, _ahead in contest.meetings()})
    Meeting.objects.bulk_create(
        [Meeting(season_id=season, one_id=one, other_id=other) for season, one, other in pairs],
        ignore_conflicts=True,
    )
    held = (
        Meeting.objects.select_for_update()
        .filter(
            season__in={pair[0] for pair in pairs},
            one__in={pair[1] for pair in pairs},
            other__in={pair[2] for pair in pairs},
        )
        .order_by("season_id", "one_id", "other_id")
    )
    met = {(row.season_id, row.one_id, row.other_id): row for row in held}
    for contest in contests:
        add_meetings(met, contest)
    Meeting.objects.bulk_create(
        [met[pair] for pair in pairs],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=MET,
    )


def _batches(pks: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(pks), BATCH):
        yield pks[start : start + BATCH]


def _replayed(
    pks: Sequence[int],
    rows: Mapping[Key, Rating],
    fresh: dict[Key, Rating],
    met: dict[Pair, Meeting],
) -> list[RatingChange]:
    """Rate duplicates again in the order given, and correct and return the changes that differ."""
    by_pk = Duplicate.objects.select_related("season").in_bulk(pks)
    stored = {
        (row.duplicate_id, row.rating_id): row
        for row in RatingChange.objects.filter(duplicate__in=pks)
    }
    wrong = []
    for contest in finished([by_pk[pk] for pk in pks]):
        add_meetings(met, contest)
        changes = move(fresh, contest, contest.duplicate.created_at)
        for key, change in zip(contest.rating_keys(), changes, strict=True):
            row = stored[contest.duplicate.pk, rows[key].pk]
            if _values(row, CHANGED) != _values(change, CHANGED):
                _copy(change, row, CHANGED)
                wrong.append(row)
    RatingChange.objects.bulk_update(wrong, CHANGED)
    return wrong


def _correct(row: Rating, fresh: Rating) -> bool:
    """Give a row the values it should have; return whether it had others."""
    fresh.ordinal = Skill(fresh.mu, fresh.sigma).ordinal
    was_wrong = _values(row, RATED) != _values(fresh, RATED)
    _copy(fresh, row, RATED)
    return was_wrong


def _correct_meetings(season: Season, met: Mapping[Pair, Meeting]) -> int:
    stored = {
        (row.season_id, row.one_id, row.other_id): row
        for row in Meeting.objects.select_for_update().filter(season=season).order_by("pk")
    }
    wrong = {pair for pair in met.keys() & stored if _differs(met[pair], stored[pair])}
    Meeting.objects.filter(
        pk__in=[stored[pair].pk for pair in wrong | (stored.keys() - met)]
    ).delete()
    Meeting.objects.bulk_create(met[pair] for pair in sorted(wrong | (met.keys() - stored)))
    return len(wrong | (met.keys() ^ stored.keys()))


def _differs(one: Meeting, other: Meeting) -> bool:
    exact = _values(one, MET[:-1]) != _values(other, MET[:-1])
    # A sum in another order ends in other last digits.
    return exact or not isclose(one.margin, other.margin, rel_tol=1e-9, abs_tol=1e-6)


def _values(row: Model, names: Sequence[str]) -> list[Any]:
    return [getattr(row, name) for name in names]


def _copy(source: Model, target: Model, names: Sequence[str]) -> None:
    for name in names:
        setattr(target, name, getattr(source, name))


def _deals_of(duplicates: Iterable[int]) -> dict[int, int]:
    """Return how many deals were played to their end in all rotations; one query."""
    counted = (
        Round.objects.filter(result__match__duplicate__in=duplicates, redeal=False)
        .values_list("result__match__duplicate")
        .annotate(Count("pk"))
    )
    return defaultdict(int, counted)


def _held_ratings(contests: Sequence[Contest]) -> dict[Key, Rating]:
    """Lock the ratings of all players, in the order of their keys."""
    keys = {key for contest in contests for key in contest.rating_keys()}
    held = (
        Rating.objects.select_for_update()
        .filter(season__in={season for season, _ in keys}, player__in={key[1] for key in keys})
        .order_by("pk")
    )
    return {(row.season_id, row.player_id): row for row in held}


def _store_ratings(rows: Iterable[Rating]) -> None:
    Rating.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["id"], update_fields=RATED
    )


def _close(contests: Sequence[Contest], now: datetime) -> None:
    """Set duplicates to rated; the caller holds their rows and has seen that they were open."""
    for contest in contests:
        duplicate = contest.duplicate
        duplicate.status, duplicate.rated_at = Duplicate.Status.RATED, now
        duplicate.scores = list(contest.scores)
    Duplicate.objects.bulk_update(
        [contest.duplicate for contest in contests], ["status", "scores", "rated_at"]
    )
    unwritten.note_duplicates(contest.duplicate.pk for contest in contests)
