"""Play at online tables: deals and actions, added to the log by whoever was first.

Whatever changes a table holds its row, so that the log grows by one act at a time; an act that has
not seen the last one is Stale. The last action of a match stores its result, final, in the same
transaction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from engine.play.table import Table
from engine.rules.errors import EngineError, IllegalAction
from league import queue
from league.models import (
    Account,
    Event,
    Match,
    OnlineTable,
    Player,
    Season,
    TableAction,
    TableSeat,
)
from league.services.base.refusals import Conflict, Forbidden, Invalid, Stale
from league.services.ladders import absences
from league.services.results import records, results
from league.services.results.results import Played

from . import live, positions
from .positions import DEAL, Position
from .table_looks import SEATS, seat_of

Status, Awaits = OnlineTable.Status, OnlineTable.Awaits

PAUSE = timedelta(seconds=10)
"""How long a table rests between two rounds, unless somebody deals; none does on a ladder."""
GRACE = timedelta(seconds=15)
"""How long after the warning the default bot takes over."""
ANSWER = timedelta(seconds=5)
"""How long a bot may be silent before its worker is woken up again."""
MOST_NAMED = 12
"""So many legal actions are named to who plays another one."""


@dataclass(frozen=True, slots=True)
class Done:
    """An action that has been played at the table of a position, not yet in the log.

    `back_to` is given where actions were taken back instead, from that number on.
    """

    seat: int | None
    text: str
    is_default: bool = False
    back_to: int | None = None


def act(
    *, table: OnlineTable, by: Account, action: str, expected_version: int, now: datetime
) -> OnlineTable:
    """Play an action for the seat of an account; who was stood in for is back with it.

    `expected_version` is the version of the table that the account has seen. Raises Stale when
    anybody has played since, Conflict when it is another's turn, Invalid for what is not legal.
    """
    with transaction.atomic():
        held = hold(table)
        seat = require_seat(held, by)
        require_playing(held)
        require_seen(held, expected_version)
        position = positions.to_change(held)
        if position.table.turn != seat:
            raise Conflict(held, _("It is not your turn. Wait until it is."))
        _play(position.table, action)
        stand_in(seat_row(held, seat), stands_in=False)
        add(held, position, [Done(seat, action)], now=now)
    return held


def deal(
    *, table: OnlineTable, by: Account, expected_version: int | None = None, now: datetime
) -> OnlineTable:
    """Deal the next round, as anybody who sits at the table; nothing happens if it is dealt.

    Raises Conflict while other people at the table may still add a number before the first deal.
    """
    with transaction.atomic():
        held = hold(table)
        seat = require_seat(held, by)
        require_playing(held)
        if held.awaits != Awaits.DEAL:
            if expected_version is not None and expected_version < held.moved:
                return held  # somebody else has dealt meanwhile
            raise Conflict(held, _("The round is not over yet."))
        if awaited_numbers(held, now=now) - {seat}:
            said = _("Other players can still add their numbers. Wait a few seconds.")
            raise Conflict(held, said)
        deal_held(held, now=now)
    return held


def deal_held(table: OnlineTable, *, now: datetime) -> None:
    """Deal the next round at a table that the caller holds."""
    position = positions.to_change(table)
    position.table.deal()
    add(table, position, [Done(None, DEAL)], now=now)


def awaited_numbers(table: OnlineTable, *, now: datetime) -> set[int]:
    """Return the seats whose numbers the first deal at a held table still waits for."""
    if table.length or table.due_at is None or table.due_at <= now:
        return set()
    seats = table.seats.all()
    return {seat.number for seat in seats if not seat.player.is_bot and not seat.added}


def step_away(*, table: OnlineTable, by: Account, now: datetime) -> OnlineTable:
    """Have the default bot play for the person of an account, until they act or come back."""
    return _swap(table, by, stands_in=True, now=now)


def come_back(*, table: OnlineTable, by: Account, now: datetime) -> OnlineTable:
    """Have the default bot stop to play for the person of an account."""
    return _swap(table, by, stands_in=False, now=now)


def hold(table: OnlineTable) -> OnlineTable:
    """Return the table as stored, with all that `look` needs, held until the transaction ends.

    Two queries: what does not change is taken over from `table`.
    """
    rows = OnlineTable.objects.select_for_update(of=("self",), no_key=True)
    held = rows.prefetch_related(SEATS).get(pk=table.pk)
    held.event = table.event
    if table.is_practice:
        held.practice = table.practice
    if held.opened_by_id == table.opened_by_id:
        held.opened_by = table.opened_by
    if held.match_id == table.match_id:
        held.match = table.match
    return held


def change(table: OnlineTable, **fields: Any) -> None:
    """Set fields of a table that the caller holds, with the next version, and tell who watches."""
    fields = {"version": table.version + 1, **fields}
    OnlineTable.objects.filter(pk=table.pk).update(**fields)
    for name, value in fields.items():
        setattr(table, name, value)
    live.tell_table(table, remote_bots_at(table))


def remote_bots_at(table: OnlineTable) -> list[Player]:
    """Return the remote bots at a table whose seats are loaded; none for practice."""
    if table.is_practice:
        return []
    return [seat.player for seat in table.seats.all() if seat.player.is_remote]


def clock(table: OnlineTable, turn: int | None, *, now: datetime) -> dict[str, Any]:
    """Return the fields that say whom a held table awaits when `turn` is to act, None for a deal.

    A worker is woken up where a bot is to act. Nobody waits at a practice table, so there is no
    haste for its person.
    """
    fields = {"turn": turn, "turn_since": now, "warned": False, "lease": None, "lease_until": None}
    if turn is None:
        rests = timedelta() if table.ladder else PAUSE
        return fields | {"awaits": Awaits.DEAL, "due_at": _due(table, now + rests)}
    seat = seat_row(table, turn)
    if seat.player.is_answered_here or seat.stood_in:
        queue.answer_tables([table.pk])
        return fields | {"awaits": Awaits.BOT, "due_at": now + ANSWER}
    due_at = now + timedelta(seconds=table.move_s)
    return fields | {"awaits": Awaits.PERSON, "due_at": _due(table, due_at)}


def _due(table: OnlineTable, at: datetime) -> datetime | None:
    """Return when the watch looks after a table at which a person is to do something."""
    return None if table.is_practice else at


def add(table: OnlineTable, position: Position, done: Sequence[Done], *, now: datetime) -> None:
    """Write down what was done at the position of a table that the caller holds.

    Ends the match with its last action.
    """
    rows = [
        TableAction(
            table=table,
            number=table.length + number,
            seat=one.seat,
            text=one.text,
            is_default=one.is_default,
            back_to=one.back_to,
            at=now,
        )
        for number, one in enumerate(done)
    ]
    TableAction.objects.bulk_create(rows)
    for row in rows:
        position.note(row)
    version = table.version + 1
    fields: dict[str, Any] = {"length": position.length, "moved": version, "version": version}
    if position.table.over:
        _finish(table, position.table, now=now)
        change(table, **fields, **at_rest(Status.OVER, now=now))
    else:
        change(table, **fields, **clock(table, position.table.turn, now=now))


def at_rest(status: str, *, now: datetime) -> dict[str, Any]:
    """Return the fields of a table at which nothing more is played."""
    return {
        "status": status,
        "awaits": Awaits.NOBODY,
        "turn": None,
        "turn_since": None,
        "due_at": None,
        "warned": False,
        "lease": None,
        "lease_until": None,
        "finished_at": now,
    }


def stop(match: Match, *, now: datetime) -> None:
    """Stop play at the online table of a match, if there is one; call it before its row changes."""
    table = OnlineTable.objects.filter(match=match, status=Status.PLAYING).first()
    if table is not None:
        held = hold(table)
        if held.status == Status.PLAYING:
            change(held, **at_rest(Status.CANCELLED, now=now))


def stop_all(event: Event, *, now: datetime) -> None:
    """Call off all online tables of an event that are not over."""
    rows = OnlineTable.objects.filter(event=event, finished_at=None).order_by("pk")
    for table in rows:
        held = hold(table)
        if held.finished_at is None:
            change(held, **at_rest(Status.CANCELLED, now=now))


def resume_all(matches: Sequence[Match], *, now: datetime) -> None:
    """Go on at the online tables of matches that are open again, where they were left."""
    for table in OnlineTable.objects.filter(match__in=matches, status=Status.CANCELLED):
        held = hold(table)
        fields = clock(held, positions.to_change(held).table.turn, now=now)
        change(held, **fields | {"status": Status.PLAYING, "finished_at": None})


def require_seat(table: OnlineTable, account: Account) -> int:
    """Return the number of the account's seat at a table; raises Forbidden if it has none."""
    seat = seat_of(list(table.seats.all()), account)
    if seat is None:
        raise Forbidden(_("Only players at this table can do this."))
    return seat


def seat_row(table: OnlineTable, number: int) -> TableSeat:
    """Return a seat of a table whose seats are loaded."""
    return next(seat for seat in table.seats.all() if seat.number == number)


def stand_in(seat: TableSeat, *, stands_in: bool) -> None:
    """Let the default bot play for the person at a seat from now on, or no longer."""
    if seat.stood_in != stands_in:
        seat.stood_in = stands_in
        TableSeat.objects.filter(pk=seat.pk).update(stood_in=stands_in)


def _swap(table: OnlineTable, by: Account, *, stands_in: bool, now: datetime) -> OnlineTable:
    """Let the default bot or the person play at the seat of an account from now on."""
    with transaction.atomic():
        held = hold(table)
        seat = require_seat(held, by)
        require_playing(held)
        swap_held(held, seat_row(held, seat), stands_in=stands_in, now=now)
    return held


def swap_held(table: OnlineTable, seat: TableSeat, *, stands_in: bool, now: datetime) -> None:
    """Let the default bot, or whose seat it is, play on at a held table that is being played."""
    if seat.stood_in != stands_in:
        stand_in(seat, stands_in=stands_in)
        fields = clock(table, table.turn, now=now) if table.turn == seat.number else {}
        change(table, **fields)


def require_seen(table: OnlineTable, version: int) -> None:
    """Raise Stale where something was done at a held table since somebody saw this version."""
    if not table.moved <= version <= table.version:
        raise Stale(table, _("The match has moved on since you saw the table. Look at it again."))


def require_playing(table: OnlineTable) -> None:
    """Raise Conflict unless the match at a table is being played."""
    if table.status == Status.GATHERING:
        raise Conflict(table, _("This table is still waiting for players."))
    if table.status != Status.PLAYING:
        raise Conflict(table, _("The match at this table is over."))


def _play(table: Table, action: str) -> None:
    """Play an action, or raise Invalid with what is legal."""
    try:
        table.play(action)
    except IllegalAction:
        legal = table.legal()
        said = _("This action is not legal now. Choose one of the legal actions.")
        if len(legal) <= MOST_NAMED:
            said = _("This action is not legal now. The rules allow: %(legal)s.")
            said %= {"legal": ", ".join(legal)}
        raise Invalid({"action": [said]}) from None
    except EngineError:
        raise Invalid({"action": [_("This action does not exist in this game.")]}) from None


def _finish(table: OnlineTable, played: Table, *, now: datetime) -> None:
    """Store the result of a match, replayed and final; one that is void meanwhile gets none.

    Practice has none, as it has no match.
    """
    match = table.match
    if match is None:
        return
    plays = records.replayed([Played.of_table(match, played)])
    stored = results.store_played(plays=plays, now=now)
    results.count_played(results=stored, now=now)
    match.refresh_from_db()
    if (ladder := table.ladder) is not None:
        _note_absences(ladder, table, now)


def _note_absences(ladder: Season, table: OnlineTable, now: datetime) -> None:
    """Note for which remote bots the default bot has played at a table of a ladder."""
    seats = table.actions.filter(is_default=True).order_by().values("seat")
    missed = table.seats.filter(number__in=seats).values_list("player", flat=True)
    absences.note(
        season=ladder,
        players=[bot.pk for bot in remote_bots_at(table)],
        missed=set(missed),
        began=table.created_at,
        now=now,
    )
