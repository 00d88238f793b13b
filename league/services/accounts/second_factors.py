"""The second factor of an account: codes of an authenticator app, and others for when it is lost.

Codes are those of RFC 6238: 6 digits, 30 seconds, SHA-1, as all apps know them. A code is good
once, and a step early or late, for clocks differ. How often somebody may be wrong is for the caller
to check.
"""

import hashlib
import logging
import secrets
from datetime import datetime
from hmac import compare_digest
from typing import Final

import pyotp
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from league.models import Account, RecoveryCode, SecondFactor
from league.models.codes import ALPHABET
from league.services.base import audit
from league.services.base.refusals import Conflict, Invalid

from . import logins, notices, passwords

logger = logging.getLogger(__name__)

STEP_S: Final = 30
AROUND: Final = 1
"""So many steps may the clock of a phone be early or late."""
RECOVERY_CODES: Final = 10
GROUPS, GROUP = 4, 4
"""A recovery code has four groups of four letters and digits, 78 random bits."""
TOLD: Final = {
    "on": "A second factor was turned on. If that was not you, tell the site's staff at once.",
    "off": (
        "Your second factor was turned off. If that was not you, turn it on again and change your "
        "password."
    ),
    "reset": (
        "The site's operator has taken your second factor away. If you did not ask for it, turn "
        "it on again and tell the site's staff."
    ),
    "codes": "You have new recovery codes. If you did not ask for them, change your password.",
    "recovery": (
        "Somebody logged in with a recovery code; unused are %(left)d. If that was not you, "
        "change your password and ask for new recovery codes."
    ),
    "again": (
        "A code of your app was sent a second time, and refused. If that was not you, somebody "
        "knows your password: change it."
    ),
}
"""What the account is told of each act, see `sayings`."""


def new_secret() -> str:
    """Return a fresh secret of 160 bits, as apps take it when it is typed."""
    return pyotp.random_base32()


def address_of(account: Account, secret: str, *, site: str) -> str:
    """Return what the QR code says: the address by which an app takes the secret."""
    return pyotp.TOTP(secret).provisioning_uri(name=account.username, issuer_name=site)


def of_account(account: Account) -> SecondFactor | None:
    """Return the second factor of an account, None if it has none; one query."""
    return SecondFactor.objects.filter(account=account).first()


def opens_admin(account: Account) -> bool:
    """Return whether the admin may be open for an account of staff; one query at most."""
    return not settings.STAFF_SECOND_FACTOR or of_account(account) is not None


def codes_left(factor: SecondFactor) -> int:
    """Return how many recovery codes have not been used."""
    return factor.recovery_codes.filter(used_at=None).count()


def turn_on(
    *,
    account: Account,
    secret: str,
    code: str,
    password: str,
    by: Account,
    now: datetime,
    here: str = "",
) -> list[str]:
    """Want a code of the app with this secret from now on, and return recovery codes for it.

    Their texts are stored nowhere. All logins of the account but `here` end: they were opened
    without a code. Raises Invalid for `password` and for `code`, Conflict if there is a second
    factor already.
    """
    passwords.require_known(account, by, "password", password)
    step = _step_of(secret, code, now)
    if step is None:
        said = _(
            "This code is wrong. Check the date and time of your phone, then enter the current "
            "code."
        )
        raise Invalid({"code": [said]})
    factor = SecondFactor(account=account, secret=secret, last_step=step, since=now)
    try:
        with transaction.atomic():
            factor.save()
            codes = _make_codes(factor)
            logins.forget(account, here=here)
            _note(account, "on", now)
    except IntegrityError:
        current = SecondFactor.objects.get(account=account)
        raise Conflict(current, _("A second factor is already on.")) from None
    return codes


def turn_off(*, account: Account, password: str, by: Account, now: datetime) -> None:
    """Want the password alone again. Raises Invalid for `password`."""
    passwords.require_known(account, by, "password", password)
    with transaction.atomic():
        if _delete(account):
            _note(account, "off", now)


def renew_codes(*, account: Account, password: str, by: Account, now: datetime) -> list[str]:
    """Return new recovery codes in place of those there were, none without a second factor.

    Raises Invalid for `password`.
    """
    passwords.require_known(account, by, "password", password)
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(account=account).first()
        if factor is None:
            return []
        _note(account, "codes", now)
        return _make_codes(factor)


def take_away(*, account: Account, now: datetime) -> bool:
    """Want the password alone of somebody who has lost the app and all codes; tell if it was else.

    For the operator, who knows that it is them. All logins end.
    """
    with transaction.atomic():
        if not _delete(account):
            return False
        logins.forget(account)
        subject = f"account:{account.pk}"
        audit.note(by=None, club=None, action="second_factor.reset", subject=subject, now=now)
        notices.tell_account(account=account, text=TOLD["reset"], now=now)
    return True


def take_code(*, account: Account, code: str, now: datetime) -> bool:
    """Tell whether a code of the app, or a recovery code, is right; from now on it is not.

    Of two who send it at once one is told that it is.
    """
    factor = of_account(account)
    if factor is None:
        return False
    step = _step_of(factor.secret, code, now)
    if step is not None:
        fresh = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step)
        if fresh.update(last_step=step):
            return True
        logger.warning("a code of a second factor was sent a second time, and is refused")
        notices.tell_account(account=account, text=TOLD["again"], now=now)
        return False
    with transaction.atomic():
        used = _matching(factor, code).filter(used_at=None).update(used_at=now)
        if used:
            _note(account, "recovery", now, left=codes_left(factor))
    return used == 1


def _step_of(secret: str, code: str, now: datetime) -> int | None:
    """Return the step of time whose code this is, None if it is none of those about now."""
    typed = "".join(code.split())
    if not (typed.isascii() and typed.isdigit()):
        return None
    app, middle = pyotp.TOTP(secret), int(now.timestamp()) // STEP_S
    steps = range(middle - AROUND, middle + AROUND + 1)
    found = [step for step in steps if compare_digest(app.generate_otp(step), typed)]
    return max(found, default=None)


def _make_codes(factor: SecondFactor) -> list[str]:
    """Store the digests of fresh recovery codes in place of all others, and return the texts."""
    codes = [_new_code() for _ in range(RECOVERY_CODES)]
    factor.salt = secrets.token_hex(16)
    factor.save(update_fields=["salt"])
    factor.recovery_codes.all().delete()
    rows = [RecoveryCode(factor=factor, digest=_digest(factor, code)) for code in codes]
    RecoveryCode.objects.bulk_create(rows)
    return codes


def _new_code() -> str:
    return "-".join("".join(secrets.choice(ALPHABET) for _ in range(GROUP)) for _ in range(GROUPS))


def _matching(factor: SecondFactor, code: str) -> QuerySet[RecoveryCode]:
    return factor.recovery_codes.filter(digest=_digest(factor, code))


def _digest(factor: SecondFactor, code: str) -> str:
    # With 78 random bits and a salt, a plain SHA-256 is as good as a slow password hash.
    typed = "".join(sign for sign in code.lower() if sign.isalnum())
    return hashlib.sha256(f"{factor.salt}:{typed}".encode("utf-8", "surrogatepass")).hexdigest()


def _delete(account: Account) -> int:
    deleted, _by_model = SecondFactor.objects.filter(account=account).delete()
    return deleted


def _note(account: Account, act: str, now: datetime, **told: int) -> None:
    action = f"second_factor.{act}"
    audit.note(by=account, club=None, action=action, subject="account:own", now=now)
    notices.tell_account(account=account, text=TOLD[act] % told, now=now)
