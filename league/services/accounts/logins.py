"""Where accounts are logged in: each browser is a row, which its owner sees and ends.

`SessionStore` is the engine of Django's sessions. A browser holds a random key, of which the
database has a digest alone, so that a stolen database opens no session.
"""

import hashlib
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends import db
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from league.logic.agents import Agent
from league.models import Account, Device, Login
from league.services.base import audit
from league.services.base.refusals import Forbidden

from . import passwords

COARSE: Final = timedelta(hours=1)
"""So often it is stored at most that a login was used."""
LISTED: Final = 20
"""How many logins somebody is shown, those seen last."""
SINCE, BROWSER, SYSTEM = "since", "browser", "system"
"""What is kept in a session, and is a column of its row as well."""

logger = logging.getLogger(__name__)


class SessionStore(db.SessionStore):
    """Sessions as rows of `Login`. Pages are functions, so there is no asynchronous half."""

    @classmethod
    def get_model_class(cls) -> Any:
        return Login

    def load(self) -> dict[str, Any]:
        """Return what is kept in the session, nothing if it has ended; one query."""
        now = timezone.now()
        row = Login.objects.filter(digest=digest_of(self.session_key), expires_at__gt=now).first()
        if row is None:
            self._session_key = None
            return {}
        if row.seen_at < now - COARSE:
            see(row, now=now)
        return self.decode(row.data)

    def exists(self, session_key: str) -> bool:
        return Login.objects.filter(digest=digest_of(session_key)).exists()

    def delete(self, session_key: str | None = None) -> None:
        Login.objects.filter(digest=digest_of(session_key or self.session_key)).delete()

    def cycle_key(self) -> None:
        """Go on under a new key, and have the browser notified under it as it was before."""
        former, kept = self.session_key, self._session  # type: ignore[attr-defined]
        self.create()
        self._session_cache = kept
        if former:
            devices = Device.objects.filter(login=digest_of(former))
            devices.update(login=digest_of(self.session_key))
            self.delete(former)

    def create_model_instance(self, data: Mapping[str, Any]) -> Any:
        """Return the row of a session that holds these data."""
        return Login(
            digest=digest_of(self._get_or_create_session_key()),  # type: ignore[attr-defined]
            account_id=data.get(SESSION_KEY),
            data=self.encode(dict(data)),
            since=parse_datetime(data.get(SINCE, "")),
            seen_at=timezone.now(),
            expires_at=self.get_expiry_date(),
            browser=data.get(BROWSER, ""),
            system=data.get(SYSTEM, ""),
        )


def digest_of(key: str | None) -> str:
    """Return what is stored of the key of a session, which has 165 random bits."""
    return hashlib.sha256((key or "").encode()).hexdigest()[:32]


def facts_of(agent: Agent, *, now: datetime) -> dict[str, str]:
    """Return what a session keeps of the log-in it began with."""
    return {SINCE: now.isoformat(), BROWSER: agent.browser, SYSTEM: agent.system}


def see(login: Login, *, now: datetime) -> None:
    """Store that a login was used just now; a page is shown even if that cannot be stored."""
    try:
        with transaction.atomic():
            Login.objects.filter(pk=login.pk, seen_at=login.seen_at).update(seen_at=now)
    except DatabaseError:
        logger.warning("it could not be stored that a login was used", exc_info=True)


def open_logins(*, account: Account, now: datetime) -> list[Login]:
    """Return where an account is logged in, LISTED at most, the one seen last first; one query.

    A password that staff has set ends sessions and leaves their rows, which are not among them.
    """
    rows = Login.objects.filter(account=account, expires_at__gt=now).order_by("-seen_at", "pk")
    return [row for row in rows[:LISTED] if is_valid(row, account)]


def is_valid(login: Login, account: Account) -> bool:
    """Tell whether a login was made with the password that its account has now."""
    kept = SessionStore().decode(login.data).get(HASH_SESSION_KEY)
    return bool(kept == account.get_session_auth_hash())


def end_login(*, login: Login, account: Account, password: str, by: Account, now: datetime) -> None:
    """Log an account out in one browser. Raises Invalid for `password`."""
    passwords.require_known(account, by, "password", password)
    if login.account_id != account.pk:
        raise Forbidden(_("Only the account itself can do this."))
    with transaction.atomic():
        if Login.objects.filter(pk=login.pk).delete()[0]:
            audit.note(by=by, club=None, action="account.session", subject="account:own", now=now)


def end_logins(
    *, account: Account, password: str, by: Account, now: datetime, here: str = ""
) -> Account:
    """Log an account out in all browsers but `here`, the digest of the login of who asks.

    It goes on with a new key of its session. Raises Invalid for `password`.
    """
    passwords.require_known(account, by, "password", password)
    with transaction.atomic():
        forget(account, here=here)
        audit.note(by=by, club=None, action="account.sessions", subject="account:own", now=now)
    return account


def forget(account: Account, *, here: str = "") -> None:
    """Delete all logins of an account but one, in the transaction of what ends them.

    `here` is the digest of the one that is left: the page that ends the others gives it a new key.
    """
    Login.objects.filter(account=account).exclude(pk=here).delete()
