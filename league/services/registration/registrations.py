"""Registrations: who comes to an event, and who is there in a session."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Club,
    Event,
    Merge,
    Player,
    Registration,
    Role,
    Season,
    Seat,
    Session,
)
from league.services.accounts import agreements, guests, people
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import allegiances
from league.services.clubs import people as club_people
from league.services.seasons import seasons

from . import overlaps, places, plans

LAST_TABLE = 500
LONGEST_GROUP = 80

REGISTERED, WAITING = Registration.Status.REGISTERED, Registration.Status.WAITING
WITHDRAWN = Registration.Status.WITHDRAWN


class Details(TypedDict, total=False):
    """What an organiser says of a registration; what is absent stays as it is."""

    fixed_table: int | None
    group: str


def present(
    event: Event, session_number: int, *, checked_in_only: bool = False
) -> QuerySet[Registration]:
    """Return the registrations of those who are there in a session, in the order of registration.

    Players and those whom they replace are loaded; points of a substitute count for
    `replaces.player`. Says who would be drawn now: for a session that is drawn already, its seats
    and byes say who was there. One query.
    """
    rows = Registration.objects.filter(
        Q(last_session=None) | Q(last_session__gte=session_number),
        event=event,
        status=REGISTERED,
        first_session__lte=session_number,
    )
    if checked_in_only:
        rows = rows.filter(checked_in_at__isnull=False)
    return rows.select_related("player", "replaces__player").order_by("registered_at", "id")


def gone(session: Session) -> QuerySet[Registration]:
    """Return the registrations of those who have a seat in a session and left before it.

    Who was seated without being registered is not among them. In the order of names; one query.
    """
    seated = Seat.objects.filter(match__session=session).values("player")
    rows = Registration.objects.filter(
        Q(status=WITHDRAWN) | Q(last_session__lt=session.number),
        event=session.event_id,
        player__in=seated,
    )
    return rows.select_related("player").order_by("player__name", "pk")


@agreements.asking
def register(
    *,
    event: Event,
    player: Player,
    first_session: int | None = None,
    force: bool = False,
    is_at_door: bool = False,
    club: Club | None = None,
    by: Account,
    now: datetime,
    **details: Unpack[Details],
) -> Registration:
    """Give a player a place in an event, or one on its waiting list.

    Players register themselves while registration is open, and later if they stand at the door,
    which is for the caller to check; organisers register anybody, also
    late and once more after leaving, from session `first_session` on (the next one that is not
    published). In a federation one may name the `club` for which the player plays in the season.
    Raises Conflict for who has a place or waits, and for who is in another event at
    the same time, which organisers may `force`; Unagreed as `agreements`.
    """
    organises = rights.has_role(event.season.club, by, Role.ORGANISER)
    if not organises and player.account_id != by.pk:
        raise Forbidden(_("Only organisers can register other players. You can register yourself."))
    if not organises and (details or force or first_session is not None):
        raise Forbidden(_("Only organisers can change a registration."))
    wanted = places.Entry(player, **check_details(details))
    with transaction.atomic():
        held = plans.hold(event)
        following = places.next_session(held)
        if not organises and (closed := why_closed(held, following, now, is_at_door=is_at_door)):
            raise Conflict(held, closed)
        require_held(held)
        agreements.require(club=held.season.club, players=[player], by=by, now=now)
        hold_players([player])
        _require_absent(held, player)
        check_bot(held, player)
        require_free(held, player, by=by, force=force)
        start = check_first_session(held, first_session, following)
        if club is not None:
            allegiances.store(season=held.season, player=player, club=club, by=by, now=now)
        [row] = places.enter(held, [wanted], first_session=start, by=by, now=now)
    return row


def register_guest(
    *,
    event: Event,
    name: str,
    first_session: int | None = None,
    is_new: bool = False,
    club: Club | None = None,
    by: Account,
    now: datetime,
    **details: Unpack[Details],
) -> Registration:
    """Register a new person without an account, as organiser.

    Raises SameName where the club has people of this name, unless this one `is_new`.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    if not is_new:
        club_people.require_new(club=event.season.club, name=name, now=now)
    with transaction.atomic():
        guest = people.register_person(name=name, by=by, now=now)
        return register(
            event=event,
            player=guest,
            first_session=first_session,
            club=club,
            by=by,
            now=now,
            **details,
        )


def register_oneself(
    *,
    event: Event,
    own_name: str | None = None,
    is_at_door: bool = False,
    club: Club | None = None,
    by: Account,
    now: datetime,
) -> Registration:
    """Register the player of an account; one that is nobody yet gives the name it plays under.

    Who belongs to several clubs of a federation names one of them, but may do so later at the door.
    """
    with transaction.atomic():
        player = Player.objects.filter(account=by).first()
        if own_name is not None:
            name = clean_name(own_name, field="own_name", longest=people.LONGEST_NAME)
            player = people.register_person(name=name, account=by, by=by, now=now)
        if player is None:
            said = _("Your account has no player name yet. Enter the name you play under.")
            raise Invalid({"own_name": [said]})
        if club is None and not is_at_door:
            allegiances.require_chosen(event.season, player)
        return register(
            event=event, player=player, is_at_door=is_at_door, club=club, by=by, now=now
        )


def describe(
    *, registration: Registration, by: Account, now: datetime, **details: Unpack[Details]
) -> Registration:
    """Change table and group of a registration; draws that are published keep their seats."""
    rights.require_role(club=registration.event.season.club, account=by, role=Role.ORGANISER)
    wanted = check_details(details)
    with transaction.atomic():
        event = plans.hold(registration.event)
        seasons.require_open(event.season)
        row = places.fresh(registration)
        changed = {name: value for name, value in wanted.items() if getattr(row, name) != value}
        if changed:
            Registration.objects.filter(pk=row.pk).update(**changed)
            audit.note_registration(row, "registration.describe", changed, by=by, now=now)
    return places.fresh(row)


def why_closed(event: Event, following: int, now: datetime, *, is_at_door: bool = False) -> str:
    """Say why players may not register themselves at `now`, empty if they may.

    `following` is the number of the next session that is not published. Who is at the door may
    come late.
    """
    end = plans.end_of(event)
    if event.cancelled_at is not None:
        return _("This event is cancelled.")
    if event.season.status != Season.Status.RUNNING:
        return _("The season is not running. Ask an organiser to start it.")
    if not event.is_open:
        return _("Only organisers can register players for this event. Ask one of them.")
    is_late = event.closes_at is not None and now >= event.closes_at
    if (is_late and not is_at_door) or (end and now >= end):
        return _("Registration is closed. Ask an organiser to add you.")
    if following > 1 and not is_at_door and event.draw not in Event.TABLE_BY_TABLE:
        return _("The event has already begun. Ask an organiser to add you.")
    return ""


def require_held(event: Event) -> None:
    """Raise Conflict where an event is cancelled or its season closed."""
    seasons.require_open(event.season)
    if event.cancelled_at is not None:
        raise Conflict(event, _("This event is cancelled."))


def require_free(event: Event, player: Player, *, by: Account, force: bool) -> None:
    """Raise Conflict where a player is in another event at the same time, unless by `force`."""
    clashes = {} if force else overlaps.clashing(event, [player], by)
    for _player, other in clashes.values():
        if player.account_id == by.pk:
            said = _("You are registered for “%(other)s” at the same time. Withdraw there first.")
        else:
            said = _(
                "%(name)s is registered for “%(other)s” at the same time. Withdraw there "
                "first, or register all the same (force)."
            )
        raise Conflict(other, said % {"name": player.shown_name, "other": other.name})


def check_first_session(event: Event, wanted: int | None, following: int) -> int:
    """Return the number of the session somebody comes from, or raise Invalid."""
    last = event.planned_sessions or Event.MOST_SESSIONS
    if wanted is None:
        return following
    if not following <= wanted <= max(last, following):
        said = _("Choose a session that is not published yet: %(first)d to %(last)d.")
        words = {"first": following, "last": max(last, following)}
        raise Invalid({"first_session": [said % words]})
    return wanted


def check_bot(event: Event, player: Player) -> None:
    """Raise Invalid for a bot that may not fill seats of the event; two queries for a bot."""
    if not player.is_bot:
        return
    chosen = set(event.bots.values_list("pk", flat=True))
    if player.pk not in chosen and not (player.builtin and not chosen):
        said = _(
            "%(name)s is not among the bots of this event. Choose it on the event's page first."
        )
        raise Invalid({"player": [said % {"name": player.shown_name}]})


def check_details(details: Details) -> dict[str, Any]:
    """Return the details as they are stored, or raise Invalid."""
    clean: dict[str, Any] = {**details}
    table = details.get("fixed_table")
    if table is not None and not 1 <= table <= LAST_TABLE:
        said = _("Choose a number from %(least)d to %(most)d.")
        raise Invalid({"fixed_table": [said % {"least": 1, "most": LAST_TABLE}]})
    if details.get("group", "").strip():
        clean["group"] = clean_name(details["group"], field="group", longest=LONGEST_GROUP)
    elif "group" in details:
        clean["group"] = ""
    return clean


def hold_players(players: Sequence[Player]) -> None:
    """Hold the rows of players, so that they are registered in one event at a time.

    Raises Conflict for one who has become another player meanwhile.
    """
    ids = [player.pk for player in players]
    rows = Player.objects.select_for_update(no_key=True).filter(pk__in=ids)
    list(rows.order_by("pk").values_list("pk"))
    for gone in Player.objects.filter(pk__in=ids, merges__status=Merge.Status.MERGED)[:1]:
        guests.require_present(gone)


def _require_absent(event: Event, player: Player) -> None:
    """Raise Conflict where a player has a place, waits, or has a substitute who plays."""
    row = event.registrations.filter(player=player).select_related("player", "event").first()
    if row is None or row.status == WITHDRAWN:
        return
    if row.status == WAITING:
        raise Conflict(row, _("%(name)s is on the waiting list.") % {"name": player.shown_name})
    if row.last_session is None:
        raise Conflict(row, _("%(name)s is already registered.") % {"name": player.shown_name})
    substitute = places.active(event).filter(replaces=row).select_related("player", "event").first()
    if substitute is not None:
        said = _(
            "%(other)s already substitutes for %(name)s. Replace %(other)s by %(name)s instead."
        )
        words = {"other": substitute.player.shown_name, "name": player.shown_name}
        raise Conflict(substitute, said % words)
