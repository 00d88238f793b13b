"""Guests at a table in the room: people without an account whom the code on its card lets write.

The code opens one match. Who scans it says at which seat they sit, and gets a word that is signed
for this match, this seat and the person there. With it they write on the pad, enter the result, and
confirm or dispute what somebody else of the table has entered. It ends with the session, and once
somebody else sits there. Nothing of it is stored. Why so: `docs/decisions/0031-pads-of-guests.md`.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeAlias

from django.core import signing
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from league.models import Account, Match, OnlineTable, Player, Result, Seat, Session
from league.services.base import rights
from league.services.base.refusals import Conflict, Forbidden

PREFIX: Final = "stc_"
"""Lets scanners of leaked secrets recognise ours."""
VALID: Final = timedelta(hours=12)
"""For so long a browser is a guest at a seat; after that its owner scans the card once more."""
_CARD, _SEAT = "league.results.card", "league.results.seat"
_IN_ROOM = {"session__isnull": False, "session__status": Session.Status.PUBLISHED}


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody without an account at a seat, as their browser says; `player` is a public code."""

    match: str
    seat: int
    player: str


Writer: TypeAlias = Account | Guest
"""Who writes about a match: an account, or a guest at one of its seats."""


def secret_of(match: Match) -> str:
    """Return the secret on the card of a table; it follows from the match, so nothing is stored."""
    return PREFIX + signing.Signer(salt=_CARD).signature(match.code)


def with_codes(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return those whose code leads to something now: people play in the room and need it."""
    people = Seat.objects.filter(match=OuterRef("pk")).exclude(player__kind=Player.Kind.BOT)
    rows = matches.filter(Exists(people), status__in=Match.WAITING, **_IN_ROOM)
    return rows.exclude(online__status=OnlineTable.Status.PLAYING)


def has_code(match: Match) -> bool:
    """Return whether the code of a table leads to something now; one query."""
    return with_codes(Match.objects.filter(pk=match.pk)).exists()


def takes_guests(match: Match) -> bool:
    """Return whether the table of a match takes guests now; one query."""
    rows = Match.objects.filter(pk=match.pk, session__event__guests_enter=True)
    return with_codes(rows).exists()


def seats(match: Match) -> QuerySet[Seat]:
    """Return the seats of a match at which somebody without an account sits."""
    rows = Seat.objects.filter(match=match, player__kind=Player.Kind.PERSON, player__account=None)
    return rows.select_related("player").order_by("number")


def take_seat(*, match: Match, card: str, number: int, held: Guest | None = None) -> Guest:
    """Return who somebody with the card of a table is from now on, at a seat without an account.

    `held` is who their browser is already. Raises Forbidden for a card of another table or one that
    opens nothing now, Conflict for a seat that is no guest's, or for who has entered the result
    that waits: they would otherwise confirm it from another seat.
    """
    if not constant_time_compare(card.strip().rpartition("#")[2], secret_of(match)):
        raise Forbidden(_("This code is not of this table. Scan its card once more."))
    if not takes_guests(match):
        raise Forbidden(_("The card of this table opens nothing now. Ask a scorer of the club."))
    row = seats(match).filter(number=number).first()
    if row is None:
        raise Conflict(match, _("Nobody without an account sits there now. Look at it again."))
    result = match.results.filter(version=match.result_version).first()
    is_writer = held is not None and result is not None and result.entered_seat == held.seat
    if held is not None and is_writer and held.seat != number:
        raise Conflict(match, _("You entered the result. Somebody else has to confirm it."))
    return Guest(match.code, row.number, row.player.code)


def word_of(guest: Guest) -> str:
    """Return what a browser keeps to be this guest."""
    return signing.dumps([guest.match, guest.seat, guest.player], salt=_SEAT)


def guest_of(word: str) -> Guest | None:
    """Return the guest whose word a browser has sent; None if it is not ours, or too old."""
    try:
        match, seat, player = signing.loads(word, salt=_SEAT, max_age=VALID)
    except signing.BadSignature:
        return None
    return Guest(match, seat, player)


def account_of(by: Writer) -> Account | None:
    """Return the account of who writes; guests have none."""
    return by if isinstance(by, Account) else None


def seat_of(by: Writer) -> int | None:
    """Return the seat a guest writes from; accounts are known by themselves."""
    return by.seat if isinstance(by, Guest) else None


def said_by(by: Writer) -> dict[str, int]:
    """Return what the log adds about who writes: the seat of a guest."""
    return {"seat": by.seat} if isinstance(by, Guest) else {}


def may_write(match: Match, by: Writer | None, *, sits: bool | None = None) -> bool:
    """Return whether somebody may enter results here: an account, or a guest who sits there now.

    `sits` says of an account whether it sits there, for who knows. One query for a guest.
    """
    if not isinstance(by, Guest):
        return rights.may_enter(match, by, sits=sits)
    if by.match != match.code:
        return False
    table = {f"match__{name}": value for name, value in _IN_ROOM.items()}
    rows = seats(match).filter(number=by.seat, player__code=by.player, **table)
    return rows.filter(match__session__event__guests_enter=True).exists()


def may_confirm(
    match: Match, result: Result | None, by: Writer | None, *, sits: bool | None = None
) -> bool:
    """Return whether somebody may write here, and has not entered this result, if any."""
    if not isinstance(by, Guest):
        return rights.may_confirm(match, result, by, sits=sits)
    if result is not None and result.entered_seat == by.seat:
        return False
    return may_write(match, by)


def has_confirmed(match: Match, by: Writer, *, version: int | None) -> bool:
    """Return whether this guest's seat has confirmed this version of the result already."""
    if not isinstance(by, Guest) or version is None:
        return False
    rows = match.results.filter(version=version or 0, confirmed_seat=by.seat)
    return may_write(match, by) and rows.exists()
