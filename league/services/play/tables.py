"""Online tables of an event: opened, joined and left by its players until all seats are taken.

Then the match begins: in the session of the event that takes tables, or in a new one. What happens
at the table from then on is in `table_play`, what is seen of it in `table_looks`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle, islice

from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from league.models import (
    Account,
    Event,
    Match,
    OnlineTable,
    Player,
    Registration,
    Role,
    Season,
    Seat,
    Session,
    TableSeat,
)
from league.services.accounts import agreements, people
from league.services.base import audit, log, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.clubs import allegiances
from league.services.draws import draws
from league.services.registration import places, plans, registrations

from . import remote_seats, table_invitations, table_numbers, table_play
from .table_looks import Clock, Laid, Look, Said, loaded, look
from .table_numbers import add_number
from .table_play import act, at_rest, change, come_back, deal, hold, step_away
from .table_terms import bots_named, check_size, usual_bots

__all__ = [
    "Clock",
    "Laid",
    "Look",
    "Said",
    "Wait",
    "act",
    "add_number",
    "cancel",
    "come_back",
    "deal",
    "fill",
    "fill_due",
    "join",
    "leave",
    "leave_all",
    "loaded",
    "look",
    "open_table",
    "registered",
    "step_away",
    "table_of",
]

Status = OnlineTable.Status
MOVE_S = 60
LEAST_MOVE_S, MOST_MOVE_S = 10, 600
GATHERING = timedelta(days=1)
"""How long a table waits for players before it is called off."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Until when a table waits for players; then the built-in bot `bot` takes the seats left.

    Without one it is called off then.
    """

    until: datetime
    bot: str = ""


def open_table(
    *,
    event: Event,
    by: Account,
    seats: int | None = None,
    bots: Sequence[str] = (),
    move_s: int = MOVE_S,
    adds_number: bool = False,
    wait: Wait | None = None,
    is_private: bool = False,
    now: datetime,
) -> OnlineTable:
    """Open a table at which the player of an account sits, with bots of these names.

    `seats` is the number of seats, by default the event's size of tables; whoever has `move_s`
    seconds to act and does not is warned and then stood in for. The match begins at once if no
    seat is left, otherwise the table waits for GATHERING, or as `wait` says. With `adds_number` the
    first deal then waits for the player's number. At a table that `is_private` only those sit down
    who have its invitation.
    """
    wait = wait or Wait(now + GATHERING)
    with transaction.atomic():
        held = _hold_event(event)
        player = _player_of(held, by)
        _require_no_table(held, player)
        agreements.consent(club=held.season.club, player=player, by=by, now=now)
        size = check_size(held, seats)
        if not LEAST_MOVE_S <= move_s <= MOST_MOVE_S:
            said = _("Choose a number from %(least)d to %(most)d.")
            raise Invalid({"move_s": [said % {"least": LEAST_MOVE_S, "most": MOST_MOVE_S}]})
        if len(bots) >= size:
            raise Invalid({"bots": [_("Choose fewer bots than there are free seats.")]})
        table = OnlineTable.objects.create(
            event=held,
            opened_by=player,
            size=size,
            move_s=move_s,
            fill_with=wait.bot,
            is_private=is_private,
            due_at=wait.until,
            created_at=now,
        )
        _note(table, "table.open", by, now)
        _seat(table, [player, *bots_named(held, bots)])
        return _seated(table, by=by, adds_number=adds_number, now=now)


def join(
    *,
    table: OnlineTable,
    by: Account,
    seat: int | None = None,
    invitation: str = "",
    own_name: str | None = None,
    now: datetime,
) -> OnlineTable:
    """Take a free seat at a table, the first one unless `seat` names another.

    Whoever has the `invitation`, the table's link or the secret in it, is registered for the event
    by it; an account that is nobody yet gives `own_name`. Raises Invalid for another `invitation`,
    and for a remote bot what `remote_seats.require` does.
    """
    with transaction.atomic():
        bot = remote_seats.hold_of(by)
        event = _hold_event(event_of(table))
        held = hold_gathering(table)
        if bot is not None:
            player = remote_seats.require(bot, event, held, invitation=invitation)
            remote_seats.accept(bot, held)
        else:
            if invitation:
                table_invitations.require(held, invitation)
                player = registered(event, own_name, by=by, now=now)
            else:
                _require_public(held)
                player = _player_of(event, by)
            _require_no_table(event, player)
            agreements.consent(club=event.season.club, player=player, by=by, now=now)
        free = _free(held)
        if seat is not None and seat not in free:
            raise Conflict(held, _("This seat is taken. Choose another one."))
        TableSeat.objects.create(
            table=held, number=free[0] if seat is None else seat, player=player
        )
        return _seated(held, by=by, now=now)


def leave(*, table: OnlineTable, by: Account, now: datetime) -> OnlineTable:
    """Give one's seat back while the table waits for players; the last person calls it off."""
    with transaction.atomic():
        _hold_event(event_of(table))
        held = hold_gathering(table)
        free_seat(held, table_play.require_seat(held, by), now=now)
        return loaded(OnlineTable.objects.all()).get(pk=held.pk)


def leave_all(*, event: Event, player: Player, now: datetime) -> None:
    """Give back the seats of who leaves an event, at its tables that wait for players.

    The caller holds the event, so that no match begins there meanwhile.
    """
    rows = OnlineTable.objects.filter(event=event, status=Status.GATHERING, seats__player=player)
    for table in loaded(rows).order_by("pk"):
        held = hold(table)
        if held.status == Status.GATHERING:
            own = next(seat for seat in held.seats.all() if seat.player_id == player.pk)
            free_seat(held, own.number, now=now)


def fill(
    *,
    table: OnlineTable,
    by: Account,
    bots: Sequence[str] = (),
    adds_number: bool = False,
    now: datetime,
) -> OnlineTable:
    """Seat bots at all seats that are left, as who has opened the table; the match begins.

    Without names those chosen for the event, or else the usual one, take turns. For `adds_number`
    see `open_table`.
    """
    with transaction.atomic():
        event = _hold_event(event_of(table))
        held = hold_gathering(table)
        require_opener(held, by)
        free = _free(held)
        if len(bots) > len(free):
            raise Invalid({"bots": [_("Choose fewer bots than there are free seats.")]})
        return _fill(event, held, bots_named(event, bots), by=by, adds_number=adds_number, now=now)


def fill_due(*, table: OnlineTable, now: datetime) -> OnlineTable:
    """Seat the bot for which a table waits at all seats that are left, once the table is due.

    Nothing happens if somebody was first. Raises Conflict where the event takes no players or no
    bots any more.
    """
    with transaction.atomic():
        event = _hold_event(event_of(table))
        held = hold(table)
        if held.status != Status.GATHERING or held.due_at is None or held.due_at > now:
            return held
        chosen = event.bots.all()
        named = [bot for bot in chosen if bot.builtin == held.fill_with]
        if not chosen:
            named = [people.builtin_bot(name=held.fill_with)]
        return _fill(event, held, named, by=held.opened_by.account, adds_number=True, now=now)


def cancel(*, table: OnlineTable, by: Account, now: datetime) -> OnlineTable:
    """Call off a table that waits for players, as who has opened it or an organiser."""
    with transaction.atomic():
        held = hold_gathering(table)
        require_opener(held, by)
        change(held, **at_rest(Status.CANCELLED, now=now))
        _note(held, "table.cancel", by, now)
    return held


def _fill(
    event: Event,
    table: OnlineTable,
    bots: Sequence[Player],
    *,
    by: Account | None,
    adds_number: bool,
    now: datetime,
) -> OnlineTable:
    """Let these bots, or the usual ones of the event, take turns at the seats that are left."""
    free = _free(table)
    _seat(table, list(islice(cycle(bots or usual_bots(event)), len(free))))
    return _seated(table, by=by, adds_number=adds_number, now=now)


def _note(table: OnlineTable, action: str, by: Account, now: datetime) -> None:
    club = event_of(table).season.club
    audit.note(by=by, club=club, action=action, subject=f"table:{table.code}", now=now)


def free_seat(table: OnlineTable, number: int, *, now: datetime) -> None:
    """Empty a seat of a held table: without people it is called off, another opener is found."""
    TableSeat.objects.filter(table=table, number=number).delete()
    seated = TableSeat.objects.filter(table=table, player__kind=Player.Kind.PERSON)
    people_left = [seat.player for seat in seated.order_by("number").select_related("player")]
    if not people_left:
        change(table, **at_rest(Status.CANCELLED, now=now))
    elif table.opened_by in people_left:
        change(table)
    else:
        change(table, opened_by=people_left[0])


def event_of(table: OnlineTable) -> Event:
    """Return the event of a table; at those for practice nobody sits down or leaves."""
    if table.event is None:
        raise Conflict(table, _("The match at this table has already begun."))
    return table.event


def _hold_event(event: Event) -> Event:
    """Return an event, held, if its online tables take players; seats are given one at a time."""
    held = plans.hold(event)
    if held.draw != Event.Draw.ONLINE:
        raise Conflict(held, _("This event has no online tables."))
    registrations.require_held(held)
    if held.season.status != Season.Status.RUNNING:
        raise Conflict(held, _("The season is not running. Ask an organiser to start it."))
    return held


def hold_gathering(table: OnlineTable) -> OnlineTable:
    held = hold(table)
    if held.status == Status.CANCELLED:
        raise Conflict(held, _("This table was cancelled. Open another one."))
    if held.status != Status.GATHERING:
        raise Conflict(held, _("The match at this table has already begun."))
    return held


def _player_of(event: Event, by: Account) -> Player:
    """Return the account's player; raises Forbidden if it is not registered for the event."""
    found = Registration.objects.filter(
        event=event,
        player__account=by,
        status=Registration.Status.REGISTERED,
        last_session=None,
    )
    row = found.select_related("player").first()
    if row is None:
        raise Forbidden(
            _(
                "You are not registered for this event. Register, then sit down at one of its "
                "tables."
            )
        )
    return row.player


def registered(event: Event, own_name: str | None, *, by: Account, now: datetime) -> Player:
    """Return the player of an account, who has a place in a held event from now on.

    An account that is nobody yet gives the name it plays under. At a table nobody is asked for
    which of several clubs they play.
    """
    player = Player.objects.filter(account=by).first()
    if player is not None and places.active(event).filter(player=player).exists():
        return player
    name = own_name if player is None else None
    club = allegiances.usual(event.season, player) if player else None
    row = registrations.register_oneself(event=event, own_name=name, club=club, by=by, now=now)
    return row.player


def table_of(event: Event, player: Player) -> OnlineTable | None:
    """Return the table of an event at which a player sits and that is not over."""
    live = [Status.GATHERING, Status.PLAYING]
    rows = OnlineTable.objects.filter(event=event, status__in=live, seats__player=player)
    return loaded(rows).first()


def _require_no_table(event: Event, player: Player) -> None:
    """Raise Conflict for who sits at a table of the event that is not over."""
    if (other := table_of(event, player)) is not None:
        said = _(
            "You already sit at a table of this event (%(code)s). Finish the match there, or "
            "leave that table first."
        )
        raise Conflict(other, said % {"code": other.code})


def _require_public(table: OnlineTable) -> None:
    if table.is_private:
        said = _("Only people who have the link of this table can sit down. Ask for it.")
        raise Forbidden(said)


def require_opener(table: OnlineTable, by: Account) -> None:
    is_opener = table.opened_by.account_id == by.pk
    if not is_opener and not rights.has_role(event_of(table).season.club, by, Role.ORGANISER):
        raise Forbidden(_("Only the player who opened this table, or an organiser, can do this."))


def _free(table: OnlineTable) -> list[int]:
    """Return the numbers of the seats that nobody has taken; one query."""
    taken = set(TableSeat.objects.filter(table=table).values_list("number", flat=True))
    return [number for number in range(table.size) if number not in taken]


def _seat(table: OnlineTable, players: Sequence[Player]) -> None:
    """Give the first free seats to players."""
    TableSeat.objects.bulk_create(
        TableSeat(table=table, number=number, player=player)
        for number, player in zip(_free(table), players, strict=False)
    )


def _seated(
    table: OnlineTable, *, by: Account | None, adds_number: bool = False, now: datetime
) -> OnlineTable:
    """Note that somebody sat down at a table held with its event, and begin if all seats are."""
    change(table)
    fresh = loaded(OnlineTable.objects.all()).get(pk=table.pk)
    if len(fresh.seats.all()) == fresh.size:
        _begin(fresh, by=by, adds_number=adds_number, now=now)
    return fresh


def _begin(table: OnlineTable, *, by: Account | None, adds_number: bool, now: datetime) -> None:
    """Create the match of a table whose seats are taken.

    Its first round is dealt once people have added their numbers; at once where nobody will.
    """
    season = event_of(table).season
    session = _session(event_of(table), by=by, now=now)
    last = session.matches.aggregate(last=Max("table_number"))["last"] or 0
    match = Match.objects.create(
        session=session, season=season, table_number=last + 1, status=Match.Status.OPEN
    )
    seats = list(table.seats.all())
    Seat.objects.bulk_create(
        Seat(match=match, number=seat.number, player=seat.player) for seat in seats
    )
    table.match = match
    fields = table_play.clock(table, None, now=now)
    fields |= {"status": Status.PLAYING, "due_at": now + table_numbers.WAIT}
    change(table, match=match, **fields)
    players = [seat.player.code for seat in seats]
    data = {"session": session.code, "number": match.table_number, "seats": players}
    log.note(match=match, action="table.begin", data=data, by=by, now=now)
    if not adds_number and sum(not seat.player.is_answered_here for seat in seats) == 1:
        table_play.deal_held(table, now=now)


def _session(event: Event, *, by: Account | None, now: datetime) -> Session:
    """Return the session of a held event that takes tables, a new one where none does."""
    published = event.sessions.filter(status=Session.Status.PUBLISHED)
    numbered = published.annotate(tables=Count("matches")).order_by("number")
    with_room = numbered.filter(tables__lt=draws.MOST_TABLES)
    for pk in list(with_room.values_list("pk", flat=True)):
        # Held, so that nobody closes it meanwhile.
        held = published.filter(pk=pk).select_for_update(of=("self",), no_key=True).first()
        if held is not None:
            return held
    last = event.sessions.aggregate(last=Max("number"))["last"] or 0
    session = Session.objects.create(
        event=event,
        number=last + 1,
        starts_at=now,
        status=Session.Status.PUBLISHED,
        published_at=now,
    )
    data = {"event": event.code, "number": session.number, "starts_at": now.isoformat()}
    audit.note_session(session, "session.create", data, by=by, now=now)
    audit.note_session(session, "draw.publish", by=by, now=now)
    return session
