"""What somebody sees of an online table: what their seat may know, and nothing more.

Cards come from the engine's view of the seat, or of an onlooker; nothing else here reads them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from engine.rules import shuffle
from league.logic.whys import Why, whys
from league.models import Hint, OnlineTable, TableChallenge, TableSeat
from league.services.base import rights
from league.services.base.rights import Asking

from . import positions, table_invitations
from .positions import Course, Position

SEATS = Prefetch("seats", TableSeat.objects.select_related("player"))


@dataclass(frozen=True, slots=True)
class Said:
    """An action of the current round as its reader may read it, and what it did to the trick."""

    seat: int
    text: str
    is_default: bool
    at: datetime
    course: Course


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of the last complete trick; None lies face down for its reader."""

    seat: int
    card: str | None


@dataclass(frozen=True, slots=True)
class Clock:
    """Whom the table awaits, since when, and when the watch looks after it.

    Whoever is to act is warned at `due_at`, and once `is_warned` the default bot plays from
    `due_at` on; between rounds the next deal comes then.
    """

    awaits: str
    turn: int | None
    since: datetime | None
    due_at: datetime | None
    is_warned: bool


@dataclass(frozen=True, slots=True)
class Look:
    """An online table as one reader sees it; `seat` is None for an onlooker.

    `length` is that of the log of the match, deals included, without what was taken back; `log` is
    that of the round.
    `view` is the engine's own, None before the first deal, and `legal` is empty unless the
    reader is to act. `whys` tells of cards of the reader's hand that cannot be played, why. The
    commitment is told when all seats are taken, the numbers that were added with the first deal,
    the secret once the match is final. Whoever has opened the table is told the secret of its
    `invitation` while it gathers players. `hints` are those of a practice table, in their order,
    `challenges` the remote bots that were asked to one that gathers players.
    """

    table: OnlineTable
    seats: Sequence[TableSeat]
    seat: int | None
    version: int
    length: int
    view: Mapping[str, Any] | None
    legal: Sequence[str]
    whys: Mapping[str, Why]
    log: Sequence[Said]
    last_trick: Sequence[Laid]
    clock: Clock
    commitment: str | None
    numbers: Sequence[str | None]
    secret: str | None
    invitation: str | None
    hints: Sequence[Hint] = ()
    challenges: Sequence[TableChallenge] = ()

    @property
    def history(self) -> Sequence[Mapping[str, Any]]:
        """Dealer and scores of each round that is over."""
        return self.view["history"] if self.view else ()

    @property
    def may_add(self) -> bool:
        """Whether the browser of the reader may still add a number to the deals."""
        is_open = self.table.status == OnlineTable.Status.PLAYING and not self.table.length
        return is_open and any(seat.number == self.seat and not seat.added for seat in self.seats)

    @property
    def hint(self) -> Hint | None:
        """The hint for this position, if one was asked for."""
        last = self.hints[-1] if self.hints else None
        return last if last and last.length == self.table.length else None

    @property
    def can_take_back(self) -> bool:
        """Whether there is something in this round that the reader may take back."""
        is_open = self.table.is_practice and self.table.status == OnlineTable.Status.PLAYING
        return is_open and any(said.seat == self.seat for said in self.log)

    @property
    def is_my_turn(self) -> bool:
        """Whether the reader is to act."""
        return bool(self.legal)


def challenges_of(table: OnlineTable) -> list[TableChallenge]:
    """Return which remote bots were asked to a table, in that order, while it waits for players.

    One query, none where they may not sit down.
    """
    if table.status != OnlineTable.Status.GATHERING or table.event is None:
        return []
    if not table.event.takes_remote_bots:
        return []
    return list(table.challenges.select_related("player").order_by("pk"))


def loaded(rows: QuerySet[OnlineTable]) -> QuerySet[OnlineTable]:
    """Load with tables what `look` needs of them; one query more."""
    above = (
        "event__season__club",
        "match__season__club",
        "match__session",
        "opened_by",
        "practice",
    )
    return rows.select_related(*above).prefetch_related(SEATS)


def look(*, table: OnlineTable, by: Asking) -> Look:
    """Return the table as an account sees it, if `loaded`.

    One query where the log has news, for onlookers one more. These see nothing of a trick before
    it is complete.
    """
    seats = list(table.seats.all())
    seat = seat_of(seats, by)
    if not table.has_begun or not table.length:
        return _look(table, seats, seat)
    if seat is None:
        with positions.watching(table) as position:
            clock = _clock_then(table, seats, position)
            return _look(table, seats, None, **_shown(position, None), clock=clock)
    with positions.looking(table) as position:
        return _look(table, seats, seat, **_shown(position, seat))


def seat_of(seats: Sequence[TableSeat], account: Asking) -> int | None:
    """Return the number of the seat of an account's player, None for who has none."""
    if account is None or account.pk is None:
        return None
    own = (seat.number for seat in seats if seat.player.account_id == account.pk)
    return next(own, None)


def _look(table: OnlineTable, seats: Sequence[TableSeat], seat: int | None, **shown: Any) -> Look:
    nothing: dict[str, Any] = {
        "length": 0,
        "view": None,
        "legal": (),
        "whys": {},
        "log": (),
        "last_trick": (),
        "clock": _clock(table),
    }
    secret = table.secret
    return Look(
        table=table,
        seats=seats,
        seat=seat,
        version=table.version,
        commitment=shuffle.commitment(secret) if secret else None,
        numbers=_told(positions.numbers_of(seats)) if table.length else (),
        secret=secret.hex() if secret and _are_deals_open(table) else None,
        invitation=_invitation(table, seats, seat),
        challenges=challenges_of(table),
        hints=list(table.practice.hints.all()) if table.is_practice else (),
        **(nothing | shown),
    )


def _are_deals_open(table: OnlineTable) -> bool:
    """Return whether the secret of a table that has begun may be read by now."""
    if table.match is None:
        return table.status == OnlineTable.Status.OVER
    return rights.may_read_deals(table.match)


def _clock(table: OnlineTable) -> Clock:
    return Clock(table.awaits, table.turn, table.turn_since, table.due_at, table.warned)


def _clock_then(table: OnlineTable, seats: Sequence[TableSeat], position: Position) -> Clock:
    """Return whom the table awaited at a position, without a time if more was played since."""
    turn = position.table.turn
    if position.length == table.length or turn is None:
        return _clock(table)
    if table.status != OnlineTable.Status.PLAYING:
        return Clock(table.awaits, None, None, None, is_warned=False)
    is_bot = seats[turn].player.is_answered_here or seats[turn].stood_in
    awaits = OnlineTable.Awaits.BOT if is_bot else OnlineTable.Awaits.PERSON
    return Clock(awaits, turn, None, None, is_warned=False)


def _invitation(table: OnlineTable, seats: Sequence[TableSeat], seat: int | None) -> str | None:
    own = next((row for row in seats if row.number == seat), None)
    is_opener = own is not None and own.player_id == table.opened_by_id
    is_gathering = table.status == OnlineTable.Status.GATHERING
    return table_invitations.secret_of(table) if is_opener and is_gathering else None


def _told(numbers: Sequence[bytes | None]) -> list[str | None]:
    return [None if number is None else number.hex() for number in numbers]


def _shown(position: Position, seat: int | None) -> dict[str, Any]:
    """Return what a position shows to the reader at a seat, or to an onlooker."""
    table = position.table
    view = table.view(seat)
    log = [
        Said(said["seat"], said["action"], action.is_default, action.at, course)
        for said, action, course in zip(
            view["log"], position.actions, position.course(), strict=True
        )
    ]
    return {
        "length": position.played,
        "view": view,
        "legal": view["legal"],
        "whys": {} if seat is None else whys(view, table.game),
        "log": log,
        "last_trick": [_laid(log[number], position) for number in position.last_trick()],
    }


def _laid(said: Said, position: Position) -> Laid:
    card = said.text.rpartition(" ")[2] if position.names_card(said.text) else None
    return Laid(said.seat, card)
