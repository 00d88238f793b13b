"""Leaving a club for good: nothing new counts there, and what was agreed to and played stays."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Agreement,
    Entrant,
    Membership,
    Team,
    TeamMember,
)
from league.services.accounts import agreements
from league.services.base.refusals import Forbidden
from league.services.clubs import clubs
from league.services.events import attendance
from league.services.leagues import leagues


def leave(*, agreement: Agreement, by: Account, now: datetime) -> Agreement:
    """End what somebody is in a club: agreement, membership, teams, places in what is to come.

    At tables that are drawn they stay seated, and what is entered there later counts for nobody's
    rating. Raises Forbidden for anybody but the person, Conflict for the last owner of the club
    and for who has left already.
    """
    if agreement.player.account_id != by.pk:
        raise Forbidden(_("Only the person themselves can leave."))
    with transaction.atomic():
        _end_membership(agreement, by, now)
        attendance.take_out_of_all(player=agreement.player, club=agreement.club, by=by, now=now)
        _leave_teams(agreement, by, now)
        agreements.end(agreement=agreement, by=by, now=now)
    return agreement


def _end_membership(agreement: Agreement, by: Account, now: datetime) -> None:
    rows = Membership.objects.filter(club=agreement.club, player=agreement.player)
    membership = rows.select_related("club", "player").first()
    if membership is not None:
        clubs.leave(membership=membership, by=by, now=now)


def _leave_teams(agreement: Agreement, by: Account, now: datetime) -> None:
    """Give up places in teams and divisions; line-ups of days that are drawn stay."""
    club, player = agreement.club, agreement.player
    TeamMember.objects.filter(team__club=club, player=player).delete()
    Team.objects.filter(club=club, captain=player).update(captain=None)
    own = Entrant.objects.filter(division__league__club=club, player=player, withdrawn_at=None)
    for entrant in own.select_related("division__league__club", "player").order_by("pk"):
        leagues.take_out(entrant=entrant, by=by, now=now)
