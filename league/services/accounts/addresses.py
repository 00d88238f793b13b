"""Where an account's mails go: an address that who owns the account reads, which a link has shown.

Until the link is opened an address is only wanted, and nothing else is sent there. Several accounts
may have one address, as those of a family.
"""

import hashlib
from datetime import datetime
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.logic.mails import LONGEST_ADDRESS, folded, is_plain
from league.models import Account, Mail
from league.models.codes import new_code
from league.services.base import audit, limits
from league.services.base.refusals import Invalid, NotFound
from league.services.mail import links, post

from . import notices, passwords

DAY_S: Final = 24 * 3600
MOST_A_DAY: Final = 5
"""So many links are sent to an address, and for an account, within a day."""
CONFIRMED: Final = "Your mails now go to another address. If that was not you, change it back."
STOPPED: Final = "No mail arrives at your address, so none is sent: %(said)s"
"""What an account is told in a notice, see `sayings`."""


def clean(address: str) -> str:
    """Return an address as it is stored; raises Invalid for `address`."""
    address = folded(address)
    if not is_plain(address):
        said = _(
            "Use an address of plain letters without accents. Other letters can look the same and "
            "lead elsewhere."
        )
        raise Invalid({"address": [said]})
    try:
        validate_email(address)
    except ValidationError:
        wrong = True
    else:
        wrong = len(address) > LONGEST_ADDRESS
    if wrong:
        raise Invalid({"address": [_("Enter an address such as anna@example.org.")]})
    return address


def change(*, account: Account, address: str, password: str, by: Account, now: datetime) -> Account:
    """Have a link sent to the address to which an account wants its mails; none: it wants no mails.

    Raises Invalid for `address` and `password`. Who changes the address could later ask for another
    password, so the password so far is wanted.
    """
    wanted = clean(address) if address.strip() else ""
    passwords.require_known(account, by, "password", password)
    return want(account=account, address=wanted, now=now) if wanted else _remove(account, now)


def want(*, account: Account, address: str, now: datetime) -> Account:
    """Have a link sent to an address, clean by now, that an account wants; one query and the mail.

    Raises Invalid for `address` once too many were sent.
    """
    _require_few(account, address)
    language = get_language() or settings.LANGUAGE_CODE
    with transaction.atomic():
        fields = {"email_wanted": address, "email_language": language}
        Account.objects.filter(pk=account.pk).update(**fields)
        about = f"address:{new_code()}"
        post.post_to(kind=Mail.Kind.ADDRESS, about=about, account=account, address=address, now=now)
    account.email_wanted, account.email_language = address, language
    return account


def to_confirm(secret: str) -> Account | None:
    """Return the account that wants the address which a secret confirms; one query."""
    if (found := links.confirmed_by(secret)) is None:
        return None
    account_id, wanted = found
    return Account.objects.filter(pk=account_id, email_wanted=wanted, is_active=True).first()


def confirm(*, secret: str, now: datetime) -> Account:
    """Let the mails of an account go to the address it wants, whose mail somebody has read.

    Raises NotFound for a secret that confirms nothing, or nothing any more.
    """
    account = to_confirm(secret)
    if account is None:
        raise NotFound(_("This link confirms no address any more."))
    with transaction.atomic():
        wanting = Account.objects.filter(pk=account.pk, email_wanted=account.email_wanted)
        changed = wanting.update(
            email=account.email_wanted, email_wanted="", email_confirmed_at=now, email_fault=""
        )
        if not changed:
            raise NotFound(_("This link confirms no address any more."))
        _note(account, now)
        if account.email and account.email != account.email_wanted:
            notices.tell_account(account=account, text=CONFIRMED, now=now)
    account.refresh_from_db()
    return account


def take(*, account: Account, address: str, now: datetime) -> None:
    """Let the mails of a new account go to an address at which its owner has just read one."""
    fields = {"email": address, "email_confirmed_at": now}
    Account.objects.filter(pk=account.pk, email="").update(**fields)


def stop(*, account: Account, address: str, why: str, now: datetime) -> None:
    """Send nothing more to an address where nobody reads, and tell its account so here."""
    with transaction.atomic():
        known = Account.objects.filter(pk=account.pk, email=address, email_fault="")
        if known.update(email_fault=why[: Account._meta.get_field("email_fault").max_length]):
            notices.tell_account(account=account, text=STOPPED % {"said": why}, now=now)


def _remove(account: Account, now: datetime) -> Account:
    gone = {"email": "", "email_wanted": "", "email_confirmed_at": None, "email_fault": ""}
    with transaction.atomic():
        Account.objects.filter(pk=account.pk).update(**gone)
        _note(account, now)
    account.refresh_from_db()
    return account


def _require_few(account: Account, address: str) -> None:
    """Refuse to send one link too many: nobody floods an address, whoever owns it."""
    digest = hashlib.sha256(address.encode()).hexdigest()[:16]
    of_address = limits.count(f"mail:address:{digest}", within_s=DAY_S)
    of_account = limits.count(f"mail:account:{account.pk}", within_s=DAY_S)
    if max(of_address, of_account) > MOST_A_DAY:
        raise Invalid({"address": [_("Too many links were sent today. Try again tomorrow.")]})


def _note(account: Account, now: datetime) -> None:
    audit.note(by=account, club=None, action="account.address", subject="account:own", now=now)
