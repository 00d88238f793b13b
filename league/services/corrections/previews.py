"""What a correction, a void or forfeited match, or other rules would change, said beforehand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any, Unpack

from django.db import transaction
from django.db.models import Count, Min, Q, QuerySet

from league.models import Account, Match, Player, Season, Session
from league.services.draws import drawing
from league.services.results.submissions import Submission
from league.services.seasons import rankings, seasons
from league.services.seasons.rankings import Row

from . import corrections, voids


@dataclass(frozen=True, slots=True)
class Shift:
    """A player whose points or rank would change; None where there is no row or no rank."""

    player: Player
    points_before: Decimal | None
    points_after: Decimal | None
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A later session that was drawn from the standings as they are.

    `tables` and `played` are the numbers of its tables and of its final ones. `differs` tells
    whether the same draw from the changed standings would seat players otherwise; None where
    it was not made from standings.
    """

    session: Session
    tables: int
    played: int
    differs: bool | None


@dataclass(frozen=True, slots=True)
class Preview:
    """What would change, and which later sessions were drawn from the standings as they are."""

    shifts: Sequence[Shift]
    sessions: Sequence[Redrawn]


def preview(
    *,
    match: Match,
    submission: Submission,
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Preview:
    """Return what a correction at once would change; refusals as those of `corrections.correct`."""
    act = partial(corrections.correct, submission=submission, reason="preview")
    return _tried(act, match=match, by=by, expected_version=expected_version, now=now)


def preview_agreement(
    *, match: Match, by: Account, expected_version: int | None, now: datetime
) -> Preview:
    """Return what the proposed correction would change; refusals as those of `agree`."""
    act = corrections.agree
    return _tried(act, match=match, by=by, expected_version=expected_version, now=now)


def preview_void(
    *,
    match: Match,
    reason: str = "preview",
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Preview:
    """Return what declaring a match void would change; refusals as those of `voids.void`."""
    act = partial(voids.void, reason=reason)
    return _tried(act, match=match, by=by, expected_version=expected_version, now=now)


def preview_forfeit(
    *,
    match: Match,
    seats: Sequence[int],
    reason: str = "preview",
    by: Account,
    expected_version: int | None,
    now: datetime,
) -> Preview:
    """Return what a forfeit would change; refusals as those of `corrections.forfeit`."""
    act = partial(corrections.forfeit, seats=seats, reason=reason)
    return _tried(act, match=match, by=by, expected_version=expected_version, now=now)


def preview_rules(
    *, season: Season, by: Account, now: datetime, **rules: Unpack[seasons.Rules]
) -> Preview:
    """Return whose points and ranks other rules would change; refusals as of `change_rules`.

    All that is final is counted afresh for it, and the season held meanwhile.
    """
    with transaction.atomic():
        before = list(rankings.table(season))
        seasons.change_rules(season=season, by=by, now=now, **rules)
        after = list(rankings.table(season))
        transaction.set_rollback(True)
    season.refresh_from_db()
    return Preview(shifts=_shifts(before, after), sessions=[])


def drawn_since(match: Match) -> QuerySet[Any]:
    """Return the later sessions of the event that were drawn from what would change.

    Those drawn after the result became final; all, if it is not, for they were drawn without it.
    Each has `tables` and `played`, the numbers of its tables and of its final ones.
    """
    if match.session is None:
        return Session.objects.none()
    later = Session.objects.filter(
        event=match.session.event_id, number__gt=match.session.number
    ).annotate(
        drawn_at=Min("matches__created_at"),
        tables=Count("matches"),
        played=Count("matches", Q(matches__status=Match.Status.FINAL)),
    )
    if match.status == Match.Status.FINAL:
        later = later.filter(drawn_at__gte=match.finished_at)
    return later.filter(tables__gt=0).order_by("number")


def _tried(act: Callable[..., object], *, match: Match, now: datetime, **what: Any) -> Preview:
    """Do it and take it back in one transaction, so this is what it will be.

    Rows are locked meanwhile.
    """
    season = match.season
    with transaction.atomic():
        before = list(rankings.table(season))
        drawn = list(drawn_since(match))
        old_draws = [drawing.from_standings(session) for session in drawn]
        act(match=match, now=now, **what)
        after = list(rankings.table(season))
        new_draws = [drawing.from_standings(session) for session in drawn]
        transaction.set_rollback(True)
    match.refresh_from_db()
    return Preview(
        shifts=_shifts(before, after),
        sessions=[
            Redrawn(
                session=session,
                tables=session.tables,
                played=session.played,
                differs=None if old is None else old != new,
            )
            for session, old, new in zip(drawn, old_draws, new_draws, strict=True)
        ],
    )


def _shifts(before: Sequence[Row], after: Sequence[Row]) -> list[Shift]:
    old = {row.player.pk: row for row in before}
    new = {row.player.pk: row for row in after}
    players = {row.player.pk: row.player for row in [*before, *after]}
    shifts = []
    for pk, player in players.items():
        was, will = old.get(pk), new.get(pk)
        shift = Shift(
            player=player,
            points_before=was.points if was else None,
            points_after=will.points if will else None,
            rank_before=was.rank if was else None,
            rank_after=will.rank if will else None,
        )
        if (shift.points_before, shift.rank_before) != (shift.points_after, shift.rank_after):
            shifts.append(shift)
    return shifts
