"""Clubs and the admission of members."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Membership, Player, Role

from . import audit, rights
from .names import clean_name
from .refusals import Conflict, Forbidden, Invalid

LONGEST_SLUG = 60


def found_club(*, slug: str, name: str, owner: Player, by: Account, now: datetime) -> Club:
    """Create a club whose first member is its owner."""
    if owner.account_id != by.pk:
        raise Forbidden(_("Found a club in your own name; you can pass it on afterwards."))
    name = clean_name(name)
    _check_slug(slug)
    try:
        with transaction.atomic():
            club = Club.objects.create(slug=slug, name=name)
            Membership.objects.create(club=club, player=owner, role=Role.OWNER)
            audit.note(
                by=by,
                club=club,
                action="club.found",
                subject=f"club:{slug}",
                data={"name": name, "owner": owner.code},
                now=now,
            )
    except IntegrityError:
        taken = _("Another club has this address; choose another one.")
        raise Invalid({"slug": [taken]}) from None
    return club


def admit(*, club: Club, player: Player, role: Role, by: Account, now: datetime) -> Membership:
    """Make `player` a member with `role`, or change the role of a member.

    Organisers admit members and scorers; only owners admit or demote organisers and owners.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    if player.is_bot and role != Role.MEMBER:
        raise Invalid({"role": [_("A bot can only be a plain member.")]})
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)  # one change of roles at a time
        old = Membership.objects.filter(club=club, player=player).first()
        _check_role_change(club=club, old=old, role=role, by=by)
        membership, _created = Membership.objects.update_or_create(
            club=club, player=player, defaults={"role": role}
        )
        audit.note(
            by=by,
            club=club,
            action="club.admit",
            subject=f"player:{player.code}",
            data={"role": role.value, "was": old.role if old else None},
            now=now,
        )
    return membership


def _check_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError:
        said = _("Use letters, digits, hyphens and underscores.")
        raise Invalid({"slug": [said]}) from None
    if len(slug) > LONGEST_SLUG:
        said = _("Use at most %(n)d characters.") % {"n": LONGEST_SLUG}
        raise Invalid({"slug": [said]})


def _check_role_change(*, club: Club, old: Membership | None, role: Role, by: Account) -> None:
    """Refuse what only an owner may do, and the loss of the last owner."""
    high = Role.at_least(Role.ORGANISER)
    if role in high or (old is not None and old.role in high):
        rights.require_role(club=club, account=by, role=Role.OWNER)
    if old is None or old.role != Role.OWNER or role == Role.OWNER:
        return
    owners = Membership.objects.filter(club=club, role=Role.OWNER)
    if not owners.exclude(pk=old.pk).exists():
        raise Conflict(old, _("A club needs an owner: make somebody else owner first."))
