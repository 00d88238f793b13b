"""Teams of a club: made, and their members put in order."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Player, Role, Team, TeamMember
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Invalid

LONGEST_NAME = 80
MOST_MEMBERS = 50


@agreements.asking
def create_team(
    *, club: Club, name: str, members: Sequence[Player] = (), by: Account, now: datetime
) -> Team:
    """Create a team; the first of its members is its captain."""
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    name = clean_name(name, longest=LONGEST_NAME)
    _check_members(members)
    try:
        with transaction.atomic():
            agreements.require(club=club, players=members, by=by, now=now)
            team = Team.objects.create(club=club, name=name, captain=_first(members))
            _store(team, members)
            _note("team.create", team, members, by=by, now=now)
    except IntegrityError:
        raise Invalid({"name": [_("The club already has a team with this name.")]}) from None
    return team


@agreements.asking
def set_members(
    *,
    team: Team,
    members: Sequence[Player],
    captain: Player | None = None,
    by: Account,
    now: datetime,
) -> Team:
    """Put these players, and no others, into a team in this order.

    Without a `captain` it stays who it is, or is the first if that player has left. Line-ups of
    league days that are drawn stay.
    """
    rights.require_role(club=team.club, account=by, role=Role.ORGANISER)
    _check_members(members)
    if captain is not None and captain not in members:
        said = _("%(name)s is not in the team. Choose a member of the team as captain.")
        raise Invalid({"captain": [said % {"name": captain.shown_name}]})
    with transaction.atomic():
        agreements.require(club=team.club, players=members, by=by, now=now)
        held = Team.objects.select_for_update().get(pk=team.pk)  # the last order wins as a whole
        kept = next((player for player in members if player.pk == held.captain_id), None)
        team.captain = captain or kept or _first(members)
        Team.objects.filter(pk=team.pk).update(captain=team.captain)
        TeamMember.objects.filter(team=team).delete()
        _store(team, members)
        _note("team.members", team, members, by=by, now=now)
    return team


def _store(team: Team, members: Sequence[Player]) -> None:
    TeamMember.objects.bulk_create(
        TeamMember(team=team, player=player, position=position)
        for position, player in enumerate(members, start=1)
    )


def _first(members: Sequence[Player]) -> Player | None:
    return members[0] if members else None


def _check_members(members: Sequence[Player]) -> None:
    if len(members) > MOST_MEMBERS:
        said = _("A team has at most %(most)d members.") % {"most": MOST_MEMBERS}
        raise Invalid({"members": [said]})
    counts = Counter(player.pk for player in members)
    errors = {}
    for number, player in enumerate(members):
        if player.is_bot:
            said = _("%(name)s is a bot. Bots can only take the places of absent players.")
        elif counts[player.pk] > 1:
            said = _("%(name)s is named twice.")
        else:
            continue
        errors[f"members.{number}"] = [said % {"name": player.shown_name}]
    if errors:
        raise Invalid(errors)


def _note(
    action: str, team: Team, members: Sequence[Player], *, by: Account, now: datetime
) -> None:
    audit.note(
        by=by,
        club=team.club,
        action=action,
        subject=f"team:{team.code}",
        data={
            "name": team.name,
            "members": [player.code for player in members],
            "captain": team.captain.code if team.captain else None,
        },
        now=now,
    )
