"""The devices that show what their owner is told: added, listed and removed.

A device belongs to a login, and goes with it: whoever logs out, there or from elsewhere, is told
nothing there any more.
"""

from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.logic.pushes import is_point, is_secret
from league.models import Account, Device, Login
from league.models.pushes import LONGEST_ENDPOINT, LONGEST_HOST
from league.services.accounts import logins
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.webhooks import posting

from . import sealing

MOST_DEVICES: Final = 20


def of_account(account: Account, *, now: datetime) -> list[Device]:
    """Return the devices on which an account is logged in, the newest first; one query.

    A password that staff has set ends sessions and leaves their rows, which are not among them.
    """
    rows = Device.objects.filter(login__account=account, login__expires_at__gt=now)
    found = rows.select_related("login").order_by("-created_at", "-pk")
    return [device for device in found if logins.is_valid(device.login, account)]


def add(
    *, digest: str, endpoint: str, point: str, secret: str, by: Account, now: datetime
) -> Device:
    """Have the browser of a login show what its owner is told, as its push service reaches it.

    Whoever was told something there before is not any more; the same device again keeps its row.
    Raises Invalid, also for a login that has ended, and Conflict where there are too many devices.
    """
    _check(endpoint, point, secret)
    keys = {"point": point, "secret": secret, "fault": ""}
    try:
        with transaction.atomic():
            Account.objects.select_for_update(no_key=True).get(pk=by.pk)
            login = _hold(digest, by)
            same = Device.objects.filter(endpoint=endpoint, login=login)
            if same.update(**keys):
                return same.get()
            Device.objects.filter(Q(endpoint=endpoint) | Q(login=login)).delete()
            _check_room(by, now)
            return Device.objects.create(
                login=login, endpoint=endpoint, host=host_of(endpoint), created_at=now, **keys
            )
    except IntegrityError:
        said = _("Somebody else has this device notified at this moment. Try again.")
        raise Invalid({"endpoint": [said]}) from None


def remove(*, device: Device, by: Account, now: datetime) -> None:
    """Let a device show nothing any more; one that has gone already stays gone."""
    if device.login.account_id != by.pk:
        raise Forbidden(_("Only the account itself can do this."))
    Device.objects.filter(pk=device.pk).delete()


def host_of(endpoint: str) -> str:
    """Return the push service that an address belongs to, with its port. Raises ValueError."""
    parts = urlsplit(endpoint)
    return f"{parts.hostname}:{parts.port or posting.PORTS[parts.scheme]}"


def _hold(digest: str, by: Account) -> Login:
    """Return the login under a lock, so that it does not end before its device is stored."""
    rows = Login.objects.select_for_update(no_key=True).filter(pk=digest, account=by)
    if (login := rows.first()) is None:
        raise Invalid({"endpoint": [_("You are not logged in here any more. Log in again.")]})
    return login


def _check(endpoint: str, point: str, secret: str) -> None:
    if not settings.HAS_PUSH:
        raise Invalid({"endpoint": [_("This site sends no notifications.")]})
    if not _is_address(endpoint):
        raise Invalid({"endpoint": [_("This site cannot write to this browser's push service.")]})
    if not (is_point(point) and is_secret(secret) and sealing.is_on_curve(point)):
        raise Invalid({"point": [_("The browser gave keys that cannot be used. Try again.")]})


def _is_address(endpoint: str) -> bool:
    """Tell whether something can be sent to an address; posting looks once more at where it is."""
    try:
        parts = urlsplit(endpoint)
        host, _port = parts.hostname, parts.port
    except ValueError:
        return False
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint
    if not host or not is_plain or parts.scheme not in posting.schemes():
        return False
    is_short = len(endpoint) <= LONGEST_ENDPOINT and len(host_of(endpoint)) <= LONGEST_HOST
    is_named = ":" not in host and parts.username is None and not parts.fragment
    return is_short and is_named and not posting.is_inside(host)


def _check_room(by: Account, now: datetime) -> None:
    found = of_account(by, now=now)
    if len(found) >= MOST_DEVICES:
        said = _("%(most)d devices show your notifications already. Remove one first.")
        raise Conflict(found[-1], said % {"most": MOST_DEVICES})
