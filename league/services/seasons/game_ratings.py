"""Ratings of players in a game: the same whatever the order in which results come in.

Whoever changes a result notes the match (`note_changed`); a worker then rates from the first such
match on, in the order of sessions, those matches where something is different. Forfeits, void
matches and matches of ladders are not rated, nor are those that do not count for somebody at the
table (`counting`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from django.db import transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

import games
from league import queue
from league.logic.ratings import NEW, Skill, rate_table
from league.models import (
    GameRating,
    GameRatingChange,
    Match,
    Player,
    RatingPool,
    RatingReview,
    Result,
    Season,
    Seat,
    Unrated,
)
from league.services.accounts import counting

Position: TypeAlias = tuple[datetime, int]
"""When the session was published, and the primary key of the match: where a match comes."""

SLICE = 1000
"""Matches looked at in one transaction."""
FEW = 20
"""As many matches as one evening's session has do not wait for the clock."""


class Rated(NamedTuple):
    """A seat of a match that is to be rated: a place, shared places being equal, from 1.

    Bots have their own `pool` where the season rates people and bots apart.
    """

    player: int
    place: int
    pool: int


Tables: TypeAlias = Mapping[int, Sequence[Rated]]


@dataclass(slots=True)
class Step:
    """What rating some matches in their order comes to.

    `skills` are those after the matches so far, `moved` the players for whom that is another one
    than is stored; `counts` by how many matches more or fewer each is rated.
    """

    skills: defaultdict[int, Skill]
    moved: set[int] = field(default_factory=set)
    new: list[GameRatingChange] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    counts: Counter[int] = field(default_factory=Counter)


def note_changed(*, match_ids: Iterable[int]) -> None:
    """Have these matches rated, or rated again, once the transaction is committed.

    A few are rated at once. Many are rated with those that follow them, when the clock says so.
    """
    rows = [Unrated(match_id=pk) for pk in match_ids]
    Unrated.objects.bulk_create(rows)
    if 0 < len(rows) <= FEW:
        queue.wake_rater()


def rate_waiting() -> int:
    """Bring all ratings up to date; return how many changes of ratings were written."""
    while review_slice():
        pass
    written = 0
    for game in sorted(set(Unrated.objects.values_list("match__season__game", flat=True))):
        while (step := rate_slice(game=game)) is not None:
            written += step
    return written


def review_slice(*, most: int = SLICE) -> bool:
    """Have up to `most` matches rated again of which something else counts now; False for none.

    One transaction, which holds the review so that nobody else goes on with it.
    """
    with transaction.atomic():
        waiting = RatingReview.objects.select_for_update(skip_locked=True)
        review = waiting.order_by("pk").first()
        if review is None:
            return False
        rows = Match.objects.filter(
            season__club=review.club_id, status=Match.Status.FINAL, pk__gt=review.seen
        )
        if review.player_id is not None:
            rows = rows.filter(seats__player=review.player_id)
        found = list(rows.order_by("pk").values_list("pk", flat=True).distinct()[:most])
        Unrated.objects.bulk_create(Unrated(match_id=pk) for pk in found)
        if len(found) < most:
            review.delete()
        else:
            RatingReview.objects.filter(pk=review.pk).update(seen=found[-1])
    return True


def rate_slice(*, game: str, most: int = SLICE) -> int | None:
    """Look at up to `most` matches of a game; None if none waits to be rated.

    One transaction, in which nobody else rates this game. Returns how many changes it wrote.
    """
    RatingPool.objects.get_or_create(game=game)
    with transaction.atomic():
        pool = RatingPool.objects.select_for_update().get(game=game)
        rows, waiting = _waiting(game, most)
        if not waiting:
            return None
        start = min(waiting.values())
        order = sorted({**_rated(pool, start, most + 1), **waiting}.values())
        step = _rate(pool, order[:most], set(waiting))
        written = _store(pool, step)
        done = {match for _at, match in order[:most]}
        Unrated.objects.filter(pk__in=[pk for pk, match in rows if match in done]).delete()
        if len(order) > most:
            _go_on_later(pool, step.moved, order[most])
    return written


def recount(*, game: str) -> int:
    """Compute the ratings of a game afresh from its final matches; return how many were wrong."""
    with transaction.atomic():
        before = _stored(game)
        GameRating.objects.filter(pool__game=game).delete()
        final = ratable().filter(season__game=game).values_list("pk", flat=True)
        rows = (Unrated(match_id=pk) for pk in final.iterator())
        Unrated.objects.bulk_create(rows, batch_size=SLICE)
        while rate_slice(game=game) is not None:
            pass
        after = _stored(game)
    return sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())


def ranking(game: str) -> QuerySet[GameRating]:
    """Return the players of a game, the best first, in a total order."""
    pool = RatingPool.objects.filter(game=game).values("pk")[:1]
    rows = GameRating.objects.filter(pool=pool).select_related("player", "pool")
    return rows.order_by("-ordinal", "pk")


def ranks_of(rows: Sequence[GameRating]) -> dict[int, int]:
    """Return the ranks, by primary key, of rows that follow each other in a ranking; one query.

    Costs as many rows as come before them.
    """
    if not rows:
        return {}
    first = rows[0]
    level = Q(ordinal=first.ordinal, pk__lt=first.pk)
    before = GameRating.objects.filter(Q(ordinal__gt=first.ordinal) | level, pool=first.pool_id)
    ahead = before.aggregate(better=Count("pk", ~level), all=Count("pk"))
    rank, ordinal, found = 1 + ahead["better"], first.ordinal, {}
    for place, row in enumerate(rows, 1 + ahead["all"]):
        if row.ordinal != ordinal:
            rank, ordinal = place, row.ordinal
        found[row.pk] = rank
    return found


def ratable() -> QuerySet[Match]:
    """Return the matches that move ratings: final ones of events that count, but for forfeits."""
    in_force = Result.objects.filter(match=OuterRef("pk"), version=OuterRef("result_version"))
    final = Match.objects.filter(status=Match.Status.FINAL, season__kind=Season.Kind.EVENTS)
    final = final.exclude(counting.uncounted_in())
    return final.annotate(source=Subquery(in_force.values("source")[:1])).exclude(
        source=Result.Source.FORFEIT
    )


def _waiting(game: str, most: int) -> tuple[list[tuple[int, int]], dict[int, Position]]:
    """Return the first rows that wait, each with its match, and the positions of these."""
    rows = Unrated.objects.filter(match__season__game=game)
    found = rows.order_by("match__session__published_at", "match", "pk").values_list(
        "pk", "match", "match__session__published_at"
    )[:most]
    return [(pk, match) for pk, match, _at in found], {
        match: (at or datetime.max.replace(tzinfo=UTC), match) for _pk, match, at in found
    }


def _rated(pool: RatingPool, start: Position, most: int) -> dict[int, Position]:
    """Return the positions of the first matches from `start` on that have been rated."""
    rows = GameRatingChange.objects.filter(_not_before(start), pool=pool)
    found = rows.order_by("at", "match").values_list("at", "match").distinct()[:most]
    return {match: (at, match) for at, match in found}


def _not_before(start: Position) -> Q:
    return Q(at__gt=start[0]) | Q(at=start[0], match__gte=start[1])


def _go_on_later(pool: RatingPool, players: Collection[int], start: Position) -> None:
    """Have the first match of each of these players rated again that comes at `start` or later."""
    log = GameRatingChange.objects.filter(_not_before(start), rating=OuterRef("pk"))
    first = log.order_by("at", "match").values("match")[:1]
    rows = GameRating.objects.filter(pool=pool, player__in=players).annotate(first=Subquery(first))
    matches = set(rows.exclude(first=None).values_list("first", flat=True))
    Unrated.objects.bulk_create(Unrated(match_id=pk) for pk in sorted(matches))


def _rate(pool: RatingPool, order: Sequence[Position], waiting: set[int]) -> Step:
    """Rate matches in their order, where they wait or a player's skill is another than it was."""
    matches = [match for _at, match in order]
    tables, stored = _tables(matches), _changes(pool, matches)
    players = {seat.player for table in tables.values() for seat in table}
    players |= {player for changes in stored.values() for player in changes}
    step = Step(_skills_before(pool, players, order[0]))
    for position in order:
        table, before = tables.get(position[1], []), stored.get(position[1], {})
        if position[1] in waiting or any(seat.player in step.moved for seat in table):
            _rate_match(pool, position, table, before, step)
        else:
            step.skills |= {player: change.skill for player, change in before.items()}
    return step


def _rate_match(
    pool: RatingPool,
    position: Position,
    table: Sequence[Rated],
    before: Mapping[int, GameRatingChange],
    step: Step,
) -> None:
    """Add a match to a step, in which `before` is what is stored about it."""
    after = _rated_table(pool.game, table, step.skills)
    for player, (place, skill) in after.items():
        step.skills[player] = skill
        old = before.get(player)
        if old is not None and (old.place, old.skill) == (place, skill):
            step.moved.discard(player)
            continue
        step.moved.add(player)
        step.counts[player] += old is None
        step.new.append(_change(pool, position, player, place, skill))
    for player in before.keys() - after.keys():
        step.moved.add(player)
        step.counts[player] -= 1
        step.gone.append(before[player].pk)


def _change(
    pool: RatingPool, position: Position, player: int, place: int, skill: Skill
) -> GameRatingChange:
    """Return a change to be stored; its rating, which may not be there yet, knows the player."""
    return GameRatingChange(
        rating=GameRating(pool=pool, player_id=player),
        pool=pool,
        match_id=position[1],
        at=position[0],
        place=place,
        mu=skill.mu,
        sigma=skill.sigma,
    )


def _tables(match_ids: Collection[int]) -> Tables:
    """Return the seats, in their order, of those of the matches that are to be rated."""
    rows = Seat.objects.filter(match__in=ratable().filter(pk__in=match_ids)).order_by(
        "match", "number"
    )
    found = rows.values_list(
        "match", "player", "place", "player__kind", "match__season__rates_together"
    )
    tables: dict[int, list[Rated]] = {}
    for match, at_table in groupby(found, key=itemgetter(0)):
        seats = list(at_table)
        tables[match] = [
            Rated(
                player,
                place=place or len(seats),
                pool=int(kind == Player.Kind.BOT and not together),
            )
            for _match, player, place, kind, together in seats
        ]
    return tables


def _changes(
    pool: RatingPool, match_ids: Collection[int]
) -> dict[int, dict[int, GameRatingChange]]:
    """Return the changes stored for matches, by match and player."""
    found: defaultdict[int, dict[int, GameRatingChange]] = defaultdict(dict)
    rows = GameRatingChange.objects.filter(pool=pool, match__in=match_ids)
    for change in rows.select_related("rating"):
        found[change.match_id][change.rating.player_id] = change
    return found


def _skills_before(
    pool: RatingPool, players: Collection[int], start: Position
) -> defaultdict[int, Skill]:
    """Return the skill of each player before a position; one look into the index for each."""
    earlier = GameRatingChange.objects.filter(rating=OuterRef("pk")).exclude(_not_before(start))
    last = earlier.order_by("-at", "-match").values("pk")[:1]
    rows = GameRating.objects.filter(pool=pool, player__in=players)
    keys = dict(rows.annotate(last=Subquery(last)).values_list("player", "last"))
    changes = GameRatingChange.objects.in_bulk([pk for pk in keys.values() if pk is not None])
    skills: defaultdict[int, Skill] = defaultdict(lambda: NEW)
    skills.update({player: changes[pk].skill for player, pk in keys.items() if pk is not None})
    return skills


def _rated_table(
    game: str, table: Sequence[Rated], skills: Mapping[int, Skill]
) -> dict[int, tuple[int, Skill]]:
    """Return place and skill after a match of everybody who has one seat there."""
    players = [seat.player for seat in table]
    if not any(players.count(player) == 1 for player in players):
        return {}
    rules = games.get(game)
    rated = rate_table(
        [skills[player] for player in players],
        sides=rules.sides(len(table)) if len(table) in rules.players else range(len(table)),
        places=[seat.place for seat in table],
        pools=[seat.pool for seat in table],
    )
    return {
        player: (seat.place, skill)
        for player, seat, skill in zip(players, table, rated, strict=True)
        if players.count(player) == 1
    }


def _store(pool: RatingPool, step: Step) -> int:
    """Write what a step comes to; the caller holds the pool. Returns how many changes it wrote."""
    players = {change.rating.player_id for change in step.new} | step.counts.keys()
    if not players:
        return 0
    fresh = [
        GameRating(pool=pool, player_id=player, mu=NEW.mu, sigma=NEW.sigma, ordinal=NEW.ordinal)
        for player in sorted(players)
    ]
    GameRating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = {row.player_id: row for row in pool.ratings.filter(player__in=players)}
    for change in step.new:
        change.rating = rows[change.rating.player_id]
    GameRatingChange.objects.filter(pk__in=step.gone).delete()
    GameRatingChange.objects.bulk_create(
        step.new,
        update_conflicts=True,
        unique_fields=["rating", "match"],
        update_fields=["at", "place", "mu", "sigma"],
    )
    for player, row in rows.items():
        row.matches += step.counts[player]
    _end_in_last_change(rows.values())
    return len(step.new) + len(step.gone)


def _end_in_last_change(rows: Collection[GameRating]) -> None:
    """Write ratings with what their last change says; who has none left has no rating."""
    log = GameRatingChange.objects.filter(rating=OuterRef("pk")).order_by("-at", "-match")
    held = GameRating.objects.filter(pk__in=[row.pk for row in rows])
    last = dict(held.annotate(last=Subquery(log.values("pk")[:1])).values_list("pk", "last"))
    changes = GameRatingChange.objects.in_bulk([pk for pk in last.values() if pk is not None])
    rated = [row for row in rows if last[row.pk] is not None]
    for row in rated:
        skill = changes[last[row.pk]].skill
        row.mu, row.sigma, row.ordinal = skill.mu, skill.sigma, skill.ordinal
    GameRating.objects.bulk_update(rated, ["mu", "sigma", "ordinal", "matches"])
    GameRating.objects.filter(pk__in=[pk for pk, change in last.items() if change is None]).delete()


def _stored(game: str) -> dict[tuple[int, int], Skill]:
    """Return the skill of each player after each match of a game."""
    rows = GameRatingChange.objects.filter(pool__game=game)
    found = rows.values_list("rating__player", "match", "mu", "sigma")
    return {(player, match): Skill(mu, sigma) for player, match, mu, sigma in found}
