"""Penalties: points an organiser takes from a player, with a reason, and gives back."""

from datetime import datetime
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Event, Penalty, Player, Role, Season
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.names import clean_reason
from league.services.base.refusals import Conflict, Invalid, change_status

from . import seasons, standings

MOST_POINTS = Decimal(10_000)
EXACT = Decimal("0.001")


@agreements.asking
def penalise(
    *,
    season: Season,
    event: Event | None = None,
    player: Player,
    points: Decimal,
    reason: str,
    by: Account,
    now: datetime,
) -> Penalty:
    """Take points from a player in the standings of a season, for something at `event` if named."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if season.kind == Season.Kind.LADDER:
        raise Conflict(
            season, _("A ladder has ratings and no points, so you cannot give a penalty.")
        )
    reason = clean_reason(reason)
    check(season, event, points)
    with transaction.atomic():
        seasons.require_open(standings.hold([season])[season.pk])
        agreements.require(club=season.club, players=[player], by=by, now=now)
        penalty = Penalty.objects.create(
            season=season,
            event=event,
            player=player,
            points=points,
            reason=reason,
            given_by=by,
            given_at=now,
        )
        standings.penalise(penalty=penalty)
        data = {"player": player.code, "points": str(points), "reason": reason}
        _note(penalty, "penalty.give", data, by, now)
    return penalty


def revoke(*, penalty: Penalty, reason: str, by: Account, now: datetime) -> Penalty:
    """Give the points of a penalty back."""
    season = penalty.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    reason = clean_reason(reason)
    with transaction.atomic():
        seasons.require_open(standings.hold([season])[season.pk])
        change_status(
            penalty,
            Penalty.Status.REVOKED,
            refusal=_("This penalty is already revoked."),
            revoked_by=by,
            revoked_at=now,
            revoked_because=reason,
        )
        standings.pardon(penalty=penalty)
        _note(penalty, "penalty.revoke", {"reason": reason}, by, now)
    return penalty


def check(season: Season, event: Event | None, points: Decimal) -> None:
    """Raise Invalid unless such a penalty can be given."""
    errors = {}
    if event is not None and event.season_id != season.pk:
        errors["event"] = [_("This event belongs to another season.")]
    if wrong := why_not(points):
        errors["points"] = [wrong]
    if errors:
        raise Invalid(errors)


def why_not(points: Decimal) -> str:
    """Return why nobody can lose or be given so many points by hand, "" if somebody can."""
    if not points.is_finite() or not EXACT <= points <= MOST_POINTS:
        return _("Enter more than 0 and at most %(most)s points.") % {"most": MOST_POINTS}
    if points != points.quantize(EXACT):
        return _("Give at most three decimals.")
    return ""


def _note(penalty: Penalty, action: str, data: dict[str, str], by: Account, now: datetime) -> None:
    audit.note(
        by=by,
        club=penalty.season.club,
        event=penalty.event,
        action=action,
        subject=f"penalty:{penalty.code}",
        data=data,
        now=now,
    )
