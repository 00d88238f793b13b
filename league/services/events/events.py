"""Events of a season: planned and cancelled, the bots that may fill seats there, their sessions.

Where no bots are chosen, every built-in one may be seated, and none of an author.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Unpack

from django.db import IntegrityError, transaction
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from bots.submission.manifest import Manifest
from league.models import Account, Event, Job, Match, Player, Role, Season, Session, Version
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Invalid
from league.services.jobs import jobs
from league.services.play import table_play
from league.services.registration import overlaps, places, plans, registrations
from league.services.registration.plans import Plan
from league.services.seasons import seasons

from . import handicaps

MOST_BOTS = 100
MOST_FOUND = 40
LONGEST_REASON = 500


class Changes(Plan, total=False):
    """What can be changed of an event; what is absent stays as it is."""

    name: str


def create_event(
    *, season: Season, name: str, by: Account, now: datetime, **plan: Unpack[Plan]
) -> Event:
    """Create an event; its sessions come after.

    Raises Invalid with all that is wrong with its plan, Conflict where its venue has not enough
    tables left at that time.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    if season.kind == Season.Kind.LADDER:
        raise Conflict(
            season, _("A ladder has no events, because its bots are seated automatically.")
        )
    seasons.require_open(season)
    event = Event(season=season, name=clean_name(name), **plan)
    plans.check(event)
    try:
        with transaction.atomic():
            overlaps.require_tables(event)
            event.save(force_insert=True)
            data = {"name": event.name, "season": season.code, **plans.to_json(event)}
            audit.note_event(event, "event.create", data, by=by, now=now)
    except IntegrityError:
        raise _taken() from None
    return event


def describe_event(
    *, event: Event, force: bool = False, by: Account, now: datetime, **changes: Unpack[Changes]
) -> Event:
    """Change name and plan of an event; a larger capacity gives places to those who wait.

    Raises Conflict where the venue has not enough tables left, and where players are in another
    event at the new time, which `force` allows.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    try:
        with transaction.atomic():
            held = plans.hold(event)
            registrations.require_held(held)
            changed = _change(held, changes)
            if changed:
                _require_room(held, changed, by=by, force=force)
                if "draw" in changed:
                    handicaps.require_takeable(held)
                held.save(update_fields=list(changed))
                data = {**plans.to_json(held), "name": held.name}
                audit.note_event(held, "event.describe", data, by=by, now=now)
                places.promote(held, by=by, now=now)
    except IntegrityError:
        raise _taken() from None
    return held


def cancel_event(*, event: Event, reason: str, by: Account, now: datetime) -> Event:
    """Cancel an event without results. Matches that are waiting for a result become void.

    Handicaps end, and do not come back when the event is reinstated.
    Raises Conflict as soon as a result was entered, and for an event that is cancelled.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    reason = clean_name(reason, field="reason", longest=LONGEST_REASON)
    with transaction.atomic():
        held = plans.hold(event)
        registrations.require_held(held)
        table_play.stop_all(held, now=now)
        matches = Match.objects.filter(session__event=held)
        waiting = list(matches.filter(status=Match.Status.OPEN).order_by("pk"))
        matches.filter(pk__in=[match.pk for match in waiting], status=Match.Status.OPEN).update(
            status=Match.Status.VOID, voided_from=Match.Status.OPEN, finished_at=now
        )
        if matches.filter(results__isnull=False).exists():
            said = _("This event already has results, so you cannot cancel it.")
            raise Conflict(held, said)
        held.cancelled_at, held.cancelled_because = now, reason
        held.save(update_fields=["cancelled_at", "cancelled_because"])
        handicaps.end(event=held, reason=reason, by=by, now=now)
        data = {"reason": reason, "matches": [match.code for match in waiting]}
        audit.note_event(held, "event.cancel", data, by=by, now=now)
    return held


def reinstate_event(*, event: Event, force: bool = False, by: Account, now: datetime) -> Event:
    """Take back that an event was cancelled; the matches that became void by it are open again.

    Who waits gets the places that were freed meanwhile. Checked as when it was created: raises
    Conflict where the venue has not enough tables left, and where players are in another event
    at that time by now, which `force` allows.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = plans.hold(event)
        seasons.require_open(held.season)
        if held.cancelled_at is None:
            raise Conflict(held, _("This event is not cancelled."))
        plans.check(held)
        overlaps.require_tables(held)
        if not force:
            _require_time(held, by)
        reopened = _reopen_matches(held, now=now)
        held.cancelled_at, held.cancelled_because = None, ""
        held.save(update_fields=["cancelled_at", "cancelled_because"])
        data = {"matches": [match.code for match in reopened]}
        audit.note_event(held, "event.reinstate", data, by=by, now=now)
        places.promote(held, by=by, now=now)
    return held


def create_session(
    *, event: Event, starts_at: datetime | None = None, by: Account, now: datetime
) -> Session:
    """Create the next session of an event, with an empty draft draw."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(event.season)
    if event.draw == Event.Draw.ONLINE:
        said = _(
            "Online tables have no draw. Registered players can sit down at any time, even "
            "without a session."
        )
        raise Conflict(event, said)
    if event.draw == Event.Draw.OPEN:
        said = _("An open evening has no sessions to plan. Open the evening, and check players in.")
        raise Conflict(event, said)
    with transaction.atomic():
        held = plans.hold(event)  # numbers are given one at a time
        registrations.require_held(held)
        last = event.sessions.aggregate(last=Max("number"))["last"] or 0
        session = Session.objects.create(event=event, number=last + 1, starts_at=starts_at)
        data = {
            "event": event.code,
            "number": session.number,
            "starts_at": starts_at.isoformat() if starts_at else None,
        }
        audit.note_session(session, "session.create", data, by=by, now=now)
    return session


def choose_bots(*, event: Event, bots: Sequence[Player], by: Account, now: datetime) -> Event:
    """Let these bots, and no others, fill seats in draws of an event from now on.

    Draws that are published keep their seats.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(event.season)
    _check_bots(bots, game=event.season.game)
    with transaction.atomic():
        plans.hold(event)  # the last choice wins as a whole
        event.bots.set(bots)
        data = {"bots": [player.code for player in bots]}
        audit.note_event(event, "event.bots", data, by=by, now=now)
    return event


def bots_to_choose(event: Event, *, named: str = "") -> list[Player]:
    """Return bots that could fill seats of an event: built-in ones, chosen ones, others by name.

    The others are accepted versions that play the game and have `named` in their name, at most
    `MOST_FOUND` of them. Two queries.
    """
    slug = event.season.game
    plays = Q(version__manifest__games="all") | Q(version__manifest__games__icontains=f'"{slug}"')
    accepted = plays & Q(version__status=Version.Status.ACCEPTED, name__icontains=named)
    chosen = ~Q(builtin="") | Q(pk__in=event.bots.values("pk"))
    bots = Player.objects.filter(kind=Player.Kind.BOT).select_related("version")
    in_use = bots.filter(chosen).order_by("-builtin", "name", "pk")
    others = bots.filter(accepted).exclude(chosen).order_by("name", "pk")
    return [*in_use, *others[:MOST_FOUND]]


def _change(event: Event, changes: Changes) -> set[str]:
    """Set what is wanted of `event`, unsaved, and return the fields it changes; raises Invalid."""
    wanted: dict[str, Any] = {**changes}
    if "name" in changes:
        wanted["name"] = clean_name(changes["name"])
    changed = {field for field, value in wanted.items() if getattr(event, field) != value}
    for field in changed:
        setattr(event, field, wanted[field])
    plans.check(event)
    return changed


def _require_room(event: Event, changed: set[str], *, by: Account, force: bool) -> None:
    """Refuse changes that leave players without a place, tables or time."""
    taken = places.active(event)
    if "capacity" in changed and event.capacity is not None and event.capacity < taken.count():
        said = _(
            "%(taken)d players already have a place. Withdraw some of them, or enter at least "
            "that number."
        )
        raise Invalid({"capacity": [said % {"taken": taken.count()}]})
    if not changed.isdisjoint({"venue", "starts_at", "ends_at", "capacity", "table_size"}):
        overlaps.require_tables(event)
    if not changed.isdisjoint({"starts_at", "ends_at"}) and not force:
        _require_time(event, by)


def _require_time(event: Event, by: Account) -> None:
    """Raise Conflict where somebody with a place is in another event at the same time."""
    taken = [row.player for row in places.active(event).select_related("player")]
    for player, other in overlaps.clashing(event, taken, by).values():
        said = _(
            "%(name)s is registered for “%(other)s” at the same time. Withdraw there first, "
            "or register all the same (force)."
        )
        raise Conflict(other, said % {"name": player.shown_name, "other": other.name})


def _reopen_matches(event: Event, *, now: datetime) -> list[Match]:
    """Open the matches again that became void when the event was cancelled, and return them.

    Online tables among them go on where they were left.
    """
    voided = Match.objects.filter(
        session__event=event,
        status=Match.Status.VOID,
        voided_from=Match.Status.OPEN,
        finished_at=event.cancelled_at,
    )
    matches = list(voided.order_by("pk"))
    voided.filter(pk__in=[match.pk for match in matches]).update(
        status=Match.Status.OPEN, voided_from="", finished_at=None
    )
    jobs.redo(kind=Job.Kind.PLAY_MATCH, matches=matches)
    table_play.resume_all(matches, now=now)
    return matches


def _taken() -> Invalid:
    return Invalid({"name": [_("The season already has an event with this name.")]})


def _check_bots(bots: Sequence[Player], *, game: str) -> None:
    if len(bots) > MOST_BOTS:
        raise Invalid({"bots": [_("Choose at most %(most)d bots.") % {"most": MOST_BOTS}]})
    versions = {row.player_id: row for row in Version.objects.filter(player__in=bots)}
    errors = {}
    for number, player in enumerate(bots):
        version = versions.get(player.pk)
        if not player.is_bot:
            said = _("%(name)s is a person. Choose only bots here.")
        elif player.builtin:
            continue
        elif version is None or version.status != Version.Status.ACCEPTED:
            said = _("%(name)s no longer plays. Leave it out.")
        elif game not in Manifest.model_validate(version.manifest).slugs():
            said = _("%(name)s does not play this game. Leave it out.")
        else:
            continue
        errors[f"bots.{number}"] = [said % {"name": player.shown_name}]
    if errors:
        raise Invalid(errors)
