"""People of a club from a list: all of them become members, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.logic import list_columns
from league.logic.list_columns import Column
from league.models import Account, AuditEntry, Club, Membership, Player, Role
from league.models.codes import new_code
from league.services.accounts import addresses, agreements, people
from league.services.base import audit, rights
from league.services.base.refusals import Invalid

from . import invitations, lists, mailed_invitations
from .lists import Imported

COLUMNS: Final = (
    Column.NAME,
    Column.FIRST_NAME,
    Column.LAST_NAME,
    Column.CODE,
    Column.ROLE,
)
"""What the columns of a list of people can mean, besides an address where the site sends mail."""


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one line: a member now, or one before and left as they were.

    `invited` is the address to which an invitation to open an account goes, if one does.
    """

    line: int
    player: Player
    is_new: bool
    is_already: bool
    role: Role
    invited: str = ""


def columns() -> Sequence[Column]:
    """Return what the columns of a list of people can mean on this site."""
    return (*COLUMNS, Column.EMAIL) if mailed_invitations.are_sent() else COLUMNS


def look(
    *, club: Club, content: bytes, wishes: lists.Wishes, by: Account, now: datetime
) -> tuple[lists.Table, list[lists.Row]]:
    """Return a list as a table, and whom each line means or what is wrong with it.

    Guests are left out: a club knows them by the events they are registered for. Raises Invalid
    for what is no list. A constant number of queries.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    table = lists.read(content, wishes, known=columns())
    return table, _matched(club, table, wishes, by, now)


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

    Whom lines mean: `lists.match`. Who has no account, but an address in the list, is invited by
    mail. Raises Invalid with all that is wrong by line and column, SameName as `lists`, Unagreed
    with all who have not agreed to play in the club. A constant number of queries.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    table = lists.read(content, wishes, known=columns())  # while nobody waits for the club
    with transaction.atomic():
        held = Club.objects.select_for_update().get(pk=club.pk)
        clear = lists.require_clear(_matched(held, table, wishes, by, now))
        here = _members(held, clear)
        lines = [_line(row, here) for row in clear]
        coming = [line.player for line in lines if not line.is_already]
        agreements.require(club=held, players=coming, by=by, asks=not preview, now=now)
        guests = [line.player for line in lines if line.is_new]
        people.register_guests(guests=guests, by=by, now=now)
        _admit(held, [line for line in lines if not line.is_already], by, now)
        if not preview:
            mailed_invitations.send_all(invited=_invited(lines), by=by, now=now)
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
    club: Club, table: lists.Table, wishes: lists.Wishes, by: Account, now: datetime
) -> list[lists.Row]:
    """Return whom each line means, and what is wrong with it."""
    rows = lists.match(club, table, wishes, now)
    here = _members(club, rows)
    for row in rows:
        if row.player is None or row.player.pk not in here:
            _check_role(row)
    _check_addresses([row for row in rows if _address(row)], by)
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


def _address(row: lists.Row) -> str:
    """Return where somebody without an account is invited, as it was typed; empty if nowhere."""
    if row.player is None or row.player.account_id is not None:
        return ""
    return row.given.email


def _check_addresses(rows: Sequence[lists.Row], by: Account) -> None:
    """Say what is wrong with the addresses of rows; a constant number of queries."""
    there = [row.player for row in rows if row.player is not None and not row.is_new]
    able = invitations.invitable(there, by)
    lines: dict[str, list[int]] = {}
    for number, row in enumerate(rows):
        try:
            _require_room(number)
            before = lines.setdefault(addresses.clean(row.given.email), [])
            _require_few(before)
            before.append(row.line.number)
            if row.player and not row.is_new and row.player.pk not in able:
                said = _("You do not organise all clubs of %(name)s, so leave this address out.")
                raise Invalid({"address": [said % {"name": row.player.shown_name}]})
        except Invalid as refusal:
            row.errors["email"] = refusal.errors["address"]


def _require_room(number: int) -> None:
    """Raise Invalid for an invitation which too many others of its list precede."""
    most = mailed_invitations.MOST_OF_AN_ORGANISER
    if number >= most:
        said = ngettext(
            "One list can invite %(most)d person. Import the others tomorrow.",
            "One list can invite %(most)d people. Import the others tomorrow.",
            most,
        )
        raise Invalid({"address": [said % {"most": most}]})


def _require_few(before: Sequence[int]) -> None:
    """Raise Invalid where lines `before` have an address so often that no mail is sent there."""
    if len(before) >= mailed_invitations.MOST_TO_AN_ADDRESS:
        said = _(
            "Lines %(lines)s have this address already, and no more invitations are sent to one "
            "address within a day. Leave it out here, and give this person a link afterwards."
        )
        raise Invalid({"address": [said % {"lines": ", ".join(map(str, before))}]})


def _invited(lines: Sequence[Line]) -> list[mailed_invitations.Invited]:
    return [
        mailed_invitations.Invited(line.line, line.player, line.invited)
        for line in lines
        if line.invited
    ]


def _line(row: lists.Row, here: dict[int, Role]) -> Line:
    assert row.player is not None  # noqa: S101 - rows without are wrong or left out
    role = here.get(row.player.pk)
    return Line(
        line=row.line.number,
        player=row.player,
        is_new=row.is_new,
        is_already=role is not None,
        role=role or Role.MEMBER,
        invited=_address(row),
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
