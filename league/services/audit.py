"""The audit trail: who did what, when. Entries are added in the transaction of the act."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from league.models import Account, AuditEntry, Club, Match


def note(
    *,
    by: Account | None,
    club: Club | None,
    action: str,
    subject: str,
    data: Mapping[str, Any] | None = None,
    now: datetime,
) -> AuditEntry:
    """Add one entry; `subject` is kind and public code, as in `season:x7k2m9q4wz`."""
    return AuditEntry.objects.create(
        at=now, account=by, club=club, action=action, subject=subject, data=dict(data or {})
    )


def match_entry(
    *, by: Account | None, match: Match, action: str, data: Mapping[str, Any], now: datetime
) -> AuditEntry:
    """Return an unsaved entry about a match whose season is loaded, to be created in bulk."""
    return AuditEntry(
        at=now,
        account=by,
        club_id=match.season.club_id,
        action=action,
        subject=f"match:{match.code}",
        data=dict(data),
    )
