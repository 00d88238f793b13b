"""What counts for a person beyond the club in which it was played: ratings, curves, their page.

A seat of somebody with an account counts once they have agreed to play in the club, or while the
site's staff trusts the club and they have not refused; after they have left, what was final and
imported before. A match is rated once all its seats count. Everything else stays readable where it
was played. Without an agreement there are only seats that were imported (`season_imports`).
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from league.models import Account, Agreement, Club, Player, Seat
from league.services.base import audit
from league.services.base.refusals import Conflict, Forbidden

from . import agreements

REFUSED = (Agreement.Status.DECLINED, Agreement.Status.LEFT)


def counted() -> Q:
    """Return the condition that a seat counts for its player."""
    own = Agreement.objects.filter(club=OuterRef("match__season__club"), player=OuterRef("player"))
    before = own.filter(
        status=Agreement.Status.LEFT,
        answered_at__gte=OuterRef("match__finished_at"),
    ).filter(answered_at__gte=OuterRef("match__season__created_at"))
    trusted = Q(match__season__club__is_trusted=True) & ~Q(Exists(own.filter(status__in=REFUSED)))
    agreed = Q(Exists(own.filter(status=Agreement.Status.AGREED))) | Q(Exists(before))
    unasked = Q(player__account=None) | Q(player__kind=Player.Kind.BOT)
    return unasked | agreed | trusted


def uncounted_in(match: str = "pk") -> Exists:
    """Return the condition that a seat of a match does not count; `match` is its key."""
    people = Seat.objects.filter(match=OuterRef(match), player__account__isnull=False)
    return Exists(people.exclude(counted()))


def counted_seasons(player: Player) -> Q:
    """Return the condition that a season counts for a player; nothing is asked without account."""
    if player.account_id is None or player.is_bot:
        return Q()
    own = Agreement.objects.filter(club=OuterRef("club"), player=player)
    before = own.filter(status=Agreement.Status.LEFT, answered_at__gte=OuterRef("created_at"))
    trusted = Q(club__is_trusted=True) & ~Q(Exists(own.filter(status__in=REFUSED)))
    agreed = Q(Exists(own.filter(status=Agreement.Status.AGREED))) | Q(Exists(before))
    return agreed | trusted


def trust(*, club: Club, by: Account, now: datetime) -> Club:
    """Let what a club imports count for whoever has not answered yet, as the site's staff."""
    return _set_trust(club, is_trusted=True, by=by, now=now)


def distrust(*, club: Club, by: Account, now: datetime) -> Club:
    """Let what a club imports count for those alone who agree, as the site's staff."""
    return _set_trust(club, is_trusted=False, by=by, now=now)


def _set_trust(club: Club, *, is_trusted: bool, by: Account, now: datetime) -> Club:
    if not (by.is_staff and by.has_perm("league.change_club")):
        raise Forbidden(_("Only the site's staff decides which clubs it trusts."))
    with transaction.atomic():
        others = Club.objects.filter(pk=club.pk).exclude(is_trusted=is_trusted)
        if not others.update(is_trusted=is_trusted):
            said = (
                _("This club is already trusted.") if is_trusted else _("This club is not trusted.")
            )
            raise Conflict(club, said)
        agreements.review(club=club)
        action = "club.trust" if is_trusted else "club.distrust"
        audit.note(by=by, club=club, action=action, subject=f"club:{club.slug}", now=now)
    club.is_trusted = is_trusted
    return club
