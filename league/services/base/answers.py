"""Answers to requests that may be sent again: kept for a while by account and Idempotency-Key."""

import re
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import IntegrityError, transaction

from league.models import Account, StoredAnswer

HEADER: Final = "Idempotency-Key"
KEY: Final = re.compile(r"[!-~]{1,100}")


def reserve(account: Account, key: str, digest: str, *, now: datetime) -> StoredAnswer | None:
    """Write the row of an answer to come, or return None if the key has its answer.

    Called in the transaction of the work that is answered; waits for one that is writing the same
    key. Answers of the account that nobody repeats any more are deleted.
    """
    old = now - timedelta(days=settings.ANSWER_DAYS)
    StoredAnswer.objects.filter(account=account, created_at__lt=old).delete()
    try:
        with transaction.atomic():
            return StoredAnswer.objects.create(
                account=account, key=key, digest=digest, status=0, body={}, created_at=now
            )
    except IntegrityError:
        return None
