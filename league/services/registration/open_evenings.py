"""Open evenings: who is there is seated as soon as enough wait, table by table.

Nothing is stored of who waits: somebody who is checked in and at no table waits, since they
checked in or since their last table had its result, whichever came last. A table takes the lowest
number at which nobody plays. In the model it is a match of the first session in which that table
has had none, so that sessions come by themselves and nobody plans them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Min, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _

import games
from league.logic.draws import arrivals
from league.logic.draws.arrivals import Evening, Waiting
from league.models import Account, Event, Match, Player, Registration, Role, Season, Seat, Session
from league.services.accounts import notices
from league.services.base import audit, formats, log, rights
from league.services.base.refusals import Conflict, Invalid, change_status
from league.services.mail import evenings

from . import places, plans, registrations

LONGEST = timedelta(days=2)
"""After so long the clock seats nobody any more on an evening that was not ended."""
MOST_AT_ONCE = 3
"""At how many evenings somebody is looked for."""
ENDED = (Match.Status.FINAL, Match.Status.VOID)


@dataclass(frozen=True, slots=True)
class Waiter:
    """Somebody who waits for a table, since when, and for how many minutes."""

    registration: Registration
    since: datetime
    minutes: int

    @property
    def player(self) -> Player:
        """Who waits."""
        return self.registration.player


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody is at an evening: at a table, or `line`-th of those who wait since `since`."""

    match: Match | None = None
    line: int | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Look:
    """What is going on at an open evening: the tables in play, and who waits, the longest first.

    `put_off_s` is for how long a table is put off at the most, None while too few wait for one.
    """

    is_open: bool
    has_ended: bool
    tables: Sequence[Match]
    waiting: Sequence[Waiter]
    put_off_s: int | None

    def place_of(self, player: Player) -> Place:
        """Return where somebody is; nowhere if they are not there."""
        for match in self.tables:
            if player.pk in {seat.player_id for seat in match.seats.all()}:
                return Place(match=match)
        for line, one in enumerate(self.waiting, start=1):
            if player.pk == one.player.pk:
                return Place(line=line, since=one.since)
        return Place()


def look(event: Event, *, now: datetime) -> Look:
    """Return what is going on; the number of queries does not depend on that of people."""
    statuses = set(event.sessions.values_list("status", flat=True))
    is_open = Session.Status.PUBLISHED in statuses
    matches = _matches(event)
    waiting = _waiting(event, matches, now) if is_open else []
    queue = [_in_queue(one, now) for one in waiting]
    return Look(
        is_open=is_open,
        has_ended=bool(statuses) and not is_open,
        tables=_in_play(matches),
        waiting=waiting,
        put_off_s=arrivals.puts_off_s(queue, _evening(event, matches)),
    )


def running() -> QuerySet[Event]:
    """Return the evenings that are open, the one opened last first."""
    rows = Event.objects.filter(draw=Event.Draw.OPEN, cancelled_at=None)
    rows = rows.filter(season__status=Season.Status.RUNNING)
    is_going = Q(sessions__status=Session.Status.PUBLISHED)
    opened = rows.annotate(opened_at=Min("sessions__published_at", filter=is_going))
    return opened.filter(opened_at__isnull=False).order_by("-opened_at", "-pk")


def places_of(player: Player, *, now: datetime) -> list[tuple[Event, Place]]:
    """Return the open evenings at which somebody has a place, at most three, and where they are."""
    own = places.held_by(player)
    events = running().filter(registrations__in=own).select_related("season__club")
    return [(event, look(event, now=now).place_of(player)) for event in events[:MOST_AT_ONCE]]


def open_evening(*, event: Event, by: Account, now: datetime) -> Event:
    """Open an evening, or open it again: who is checked in is seated from now on."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = _hold(event)
        if _is_open(held):
            raise Conflict(held, _("This evening is already open."))
        closed = held.sessions.order_by("number").first()
        if closed is None:
            _create_session(held, 1, by=by, now=now)
        else:
            change_status(closed, Session.Status.PUBLISHED, refusal="")
            audit.note_session(closed, "session.reopen", by=by, now=now)
        seat_waiting(held, now=now)
    return held


def stop_seating(*, event: Event, by: Account, now: datetime) -> Event:
    """Check everybody out, so that those who play are the last tables of the evening."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = _require_open(event)
        here = list(held.registrations.filter(checked_in_at__isnull=False).order_by("pk"))
        held.registrations.filter(checked_in_at__isnull=False).update(checked_in_at=None)
        for row in here:
            audit.note_registration(row, "registration.undo_check_in", by=by, now=now)
    return held


def end_evening(*, event: Event, by: Account, now: datetime) -> Event:
    """End an evening whose tables all are final or void; nobody is seated any more."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = _require_open(event)
        left = Match.objects.filter(session__event=held).exclude(status__in=ENDED)
        if numbers := sorted(set(left.values_list("table_number", flat=True))):
            said = _(
                'These tables have no final result yet: %(tables)s. Choose "Seat nobody any more", '
                "then enter and confirm their results, or take the tables back."
            )
            raise Conflict(held, said % {"tables": ", ".join(map(str, numbers))})
        going = held.sessions.filter(status=Session.Status.PUBLISHED)
        for session in going.order_by("number"):
            session.event = held
            change_status(session, Session.Status.CLOSED, refusal=_("This evening has ended."))
            audit.note_session(session, "session.close", by=by, now=now)
        evenings.tell_if_over(held, now=now)
    return held


def seat_by_hand(*, event: Event, players: Sequence[Player], by: Account, now: datetime) -> Match:
    """Open a table of people who wait, chosen by hand; seats are in the order of the players."""
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        held = _require_open(event)
        sizes = formats.sizes(games.get(held.season.game))
        if len(players) not in sizes:
            said = _("A table of this game must have one of these numbers of players: %(sizes)s.")
            raise Invalid({"players": [said % {"sizes": ", ".join(map(str, sizes))}]})
        matches = _matches(held)
        waiting = {one.player.pk: one for one in _waiting(held, matches, now)}
        for player in players:
            if waiting.pop(player.pk, None) is None:
                said = _("%(name)s does not wait for a table. Choose from those who wait.")
                raise Conflict(held, said % {"name": player.shown_name})
        return _begin(held, players, _in_play(matches), by=by, now=now)


def hold_for(match: Match) -> Event | None:
    """Return the open evening of a match, held; None for any other. Before the match is held."""
    event = match.session and match.session.event
    return plans.hold(event) if event and event.draw == Event.Draw.OPEN else None


def seat_waiting(event: Event | None, *, now: datetime) -> list[Match]:
    """Seat who waits at an open evening that the caller holds; nobody at any other event."""
    if event is None or event.draw != Event.Draw.OPEN or event.cancelled_at is not None:
        return []
    if event.season.status != Season.Status.RUNNING or not _is_open(event):
        return []
    matches = _matches(event)
    waiting = _waiting(event, matches, now)
    queue = [_in_queue(one, now) for one in waiting]
    players = {one.player.pk: one.player for one in waiting}
    playing = _in_play(matches)
    begun: list[Match] = []
    for table in arrivals.to_seat(queue, _evening(event, matches)):
        seated = [players[key] for key in table]
        begun.append(_begin(event, seated, [*playing, *begun], by=None, now=now))
    return begun


def seat_due(*, now: datetime) -> int:
    """Seat who has waited long enough on any evening that is open; return at how many tables."""
    going = Session.objects.filter(
        status=Session.Status.PUBLISHED,
        published_at__gt=now - LONGEST,
        event__draw=Event.Draw.OPEN,
    )
    count = 0
    for pk in sorted(set(going.values_list("event", flat=True))):
        with transaction.atomic():
            count += len(seat_waiting(plans.hold(Event(pk=pk)), now=now))
    return count


def _hold(event: Event) -> Event:
    held = plans.hold(event)
    registrations.require_held(held)
    if held.draw != Event.Draw.OPEN:
        raise Conflict(held, _("This event is no open evening. Change how its tables are drawn."))
    if held.season.status != Season.Status.RUNNING:
        raise Conflict(held, _("The season is not running. Ask an organiser to start it."))
    return held


def _require_open(event: Event) -> Event:
    held = _hold(event)
    if not _is_open(held):
        raise Conflict(held, _("This evening is not open. Open it first."))
    return held


def _is_open(event: Event) -> bool:
    return event.sessions.filter(status=Session.Status.PUBLISHED).exists()


def _matches(event: Event) -> list[Match]:
    """Return the matches of an evening in the order they began, with `ended`; two queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    rows = Match.objects.filter(session__event=event).select_related("session__event")
    rows = rows.annotate(entered=Min("results__entered_at"))
    return list(rows.prefetch_related(seats).order_by("pk"))


def _in_play(matches: Sequence[Match]) -> list[Match]:
    playing = [match for match in matches if match.status == Match.Status.OPEN]
    return sorted(playing, key=lambda match: match.table_number)


def _waiting(event: Event, matches: Sequence[Match], now: datetime) -> list[Waiter]:
    """Return who is checked in and at no table, the longest first; one query."""
    playing = {seat.player_id for match in _in_play(matches) for seat in match.seats.all()}
    ends: dict[int, datetime] = {}
    for match in matches:
        end = getattr(match, "entered", None) or match.finished_at
        for seat in match.seats.all():
            if end is not None:
                ends[seat.player_id] = max(end, ends.get(seat.player_id, end))
    rows = places.active(event).filter(checked_in_at__isnull=False, player__kind=Player.Kind.PERSON)
    found = []
    for row in rows.select_related("player").order_by("registered_at", "pk"):
        if row.player_id not in playing and row.checked_in_at is not None:
            since = max(row.checked_in_at, ends.get(row.player_id, row.checked_in_at))
            minutes = max(0, int((now - since).total_seconds())) // 60
            found.append(Waiter(row, since, minutes))
    return sorted(found, key=lambda one: one.since)


def _in_queue(one: Waiter, now: datetime) -> Waiting:
    return Waiting(one.player.pk, max(0, int((now - one.since).total_seconds())))


def _evening(event: Event, matches: Sequence[Match]) -> Evening:
    """Return what the draw knows; tables that are void count as never opened."""
    game = games.get(event.season.game)
    size = event.table_size or formats.usual_size(game)
    counted = [match for match in matches if match.status != Match.Status.VOID]
    return Evening(
        sizes=formats.sizes(game),
        size=size,
        seed=event.seed,
        tables=[[seat.player_id for seat in match.seats.all()] for match in counted],
        in_play=len(_in_play(matches)),
        sides=formats.sides_of(game, size),
    )


def _begin(
    event: Event,
    players: Sequence[Player],
    playing: Sequence[Match],
    *,
    by: Account | None,
    now: datetime,
) -> Match:
    """Open a table of a held evening at the lowest number at which nobody plays, and tell it."""
    taken = {match.table_number for match in playing}
    number = min(set(range(1, len(taken) + 2)) - taken)
    session = _session(event, number, by=by, now=now)
    match = Match.objects.create(
        session=session, season=event.season, table_number=number, status=Match.Status.OPEN
    )
    Seat.objects.bulk_create(
        Seat(match=match, number=seat, player=player) for seat, player in enumerate(players)
    )
    codes = [player.code for player in players]
    data = {"session": session.code, "number": number, "seats": codes}
    log.note(match=match, action="table.begin", data=data, by=by, now=now)
    told = [player.account_id for player in players if player.account_id is not None]
    text = f"{event.name}: your table is ready, table {number}."
    notices.tell_accounts(account_ids=told, text=text, now=now)
    return match


def _session(event: Event, number: int, *, by: Account | None, now: datetime) -> Session:
    """Return the first published session in which a table has had no match, or a new one."""
    used = Match.objects.filter(session__event=event, table_number=number).values("session")
    going = event.sessions.filter(status=Session.Status.PUBLISHED).exclude(pk__in=used)
    found = going.select_related("event__season__club").order_by("number").first()
    if found is not None:
        return found
    last = event.sessions.aggregate(last=Max("number"))["last"] or 0
    return _create_session(event, last + 1, by=by, now=now)


def _create_session(event: Event, number: int, *, by: Account | None, now: datetime) -> Session:
    session = Session.objects.create(
        event=event,
        number=number,
        starts_at=now,
        status=Session.Status.PUBLISHED,
        published_at=now,
    )
    data = {"event": event.code, "number": number, "starts_at": now.isoformat()}
    audit.note_session(session, "session.create", data, by=by, now=now)
    audit.note_session(session, "draw.publish", by=by, now=now)
    return session
