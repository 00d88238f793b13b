"""Guests at online tables: people without an account whom the link of a table lets sit down.

A guest has the row of an account that nobody can log in to: it is not active and has no password,
so it has the rights of a visitor everywhere. Its browser keeps which one it is, and plays with it
at tables at which its player has a seat. Whoever wants to keep what they have played gives it a
name and a password. Why so: `docs/decisions/0023-play-now.md`.
"""

from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from league.models import Account, OnlineTable
from league.services.accounts import accounts
from league.services.base import audit
from league.services.base.refusals import Forbidden

from . import tables

NAME: Final = "guest-"
"""What usernames of guests begin with."""


def sit_down(
    *, table: OnlineTable, invitation: str, own_name: str, now: datetime
) -> tuple[OnlineTable, Account]:
    """Seat somebody without an account at a table, and return it with the guest they are now.

    Raises Forbidden where the event takes no guests, otherwise as `tables.join`. How often somebody
    may ask is for the caller to check.
    """
    if table.event is None or not table.event.takes_guests:
        raise Forbidden(_("Nobody plays here without an account. Open one, or log in."))
    guest = Account(
        username=NAME + get_random_string(12).lower(),
        is_active=False,
        is_guest=True,
        date_joined=now,
    )
    guest.set_unusable_password()
    with transaction.atomic():
        guest.save(force_insert=True)
        joined = tables.join(
            table=table, by=guest, invitation=invitation, own_name=own_name, now=now
        )
    return joined, guest


def guest_at(table: OnlineTable, key: int) -> Account | None:
    """Return the guest with this key if they have a seat at a table; one query where they do."""
    if all(seat.player.account_id != key for seat in table.seats.all()):
        return None
    return Account.objects.filter(pk=key, is_guest=True).first()


def keep(*, guest: Account, username: str, password: str, now: datetime) -> Account:
    """Make a guest an account that logs in, which goes on as the same player.

    Raises Invalid as `accounts.open_account`, Forbidden for who is no guest any more.
    """
    wanted = accounts.new_account(username=username, password=password, now=now)
    fields = {"username": wanted.username, "password": wanted.password, "date_joined": now}
    try:
        with transaction.atomic():
            rows = Account.objects.filter(pk=guest.pk, is_guest=True, player__isnull=False)
            if not rows.update(is_active=True, is_guest=False, **fields):
                raise Forbidden(_("Your results cannot be kept any more."))
            subject = f"player:{guest.player.code}"
            audit.note(by=guest, club=None, action="guest.keep", subject=subject, now=now)
    except IntegrityError:
        accounts.refuse_username()
    guest.refresh_from_db()
    return guest
