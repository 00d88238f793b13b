"""What is left of visits and messages, which goes by itself after a while."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import QuerySet

from league.models import Invitation, Login, Notice, ScorePad, StoredAnswer

SLICE = 5000
"""How many rows of a kind are deleted at a time; the next time goes on."""


def forget(*, now: datetime) -> int:
    """Delete old notices, stored answers and score pads, ended logins and invitations.

    Returns how many. Notices of others may name somebody who was erased meanwhile, so none is kept
    for ever unless NOTICE_DAYS is 0.
    """
    forgotten = _delete(Login.objects.filter(expires_at__lt=now), "expires_at")
    forgotten += _delete(Invitation.objects.filter(expires_at__lt=now), "expires_at")
    answers = now - timedelta(days=settings.ANSWER_DAYS)
    forgotten += _delete(StoredAnswer.objects.filter(created_at__lt=answers), "created_at")
    pads = now - timedelta(days=settings.PAD_DAYS)
    forgotten += _delete(ScorePad.objects.filter(written_at__lt=pads), "written_at")
    if settings.NOTICE_DAYS:
        notices = now - timedelta(days=settings.NOTICE_DAYS)
        forgotten += _delete(Notice.objects.filter(created_at__lt=notices), "pk")
    return forgotten


def _delete(rows: QuerySet[Any], order: str) -> int:
    keys = list(rows.order_by(order).values_list("pk", flat=True)[:SLICE])
    deleted: int
    deleted, _by_model = rows.model._default_manager.filter(pk__in=keys).delete()
    return deleted
