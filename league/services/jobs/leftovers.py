"""What is left of visits and messages, which goes by itself after a while."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from league.models import Invitation, Login, Notice, OnlineTable, Player, ScorePad, StoredAnswer
from league.services.base import writings

SLICE = 5000
"""How many rows of a kind are deleted at a time; the next time goes on."""
GUEST_DAYS = 14
"""So long a guest of an online table may still open an account."""


def forget(*, now: datetime) -> int:
    """Delete what is old or has ended: notices, answers, pads, practice, logins, invitations.

    So is what is noted of connections that have ended, which does not count. Guests of online
    tables then have no account any more, and stay as the club's other guests. Returns how many.
    Notices of others may name somebody who was erased meanwhile, so none is kept for ever unless
    NOTICE_DAYS is 0.
    """
    writings.forget_ended()
    forgotten = _delete(Login.objects.filter(expires_at__lt=now), "expires_at")
    forgotten += _delete(Invitation.objects.filter(expires_at__lt=now), "expires_at")
    answers = now - timedelta(days=settings.ANSWER_DAYS)
    forgotten += _delete(StoredAnswer.objects.filter(created_at__lt=answers), "created_at")
    forgotten += _part_guests(now - timedelta(days=GUEST_DAYS))
    pads = now - timedelta(days=settings.PAD_DAYS)
    forgotten += _delete(ScorePad.objects.filter(written_at__lt=pads), "written_at")
    practice = now - timedelta(days=settings.PRACTICE_DAYS)
    tables = OnlineTable.objects.filter(event=None, match=None, created_at__lt=practice)
    forgotten += _delete(tables, "created_at")
    if settings.NOTICE_DAYS:
        notices = now - timedelta(days=settings.NOTICE_DAYS)
        forgotten += _delete(Notice.objects.filter(created_at__lt=notices), "pk")
    return forgotten


def _part_guests(before: datetime) -> int:
    """Take their accounts from guests who came before; the log names these, so their rows stay."""
    gone = Player.objects.filter(account__is_guest=True, account__date_joined__lt=before)
    keys = list(gone.order_by("pk").values_list("pk", flat=True)[:SLICE])
    return Player.objects.filter(pk__in=keys).update(account=None)


def _delete(rows: QuerySet[Any], order: str) -> int:
    keys = list(rows.order_by(order).values_list("pk", flat=True)[:SLICE])
    deleted: int
    deleted, _by_model = rows.model._default_manager.filter(pk__in=keys).delete()
    return deleted
