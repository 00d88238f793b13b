"""The course of a season: how many points its first players had after each session."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from django.db.models import Exists, OuterRef, Q, Sum
from django.db.models.functions import Coalesce

from league.models import Match, Player, Season, Seat, Session

from .rankings import Row

MOST_PLAYERS, MOST_SESSIONS = 6, 24


@dataclass(frozen=True, slots=True)
class Course:
    """A player's points after each of the sessions shown, the first of them before these."""

    player: Player
    points: Sequence[Decimal]


def of(
    season: Season,
    rows: Sequence[Row],
    *,
    most_players: int = MOST_PLAYERS,
    most_sessions: int = MOST_SESSIONS,
) -> list[Course]:
    """Return the courses of the first players of the standings over the latest sessions.

    Points as matches gave them: what is dropped or taken away belongs to no session. Nothing
    before the second session. Two queries, that read the latest sessions alone; what was before
    follows from all that the matches of a player gave.
    """
    sessions = _latest(season, most_sessions)
    if len(sessions) < 2:
        return []
    shown = rows[:most_players]
    won = _won(sessions, [row.player.pk for row in shown])
    return [
        Course(
            row.player,
            _after(row.standing.gross, [won.get((one, row.player.pk)) for one in sessions]),
        )
        for row in shown
    ]


def _latest(season: Season, most: int) -> list[int]:
    """Return the keys of the latest sessions in which a match is final, in order."""
    final = Match.objects.filter(session=OuterRef("pk"), status=Match.Status.FINAL)
    sessions = Session.objects.filter(Exists(final), event__season=season)
    keys = sessions.order_by("-published_at", "-pk").values_list("pk", flat=True)
    return list(keys[:most])[::-1]


def _won(sessions: Sequence[int], players: Sequence[int]) -> dict[tuple[int, int], Decimal]:
    """Return the points that final matches of sessions gave players, by session and player."""
    seats = Seat.objects.filter(
        Q(counts_for__in=players) | Q(counts_for=None, player__in=players),
        match__session__in=sessions,
        match__status=Match.Status.FINAL,
    )
    sums = seats.values_list("match__session").annotate(
        owner=Coalesce("counts_for", "player"), won=Sum("points")
    )
    return {(session, owner): points or Decimal(0) for session, owner, points in sums}


def _after(all_won: Decimal, won: Sequence[Decimal | None]) -> list[Decimal]:
    """Return the points before the first session and after each; at last they are `all_won`."""
    each = [one or Decimal(0) for one in won]
    return list(accumulate(each, initial=all_won - sum(each)))
