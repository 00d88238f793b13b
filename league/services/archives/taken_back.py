"""Imported lists of results taken back: their matches become void, and their events are cancelled.

The log only grows, so nothing is deleted. An event in whose log stands anything after the import
stays as it is. Guests stay, too: their names are in the matches that are void now.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from league.models import Account, AuditEntry, Event, Match, Role, Season
from league.services.base import audit, rights
from league.services.clubs import imported_lists
from league.services.clubs.imported_lists import Brought
from league.services.seasons import seasons, standings


def lists_of(season: Season) -> list[AuditEntry]:
    """Return what the log says of the latest lists that were imported into a season; one query."""
    return imported_lists.latest("results", subject=f"season:{season.code}")


def find(*, season: Season, code: str, by: Account) -> Brought[Event]:
    """Return what a list has brought into a season; raises NotFound. Four queries."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    entry, undone = imported_lists.find("results", subject=f"season:{season.code}", code=code)
    rows = season.events.filter(code__in=entry.data["events"]).order_by("starts_at", "pk")
    events = list(rows.annotate(seated=Count("sessions__matches__seats")))
    later = AuditEntry.objects.filter(event__in=events, pk__gt=entry.pk)
    touched = set(later.values_list("event", flat=True))
    changed = [event for event in events if event.pk in touched]
    return Brought(code, entry, undone, events, changed)


def undo(*, season: Season, code: str, by: Account, now: datetime) -> Brought[Event]:
    """Take back what a list has brought into a season, but for events that have changed since.

    Returns what was there before. Raises Conflict where nothing is left to be taken back. A fixed
    number of queries.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(season)
    with transaction.atomic():
        first = find(season=season, code=code, by=by)
        held = _hold(first.rows)
        brought = find(season=season, code=code, by=by)  # as it is while they are held
        going = brought.left(season, _nothing())
        _void(
            [match for match in held if match.session and match.session.event in going],
            by=by,
            now=now,
        )
        _cancel(season, going, by=by, now=now)
        data = {"list": code, "events": [event.code for event in going]}
        audit.note_season(season, "results.undo", data, by=by, now=now)
    return brought


def _nothing() -> str:
    return _(
        "Every event of this list has changed since the import, so all of them stay. Void "
        "single matches instead."
    )


def _hold(events: Sequence[Event]) -> list[Match]:
    """Return the matches of events, held with them, so that nothing of them changes meanwhile."""
    rows = Event.objects.filter(pk__in=[event.pk for event in events])
    list(rows.select_for_update(no_key=True).order_by("pk"))
    matches = Match.objects.filter(session__event__in=events)
    held = matches.select_for_update(of=("self",)).order_by("pk")
    return list(held.select_related("season", "session__event"))


def _void(matches: Sequence[Match], *, by: Account, now: datetime) -> None:
    """Let matches that are held and final count for nothing."""
    fields = {"status": Match.Status.VOID, "voided_from": Match.Status.FINAL, "finished_at": now}
    rows = Match.objects.filter(pk__in=[match.pk for match in matches], status=Match.Status.FINAL)
    rows.update(**fields)
    standings.count([(match, None) for match in matches], now=now)
    data = {"reason": _reason(), "was": Match.Status.FINAL}
    audit.note_matches([(match, data) for match in matches], action="match.void", by=by, now=now)


def _cancel(season: Season, events: Sequence[Event], *, by: Account, now: datetime) -> None:
    ids = [event.pk for event in events]
    cancelled = {"cancelled_at": now, "cancelled_because": _reason()}
    Event.objects.filter(pk__in=ids).update(**cancelled)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=now,
            account=by,
            club=season.club,
            event=event,
            action="event.cancel",
            subject=f"event:{event.code}",
            data={"reason": _reason(), "matches": []},
        )
        for event in events
    )


def _reason() -> str:
    return _("The list it came from was taken back.")
