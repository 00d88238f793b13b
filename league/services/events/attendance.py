"""Attendance: who checks in, who leaves, and who plays in place of somebody else."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Bye,
    Club,
    Event,
    Player,
    Registration,
    Role,
    Season,
    Seat,
    Session,
)
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid, change_status
from league.services.clubs import allegiances
from league.services.draws import seating
from league.services.play import tables
from league.services.registration import open_evenings, places, plans, registrations
from league.services.seasons import seasons

from . import handicaps

CHECK_IN_OPENS = timedelta(hours=12)
"""How long before the event players may say themselves that they are there."""

DAY = timedelta(days=1)

WITHDREW = "Withdrew before playing."
SUBSTITUTES = "Plays for somebody else."

REGISTERED, WITHDRAWN = Registration.Status.REGISTERED, Registration.Status.WITHDRAWN


def is_open(event: Event, now: datetime) -> bool:
    """Return whether players may say themselves that they are there."""
    return event.starts_at is None or now >= event.starts_at - CHECK_IN_OPENS


def check_in(*, registration: Registration, by: Account, now: datetime) -> Registration:
    """Note that a player is there; organisers do so for anybody, players for themselves.

    Who is checked in already stays so.
    """
    _require_right(registration, by)
    return take_in(registration=registration, by=by, now=now)


def take_in(*, registration: Registration, by: Account | None, now: datetime) -> Registration:
    """Check somebody in, as `check_in` does; that this may be done is for the caller to check."""
    with transaction.atomic():
        plans.hold(registration.event)
        row = places.fresh(registration)
        registrations.require_held(row.event)
        _require_time(row, by, now)
        if places.active(row.event).filter(pk=row.pk, checked_in_at=None).update(checked_in_at=now):
            audit.note_registration(row, "registration.check_in", by=by, now=now)
        row = places.fresh(row)
        if row.checked_in_at is None:
            raise Conflict(row, _("%(name)s has no place.") % {"name": row.player.shown_name})
        open_evenings.seat_waiting(row.event, now=now)
    return row


def undo_check_in(*, registration: Registration, by: Account, now: datetime) -> Registration:
    """Note that a player is not there after all; as `check_in`."""
    _require_right(registration, by)
    with transaction.atomic():
        plans.hold(registration.event)
        row = places.fresh(registration)
        registrations.require_held(row.event)
        here = Registration.objects.filter(pk=row.pk, checked_in_at__isnull=False)
        if here.update(checked_in_at=None):
            audit.note_registration(row, "registration.undo_check_in", by=by, now=now)
    return places.fresh(row)


def check_in_all(
    *, event: Event, codes: Sequence[str] | None = None, by: Account, now: datetime
) -> int:
    """Check in all who have a place, or those of these registrations; returns how many it changed.

    Raises Invalid with the codes of others, and checks nobody in then. A constant number of
    queries.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = plans.hold(event)
        registrations.require_held(held)
        rows = dict(places.active(held).values_list("code", "checked_in_at"))
        _require_known(codes or (), rows)
        wanted = rows if codes is None else set(codes)
        new = sorted(code for code in wanted if rows[code] is None)
        if new:
            held.registrations.filter(code__in=new).update(checked_in_at=now)
            audit.note_event(
                held, "registration.check_in_all", {"registrations": new}, by=by, now=now
            )
            open_evenings.seat_waiting(held, now=now)
    return len(new)


def withdraw(
    *, registration: Registration, from_session: int | None = None, by: Account, now: datetime
) -> Registration:
    """Give up a place, or a place on the waiting list; players their own, organisers any.

    Who has played already leaves from session `from_session` on, the next one that is not
    published if it is None, and online tables that still wait for players at once. The first who
    waits gets the place at once.
    """
    _require_right(registration, by)
    return take_out(registration=registration, from_session=from_session, by=by, now=now)


def take_out(
    *,
    registration: Registration,
    from_session: int | None = None,
    by: Account | None,
    now: datetime,
) -> Registration:
    """Withdraw somebody, as `withdraw` does; that this may be done is for the caller to check."""
    with transaction.atomic():
        event = plans.hold(registration.event)
        seasons.require_open(event.season)
        row = places.fresh(registration)
        _require_active(row)
        start = _leaving_session(row, from_session)
        if has_played(row):
            _end(row, start)
        else:
            refusal = _("%(name)s has already withdrawn.") % {"name": row.player.shown_name}
            change_status(row, WITHDRAWN, refusal=refusal, checked_in_at=None)
            handicaps.end(event=event, players=[row.player], reason=WITHDREW, by=by, now=now)
        data = {"status": row.status, "last_session": row.last_session}
        audit.note_registration(row, "registration.withdraw", data, by=by, now=now)
        tables.leave_all(event=event, player=row.player, now=now)
        if event.cancelled_at is None:
            places.promote(event, by=by, now=now)
    return places.fresh(row)


def take_out_of_all(
    *, player: Player, club: Club | None = None, by: Account | None, now: datetime
) -> None:
    """Withdraw somebody from the events that go on or are to come, those of `club` or all.

    At tables that are drawn they stay seated. All events are held first, then the player, then
    seasons, as others hold them. In a transaction; some queries for each event.
    """
    rows = Registration.objects.filter(player=player, last_session=None).exclude(status=WITHDRAWN)
    rows = rows.exclude(event__season__status=Season.Status.CLOSED)
    if club is not None:
        rows = rows.filter(event__season__club=club)
    over = Q(event__ends_at__lt=now) | Q(event__ends_at=None, event__starts_at__lt=now - DAY)
    found = list(rows.exclude(over).order_by("event_id"))
    events = [row.event_id for row in found]
    held = Event.objects.select_for_update(no_key=True).filter(pk__in=events)
    list(held.order_by("pk").values_list("pk"))
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    handicaps.hold_seasons(player, events)
    for row in found:
        take_out(registration=row, by=by, now=now)


@agreements.asking
def replace(
    *,
    registration: Registration,
    player: Player,
    from_session: int | None = None,
    force: bool = False,
    by: Account,
    now: datetime,
) -> Registration:
    """Let a substitute play from a session on, and return the substitute's registration.

    Points go to the standing of who is replaced, ratings to who plays. A substitute of a
    substitute plays for the first one; who is replaced by whom they play for is back. Nobody
    who waits gets a place by it, but who waits may be the substitute, whose handicap then ends
    unless they have played. Drafts of these sessions have the substitute in the same seats; a seat
    at an online table that waits for players is free.
    Raises Unagreed for a substitute who has not agreed to play in the club.
    """
    rights.require_role(club=registration.event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        event = plans.hold(registration.event)
        registrations.require_held(event)
        row = places.fresh(registration)
        _require_active(row)
        if row.status != REGISTERED:
            raise Conflict(row, _("%(name)s has no place.") % {"name": row.player.shown_name})
        start = _leaving_session(row, from_session)
        agreements.require(club=event.season.club, players=[player], by=by, now=now)
        registrations.hold_players([player])
        registrations.check_bot(event, player)
        registrations.require_free(event, player, by=by, force=force)
        came = _substitute(row, player, start, by=by, now=now)
        allegiances.settle(event.season, [player], by=by, now=now)
        if came.replaces and not has_played(came):
            handicaps.end(event=event, players=[player], reason=SUBSTITUTES, by=by, now=now)
        _end(row, start)
        data = {"by": came.player.code, "registration": came.code, "first_session": start}
        root = came.replaces.code if came.replaces else None
        audit.note_registration(
            row, "registration.replace", data | {"replaces": root}, by=by, now=now
        )
        seating.hand_over(row=row, came=came, by=by, now=now)
        tables.leave_all(event=event, player=row.player, now=now)
    return places.fresh(came)


def has_played(row: Registration) -> bool:
    """Return whether a player had a seat or a bye in a session that was published."""
    seats = Seat.objects.filter(match__session__event=row.event, player=row.player)
    byes = Bye.objects.filter(session__event=row.event, player=row.player)
    return (
        seats.exclude(match__session__status=Session.Status.DRAFT).exists()
        or byes.exclude(session__status=Session.Status.DRAFT).exists()
    )


def _substitute(
    row: Registration, player: Player, start: int, *, by: Account, now: datetime
) -> Registration:
    """Register `player` in the place of `row`, who still has it."""
    whom = row.replaces or row
    fields = {
        "first_session": start,
        "last_session": None,
        "checked_in_at": now if row.checked_in_at else None,
        "registered_by": by,
        "group": row.group,
        "replaces": None if whom.player_id == player.pk else whom,
    }
    known = row.event.registrations.filter(player=player).select_related("player", "event").first()
    if known is None:
        return Registration.objects.create(
            event=row.event, player=player, registered_at=now, **fields
        )
    if known.status == REGISTERED and known.last_session is None:
        said = _("%(name)s is already registered. Choose somebody else.")
        raise Conflict(known, said % {"name": player.shown_name})
    refusal = _("%(name)s cannot rejoin now.") % {"name": player.shown_name}
    change_status(known, REGISTERED, refusal=refusal, **fields)
    return known


def _end(row: Registration, start: int) -> None:
    """Let a registered player be there until the session before `start`."""
    refusal = _("%(name)s has already left.") % {"name": row.player.shown_name}
    change_status(row, REGISTERED, refusal=refusal, last_session=start - 1)


def _leaving_session(row: Registration, wanted: int | None) -> int:
    """Return the number of the first session somebody is not there for, or raise Invalid."""
    least = max(places.next_session(row.event), row.first_session)
    if wanted is not None and not least <= wanted <= Event.MOST_SESSIONS:
        said = _("Choose a session that is not published yet: %(first)d to %(last)d.")
        words = {"first": least, "last": Event.MOST_SESSIONS}
        raise Invalid({"from_session": [said % words]})
    return least if wanted is None else wanted


def _require_known(codes: Sequence[str], rows: dict[str, datetime | None]) -> None:
    said = _("This registration does not belong to a player with a place in this event.")
    unknown = {
        f"registrations.{number}": [said] for number, code in enumerate(codes) if code not in rows
    }
    if unknown:
        raise Invalid(unknown)


def _require_active(row: Registration) -> None:
    """Raise Conflict for who has withdrawn or left."""
    if row.status == WITHDRAWN or row.last_session is not None:
        raise Conflict(row, _("%(name)s has already withdrawn.") % {"name": row.player.shown_name})


def _require_right(row: Registration, by: Account) -> None:
    """Raise Forbidden unless `by` organises or it is about the player of `by`."""
    if row.player.account_id == by.pk:
        return
    if not rights.has_role(row.event.season.club, by, Role.ORGANISER):
        raise Forbidden(_("Only organisers and the player can do this."))


def _require_time(row: Registration, by: Account | None, now: datetime) -> None:
    """Raise Conflict where a player is too early; organisers are not."""
    if is_open(row.event, now):
        return
    if by is None or not rights.has_role(row.event.season.club, by, Role.ORGANISER):
        hours = CHECK_IN_OPENS // timedelta(hours=1)
        said = _(
            "You can check in from %(hours)d hours before the start. Until then, ask an organiser."
        )
        raise Conflict(row, said % {"hours": hours})
