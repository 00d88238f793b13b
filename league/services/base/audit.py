"""The audit trail: who did what, when. Entries are added in the transaction of the act."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, TypeAlias

from league.models import Account, AuditEntry, Club, Event, Match, Registration, Season, Session

from . import rows

Data: TypeAlias = Mapping[str, Any] | None
"""What an entry says of the act, as JSON."""


def note(
    *,
    by: Account | None,
    club: Club | None,
    event: Event | None = None,
    action: str,
    subject: str,
    data: Data = None,
    now: datetime,
) -> AuditEntry:
    """Add one entry; `subject` is kind and public code, as in `season:x7k2m9q4wz`.

    What changes an event names it: the event can be rebuilt from its entries.
    """
    return AuditEntry.objects.create(
        at=now,
        account=by,
        club=club,
        event=event,
        action=action,
        subject=subject,
        data=dict(data or {}),
    )


def note_season(
    season: Season, action: str, data: Data = None, *, by: Account | None, now: datetime
) -> None:
    """Add an entry about a season to the trail of its club."""
    subject = f"season:{season.code}"
    note(by=by, club=season.club, action=action, subject=subject, data=data, now=now)


def note_event(
    event: Event, action: str, data: Data = None, *, by: Account | None, now: datetime
) -> None:
    """Add an entry about an event, or about several registrations, to its trail."""
    _note_in(event, action, f"event:{event.code}", data, by=by, now=now)


def note_session(
    session: Session, action: str, data: Data = None, *, by: Account | None, now: datetime
) -> None:
    """Add an entry about a session or its draw to the trail of its event."""
    _note_in(session.event, action, f"session:{session.code}", data, by=by, now=now)


def note_registration(
    row: Registration, action: str, data: Data = None, *, by: Account | None, now: datetime
) -> None:
    """Add an entry about one registration, and whose it is, to the trail of its event."""
    told = {"player": row.player.code, **(data or {})}
    _note_in(row.event, action, f"registration:{row.code}", told, by=by, now=now)


def _note_in(
    event: Event, action: str, subject: str, data: Data, *, by: Account | None, now: datetime
) -> None:
    club = event.season.club
    note(by=by, club=club, event=event, action=action, subject=subject, data=data, now=now)


def note_matches(
    entries: Iterable[tuple[Match, Mapping[str, Any]]],
    *,
    by: Account | None,
    action: str,
    now: datetime,
) -> None:
    """Add an entry with its data for each match, whose season and session are loaded; one query."""
    account = None if by is None else by.pk
    rows.insert(
        AuditEntry,
        ("at", "account", "club", "event", "action", "subject", "data"),
        (
            (
                now,
                account,
                match.season.club_id,
                match.session.event_id if match.session else None,
                action,
                f"match:{match.code}",
                dict(data),
            )
            for match, data in entries
        ),
    )
