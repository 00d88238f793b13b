"""Between the password and the code of a second factor: who is waited for is not logged in.

The session of the browser keeps whose password was right, and until when the code is waited for.
"""

from datetime import datetime, timedelta
from typing import Final

from django.http import HttpRequest

from league.models import Account

AWAITED: Final = "awaited"
WITHIN: Final = timedelta(minutes=10)


def wait_for(request: HttpRequest, account: Account, *, now: datetime) -> None:
    """Keep that an account's password was right, in a new session of the browser."""
    request.session.flush()
    request.session[AWAITED] = {
        "account": account.pk,
        "proof": account.get_session_auth_hash(),
        "until": (now + WITHIN).isoformat(),
    }
    request.session.set_expiry(int(WITHIN.total_seconds()))


def awaited(request: HttpRequest, *, now: datetime) -> Account | None:
    """Return whose code is waited for; nobody's after a while, or once the password is another."""
    kept = request.session.get(AWAITED)
    if kept is None or datetime.fromisoformat(kept["until"]) < now:
        return None
    account = Account.objects.filter(pk=kept["account"], is_active=True).first()
    if account is None or account.get_session_auth_hash() != kept["proof"]:
        return None
    return account
