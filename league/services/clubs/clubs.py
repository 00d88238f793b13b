"""Clubs and their members: founded and described, admitted, given another role, gone.

A federation is founded as a club is, and its people are looked after in the same way.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Unpack

from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Membership, Player, Role
from league.services.accounts import agreements, people
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Invalid, NotFound

from . import people as known_people
from . import whereabouts
from .whereabouts import Whereabouts

LONGEST_SLUG = 55
"""With `club:` before it the log names a club by it, which has room for 60 characters."""
LONGEST_NAME = 120
LONGEST_ABOUT = 2000


def found_club(
    *,
    slug: str,
    name: str,
    about: str = "",
    kind: str = Club.Kind.CLUB,
    owner_name: str | None = None,
    by: Account,
    now: datetime,
) -> Club:
    """Create a club, or a federation, whose first member, the player of `by`, is its owner.

    An account that is nobody yet gives `owner_name` and becomes that person; raises Conflict
    when one that is somebody gives it.
    """
    name = clean_name(name, longest=LONGEST_NAME)
    _check_slug(slug)
    _check_about(about)
    _check_kind(kind)
    try:
        with transaction.atomic():
            owner = _owner(owner_name, by, now)
            club = Club.objects.create(slug=slug, name=name, about=about, kind=kind)
            Membership.objects.create(club=club, player=owner, role=Role.OWNER)
            data = {"name": name, "owner": owner.code, "kind": str(kind)}
            _note_club("club.found", club, data, by=by, now=now)
            agreements.consent(club=club, player=owner, by=by, now=now)
    except IntegrityError:
        taken = _("Another club uses this address. Choose a different one.")
        raise Invalid({"slug": [taken]}) from None
    return club


def describe_club(
    *,
    club: Club,
    name: str | None = None,
    about: str | None = None,
    by: Account,
    now: datetime,
    **where: Unpack[Whereabouts],
) -> Club:
    """Change the name of a club or what it says about itself; None leaves it as it is.

    `where` are the texts of `whereabouts`, of which the log says only that they were changed.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    wanted = {}
    if name is not None:
        wanted["name"] = clean_name(name, longest=LONGEST_NAME)
    if about is not None:
        _check_about(about)
        wanted["about"] = about
    wanted |= whereabouts.checked(where)
    changed = {field: text for field, text in wanted.items() if getattr(club, field) != text}
    if changed:
        data = _changes(club, changed)
        with transaction.atomic():
            Club.objects.filter(pk=club.pk).update(**changed)
            _note_club("club.describe", club, data, by=by, now=now)
        for field, text in changed.items():
            setattr(club, field, text)
    return club


@agreements.asking
def admit(*, club: Club, player: Player, role: Role, by: Account, now: datetime) -> Membership:
    """Make `player` a member with `role`; raises Conflict for a member, Unagreed as `agreements`.

    Organisers admit members and scorers; only owners admit organisers and owners.
    """
    require_right_over(club, {role}, by)
    _check_bot(player, role)
    with transaction.atomic():
        agreements.require(club=club, players=[player], by=by, now=now)
        membership, is_new = Membership.objects.get_or_create(
            club=club, player=player, defaults={"role": role}
        )
        if not is_new:
            said = _("%(name)s is already a member. Change the role instead.")
            raise Conflict(membership, said % {"name": player.shown_name})
        _note_member("club.admit", membership, {"role": role.value}, by=by, now=now)
    return membership


def admit_guest(
    *, club: Club, name: str, role: Role, is_new: bool = False, by: Account, now: datetime
) -> Membership:
    """Register a person without an account and make them a member, as `admit` does.

    Raises SameName where the club has people of this name, unless this one `is_new`.
    """
    require_right_over(club, {role}, by)
    if not is_new:
        known_people.require_new(club=club, name=name, now=now)
    with transaction.atomic():
        guest = people.register_person(name=name, by=by, now=now)
        return admit(club=club, player=guest, role=role, by=by, now=now)


@agreements.asking
def change_role(*, membership: Membership, role: Role, by: Account, now: datetime) -> Membership:
    """Give a member another role; only owners make and unmake organisers and owners.

    Raises Conflict for the last owner, Unagreed for a higher role of somebody who has not agreed,
    NotFound when the member has left meanwhile.
    """
    with transaction.atomic():
        old = _hold(membership)
        require_right_over(membership.club, {Role(old.role), role}, by)
        if role != old.role and role in Role.at_least(Role(old.role)):
            agreements.require(club=membership.club, players=[membership.player], by=by, now=now)
        _check_bot(membership.player, role)
        if role != Role.OWNER:
            _check_owner_stays(old)
        if old.role != role:
            Membership.objects.filter(pk=old.pk).update(role=role)
            data = {"role": role.value, "was": old.role}
            _note_member("club.change_role", membership, data, by=by, now=now)
    membership.role = role
    return membership


def roles_given_by(club: Club, account: rights.Asking) -> list[Role]:
    """Return the roles that `account` may give and take in `club`, the lowest first; one query."""
    own = rights.role_in(club, account)
    return [role for role in Role if own in Role.at_least(needed_for({role}))]


def leave(*, membership: Membership, by: Account, now: datetime) -> None:
    """End a membership: anybody's own, and others' by those who may admit such members.

    Raises Conflict for the last owner, NotFound when the member has left already.
    """
    with transaction.atomic():
        old = _hold(membership)
        if membership.player.account_id != by.pk:
            require_right_over(membership.club, {Role(old.role)}, by)
        _check_owner_stays(old)
        Membership.objects.filter(pk=old.pk).delete()
        _note_member("club.leave", membership, {"was": old.role}, by=by, now=now)


def _owner(owner_name: str | None, by: Account, now: datetime) -> Player:
    """Return the player of `by`, registered under `owner_name` where there is none yet."""
    if owner_name is not None:
        name = clean_name(owner_name, field="owner_name", longest=people.LONGEST_NAME)
        return people.register_person(name=name, account=by, by=by, now=now)
    known = Player.objects.filter(account=by).first()
    if known is None:
        said = _("Your account has no player name yet. Enter the name you play under.")
        raise Invalid({"owner_name": [said]})
    return known


def _changes(club: Club, changed: Mapping[str, str]) -> dict[str, Any]:
    """Return what the log says of a club that is described anew."""
    told = {field: text for field, text in changed.items() if field not in whereabouts.LONGEST}
    data = {"is": told, "was": {field: getattr(club, field) for field in told}} if told else {}
    where = sorted(changed.keys() - told)
    return data | ({"where": where} if where else {})


def _check_slug(slug: str) -> None:
    try:
        validate_slug(slug)
    except ValidationError:
        said = _("Use letters, digits, hyphens and underscores.")
        raise Invalid({"slug": [said]}) from None
    if len(slug) > LONGEST_SLUG:
        said = _("Use at most %(n)d characters.") % {"n": LONGEST_SLUG}
        raise Invalid({"slug": [said]})


def _check_about(about: str) -> None:
    if len(about) > LONGEST_ABOUT:
        said = _("Use at most %(n)d characters.") % {"n": LONGEST_ABOUT}
        raise Invalid({"about": [said]})


def _check_kind(kind: str) -> None:
    if kind not in Club.Kind.values:
        choice = ", ".join(Club.Kind.values)
        raise Invalid({"kind": [_("Choose one of: %(choice)s.") % {"choice": choice}]})


def _check_bot(player: Player, role: Role) -> None:
    if player.is_bot and role != Role.MEMBER:
        raise Invalid({"role": [_("A bot can only have the role “member”.")]})


def require_right_over(club: Club, roles: set[Role], by: Account) -> None:
    """Raise Forbidden unless `by` may give and take `roles`."""
    rights.require_role(club=club, account=by, role=needed_for(roles))


def needed_for(roles: set[Role]) -> Role:
    """Return who gives and takes `roles`: the high ones are for owners."""
    is_high = not roles.isdisjoint(Role.at_least(Role.ORGANISER))
    return Role.OWNER if is_high else Role.ORGANISER


def _hold(membership: Membership) -> Membership:
    """Return the membership as stored; roles of the club then change one at a time."""
    Club.objects.select_for_update().get(pk=membership.club_id)
    held = Membership.objects.filter(pk=membership.pk).first()
    if held is None:
        raise NotFound(_("This player is no longer a member of the club."))
    return held


def _check_owner_stays(old: Membership) -> None:
    """Refuse to lose the last owner."""
    if old.role != Role.OWNER:
        return
    owners = Membership.objects.filter(club=old.club_id, role=Role.OWNER)
    if not owners.exclude(pk=old.pk).exists():
        raise Conflict(old, _("A club must have an owner. Make somebody else an owner first."))


def _note_member(
    action: str, member: Membership, data: Mapping[str, Any], *, by: Account, now: datetime
) -> None:
    subject = f"player:{member.player.code}"
    audit.note(by=by, club=member.club, action=action, subject=subject, data=data, now=now)


def _note_club(
    action: str, club: Club, data: Mapping[str, Any], *, by: Account, now: datetime
) -> None:
    subject = f"club:{club.slug}"
    audit.note(by=by, club=club, action=action, subject=subject, data=data, now=now)
