"""Imported lists of results taken back: their matches become void, and their events are cancelled.

The log only grows, so nothing is deleted. An event in whose log stands anything after the import
stays as it is. Guests stay, too: their names are in the matches that are void now.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Count
from django.utils.translation import gettext as _

from league.models import Account, AuditEntry, Event, Match, Role, Season
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, NotFound
from league.services.seasons import seasons, standings

ACTIONS: Final = ("results.import", "results.undo")
MOST_LISTS: Final = 20


@dataclass(frozen=True, slots=True)
class Brought:
    """A list that was imported: its events, and those that have changed since; some may be gone.

    Each event says in `seated` how many seats it has.
    """

    code: str
    entry: AuditEntry
    events: Sequence[Event]
    changed: Sequence[Event]
    is_taken_back: bool


def lists_of(season: Season) -> list[AuditEntry]:
    """Return what the log says of the latest lists that were imported into a season; one query."""
    rows = AuditEntry.objects.filter(subject=f"season:{season.code}", action="results.import")
    return list(rows.select_related("account").order_by("-pk")[:MOST_LISTS])


def find(*, season: Season, code: str, by: Account) -> Brought:
    """Return what a list has brought into a season; raises NotFound. Four queries."""
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    trail = AuditEntry.objects.filter(subject=f"season:{season.code}")
    found = {entry.action: entry for entry in trail.filter(action__in=ACTIONS, data__list=code)}
    entry = found.get("results.import")
    if entry is None:
        raise NotFound(_("This season has no imported list of this code."))
    rows = season.events.filter(code__in=entry.data["events"]).order_by("starts_at", "pk")
    events = list(rows.annotate(seated=Count("sessions__matches__seats")))
    later = AuditEntry.objects.filter(event__in=events, pk__gt=entry.pk)
    touched = set(later.values_list("event", flat=True))
    changed = [event for event in events if event.pk in touched]
    return Brought(code, entry, events, changed, is_taken_back="results.undo" in found)


def undo(*, season: Season, code: str, by: Account, now: datetime) -> Brought:
    """Take back what a list has brought into a season, but for events that have changed since.

    Returns what was there before. Raises Conflict where nothing is left to be taken back. A fixed
    number of queries.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(season)
    with transaction.atomic():
        first = find(season=season, code=code, by=by)
        held = _hold(first.events)
        brought = find(season=season, code=code, by=by)  # as it is while they are held
        going = _going(season, brought)
        _void(
            [match for match in held if match.session and match.session.event in going],
            by=by,
            now=now,
        )
        _cancel(season, going, by=by, now=now)
        data = {"list": code, "events": [event.code for event in going]}
        audit.note_season(season, "results.undo", data, by=by, now=now)
    return brought


def _going(season: Season, brought: Brought) -> list[Event]:
    """Return the events that can be taken back; raises Conflict where there are none."""
    if brought.is_taken_back:
        raise Conflict(season, _("This list was already taken back."))
    going = [event for event in brought.events if event not in brought.changed]
    if not going:
        said = _(
            "Every event of this list has changed since the import, so all of them stay. Void "
            "single matches instead."
        )
        raise Conflict(season, said)
    return going


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
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(**fields)
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
