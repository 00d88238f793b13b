"""People of a club from a list: all of them become members, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from league.logic import list_columns
from league.logic.list_columns import Column
from league.models import Account, AuditEntry, Club, Membership, Player, Role
from league.models.codes import new_code
from league.services.accounts import agreements, people
from league.services.base import audit, rights

from . import lists
from .lists import Imported

COLUMNS: Final = (
    Column.NAME,
    Column.FIRST_NAME,
    Column.LAST_NAME,
    Column.CODE,
    Column.ROLE,
)
"""What the columns of a list of people can mean."""


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one line: a member now, or one before and left as they were."""

    line: int
    player: Player
    is_new: bool
    is_already: bool
    role: Role


def look(
    *, club: Club, content: bytes, wishes: lists.Wishes, by: Account, now: datetime
) -> tuple[lists.Table, list[lists.Row]]:
    """Return a list as a table, and whom each line means or what is wrong with it.

    Guests are left out: a club knows them by the events they are registered for. Raises Invalid
    for what is no list. A constant number of queries.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    table = lists.read(content, wishes, known=COLUMNS)
    return table, _matched(club, table, wishes, now)


@agreements.asking
def import_people(
    *,
    club: Club,
    content: bytes,
    wishes: lists.Wishes = lists.AS_GUESSED,
    preview: bool = False,
    by: Account,
    now: datetime,
) -> Imported[Line]:
    """Make the people of a list members, in the order of its lines; a preview stores nothing.

    Whom lines mean: `lists.match`. Raises Invalid with all that is wrong by line and column,
    SameName as `lists`, Unagreed with all who have not agreed to play in the club. A constant
    number of queries.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    table = lists.read(content, wishes, known=COLUMNS)  # while nobody waits for the club
    with transaction.atomic():
        held = Club.objects.select_for_update().get(pk=club.pk)
        clear = lists.require_clear(_matched(held, table, wishes, now))
        here = _members(held, clear)
        lines = [_line(row, here) for row in clear]
        coming = [line.player for line in lines if not line.is_already]
        agreements.require(club=held, players=coming, by=by, asks=not preview, now=now)
        guests = [line.player for line in lines if line.is_new]
        people.register_guests(guests=guests, by=by, now=now)
        _admit(held, [line for line in lines if not line.is_already], by, now)
        code = new_code()
        data = {"list": code, "members": [player.code for player in coming]}
        audit.note(
            by=by,
            club=held,
            action="people.import",
            subject=f"club:{held.slug}",
            data=data,
            now=now,
        )
        if preview:
            transaction.set_rollback(True)
    return Imported(lines, code)


def _matched(
    club: Club, table: lists.Table, wishes: lists.Wishes, now: datetime
) -> list[lists.Row]:
    """Return whom each line means, and what is wrong with it."""
    rows = lists.match(club, table, wishes, now)
    here = _members(club, rows)
    for row in rows:
        if row.player is None or row.player.pk not in here:
            _check_role(row)
    return rows


def _members(club: Club, rows: Sequence[lists.Row]) -> dict[int, Role]:
    """Return the roles of those whom rows mean and who are members; one query."""
    ids = [row.player.pk for row in rows if row.player is not None and row.player.pk]
    found = Membership.objects.filter(club=club, player__in=ids).values_list("player", "role")
    return {player: Role(role) for player, role in found}


def _check_role(row: lists.Row) -> None:
    """Leave out a guest, and say of other words than member and guest that they are wrong."""
    is_member = list_columns.is_member(row.given.role)
    if is_member is False:
        row.player, row.is_left_out = None, True
        row.errors.clear()
    elif is_member is None:
        said = _("Write member or guest here, or ignore this column.")
        row.errors["role"] = [said]


def _line(row: lists.Row, here: dict[int, Role]) -> Line:
    assert row.player is not None  # noqa: S101 - rows without are wrong or left out
    role = here.get(row.player.pk)
    return Line(
        line=row.line.number,
        player=row.player,
        is_new=row.is_new,
        is_already=role is not None,
        role=role or Role.MEMBER,
    )


def _admit(club: Club, lines: Sequence[Line], by: Account, now: datetime) -> None:
    """Make these people members; two queries."""
    Membership.objects.bulk_create(
        Membership(club=club, player=line.player, role=line.role) for line in lines
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(
            at=now,
            account=by,
            club=club,
            action="club.admit",
            subject=f"player:{line.player.code}",
            data={"role": line.role.value},
        )
        for line in lines
    )
