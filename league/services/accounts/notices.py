"""Notices: what the site tells an account, and whether the account has seen it.

Texts are stored in English; their sentences stand in `services/base/sayings.py`.
"""

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from league.models import Account, Match, Notice, Version
from league.services.base.refusals import Forbidden

COUNTED = 50
"""How many of the newest notices are looked at for the number of unread ones."""


def tell(*, version: Version, text: str, now: datetime) -> Notice:
    """Leave a notice about a version to its author."""
    owner_id = version.bot.owner_id
    return Notice.objects.create(account_id=owner_id, version=version, text=text, created_at=now)


def tell_accounts(
    *, account_ids: Iterable[int], text: str, asks: bool = False, now: datetime
) -> None:
    """Leave the same notice to some accounts; one query. One that `asks` leads to an answer."""
    Notice.objects.bulk_create(
        Notice(account_id=account_id, text=text, asks=asks, created_at=now)
        for account_id in account_ids
    )


def ask_to_confirm(*, match: Match, account_ids: Iterable[int], text: str, now: datetime) -> None:
    """Tell some accounts that the result of `match` waits for them; one query."""
    Notice.objects.bulk_create(
        Notice(account_id=account_id, text=text, match_code=match.code, created_at=now)
        for account_id in account_ids
    )


def settle(*, match: Match, now: datetime) -> None:
    """Note as read by all of the table that the result of `match` waits; one query."""
    people = match.seats.filter(player__account__isnull=False).values("player__account")
    told = Notice.objects.filter(account__in=people, match_code=match.code)
    told.filter(read_at=None).update(read_at=now)


def tell_account(*, account: Account, text: str, now: datetime) -> Notice:
    """Leave a notice that is not about a version."""
    return Notice.objects.create(account=account, text=text, created_at=now)


def mark_read(*, notice: Notice, by: Account, now: datetime) -> Notice:
    """Note that a notice has been read; one that was read before stays as it is."""
    if notice.account_id != by.pk:
        raise Forbidden(_("You can only mark your own notices as read."))
    with transaction.atomic():
        Notice.objects.filter(pk=notice.pk, read_at=None).update(read_at=now)
    notice.refresh_from_db(fields=["read_at"])
    return notice


def mark_all_read(*, by: Account, now: datetime) -> int:
    """Note that all notices of an account have been read; return how many had not."""
    return Notice.objects.filter(account=by, read_at=None).update(read_at=now)


def unread(account: Account) -> int:
    """Return how many of the newest notices are unread; one query, however many there are."""
    newest = Notice.objects.filter(account=account).order_by("-id")[:COUNTED]
    return sum(read_at is None for read_at in newest.values_list("read_at", flat=True))
