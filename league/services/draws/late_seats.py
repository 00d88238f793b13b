"""Latecomers, who take a seat at a table of a draw that is published already.

A table has a place while nothing is written there and the game allows one player more. Who is at
the other tables does not change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext as _

import games
from league.logic.draws import explain
from league.logic.draws.changes import Join
from league.logic.draws.model import Draw
from league.models import Account, Event, Match, Player, Registration, Role, ScorePad, Seat, Session
from league.models.pads import BEGUN
from league.services.accounts import agreements
from league.services.base import audit, formats, rights
from league.services.base.refusals import Conflict
from league.services.registration import places, plans, registrations

from . import explanations, seating
from .draw_settings import Setting, entrants_of, scores_of

MOST_OFFERED: Final = 24
"""Of so many tables the price is told, the smallest first."""
ANYWAY: Final = frozenset({"missing", "byes", "sizes"})
"""Rules that whoever takes any seat mends by that."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A table at which a latecomer can sit, who sits there then, and what it costs."""

    match: Match
    players: tuple[Player, ...]
    price: Mapping[str, Any]


def latecomers(session: Session) -> QuerySet[Registration]:
    """Return the registrations of people with a place in the event but none in its session.

    Nobody where late seats are not given: in a draft, in a cup and at online tables. One query.
    """
    rows = places.active(session.event).filter(player__kind=Player.Kind.PERSON)
    if _why_none(session):
        return rows.none()
    seated = Seat.objects.filter(match__session=session, player=OuterRef("player"))
    free = session.byes.filter(player=OuterRef("player"))
    rows = rows.exclude(Exists(seated)).exclude(Exists(free))
    return rows.select_related("player", "replaces__player").order_by("registered_at", "pk")


def offers(*, session: Session, player: Player, by: Account) -> list[Offer]:
    """Return the tables that have a place for a latecomer, the best first.

    Raises Conflict where late seats are not given or the player is no latecomer. The number of
    queries does not depend on that of tables.
    """
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    row = _require_latecomer(session, player)
    tables = _tables_with_a_place(session)[:MOST_OFFERED]
    return sorted(_priced(session, row, tables), key=_how_bad) if tables else []


@agreements.asking
def seat(*, match: Match, player: Player, by: Account, now: datetime) -> Match:
    """Let a latecomer take the last seat of a table; from this session on the player is there.

    Raises Conflict where the player is no latecomer, and where the table has no place any more.
    """
    session = match.session
    if session is None:
        raise Conflict(match, _("The matches of a ladder are played and counted automatically."))
    club = session.event.season.club
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        session.event = plans.hold(session.event)
        registrations.require_held(session.event)
        session.refresh_from_db(fields=["status", "explanation"])
        row = _require_latecomer(session, player)
        agreements.require(club=club, players=[player], by=by, now=now)
        held = Match.objects.select_for_update(of=("self",)).get(pk=match.pk)
        number = _require_place(session, held)
        owner = row.replaces.player if row.replaces else None
        Seat.objects.create(match=held, number=number, player=player, counts_for=owner)
        _arrive(row, session, by=by, now=now)
        data = {
            "match": held.code,
            "player": player.code,
            "counts_for": owner.code if owner else None,
        }
        audit.note_session(session, "draw.join", data, by=by, now=now)
        _explain(session, held)
    return held


def _why_none(session: Session) -> str:
    """Return why nobody can take a seat late, empty where somebody can."""
    if session.status == Session.Status.DRAFT:
        return _("This draw is a draft. Draw again to seat players who came later.")
    if session.status == Session.Status.CLOSED:
        return _("This session is closed. Reopen it to seat a player.")
    if session.event.draw == Event.Draw.KNOCKOUT:
        return _("In a cup nobody takes a seat late, because the bracket says who meets.")
    if session.event.draw == Event.Draw.ONLINE:
        return _("Players sit down at online tables themselves.")
    if session.event.draw == Event.Draw.OPEN:
        return _("On an open evening whoever waits is seated automatically. Check the player in.")
    return ""


def _require_latecomer(session: Session, player: Player) -> Registration:
    if why := _why_none(session):
        raise Conflict(session, why)
    row = latecomers(session).filter(player=player).first()
    if row is None:
        said = _(
            "%(name)s has no place in this event, or is already in this draw. Add the player to "
            "the event first."
        )
        raise Conflict(session, said % {"name": player.shown_name})
    return row


def _tables_with_a_place(session: Session) -> list[Match]:
    """Return the tables at which one more may sit, the smallest first."""
    seats = Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    rows = _unbegun(session).prefetch_related(seats)
    free = [match for match in rows.order_by("table_number") if _has_place(session, match)]
    return sorted(free, key=lambda match: len(match.seats.all()))


def _unbegun(session: Session) -> QuerySet[Match]:
    """Return the matches of a session of which neither a result nor a deal is written."""
    begun = ScorePad.objects.filter(BEGUN, match=OuterRef("pk"))
    return session.matches.filter(~Exists(begun), status=Match.Status.OPEN, version=0)


def _has_place(session: Session, match: Match) -> bool:
    game = games.get(session.event.season.game)
    seats = match.seats.all()
    size = len(seats) + 1
    fits = size in formats.sizes(game) and not formats.sides_of(game, size)
    return fits and not any(seat.player.is_bot for seat in seats)


def _require_place(session: Session, match: Match) -> int:
    """Return the number of the seat that is free at a table, or raise Conflict."""
    if not _unbegun(session).filter(pk=match.pk).exists() or not _has_place(session, match):
        raise Conflict(match, _("This table has no place any more. Choose another one."))
    return match.seats.count()


def _priced(session: Session, row: Registration, tables: Iterable[Match]) -> list[Offer]:
    """Return what the draw of a session costs more with somebody at one of these tables."""
    draw, setting, key = _with_latecomer(session, row)
    number_of = {match.pk: number for number, match in enumerate(_drawn(session), start=1)}
    found = []
    for match in tables:
        change = Join(key, number_of[match.pk])
        price = explain.price(draw, change, setting.entrants, setting.past, setting.rules)
        price = replace(price, mended=tuple(one for one in price.mended if one.code not in ANYWAY))
        players = (*(one.player for one in match.seats.all()), row.player)
        found.append(Offer(match, players, explanations.priced(price, setting)))
    return found


def _with_latecomer(session: Session, row: Registration) -> tuple[Draw, Setting, int]:
    """Return the draw of a session, and its setting with somebody who has no place in it."""
    draft = seating.draft_of(session)
    setting = draft.setting
    key = setting.keys[row.player_id]
    if key in setting.players:
        return draft.draw, setting, key
    [entrant] = entrants_of([row], setting.keys, scores_of(session.event))
    setting = replace(
        setting,
        entrants=(*setting.entrants, entrant),
        players=setting.players | {key: row.player},
    )
    return draft.draw, setting, key


def _drawn(session: Session) -> QuerySet[Match]:
    """Return the tables of a session in the order in which `draft_of` counts them."""
    rows = session.matches.exclude(status=Match.Status.VOID)
    return rows.order_by("table_number", "pk")


def _how_bad(offer: Offer) -> tuple[bool, int, int]:
    return bool(offer.price["breaches"]), offer.price["total"], offer.match.table_number or 0


def _arrive(row: Registration, session: Session, *, by: Account, now: datetime) -> None:
    """Note from when somebody is there, and that they have come."""
    first = min(row.first_session, session.number)
    came = row.checked_in_at or now
    Registration.objects.filter(pk=row.pk).update(first_session=first, checked_in_at=came)
    data = {"first_session": first}
    audit.note_registration(row, "registration.arrive", data, by=by, now=now)


def _explain(session: Session, match: Match) -> None:
    """Say anew what the table of a latecomer costs; the others stay as they were drawn."""
    kept = session.explanation
    if kept is None:
        return
    draft = seating.draft_of(session)
    number = list(_drawn(session)).index(match) + 1
    now = explanations.explained(draft.draw, draft.setting)
    fresh = [table for table in now["tables"] if table["table"] == number]
    tables = [table for table in kept["tables"] if table["table"] != number] + fresh
    tables.sort(key=lambda table: table["table"])
    session.explanation = kept | {
        "tables": tables,
        "total": sum(table["total"] for table in tables),
        "reasons": [one for one in kept.get("reasons", ()) if one["table"] != number],
    }
    session.save(update_fields=["explanation"])
