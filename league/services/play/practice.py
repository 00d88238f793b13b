"""Practice: a table for one person and bots, at which nothing counts.

It is of no event and has no match, so that nothing that reads events or matches finds it. One may
take back what one has done, and ask what a bot would do (`hints`). Why so:
`docs/decisions/0022-practice.md`.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import cycle, islice

from django.db import transaction
from django.utils.translation import gettext as _

from bots import builtin
from engine.rules.game import Game
from league import queue
from league.models import Account, Event, Hint, OnlineTable, Player, Practice, TableSeat
from league.services.accounts import people
from league.services.base import limits
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Invalid

from . import positions, table_play, table_terms
from .table_looks import loaded
from .table_play import Awaits, Done, Status
from .table_terms import DEFAULT_BOT

MOST_KEPT = 10
"""So many of them an account has; the oldest makes room for another one."""
HINTS_A_MINUTE = 20
BACK = "take back"


def practise(
    *,
    game: Game,
    event: Event | None = None,
    by: Account,
    seats: int | None = None,
    bots: Sequence[str] = (),
    own_name: str | None = None,
    now: datetime,
) -> OnlineTable:
    """Open a practice table for an account and begin to play there.

    With an event, what is played is what its tables play, with the bots that may sit there; without
    one, a match of the game in which everybody deals once. Bots of these names take turns. An
    account that is nobody yet gives the name it plays under.
    """
    with transaction.atomic():
        if own_name is not None:
            name = clean_name(own_name, field="own_name", longest=people.LONGEST_NAME)
            people.register_person(name=name, account=by, by=by, now=now)
        player = _hold_player(by)
        size = table_terms.size_for(game, seats, usual=event.table_size if event else None)
        named = table_terms.bots_named(event, bots or _usual_bots(event))
        _make_room(player)
        table = _create(player, size=size, now=now)
        _note_rules(table, game, event)
        _seat(table, [player, *islice(cycle(named), size - 1)])
        return _begun(table, now=now)


def practise_again(*, table: OnlineTable, by: Account, now: datetime) -> OnlineTable:
    """Open another practice table with the rules and bots of one."""
    with transaction.atomic():
        require_practice(table)
        table_play.require_seat(table, by)
        player = _hold_player(by)
        _make_room(player)
        old = table.practice
        fresh = _create(player, size=table.size, now=now)
        Practice.objects.create(
            table=fresh, game=old.game, options=old.options, native=old.native, cycles=old.cycles
        )
        _seat(fresh, [seat.player for seat in table.seats.all()])
        return _begun(fresh, now=now)


def take_back(
    *, table: OnlineTable, by: Account, expected_version: int, now: datetime
) -> OnlineTable:
    """Undo the last action of an account in this round, and what bots have done since.

    The log grows by that; the deal stays, so nobody sees what they would not have seen. Raises
    Stale as `act` does.
    """
    with transaction.atomic():
        held, seat = _hold_seen(table, by, expected_version)
        position = positions.to_change(held)
        own = [action.number for action in position.actions if action.seat == seat]
        if not own:
            positions.keep_once_committed(held, position)
            raise Conflict(held, _("There is nothing to take back in this round."))
        position.go_back(own[-1])
        table_play.add(held, position, [Done(seat, BACK, back_to=own[-1])], now=now)
    return held


def ask_hint(
    *, table: OnlineTable, by: Account, expected_version: int, now: datetime
) -> OnlineTable:
    """Have a worker find what a bot would do for an account whose turn it is.

    Asked again, the worker is woken up again. Raises Stale as `act` does.
    """
    with transaction.atomic():
        held, seat = _hold_seen(table, by, expected_version)
        if held.turn != seat:
            raise Conflict(held, _("It is not your turn. Wait until it is."))
        if limits.count(f"hints:{by.pk}", within_s=60) > HINTS_A_MINUTE:
            raise Conflict(held, _("You have asked for many hints. Wait a minute."))
        hint, _is_new = Hint.objects.get_or_create(
            practice=held.practice,
            length=held.length,
            defaults={"bot": adviser(held.seats.all()), "asked_at": now},
        )
        if hint.found is None:
            table_play.change(held, due_at=now + table_play.ANSWER)
            queue.answer_tables([held.pk])
    return held


def _hold_seen(table: OnlineTable, by: Account, version: int) -> tuple[OnlineTable, int]:
    """Hold a practice table that is played and was seen as it is; return it and the own seat."""
    held = table_play.hold(table)
    require_practice(held)
    seat = table_play.require_seat(held, by)
    table_play.require_playing(held)
    table_play.require_seen(held, version)
    return held, seat


def adviser(seats: Iterable[TableSeat]) -> str:
    """Return the name of the bot that gives hints: one that plays here, if any looks ahead."""
    names = [seat.player.builtin for seat in seats if seat.player.is_bot]
    return next((name for name in names if builtin.get(name).simulations), DEFAULT_BOT)


def require_practice(table: OnlineTable) -> None:
    """Raise Conflict at a table where the match counts."""
    if not table.is_practice:
        raise Conflict(table, _("This match counts, so there are no hints, and nothing goes back."))


def _hold_player(by: Account) -> Player:
    """Return the player of an account, held, so that tables are opened one at a time."""
    player = Player.objects.select_for_update(no_key=True).filter(account=by).first()
    if player is None:
        said = _("Your account has no player name yet. Enter the name you play under.")
        raise Invalid({"own_name": [said]})
    return player


def _usual_bots(event: Event | None) -> Sequence[str]:
    """Return the names of the built-in bots chosen for an event, or that of the usual one."""
    chosen = [] if event is None else event.bots.exclude(builtin="").order_by("pk")
    return [bot.builtin for bot in chosen] or [DEFAULT_BOT]


def _make_room(player: Player) -> None:
    """Delete the oldest practice tables of a held player beyond those that may stay."""
    kept = OnlineTable.objects.filter(event=None, match=None, opened_by=player).order_by("-pk")
    too_old = list(kept.values_list("pk", flat=True)[MOST_KEPT - 1 :])
    OnlineTable.objects.filter(pk__in=too_old).delete()


def _create(player: Player, *, size: int, now: datetime) -> OnlineTable:
    return OnlineTable.objects.create(
        opened_by=player,
        size=size,
        status=Status.PLAYING,
        awaits=Awaits.DEAL,
        created_at=now,
    )


def _seat(table: OnlineTable, players: Sequence[Player]) -> None:
    """Give the seats of a table to players, in their order."""
    TableSeat.objects.bulk_create(
        TableSeat(table=table, number=number, player=player)
        for number, player in enumerate(players)
    )


def _note_rules(table: OnlineTable, game: Game, event: Event | None) -> None:
    """Store what is played at a practice table: as at the tables of an event, or the usual."""
    season = event.season if event else None
    Practice.objects.create(
        table=table,
        game=game.slug,
        options=season.options if season else {},
        native=season.native if season else False,
        cycles=season.cycles if season else 1,
    )


def _begun(table: OnlineTable, *, now: datetime) -> OnlineTable:
    """Deal the first round of a table whose seats are taken, and return it `loaded`."""
    fresh = loaded(OnlineTable.objects.all()).get(pk=table.pk)
    table_play.deal_held(fresh, now=now)
    return fresh
