"""A password that was forgotten: a link, sent to the account's address, opens another one once.

Whoever asks is answered the same, at the same time, whatever address they name: what becomes of it
is found out by the worker that sends the mail. The tokens are Django's: one is good until the
password changes, the account logs in, or two hours are over. A second factor stays.
"""

import hashlib
from datetime import datetime
from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.tokens import default_token_generator
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from league.models import Account, Mail
from league.models.codes import new_code
from league.services.base import audit, limits
from league.services.base.refusals import Invalid, NotFound
from league.services.mail import post

from . import addresses, guesses, logins, notices

HOUR_S: Final = 3600
MOST_AN_HOUR: Final = 3
"""So many mails go to an address within an hour, whoever asks for them."""
LISTED: Final = 5
"""How many accounts of one address are named in a mail."""
CHANGED: Final = (
    "Your password was changed by a link sent to your address. If that was not you, tell the "
    "site's staff at once."
)
"""What an account is told in a notice, see `sayings`."""


def ask(*, address: str, language: str, now: datetime) -> None:
    """Have a link sent to an address if accounts have it; raises Invalid for none.

    Says and does the same whether there are any. How often a visitor may ask is for the caller.
    """
    address = addresses.clean(address)
    digest = hashlib.sha256(address.encode()).hexdigest()[:16]
    if limits.count(f"mail:password:{digest}", within_s=HOUR_S) > MOST_AN_HOUR:
        return
    with transaction.atomic():
        about = f"password:{new_code()}"
        post.post_to_address(
            kind=Mail.Kind.PASSWORD, about=about, address=address, language=language, now=now
        )


def accounts_of(address: str) -> list[Account]:
    """Return the accounts that have shown that they read an address; one query."""
    rows = Account.objects.filter(
        email=address, email_confirmed_at__isnull=False, is_active=True, is_guest=False
    )
    return list(rows.order_by("pk")[:LISTED])


def secret_of(account: Account) -> str:
    """Return what opens a new password for an account."""
    key = urlsafe_base64_encode(str(account.pk).encode())
    return f"{key}.{default_token_generator.make_token(account)}"


def account_of(secret: str) -> Account | None:
    """Return the account whose password a secret opens now; one query."""
    key, _dot, token = secret.partition(".")
    try:
        pk = int(urlsafe_base64_decode(key))
    except ValueError:
        return None
    account = Account.objects.filter(pk=pk, is_active=True).first() if pk < 2**63 else None
    is_good = account is not None and default_token_generator.check_token(account, token)
    return account if is_good else None


def set_password(*, secret: str, new: str, now: datetime) -> Account:
    """Give an account another password, which ends all its logins and opens its name again.

    Raises NotFound for a secret that opens nothing any more, Invalid for `new`. Of two at once one
    is done.
    """
    account = account_of(secret)
    if account is None:
        raise NotFound(_("This link opens nothing any more."))
    try:
        validate_password(new, account)
    except ValidationError as wrong:
        raise Invalid({"new": wrong.messages}) from None
    former = account.password
    account.set_password(new)  # slow on purpose, so before the transaction
    with transaction.atomic():
        same = Account.objects.filter(pk=account.pk, password=former)
        if not same.update(password=account.password):
            raise NotFound(_("This link opens nothing any more."))
        logins.forget(account)
        audit.note(by=account, club=None, action="account.password", subject="account:own", now=now)
        notices.tell_account(account=account, text=CHANGED, now=now)
    guesses.unlock(account.username)
    return account
