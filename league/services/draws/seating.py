"""What a draft draw costs, table by table, and changes that organisers make to it by hand."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeAlias

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from league.logic.draws import explain
from league.logic.draws.changes import Change, Move, Swap
from league.logic.draws.explain import Price
from league.logic.draws.model import Draw, Entrant
from league.models import (
    Account,
    AuditEntry,
    Event,
    Match,
    Player,
    Registration,
    Role,
    Seat,
    Session,
)
from league.services.base import audit, log, rights
from league.services.base.refusals import Conflict, Invalid

from . import brackets, draws, explanations
from .draw_settings import FIRST_BOT, Setting, drawn_with, setting_of

Spot: TypeAlias = tuple[int, int]
"""A table, counted from 1, and a seat there, counted from 0."""

CUP: Final = ("seeding", "seeded_by", "plan", "third_place", "late")
"""What the explanation of a cup's draw keeps beside that of any other."""

DRAWN: Final = ("draw.make", "draw.seat", "draw.change")
"""Entries of the log by which a draft is another one than before."""


@dataclass(frozen=True, slots=True)
class SwapPlayers:
    """Two players change places; a bye is a place, too.

    Where somebody sits needs to be said only of bots with several seats.
    """

    one: Player
    other: Player
    one_at: Spot | None = None
    other_at: Spot | None = None


@dataclass(frozen=True, slots=True)
class MovePlayer:
    """A player goes to a table, or with None gets a bye; seats count from 0, the last without one.

    A table one beyond the last opens a new one.
    """

    player: Player
    table: int | None
    seat: int | None = None


Wish: TypeAlias = SwapPlayers | MovePlayer


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft draw in keys, and what it is made of."""

    draw: Draw
    setting: Setting


def price(*, session: Session, wish: Wish, by: Account) -> Mapping[str, Any]:
    """Return what a change of a draft would cost, part by part, without making it."""
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    draft = draft_of(session)
    return explanations.priced(_price(session, draft, wish), draft.setting)


def change(*, session: Session, wish: Wish, by: Account, now: datetime) -> Mapping[str, Any]:
    """Change a draft, also where that breaks a rule, and return what it costs.

    Raises Invalid where a table then has a size that the game does not allow.
    """
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        draws.lock_draft(session)
        return _change_draft(session, wish, by=by, now=now)


def take_back(
    *, session: Session, by: Account, now: datetime
) -> tuple[SwapPlayers, Mapping[str, Any]]:
    """Take back the last change of a draft, a swap; return the swap that does so and its cost.

    Raises Conflict where the draft has been drawn or changed otherwise since.
    """
    rights.require_role(club=session.event.season.club, account=by, role=Role.ORGANISER)
    with transaction.atomic():
        draws.lock_draft(session)
        wish = back_from_last(session)
        if wish is None:
            said = _("You can no longer undo this swap, because the draft has changed since.")
            raise Conflict(session, said)
        return wish, _change_draft(session, wish, undoes=True, by=by, now=now)


def back_from_last(session: Session) -> SwapPlayers | None:
    """Return the swap that takes the last change of a draft back.

    None where that was none by hand, or has taken one back itself. Two queries.
    """
    trail = AuditEntry.objects.filter(subject=f"session:{session.code}", action__in=DRAWN)
    last = trail.order_by("-pk").first()
    if last is None or "swap" not in last.data or last.data["undoes"]:
        return None
    (one, one_at), (other, other_at) = last.data["swap"]
    players = {player.code: player for player in Player.objects.filter(code__in=[one, other])}
    if one not in players or other not in players:
        return None
    return SwapPlayers(players[one], players[other], _spot(one_at), _spot(other_at))


def hand_over(
    *, row: Registration, came: Registration, by: Account, now: datetime
) -> list[Session]:
    """Give the places of `row` in drafts to its substitute, from the substitute's first session on.

    Drafts in which the substitute has a place already stay as they are. Call it with the event
    held; some queries for each of the drafts, which are returned.
    """
    drafts = row.event.sessions.filter(
        Q(matches__seats__player=row.player_id) | Q(byes__player=row.player_id),
        status=Session.Status.DRAFT,
        number__gte=came.first_session,
    )
    changed = []
    for session in drafts.distinct().order_by("number"):
        session.event = row.event
        if _hand_over(session, row, came):
            _note_tables(session, by=by, now=now)
            changed.append(session)
    return changed


def draft_of(session: Session) -> Draft:
    """Return the draft draw of a session as it is stored, among those who are there now.

    Its costs are by the weights it was drawn with. Who was seated and has gone since is a stranger
    in it, whom the price names.
    """
    setting = setting_of(
        session,
        checked_in_only=bool((session.explanation or {}).get("checked_in_only")),
        weights=drawn_with(session),
    )
    keys = {player.pk: key for key, player in setting.players.items() if key < FIRST_BOT}
    players = {key: setting.players[key] for key in keys.values()}
    entrants = [one for one in setting.entrants if not one.is_bot]
    tables: dict[int, list[int]] = {}
    for seat in _seats(session):
        key = keys.get(seat.player_id)
        if key is None:
            key = FIRST_BOT + len(players)
            players[key] = seat.player
            if seat.player.is_bot:
                entrants.append(Entrant(key=key, is_bot=True))
        tables.setdefault(seat.match_id, []).append(key)
    byes = session.byes.order_by("pk").values_list("player", flat=True)
    if session.event.draw == Event.Draw.KNOCKOUT:
        heats = brackets.heats_of(session, setting)
        number_of = {player.pk: number for number, player in players.items()}
        guests = {one.pk for heat in heats or () for one in heat} - keys.keys()
        entrants += [Entrant(key=number_of[pk]) for pk in sorted(guests & number_of.keys())]
        setting = replace(setting, rules=replace(setting.rules, heats=_heats(heats, number_of)))
    setting = replace(setting, entrants=tuple(entrants), players=players)
    return Draft(
        draw=Draw(
            tables=tuple(map(tuple, tables.values())),
            byes=tuple(sorted(keys[player] for player in byes if player in keys)),
            seed=str(session.seed),
        ),
        setting=setting,
    )


def _heats(
    heats: Sequence[Sequence[Player]] | None, number_of: Mapping[int, int]
) -> frozenset[frozenset[int]] | None:
    """Return who shares a table by the bracket in keys, 0 for who is nowhere in the draft."""
    if heats is None:
        return None
    return frozenset(frozenset(number_of.get(one.pk, 0) for one in heat) for heat in heats)


def _hand_over(session: Session, row: Registration, came: Registration) -> bool:
    """Change who sits in one draft; False where the substitute has a place in it."""
    draws.lock_draft(session)
    seats, byes = Seat.objects.filter(match__session=session), session.byes.all()
    if any(places.filter(player=came.player_id).exists() for places in (seats, byes)):
        return False
    owner = came.replaces.player if came.replaces else None
    seats.filter(player=row.player_id).update(player=came.player, counts_for=owner)
    byes.filter(player=row.player_id).update(player=came.player)
    if session.explanation is not None:
        draft = draft_of(session)
        planned = explanations.still_planned(
            session, draft.setting, substitutes={row.player.code: came.player.code}
        )
        session.explanation |= explanations.explained(draft.draw, draft.setting, planned)
        session.save(update_fields=["explanation"])
    return True


def _note_tables(session: Session, *, by: Account, now: datetime) -> None:
    byes = session.byes.order_by("pk").values_list("player__code", flat=True)
    audit.note(
        by=by,
        club=session.event.season.club,
        event=session.event,
        action="draw.change",
        subject=f"session:{session.code}",
        data={"tables": log.tables_of(session), "byes": list(byes)},
        now=now,
    )


def _change_draft(
    session: Session, wish: Wish, *, undoes: bool = False, by: Account, now: datetime
) -> Mapping[str, Any]:
    """Change a draft that the caller has locked."""
    draft = draft_of(session)
    found = _price(session, draft, wish)
    tables = [draft.setting.table(keys) for keys in found.draw.tables if keys]
    byes = draft.setting.table(found.draw.byes)
    draws.check_tables(tables, event=session.event)
    draws.store(
        session=session,
        tables=tables,
        byes=byes,
        counts_for=draft.setting.counts_for,
        seed=session.seed,
        explanation=_explained(session, found.draw, draft.setting),
    )
    cost = explanations.priced(found, draft.setting)
    told = {"price": cost["total"], "breaches": cost["breaches"]}
    data = log.draw_of(session, byes) | told | _swapped(session, draft, wish, undoes=undoes)
    audit.note_session(session, "draw.change", data, by=by, now=now)
    return cost


def _explained(session: Session, draw: Draw, setting: Setting) -> dict[str, Any]:
    """Return what a changed draft costs, with what a cup keeps of its first draw."""
    kept = session.explanation or {}
    planned = explanations.still_planned(session, setting)
    explained = explanations.explained(draw, setting, planned)
    return {name: kept[name] for name in CUP if name in kept} | explained


def _price(session: Session, draft: Draft, wish: Wish) -> Price:
    setting = draft.setting
    wished = _change(session, draft, wish)
    try:
        return explain.price(draft.draw, wished, setting.entrants, setting.past, setting.rules)
    except LookupError:
        last = len(draft.draw.tables) + 1
        said = _("The tables are numbered from 1; %(last)d opens a new one.") % {"last": last}
        raise Invalid({"table": [said]}) from None


def _change(session: Session, draft: Draft, wish: Wish) -> Change:
    match wish:
        case SwapPlayers():
            one, other = _places(session, draft, wish)
            if one == other:
                said = _("A swap needs two players, and you chose %(name)s twice. Choose another.")
                raise Invalid({"swap": [said % {"name": wish.one.shown_name}]})
            return Swap(one[0], other[0])
        case MovePlayer(player=player, table=table, seat=seat):
            return Move(_place(session, draft, player)[0], table, seat)


def _swapped(session: Session, draft: Draft, wish: Wish, *, undoes: bool) -> dict[str, Any]:
    """Return what the log says of a swap: who sits where after it, and whether it undoes one."""
    if not isinstance(wish, SwapPlayers):
        return {}
    (_one, one_at), (_other, other_at) = _places(session, draft, wish)
    return {"swap": [[wish.one.code, other_at], [wish.other.code, one_at]], "undoes": undoes}


def _places(
    session: Session, draft: Draft, wish: SwapPlayers
) -> tuple[tuple[int, Spot | None], tuple[int, Spot | None]]:
    one = _place(session, draft, wish.one, wish.one_at)
    return one, _place(session, draft, wish.other, wish.other_at)


def _place(
    session: Session, draft: Draft, player: Player, at: Spot | None = None
) -> tuple[int, Spot | None]:
    """Return the key and the place of somebody, None for a bye; without `at` it is the first."""
    own = [place for place in _all_places(draft) if draft.setting.players[place[0]] == player]
    for key, spot in own:
        if at in {None, spot}:
            return key, spot
    said = _("%(name)s has no place in this draw. Draw again to seat players who came later.")
    if own:
        said = _("%(name)s no longer sits there. Look at the draft again.")
    raise Conflict(session, said % {"name": player.shown_name})


def _all_places(draft: Draft) -> Iterator[tuple[int, Spot | None]]:
    for number, table in enumerate(draft.draw.tables, start=1):
        for seat, key in enumerate(table):
            yield key, (number, seat)
    for key in draft.draw.byes:
        yield key, None


def _spot(stored: Sequence[int] | None) -> Spot | None:
    return None if stored is None else (stored[0], stored[1])


def _seats(session: Session) -> Iterable[Seat]:
    seats = Seat.objects.filter(match__session=session).exclude(match__status=Match.Status.VOID)
    return seats.select_related("player").order_by("match__table_number", "match", "number")
