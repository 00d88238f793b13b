"""Standings of a season: counted when a result becomes final, never when a page is read."""

from collections.abc import Mapping
from typing import TypeAlias

from django.db import transaction
from django.db.models import F, OrderBy, QuerySet, Window
from django.db.models.functions import Rank

import games
from league.logic import points
from league.logic.standings import Line, tally
from league.models import Match, Result, Season, Seat, Standing

Key: TypeAlias = tuple[int, int]
"""Primary keys of a season and a player."""

COLUMNS = ("points", "score", "matches", "wins")


def table(season: Season) -> QuerySet[Standing]:
    """Return the standings with their `rank`, best first, in a total order; one query.

    More points, then more wins, then the better score; who is equal in all of them shares the
    rank and is listed by name. Ranks stay right when only a page of it is read.
    """
    order = _order(season)
    return (
        Standing.objects.filter(season=season)
        .select_related("player")
        .annotate(rank=Window(Rank(), order_by=order))
        .order_by(*order, "player__name", "player_id")
    )


def lines_of(season: Season, result: Result) -> list[Line]:
    """Return what `result` adds for each seat of its match."""
    awarded = points.award(
        season.points_rule,
        totals=result.totals,
        places=result.places,
        higher_wins=games.get(season.game).higher_wins,
    )
    return [
        Line.of_seat(points=share, score=score, place=place)
        for share, score, place in zip(awarded, result.totals, result.places, strict=True)
    ]


def count(lines: Mapping[Key, Line]) -> None:
    """Add `lines` to the standings, in the transaction that makes their results final.

    Three queries for any number of lines. Rows are created and locked in the order of their
    keys, so that two processes cannot wait for each other.
    """
    seasons, players = {key[0] for key in lines}, {key[1] for key in lines}
    Standing.objects.bulk_create(
        [Standing(season_id=season, player_id=player) for season, player in sorted(lines)],
        ignore_conflicts=True,
    )
    held = (
        Standing.objects.select_for_update()
        .filter(season__in=seasons, player__in=players)
        .order_by("season_id", "player_id")
    )
    old = {(row.season_id, row.player_id): _line_of(row) for row in held}
    _store({key: old[key] + line for key, line in lines.items()})


def recount(season: Season) -> int:
    """Compute the standings afresh from the final results; return how many rows were wrong.

    A result that becomes final meanwhile waits for this transaction and then adds itself.
    """
    with transaction.atomic():
        held = Standing.objects.select_for_update().filter(season=season).order_by("player_id")
        old = {(row.season_id, row.player_id): _line_of(row) for row in held}
        new = recomputed(season)
        wrong = {key: line for key, line in new.items() if old.get(key) != line}
        gone = [player for season_id, player in old.keys() - new.keys()]
        _store(wrong)
        Standing.objects.filter(season=season, player__in=gone).delete()
    return len(wrong) + len(gone)


def recomputed(season: Season) -> dict[Key, Line]:
    """Return what every player has collected, from the final results alone; two queries.

    A ladder has ratings instead, so nothing.
    """
    if season.kind == Season.Kind.LADDER:
        return {}
    final = Match.objects.filter(season=season, status=Match.Status.FINAL)
    results = Result.objects.filter(match__in=final).order_by("version")
    in_force = {result.match_id: result for result in results}
    seats = Seat.objects.filter(match__in=final).values_list("match", "number", "player")
    lines = {match: lines_of(season, result) for match, result in in_force.items()}
    return tally(
        ((season.pk, player), lines[match][number])
        for match, number, player in seats
        if match in lines
    )


def _order(season: Season) -> list[OrderBy]:
    score = F("score")
    better_score = score.desc() if games.get(season.game).higher_wins else score.asc()
    return [F("points").desc(), F("wins").desc(), better_score]


def _line_of(row: Standing) -> Line:
    return Line(points=row.points, score=row.score, matches=row.matches, wins=row.wins)


def _store(lines: Mapping[Key, Line]) -> None:
    """Write whole rows; the caller holds those that exist."""
    Standing.objects.bulk_create(
        [
            Standing(
                season_id=season,
                player_id=player,
                points=line.points,
                score=line.score,
                matches=line.matches,
                wins=line.wins,
            )
            for (season, player), line in sorted(lines.items(), key=lambda item: item[0])
        ],
        update_conflicts=True,
        unique_fields=["season", "player"],
        update_fields=COLUMNS,
    )
