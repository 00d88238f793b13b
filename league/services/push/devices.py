"""The devices that show what their owner is told: added, listed and removed.

A device belongs to a login, and goes with it: whoever logs out, there or from elsewhere, is told
nothing there any more.
"""

from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.logic.pushes import is_point, is_secret
from league.models import Account, Device, Login
from league.models.pushes import LONGEST_ENDPOINT
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.webhooks import posting

from . import sealing

MOST_DEVICES: Final = 20


def of_account(account: Account, *, now: datetime) -> QuerySet[Device]:
    """Return the devices of an account on which it is logged in, the newest first."""
    rows = Device.objects.filter(login__account=account, login__expires_at__gt=now)
    return rows.select_related("login").order_by("-created_at", "-pk")


def add(
    *, login: Login, endpoint: str, point: str, secret: str, by: Account, now: datetime
) -> Device:
    """Have the browser of a login show what its owner is told, as its push service reaches it.

    Whoever was told something there before is not any more.
    """
    if login.account_id != by.pk:
        raise Forbidden(_("Only the account itself can do this."))
    _check(endpoint, point, secret)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=by.pk)
        Device.objects.filter(Q(endpoint=endpoint) | Q(login=login)).delete()
        _check_room(by)
        return Device.objects.create(
            login=login,
            endpoint=endpoint,
            host=str(urlsplit(endpoint).hostname),
            point=point,
            secret=secret,
            created_at=now,
        )


def remove(*, device: Device, by: Account, now: datetime) -> None:
    """Let a device show nothing any more; one that has gone already stays gone."""
    if device.login.account_id != by.pk:
        raise Forbidden(_("Only the account itself can do this."))
    Device.objects.filter(pk=device.pk).delete()


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
    is_short = len(endpoint) <= LONGEST_ENDPOINT
    if not host or not is_plain or not is_short or parts.scheme not in posting.schemes():
        return False
    is_named = ":" not in host and parts.username is None and not parts.fragment
    return is_named and not posting.is_inside(host)


def _check_room(by: Account) -> None:
    last = Device.objects.filter(login__account=by).order_by("-pk")[MOST_DEVICES - 1 :].first()
    if last is not None:
        said = _("%(most)d devices show your notifications already. Remove one first.")
        raise Conflict(last, said % {"most": MOST_DEVICES})
