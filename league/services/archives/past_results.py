"""Results of a past season from a list: its evenings with all that was played there, or nothing.

A line is a player at a table, with the score of the match. Evenings become events whose sessions
are closed. Whoever played is registered, and matches are final as of the time of play: the
organiser who imports the list answers for it, and the source of each result says where it comes
from. What a list leaves open is not made up: no result has rounds.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.logic import past_results
from league.logic.list_columns import CALLED, Column, given
from league.models import Account, Event, Player, Role, Season
from league.models.codes import new_code
from league.services.accounts import agreements, people
from league.services.base import audit, rights
from league.services.base.refusals import Conflict, Invalid
from league.services.clubs import allegiances, lists
from league.services.clubs.lists import Imported
from league.services.results import submissions
from league.services.seasons import seasons, standings

from . import past_evenings
from .past_evenings import Evening

MOST_LINES: Final = 2000
"""So many are stored in one transaction while somebody waits for the page."""
COLUMNS: Final = (
    Column.DATE,
    Column.SESSION,
    Column.TABLE,
    Column.NAME,
    Column.FIRST_NAME,
    Column.LAST_NAME,
    Column.CODE,
    Column.SCORE,
)
"""What the columns of a list of results can mean."""
NEEDED: Final = frozenset({Column.DATE, Column.TABLE, Column.SCORE})
"""What a list has to say beside who played."""


@dataclass(frozen=True, slots=True)
class Line:
    """What became of one line: a seat of a match that counts now."""

    line: int
    player: Player
    is_new: bool
    event: Event
    session: int
    table: int
    score: int


def require_takes_lists(season: Season) -> None:
    """Raise Conflict for a season that can have no results from a list, with what to do."""
    if season.kind == Season.Kind.LADDER:
        raise Conflict(
            season, _("A ladder has no events, because its bots are seated automatically.")
        )
    seasons.require_open(season)
    if season.status != Season.Status.RUNNING:
        raise Conflict(season, _("The season has not started. Start it, then import its results."))
    if not submissions.takes_scores(season):
        said = _(
            "This season's points depend on who declared, which a list of scores does not say. "
            "Create a season with the rule “sum of game points”, and import the points of each "
            "match as its scores."
        )
        raise Conflict(season, said)


def look(
    *, season: Season, content: bytes, wishes: lists.Wishes, by: Account, now: datetime
) -> tuple[lists.Table, list[lists.Row]]:
    """Return a list as a table, and whom each line means or what is wrong with it.

    Raises Conflict for a season that takes none, Invalid for what is no list. A constant number of
    queries.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    require_takes_lists(season)
    table = _read(content, wishes)
    rows, _evenings = _matched(season, table, wishes, now)
    return table, rows


@agreements.asking
def import_results(
    *,
    season: Season,
    content: bytes,
    wishes: lists.Wishes = lists.AS_GUESSED,
    preview: bool = False,
    by: Account,
    now: datetime,
) -> Imported[Line]:
    """Store the evenings of a list with their results, which count at once; a preview stores none.

    Whom lines mean: `lists.match_often`. Raises Invalid with all that is wrong by line and column,
    SameName as `lists`, Unagreed with all who have not agreed to play in the club, Conflict for a
    season that takes no lists. A constant number of queries.
    """
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    require_takes_lists(season)
    table = _read(content, wishes)  # while nobody waits for the season
    _require_columns(table)
    try:
        with transaction.atomic():
            held = standings.hold([season])[season.pk]
            require_takes_lists(held)
            imported = _store(held, table, wishes, preview=preview, by=by, now=now)
            if preview:
                transaction.set_rollback(True)
    except IntegrityError:
        said = _("Somebody else has just added an event to this season. Import the list again.")
        raise Conflict(season, said) from None
    return imported


def _read(content: bytes, wishes: lists.Wishes) -> lists.Table:
    """Return a list of results as a table, with a line for each player; raises Invalid."""
    return lists.read(
        content, wishes, known=COLUMNS, shaped=past_results.lengthened, most=MOST_LINES
    )


def _require_columns(table: lists.Table) -> None:
    """Raise Invalid for a list that does not say who played where, with which score."""
    if not _has_all(table):
        said = _(
            "A list of results needs columns for the date, the table, the player and the score of "
            "the match. The total of an evening does not say who played at which table. If there "
            "was one table only, write 1 into its column."
        )
        raise Invalid({"columns": [said]})


def _has_all(table: lists.Table) -> bool:
    has = {*table.columns}
    return bool(CALLED & has) and has >= NEEDED


def _matched(
    season: Season, table: lists.Table, wishes: lists.Wishes, now: datetime
) -> tuple[list[lists.Row], list[Evening]]:
    """Return whom each line means and what is wrong with it, and the evenings of the others."""
    if not _has_all(table):
        return [lists.Row(line, given(line, table.columns)) for line in table.lines], []
    rows = lists.match_often(season.club, table, wishes, now)
    evenings = past_evenings.gathered(past_evenings.read(rows, table.columns))
    past_evenings.check(season, evenings, now=now)
    if not any(row.errors for row in rows):
        past_evenings.check_sizes(season, evenings)
    return rows, evenings


def _store(
    season: Season,
    table: lists.Table,
    wishes: lists.Wishes,
    *,
    preview: bool,
    by: Account,
    now: datetime,
) -> Imported[Line]:
    rows, evenings = _matched(season, table, wishes, now)
    lists.require_clear(rows)
    players = list({id(row.player): row.player for row in rows if row.player}.values())
    agreements.require(club=season.club, players=players, by=by, asks=not preview, now=now)
    new = {id(player) for player in players if player.pk is None}
    people.register_guests(guests=[one for one in players if id(one) in new], by=by, now=now)
    code = new_code()
    allegiances.settle(season, players, by=by, now=now)
    counted = past_evenings.store(season, evenings, code=code, by=by, now=now)
    standings.count(counted, now=now)
    events = [evening.event.code for evening in evenings]
    audit.note_season(season, "results.import", {"list": code, "events": events}, by=by, now=now)
    lines = [
        Line(
            line=one.row.line.number,
            player=one.player,
            is_new=id(one.player) in new,
            event=evening.event,
            session=one.session,
            table=one.table,
            score=one.score,
        )
        for evening in evenings
        for one in evening.sittings
    ]
    return Imported(sorted(lines, key=lambda one: one.line), code)
