"""Addresses in mails: they begin with SITE_URL, whoever asked, and what opens something is signed.

What changes something stands behind the # of an address, so that no server on the way notes it; a
page then sends it in a form. What turns a kind of mail off cannot, for mail programs send it
themselves (RFC 8058), and whoever finds it can do nothing else by it.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core import signing
from django.urls import reverse

from league.models import Account, Mail

OFF_VALID: Final = timedelta(days=400)
PREFIX: Final = "stm_"
"""Lets the log, and scanners of leaked secrets, recognise what opens something."""
_OFF, _ADDRESS = "league.mail.off", "league.mail.address"


@dataclass(frozen=True, slots=True)
class Off:
    """What a link turns off."""

    account_id: int
    kind: str


def address(name: str, *args: object) -> str:
    """Return the address of a page as it stands in mails."""
    return settings.SITE_URL + reverse(name, args=args)


def off(mail: Mail) -> str:
    """Return the address at which the account of a mail turns off its kind, without logging in."""
    return address("web:mail-off", signing.dumps([mail.account_id, mail.kind], salt=_OFF))


def off_of(token: str) -> Off | None:
    """Return what a token turns off; None for one that is none, or too old."""
    try:
        account_id, kind = signing.loads(token, salt=_OFF, max_age=OFF_VALID)
    except signing.BadSignature:
        return None
    return Off(account_id, kind)


def secret_in(link: str) -> str:
    """Return the secret of a link that somebody has opened or pasted, or of the secret alone."""
    return link.strip().rpartition("#")[2].removeprefix(PREFIX)


def confirming(account: Account) -> str:
    """Return the secret that proves that an account reads the mail of the address it wants."""
    return signing.dumps([account.pk, account.email_wanted], salt=_ADDRESS)


def confirmed_by(secret: str) -> tuple[int, str] | None:
    """Return whose address a secret confirms, and which; None for one that confirms nothing."""
    try:
        account_id, wanted = signing.loads(secret, salt=_ADDRESS, max_age=settings.ADDRESS_TIMEOUT)
    except signing.BadSignature:
        return None
    return account_id, wanted
