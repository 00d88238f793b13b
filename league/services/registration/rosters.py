"""Rosters: lists of players that organisers bring, registered all or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.logic.rosters import Row, Unreadable, parse
from league.models import Account, Event, Player, Registration, Role
from league.services.accounts import agreements, people
from league.services.base import rights
from league.services.base.names import clean_name
from league.services.base.refusals import Invalid
from league.services.clubs import people as people_of_club

from . import overlaps, places, plans, registrations

MOST_LINES = 5000

Errors = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one line: registered, waiting, or already there and left as it was."""

    line: int
    player: Player
    is_new: bool
    is_already: bool
    registration: Registration


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A line that can be registered; the player is unsaved if `is_new`."""

    line: int
    entry: places.Entry
    is_new: bool


@agreements.asking
def import_roster(
    *,
    event: Event,
    content: bytes,
    preview: bool = False,
    force: bool = False,
    by: Account,
    now: datetime,
) -> list[Line]:
    """Register the players of a roster in the order of its lines; a preview stores nothing.

    A code names a player; a name alone names a member of the club or a player of its events, and
    else a new guest. Raises Invalid with all that is wrong by line and column, as in
    `lines.3.code`, Unagreed with all who have not agreed to play in the club. A constant number
    of queries, and one for each player who comes back.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    rows = _read(content)
    with transaction.atomic():
        held = plans.hold(event)
        registrations.require_held(held)
        wanted = _match(held, rows, now)
        _check_bots(wanted)
        players = [one.entry.player for one in wanted]
        agreements.require(club=held.season.club, players=players, by=by, asks=not preview, now=now)
        guests = [one.entry.player for one in wanted if one.is_new]
        people.register_guests(guests=guests, by=by, now=now)
        registrations.hold_players(players)
        if not force:
            _check_free(held, wanted, by)
        lines = _enter(held, wanted, by=by, now=now)
        if preview:
            transaction.set_rollback(True)
    return lines


def _read(content: bytes) -> list[Row]:
    try:
        rows = parse(content.decode("utf-8-sig"), most=MOST_LINES)
    except UnicodeDecodeError:
        said = _("The list is not UTF-8. Save it as “CSV UTF-8”, then import it again.")
        raise Invalid({"csv": [said]}) from None
    except Unreadable as error:
        raise Invalid({f"lines.{error.line}.{error.column}": [_said(error)]}) from None
    if not rows:
        raise Invalid({"csv": [_("The list is empty.")]})
    return rows


def _said(error: Unreadable) -> str:
    match error.reason:
        case "columns":
            return _("Use only the columns name, code, group and fixed_table.")
        case "header":
            return _("This column is unknown, or it appears twice.")
        case "quotes":
            return _("A quotation mark is missing.")
        case _:
            return _(
                "Use at most %(lines)d lines, each with no more than a few hundred characters."
            ) % {"lines": MOST_LINES}


def _match(event: Event, rows: Sequence[Row], now: datetime) -> list[_Wanted]:
    """Return who the lines mean and how they are registered, or raise Invalid; two queries."""
    codes = {row.code for row in rows if row.code}
    by_code = {one.code: one for one in rights.readable_players(None).filter(code__in=codes)}
    names = {_spaced(row.name) for row in rows if not row.code}
    by_name = _known_by_name(event, names, now)
    errors: Errors = {}
    wanted, first_lines = [], dict[object, int]()
    for row in rows:
        try:
            player = _player_of(row, by_code, by_name)
            details = registrations.check_details(_details(row))
            key = player.pk or player.name
            if first_lines.setdefault(key, row.line) != row.line:
                said = _("Line %(line)d already names this player.")
                raise Invalid({"name": [said % {"line": first_lines[key]}]})
            wanted.append(_Wanted(row.line, places.Entry(player, **details), player.pk is None))
        except Invalid as refusal:
            errors |= {f"lines.{row.line}.{path}": said for path, said in refusal.errors.items()}
    if errors:
        raise Invalid(errors)
    return wanted


def _known_by_name(event: Event, names: set[str], now: datetime) -> Mapping[str, list[Player]]:
    """Return the people of the club by their names in capitals: members and players of events."""
    club = event.season.club
    found: dict[str, list[Player]] = {}
    for player in people_of_club.with_evenings(people_of_club.namesakes(club, names), club, now):
        found.setdefault(player.name.upper(), []).append(player)
    return found


def _player_of(
    row: Row, by_code: Mapping[str, Player], by_name: Mapping[str, Sequence[Player]]
) -> Player:
    """Return who a line means, unsaved if it is a new guest; raises Invalid for its columns."""
    if row.code and row.code not in by_code:
        raise Invalid({"code": [_("There is no player with this code.")]})
    if row.code:
        player = by_code[row.code]
        if row.name and _spaced(row.name).casefold() != player.name.casefold():
            said = _("This code belongs to %(name)s. Leave either the name or the code empty.")
            raise Invalid({"code": [said % {"name": player.shown_name}]})
        return player
    name = clean_name(row.name, longest=people.LONGEST_NAME)
    known = by_name.get(name.upper(), [])
    if len(known) > 1:
        said = _("Several players have this name. Use the player's code: %(known)s.")
        told = "; ".join(map(people_of_club.described, known))
        raise Invalid({"code": [said % {"known": told}]})
    return known[0] if known else Player(name=name)


def _details(row: Row) -> registrations.Details:
    if row.fixed_table and not (row.fixed_table.isascii() and row.fixed_table.isdecimal()):
        raise Invalid({"fixed_table": [_("Enter a whole number.")]})
    table = int(row.fixed_table[:9]) if row.fixed_table else None
    return registrations.Details(group=row.group, fixed_table=table)


def _check_bots(wanted: Sequence[_Wanted]) -> None:
    """Raise Invalid for lines with bots, which are registered one by one."""
    said = _("This is a bot. Register it separately.")
    errors = {f"lines.{one.line}.code": [said] for one in wanted if one.entry.player.is_bot}
    if errors:
        raise Invalid(errors)


def _check_free(event: Event, wanted: Sequence[_Wanted], by: Account) -> None:
    """Raise Invalid for lines with players who are in another event at the same time."""
    clashes = overlaps.clashing(event, [one.entry.player for one in wanted], by)
    said = _("%(name)s is registered for “%(other)s” at the same time.")
    errors = {
        f"lines.{one.line}.name": [said % {"name": player.shown_name, "other": other.name}]
        for one in wanted
        if one.entry.player.pk in clashes
        for player, other in [clashes[one.entry.player.pk]]
    }
    if errors:
        raise Invalid(errors)


def _enter(event: Event, wanted: Sequence[_Wanted], *, by: Account, now: datetime) -> list[Line]:
    players = [one.entry.player for one in wanted]
    here = {row.player_id: row for row in _staying(event, players)}
    entries = [one.entry for one in wanted if one.entry.player.pk not in here]
    start = places.next_session(event)
    rows = places.enter(event, entries, first_session=start, by=by, now=now) if entries else []
    known = here | {row.player_id: row for row in rows}
    return [
        Line(
            line=one.line,
            player=one.entry.player,
            is_new=one.is_new,
            is_already=one.entry.player.pk in here,
            registration=known[one.entry.player.pk],
        )
        for one in wanted
    ]


def _staying(event: Event, players: Sequence[Player]) -> QuerySet[Registration]:
    """Return the registrations of those players who have a place, or a substitute, or wait."""
    stays = Q(last_session=None) | Q(substitutes__in=places.active(event))
    rows = event.registrations.filter(stays, player__in=players)
    return rows.exclude(status=Registration.Status.WITHDRAWN).select_related("player")


def _spaced(name: str) -> str:
    return " ".join(name.split())
