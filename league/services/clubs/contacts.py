"""How to reach the people of a club: its organisers and the person read and change it, nobody else.

The log says that it was changed, never what it says.
"""

from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Contact, Player, Role
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid

from . import people

LONGEST: Final = 300
"""So many letters a contact has at most."""


def may_see(*, club: Club, player: Player, account: rights.Asking) -> bool:
    """Return whether `account` organises a club, or is the person."""
    is_own = account is not None and player.account_id == account.pk
    return is_own or rights.has_role(club, account, Role.ORGANISER)


def text_of(*, club: Club, player: Player, by: Account) -> str:
    """Return how a club reaches somebody, empty if that is not known; raises Forbidden."""
    _require(club, player, by)
    found = Contact.objects.filter(club=club, player=player).first()
    return "" if found is None else found.text


def set_contact(*, club: Club, player: Player, text: str, by: Account, now: datetime) -> str:
    """Note how a club reaches somebody; an empty text deletes it. The same text changes nothing.

    Raises Forbidden for others than organisers and the person, Invalid for a text that is too
    long, and Conflict for who is erased.
    """
    _require(club, player, by)
    text = text.strip()
    if len(text) > LONGEST:
        raise Invalid({"text": [_("Use at most %(n)d characters.") % {"n": LONGEST}]})
    with transaction.atomic():
        held = Player.objects.select_for_update().get(pk=player.pk)
        if held.erased_at is not None:
            said = _("This person is erased, so nothing can be noted about them.")
            raise Conflict(held, said)
        rows = Contact.objects.filter(club=club, player=held)
        if (rows.values_list("text", flat=True).first() or "") != text:
            _store(club, held, text, now)
            subject = f"player:{held.code}"
            audit.note(by=by, club=club, action="person.contact", subject=subject, data={}, now=now)
    return text


def _store(club: Club, player: Player, text: str, now: datetime) -> None:
    if not text:
        Contact.objects.filter(club=club, player=player).delete()
        return
    values = {"text": text, "changed_at": now}
    Contact.objects.update_or_create(club=club, player=player, defaults=values)


def _require(club: Club, player: Player, by: Account) -> None:
    """Refuse all but organisers, who ask of people of their club, and the person."""
    if not may_see(club=club, player=player, account=by):
        said = _("Only organisers of the club and the person can see how to reach them.")
        raise Forbidden(said)
    is_own = player.account_id == by.pk
    if not is_own and not people.of_kind(club, "").filter(pk=player.pk).exists():
        raise Forbidden(_("This person does not belong to the club, so it keeps no contact."))
