"""What a remote bot is asked at its tables: the same as a bot on a server, and where it is asked.

A request is made from what its seat may know; its seed follows from the secret in one direction.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from bots.playing.positions import request_of
from league.models import Account, OnlineTable, RemoteBot, TableSeat

from . import bot_matches, positions, remote_seats, table_play
from .table_play import Status

MS = timedelta(milliseconds=1)


@dataclass(frozen=True, slots=True)
class Own:
    """A table of a bot that is not over; at one that is played `is_stood_in` the default bot acts.

    It does so until the bot acts or comes back.
    """

    table: OnlineTable
    seat: int
    is_stood_in: bool

    @property
    def is_your_turn(self) -> bool:
        """Whether the bot is to act."""
        return self.table.status == Status.PLAYING and self.table.turn == self.seat


def turn(*, table: OnlineTable, by: Account, now: datetime) -> dict[str, Any] | None:
    """Return what the seat of an account is asked, None where it is not to act; `table` is loaded.

    It is the request `act` of the bots' protocol with the whole view, and the code of the table
    and its `version`, which an action names. `clock` tells how many milliseconds are left until
    the player is warned or, once warned, stood in for. Raises Forbidden for who has no seat.
    One query where the log has news.
    """
    seat = table_play.require_seat(table, by)
    if table.status != Status.PLAYING or table.turn != seat or table.secret is None:
        return None
    seed = bot_matches.seed_of_players(table.secret)
    with positions.looking(table) as position:
        if position.table.turn != seat:
            return None
        asked = request_of(position.table, seat, seed=seed)
    left = _left_ms(table, now)
    return {
        **asked,
        "seq": table.length,
        "clock": {"bank_ms": left, "move_ms": left},
        "table": table.code,
        "version": table.version,
    }


def tables_of(bot: RemoteBot) -> Sequence[Own]:
    """Return the tables of a bot that are not over, in the order in which it sat down; one query.

    It sits at `most_tables` at most.
    """
    rows = TableSeat.objects.filter(player=bot.player_id, table__status__in=remote_seats.LIVE)
    above = ("table__event__season", "table__match__season")
    seats = rows.select_related(*above).order_by("pk")
    return [Own(seat.table, seat.number, seat.stood_in) for seat in seats]


def _left_ms(table: OnlineTable, now: datetime) -> int:
    """Return how long the player to act has; at practice tables as long as at others at most."""
    if table.due_at is None:
        return table.move_s * 1000
    return max(0, (table.due_at - now) // MS)
