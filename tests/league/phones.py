"""The phone of somebody with a second factor."""

from datetime import timedelta

import pyotp
from django.utils import timezone

from league.services.accounts import second_factors
from tests.league.factories import PASSWORD


def code_of(secret, at, *, steps=0):
    """Return what an app shows at a time, so many steps of 30 seconds later."""
    return pyotp.TOTP(secret).at(at + timedelta(seconds=30 * steps))


def give_app(account, *, now=None):
    """Turn on a second factor; return its secret, and recovery codes. Set `account`'s password."""
    account.set_password(PASSWORD)
    account.save()
    at, secret = now or timezone.now(), second_factors.new_secret()
    codes = second_factors.turn_on(
        account=account,
        secret=secret,
        code=code_of(secret, at),
        password=PASSWORD,
        by=account,
        now=at,
    )
    return secret, codes
