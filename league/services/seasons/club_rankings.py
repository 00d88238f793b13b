"""The clubs of a federation ranked in a season, by the points of those who play for them."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from league.logic.club_rankings import ClubRule, Place, ranked
from league.models import Account, Club, Role, Season
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid

from . import rankings, standings
from .seasons import require_open

MOST_BEST: Final = 100


def places(season: Season) -> list[Place[Club]]:
    """Return the clubs for which somebody has played, best first; two queries.

    Who has played no match, or has no rank for want of matches, does not count. Equal clubs are
    in the order of names.
    """
    counted = rankings.rows_of(season).filter(
        matches__gte=max(1, season.min_attendance), player__allegiances__season=season
    )
    rows = counted.order_by().values_list(F("player__allegiances__club"), "points")
    points: dict[int, list[Decimal]] = {}
    for key, of_player in rows:
        points.setdefault(key, []).append(of_player)
    clubs = Club.objects.filter(pk__in=points).order_by("name", "pk")
    return ranked({club: points[club.pk] for club in clubs}, rule_of(season))


def rule_of(season: Season) -> ClubRule:
    """Return how a season ranks clubs."""
    is_average = season.club_points == Season.ClubPoints.AVERAGE
    return ClubRule(best=season.club_best, is_average=is_average)


def are_ranked(season: Season) -> bool:
    """Tell whether a season ranks clubs: one of a federation, and no ladder."""
    return season.club.is_federation and season.kind != Season.Kind.LADDER


def change_rule(
    *,
    season: Season,
    club_points: str | None = None,
    club_best: int | None = None,
    by: Account,
    now: datetime,
) -> Season:
    """Change how a season ranks clubs: how many of a club's best count, all if None, and how.

    `club_points` that are left out stay as they are. Raises Conflict in a season that ranks none.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if not are_ranked(season):
        raise Conflict(season, _("Only seasons of a federation rank clubs."))
    wanted = season.club_points if club_points is None else club_points
    _check(wanted, club_best)
    with transaction.atomic():
        require_open(standings.hold([season])[season.pk])
        fields = {"club_points": wanted, "club_best": club_best}
        Season.objects.filter(pk=season.pk).update(**fields)
        audit.note_season(season, "season.club_rule", fields, by=by, now=now)
    season.refresh_from_db(fields=list(fields))
    return season


def _check(club_points: str, club_best: int | None) -> None:
    errors: dict[str, Sequence[str]] = {}
    if club_points not in Season.ClubPoints.values:
        choice = ", ".join(Season.ClubPoints.values)
        errors["club_points"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
    if club_best is not None and not 1 <= club_best <= MOST_BEST:
        said = _("Choose a number from %(least)d to %(most)d.")
        errors["club_best"] = [said % {"least": 1, "most": MOST_BEST}]
    if errors:
        raise Invalid(errors)
