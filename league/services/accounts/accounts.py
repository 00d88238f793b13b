"""Accounts that visitors open for themselves, and their passwords."""

import unicodedata
from datetime import datetime
from typing import Final, NoReturn

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account
from league.services.base import audit
from league.services.base.refusals import Invalid

from . import addresses, logins, notices, passwords, people

CHANGED: Final = "Your password was changed. If that was not you, tell the site's staff at once."
SET: Final = "The site's staff has changed your password. If you did not ask for it, tell them."
"""What an account is told in a notice, see `sayings`."""


def open_account(
    *, username: str, password: str, name: str = "", address: str = "", now: datetime
) -> Account:
    """Create an account and, with a `name`, the person who plays from it.

    With an `address` a link is sent there that confirms it. Raises Invalid for `username`, which
    nobody else may have in upper or lower case either, for `password`, `name` and `address`. How
    often somebody may ask is for the caller to check.
    """
    wanted = addresses.clean(address) if address.strip() else ""
    account = new_account(username=username, password=password, now=now)
    with transaction.atomic():
        store(account)
        if name.strip():
            people.register_person(name=name, account=account, by=account, now=now)
        if wanted:
            addresses.want(account=account, address=wanted, now=now)
    return account


def new_account(*, username: str, password: str, now: datetime) -> Account:
    """Return an account that is still to be stored; raises Invalid as `open_account`.

    Slow on purpose, so it comes before the transaction.
    """
    if not _is_latin(username):
        said = _(
            "Use letters of the Latin alphabet. Letters of other alphabets can look the same and "
            "be mistaken for another name."
        )
        raise Invalid({"username": [said]})
    account = Account(username=Account.normalize_username(username.strip()), date_joined=now)
    _check(account, password)
    account.set_password(password)
    return account


def store(account: Account) -> None:
    """Store a new account, in the transaction of what it is opened for.

    Raises Invalid for `username` where somebody else has taken it meanwhile.
    """
    try:
        with transaction.atomic():
            account.save(force_insert=True)
    except IntegrityError:
        refuse_username()


def _is_latin(username: str) -> bool:
    """Tell whether all letters are Latin ones as they are usually written."""
    letters = [letter for letter in username if letter.isalpha()]
    plain = unicodedata.normalize("NFKC", username) == unicodedata.normalize("NFC", username)
    return plain and all(unicodedata.name(one, "").startswith("LATIN ") for one in letters)


def change_password(
    *, account: Account, old: str, new: str, by: Account, now: datetime, here: str = ""
) -> Account:
    """Let an account log in with another password, which ends all its logins but `here`.

    Raises Invalid for `old`, which must be the password so far, and for `new`. How often somebody
    may be wrong is for the caller to check.
    """
    passwords.require_known(account, by, "old", old)
    try:
        validate_password(new, account)
    except ValidationError as wrong:
        raise Invalid({"new": wrong.messages}) from None
    account.set_password(new)  # slow on purpose, so before the transaction
    with transaction.atomic():
        account.save(update_fields=["password"])
        logins.forget(account, here=here)
        audit.note(by=by, club=None, action="account.password", subject="account:own", now=now)
        notices.tell_account(account=account, text=CHANGED, now=now)
    return account


def password_was_set(*, account: Account, now: datetime) -> None:
    """End all logins of an account whose password staff has changed or taken, and tell it.

    In the transaction of the change.
    """
    logins.forget(account)
    notices.tell_account(account=account, text=SET, now=now)


def _check(account: Account, password: str) -> None:
    errors: dict[str, list[str]] = {}
    try:
        account.clean_fields(exclude={"password"})
    except ValidationError as wrong:
        errors |= wrong.message_dict
    try:
        validate_password(password, account)
    except ValidationError as wrong:
        errors["password"] = wrong.messages
    if errors:
        raise Invalid(errors)
    if Account.objects.filter(username__iexact=account.username).exists():
        refuse_username()


def refuse_username() -> NoReturn:
    """Raise Invalid for a username that somebody else has."""
    raise Invalid({"username": [_("This username is taken. Choose another one.")]})
