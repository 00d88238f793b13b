"""Lists of people as organisers bring them: read, with columns to match, and who their lines mean.

Reading and matching store nothing, and say what is wrong line by line. `people_lists`, the rosters
of events and past results do what a list asks for, all or none.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Final, Generic, TypeVar

from django.utils.translation import gettext as _

from league.logic import list_columns, lists
from league.logic.list_columns import Column, Given
from league.logic.lists import Line, Unreadable
from league.models import Club, Player
from league.services.accounts import guests, people
from league.services.base.names import clean_name
from league.services.base.refusals import Invalid, SameName

from . import people as people_of_club

MOST_LINES: Final = 5000
NEW, LEFT_OUT, NONE_OF = "new", "skip", "not"
"""What can be said of a line instead of the code of who it is: `not` is followed by codes."""

Errors = dict[str, list[str]]
LineT = TypeVar("LineT")


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a list is to be read, where that is not guessed; `who` says for lines whom they mean."""

    columns: Sequence[str] | None = None
    has_header: bool | None = None
    who: Mapping[int, str] = field(default_factory=dict)


AS_GUESSED: Final = Wishes()


@dataclass(frozen=True, slots=True)
class Table:
    """A list that was read: what its columns mean, and its lines without the header."""

    columns: Sequence[Column]
    header: Line | None
    lines: Sequence[Line]

    @property
    def text(self) -> str:
        """The list as text that is read as the same table."""
        return lists.write([*([self.header] if self.header else []), *self.lines])


@dataclass(frozen=True, slots=True)
class Imported(Generic[LineT]):
    """What became of the lines of a list, and the code by which it can be taken back, if it can."""

    lines: Sequence[LineT]
    code: str = ""


@dataclass(slots=True)
class Row:
    """Whom a line means: nobody if it is left out or wrong, somebody unsaved if they are new.

    `known` are those of the club with its name, `with_evenings`; `first` is the line before it
    that means the same player.
    """

    line: Line
    given: Given
    player: Player | None = None
    known: Sequence[Any] = ()
    first: int | None = None
    is_left_out: bool = False
    errors: Errors = field(default_factory=dict)

    @property
    def is_new(self) -> bool:
        """Whether this is somebody who was not known."""
        return self.player is not None and self.player.pk is None

    @property
    def is_ambiguous(self) -> bool:
        """Whether the name fits two or more, and nothing says which."""
        return self.player is None and len(self.known) > 1 and not self.is_left_out


def read(
    content: bytes,
    wishes: Wishes,
    *,
    known: Collection[Column],
    shaped: Callable[[list[Line]], list[Line]] = list,
    most: int | None = None,
) -> Table:
    """Return a list with its columns, of those `known` where it is for; raises Invalid.

    `shaped` brings its lines into the form that columns are matched in, at `most` so many.
    """
    most = MOST_LINES if most is None else most
    try:
        lines = shaped(lists.read(content, most=most + 1))
    except Unreadable as error:
        path = "csv" if error.line is None else f"lines.{error.line}.line"
        raise Invalid({path: [_said(error.reason, most)]}) from None
    header = wishes.has_header
    if header is None:
        header = list_columns.has_header(lines)
    if len(lines) <= header:
        raise Invalid({"csv": [_("The list is empty.")]})
    if len(lines) > most + header:
        raise Invalid({f"lines.{lines[-1].number}.line": [_said("long", most)]})
    columns = list_columns.guess(lines, known, header=header)
    if wishes.columns is not None:
        columns = _chosen(wishes.columns, known, len(columns))
    return Table(columns, lines[0] if header else None, lines[header:])


def match(
    club: Club, table: Table, wishes: Wishes, now: datetime, *, once: bool = True
) -> list[Row]:
    """Return whom the lines of a list mean, with what is wrong with them.

    A code names a player; a name alone somebody of the club, and else somebody new. With `once`
    no two may mean the same. A constant number of queries.
    """
    rows = [Row(line, list_columns.given(line, table.columns)) for line in table.lines]
    named = {row.given.code for row in rows} | {*wishes.who.values()}
    by_code = _by_code(named - {"", NEW, LEFT_OUT})
    by_name = _by_name(club, {row.given.name for row in rows if not row.given.code}, now)
    seen: dict[object, int] = {}
    for row in rows:
        try:
            _decide(row, wishes.who.get(row.line.number, ""), by_code, by_name)
            if once:
                _require_once(row, wishes.who.get(row.line.number, ""), seen)
        except Invalid as refusal:
            row.player = None
            row.errors |= refusal.errors
    return rows


def match_often(club: Club, table: Table, wishes: Wishes, now: datetime) -> list[Row]:
    """Return whom lines mean of a list that names players often, as `match` does.

    The first line of a name that is not left out says who that is in all of them.
    """
    rows = [Row(line, list_columns.given(line, table.columns)) for line in table.lines]
    firsts: dict[object, Row] = {}
    for row in rows:
        row.is_left_out = wishes.who.get(row.line.number) == LEFT_OUT
        if not row.is_left_out:
            firsts.setdefault(_called(row), row)
    asked = replace(table, lines=[row.line for row in firsts.values()])
    found = {row.line.number: row for row in match(club, asked, wishes, now, once=False)}
    for row in rows:
        if not row.is_left_out:
            row.player = found[firsts[_called(row)].line.number].player
    return [found.get(row.line.number, row) for row in rows]


def require_clear(rows: Sequence[Row]) -> list[Row]:
    """Return the rows that are not left out; raises Invalid with what is wrong in any of them.

    Raises SameName where nothing is wrong but names that fit two or more.
    """
    wrong = [row for row in rows if row.errors]
    unsure = [row for row in wrong if row.is_ambiguous]
    if wrong and len(unsure) == len(wrong):
        raise SameName(unsure[0].known, " ".join(map(_told, unsure)))
    errors = {
        f"lines.{row.line.number}.{path}": said
        for row in wrong
        for path, said in row.errors.items()
    }
    if errors:
        raise Invalid(errors)
    return [row for row in rows if not row.is_left_out]


def _called(row: Row) -> object:
    """Return by what the lines of one player are known; one without a name stands alone."""
    name, code = row.given.name.upper(), row.given.code
    return (name, code) if name or code else row.line.number


def _told(row: Row) -> str:
    """Say of an ambiguous line where it is and what is wrong with it."""
    said = " ".join(text for several in row.errors.values() for text in several)
    return f"{_('Line %(line)s') % {'line': row.line.number}}: {said}"


def _said(reason: str, most: int) -> str:
    match reason:
        case "quotes":
            return _("A quotation mark is missing.")
        case "binary" | "workbook":
            return _(
                "This file is no spreadsheet that we can read. Save it as XLSX or CSV, then "
                "import it again."
            )
        case "old_workbook":
            return _(
                "This workbook has the old format XLS. Save it as XLSX or CSV, then import it "
                "again."
            )
        case "wide":
            return _("Use at most %(most)d columns.") % {"most": lists.MOST_COLUMNS}
        case _:
            return _(
                "Use at most %(lines)d lines, each with no more than a few hundred characters."
            ) % {"lines": most}


def _chosen(wanted: Sequence[str], known: Collection[Column], width: int) -> list[Column]:
    """Return the columns somebody has chosen; raises Invalid for unknown and doubled ones."""
    used = [kind for kind in wanted if kind]
    errors: Errors = {}
    for number, kind in enumerate(wanted):
        if kind and kind not in known:
            choice = ", ".join(known)
            errors[f"columns.{number}"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
        elif kind and used.count(kind) > 1:
            errors[f"columns.{number}"] = [_("Two columns mean this. Ignore one of them.")]
    if errors:
        raise Invalid(errors)
    return [Column(kind) for kind in [*wanted, *[""] * width][:width]]


def _by_code(named: Collection[str]) -> Mapping[str, Player]:
    """Return who the codes stand for by now."""
    codes = {code for said in named for code in said.split()}
    found = {one.code: one for one in Player.objects.filter(code__in=codes)}
    there = guests.there_now(found.values())
    return {code: there.get(one.pk, one) for code, one in found.items()}


def _by_name(club: Club, names: Collection[str], now: datetime) -> Mapping[str, list[Player]]:
    """Return the people of the club by their names in capitals."""
    found: dict[str, list[Player]] = {}
    rows = people_of_club.with_evenings(people_of_club.namesakes(club, names), club, now)
    for player in rows:
        found.setdefault(player.name.upper(), []).append(player)
    return found


def _decide(
    row: Row, who: str, by_code: Mapping[str, Player], by_name: Mapping[str, Sequence[Player]]
) -> None:
    """Put into a row whom it means; raises Invalid for its columns."""
    if who == LEFT_OUT:
        row.is_left_out = True
        return
    if code := row.given.code:
        row.player = _coded(row.given, by_code, code)
        return
    name = clean_name(row.given.name, longest=people.LONGEST_NAME)
    row.known = by_name.get(name.upper(), ())
    word, *codes = who.split() or [""]
    left = [one for one in row.known if word != NEW and not (word == NONE_OF and one.code in codes)]
    if word not in {"", NEW, NONE_OF}:
        left = [one for one in row.known if one == by_code.get(word)]
        if not left:
            said = _("Nobody of the club with this name has the code you chose.")
            raise Invalid({"code": [said]})
    if len(left) > 1:
        said = _("Several players have this name. Use the player's code: %(known)s.")
        told = "; ".join(map(people_of_club.described, left))
        raise Invalid({"code": [said % {"known": told}]})
    row.player = left[0] if left else Player(name=name)


def _coded(given: Given, by_code: Mapping[str, Player], code: str) -> Player:
    if code not in by_code:
        raise Invalid({"code": [_("There is no player with this code.")]})
    player = by_code[code]
    is_same = given.name.casefold() == player.name.casefold() or player.code != code
    if given.name and not is_same:
        said = _("This code belongs to %(name)s. Leave either the name or the code empty.")
        raise Invalid({"code": [said % {"name": player.shown_name}]})
    if player.is_bot:
        raise Invalid({"code": [_("This is a bot. Register it separately.")]})
    return player


def _require_once(row: Row, who: str, seen: dict[object, int]) -> None:
    """Raise Invalid where a line before means the same, but for somebody said to be new."""
    if row.player is None:
        return
    key = row.player.pk or row.player.name.upper()
    first = seen.setdefault(key, row.line.number)
    is_said = row.is_new and who.partition(" ")[0] in {NEW, NONE_OF}
    if first != row.line.number and not is_said:
        row.first = first
        said = _("Line %(line)d already names this player.")
        raise Invalid({"name": [said % {"line": first}]})
