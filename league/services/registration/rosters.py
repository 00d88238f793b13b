"""Rosters: lists of players that organisers bring, registered all or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from league.logic.list_columns import Column, Given
from league.models import Account, Event, Player, Registration, Role
from league.services.accounts import agreements, people
from league.services.base import rights
from league.services.base.refusals import Invalid
from league.services.clubs import lists
from league.services.clubs.lists import Imported

from . import overlaps, places, plans, registrations

COLUMNS: Final = (
    Column.NAME,
    Column.FIRST_NAME,
    Column.LAST_NAME,
    Column.CODE,
    Column.GROUP,
    Column.FIXED_TABLE,
)
"""What the columns of a roster can mean."""


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


def look(
    *, event: Event, content: bytes, wishes: lists.Wishes, by: Account, now: datetime
) -> tuple[lists.Table, list[lists.Row]]:
    """Return a roster as a table, and whom each line means or what is wrong with it.

    Raises Invalid for what is no list. A constant number of queries.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    table = lists.read(content, wishes, known=COLUMNS)
    return table, _matched(event, table, wishes, now)


@agreements.asking
def import_roster(
    *,
    event: Event,
    content: bytes,
    wishes: lists.Wishes = lists.AS_GUESSED,
    preview: bool = False,
    force: bool = False,
    by: Account,
    now: datetime,
) -> Imported[Line]:
    """Register the players of a roster in the order of its lines; a preview stores nothing.

    Whom lines mean: `lists.match`. Raises Invalid with all that is wrong by line and column, as in
    `lines.3.code`, SameName as `lists`, Unagreed with all who have not agreed to play in the club.
    A constant number of queries, and one for each player who comes back.
    """
    rights.require_role(club=event.season.club, account=by, role=Role.ORGANISER)
    table = lists.read(content, wishes, known=COLUMNS)  # while nobody waits for the event
    with transaction.atomic():
        held = plans.hold(event)
        registrations.require_held(held)
        wanted = [_wanted(row) for row in lists.require_clear(_matched(held, table, wishes, now))]
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
    return Imported(lines)


def _matched(
    event: Event, table: lists.Table, wishes: lists.Wishes, now: datetime
) -> list[lists.Row]:
    """Return whom each line means, and what is wrong with it."""
    rows = lists.match(event.season.club, table, wishes, now)
    for row in rows:
        try:
            registrations.check_details(_details(row.given))
        except Invalid as refusal:
            row.errors |= refusal.errors
    return rows


def _wanted(row: lists.Row) -> _Wanted:
    assert row.player is not None  # noqa: S101 - rows without are wrong or left out
    details = registrations.check_details(_details(row.given))
    return _Wanted(row.line.number, places.Entry(row.player, **details), row.is_new)


def _details(given: Given) -> registrations.Details:
    if given.fixed_table and not (given.fixed_table.isascii() and given.fixed_table.isdecimal()):
        raise Invalid({"fixed_table": [_("Enter a whole number.")]})
    table = int(given.fixed_table[:9]) if given.fixed_table else None
    return registrations.Details(group=given.group, fixed_table=table)


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
