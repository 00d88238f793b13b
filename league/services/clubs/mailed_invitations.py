"""Invitations by mail: an organiser says where a person without an account reads mail.

The link goes to that address and to nobody else, the organiser included. Its secret is stored
nowhere: a worker computes it again when it writes the mail. Who opens an account by it has shown
that they read the address.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.models import Account, Invitation, Mail, Player
from league.models.codes import new_code
from league.services.accounts import addresses
from league.services.base import limits
from league.services.base.refusals import Invalid
from league.services.mail import post

from . import invitations

DAY_S: Final = 24 * 3600
MOST_OF_AN_ORGANISER: Final = 60
MOST_TO_AN_ADDRESS: Final = 3
"""So many are sent within a day."""


@dataclass(frozen=True, slots=True)
class Invited:
    """Who is invited by a line of a list, and where they read mail."""

    line: int
    player: Player
    address: str


def are_sent() -> bool:
    """Return whether this site sends invitations: it has mail, and accounts can be opened."""
    return bool(settings.HAS_MAIL and settings.SIGN_UP_OPEN)


def send_all(*, invited: Sequence[Invited], by: Account, now: datetime) -> None:
    """Invite the people of a list, all or none, in the caller's transaction.

    Raises Invalid for `lines.LINE.email`, also once too many were sent; then none of these counts.
    A constant number of queries.
    """
    counted: list[str] = []
    wanted = []
    for one in invited:
        try:
            address = addresses.clean(one.address)
            counted += _keys(address, by)
            _require_few(address, by)
            wanted.append((one.player, address))
        except Invalid as refusal:
            for key in counted:
                limits.take_back(key)
            path = f"lines.{one.line}.email"
            raise Invalid({path: refusal.errors["address"]}) from None
    if wanted:
        _send(wanted, by, now)


def send(*, player: Player, address: str, by: Account, now: datetime) -> Invitation:
    """Invite a player by mail in place of an open invitation.

    Raises Invalid for `address`, also once too many were sent, and what `invitations.invite` does.
    """
    address = addresses.clean(address)
    invitations.require_right(player, by)
    _require_few(address, by)
    [made] = _send([(player, address)], by, now)
    return made


def secret_of(code: str) -> str:
    """Return the secret of the invitation that the mail with this code brings."""
    proof = salted_hmac("league.mailed_invitations", code, algorithm="sha256")
    return f"{invitations.PREFIX}{proof.hexdigest()}"


def about(invitation: Invitation) -> str:
    """Return what the mail of an invitation is about."""
    return f"invitation:{invitation.pk}"


def mail_of(invitation: Invitation) -> Mail | None:
    """Return the mail by which an invitation was sent, None if it was not; one query."""
    rows = Mail.objects.filter(player=invitation.player_id, kind=Mail.Kind.INVITATION)
    return rows.filter(about=about(invitation)).first()


def open_account(*, invitation: Invitation, username: str, password: str, now: datetime) -> Account:
    """Open an account by an invitation, whose mails go to where the invitation was sent.

    Raises what `invitations.open_account` does.
    """
    with transaction.atomic():
        account = invitations.open_account(
            invitation=invitation, username=username, password=password, now=now
        )
        if (mail := mail_of(invitation)) is not None:
            addresses.take(account=account, address=mail.address, now=now)
    return account


def _send(wanted: Sequence[tuple[Player, str]], by: Account, now: datetime) -> list[Invitation]:
    """Invite players at addresses; a constant number of queries."""
    codes = [new_code() for _one in wanted]
    secret = [
        (player, secret_of(code)) for (player, _address), code in zip(wanted, codes, strict=True)
    ]
    with transaction.atomic():
        made = invitations.invite_all(wanted=secret, by=by, now=now)
        post.post_all(
            [
                Mail(
                    code=code,
                    kind=Mail.Kind.INVITATION,
                    about=about(invitation),
                    address=address,
                    language=get_language() or settings.LANGUAGE_CODE,
                    player=player,
                    due_at=now,
                    created_at=now,
                )
                for (player, address), code, invitation in zip(wanted, codes, made, strict=True)
            ]
        )
    return made


def _require_few(address: str, by: Account) -> None:
    to_address, of_organiser = (limits.count(key, within_s=DAY_S) for key in _keys(address, by))
    if to_address > MOST_TO_AN_ADDRESS or of_organiser > MOST_OF_AN_ORGANISER:
        said = _("Too many invitations were sent today. Try again tomorrow, or give them a link.")
        raise Invalid({"address": [said]})


def _keys(address: str, by: Account) -> tuple[str, str]:
    """Return as what mails to an address, and those of an organiser, are counted."""
    digest = hashlib.sha256(address.encode()).hexdigest()[:16]
    return f"mail:invited:{digest}", f"mail:inviting:{by.pk}"
