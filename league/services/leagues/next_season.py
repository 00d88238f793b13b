"""The end of a league's season: who goes up and down and why, and the divisions that follow.

`league.logic.leagues` decides. Whoever ends among the promoted is strictly higher next season.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.logic import leagues as rules
from league.logic.leagues import Finish, Move
from league.models import (
    Account,
    Division,
    Entrant,
    League,
    Player,
    Role,
    Season,
    Team,
)
from league.models.codes import new_code
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Invalid, NotFound

from . import division_standings, leagues
from .leagues import LONGEST_NAME, MOST_DIVISIONS, MOST_ENTRANTS, NewDivision

NOT_COPIED = frozenset({"id", "code", "name", "status", "created_at", "lot_seed"})
"""What a season does not take over from the one before; all else are its rules."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Divisions of next season: who is in them, from where, and why."""

    ended: Season
    divisions: Sequence[NewDivision]
    moves: Sequence[Sequence[Move[str]]]
    named: Mapping[str, Player | Team]

    def told(self) -> list[list[dict[str, object]]]:
        """Return the moves as the audit trail keeps them."""
        return [
            [{"who": one.key, "before": one.before, "reason": str(one.reason)} for one in moves]
            for moves in self.moves
        ]


def preview(
    *,
    league: League,
    season: Season,
    sizes: Sequence[int] | None = None,
    entrants: Sequence[Player | Team] = (),
) -> Prospect:
    """Return what next season would be if `season` ended as it stands.

    `sizes` are those of the divisions wanted, by default as many as there are and as large; new
    `entrants` begin in the lowest. Two queries and those of the standings.
    """
    divisions = list(
        league.divisions.filter(season=season).select_related("league", "season").order_by("level")
    )
    if not divisions:
        raise NotFound(_("This league has no divisions in this season."))
    rows = Entrant.objects.filter(division__in=divisions).select_related("player", "team")
    named: dict[str, Player | Team] = {row.key: row.player or row.team for row in rows}  # type: ignore[misc]
    counts = [sum(row.division_id == one.pk for row in rows) for one in divisions]
    _check_sizes(sizes)
    _check_new(league, entrants, named)
    moves = rules.next_season(
        _ended(divisions),
        sizes=counts if sizes is None else sizes,
        withdrawn={row.key for row in rows if row.withdrawn_at},
        entrants=[one.code for one in entrants],
        seed=f"{league.seed}:{season.code}",
    )
    return Prospect(
        ended=season,
        divisions=_planned(divisions, len(moves)),
        moves=moves,
        named=named | {one.code: one for one in entrants},
    )


@agreements.asking
def make(
    *,
    league: League,
    name: str,
    sizes: Sequence[int] | None = None,
    entrants: Sequence[Player | Team] = (),
    by: Account,
    now: datetime,
) -> tuple[Season, Prospect]:
    """Make the league's next season, in draft and with the rules of the one that has ended.

    Raises Conflict while the latest season is not closed: its results could still change who
    moves. So of two who do this at once the second is told of the season of the first.
    """
    rights.require_role(club=league.club, account=by, role=Role.ORGANISER)
    name = clean_name(name)
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        ended = latest_season(league)
        if ended.status != Season.Status.CLOSED:
            said = _("The results of the season “%(name)s” may still change. Close it first.")
            raise Conflict(ended, said % {"name": ended.name})
        found = preview(league=league, season=ended, sizes=sizes, entrants=entrants)
        moved = [found.named[move.key] for moves in found.moves for move in moves]
        players = [one for one in moved if isinstance(one, Player)]
        agreements.require(club=league.club, players=players, by=by, now=now)
        season = _follow(ended, name, by=by, now=now)
        _store(league, season, found)
        data = {"ended": ended.code, "season": season.code, "divisions": found.told()}
        leagues.note(league, "league.next", data, by=by, now=now)
    return season, found


def latest_season(league: League) -> Season:
    """Return the season of the league's newest divisions; one query."""
    newest = league.divisions.select_related("season__club").order_by("-season_id")
    division = newest.first()
    if division is None:
        raise NotFound(_("This league has no divisions in this season."))
    return division.season


def _ended(divisions: Sequence[Division]) -> list[rules.Division[str]]:
    tables = division_standings.tables(divisions)
    return [
        rules.Division(
            [Finish(place.entrant.key, place.rank) for place in tables[division.pk]],
            up=division.promoted,
            down=division.relegated,
        )
        for division in divisions
    ]


def _planned(divisions: Sequence[Division], count: int) -> list[NewDivision]:
    """Return the divisions of next season; those below the lowest so far are called by level."""
    planned = [
        NewDivision(one.name, promoted=one.promoted, relegated=one.relegated)
        for one in divisions[:count]
    ]
    lowest = divisions[-1]
    for level in range(len(planned) + 1, count + 1):
        name = _unused(_("Division %(level)d") % {"level": level}, planned)
        planned.append(NewDivision(name, promoted=lowest.promoted, relegated=lowest.relegated))
    return planned


def _unused(name: str, planned: Sequence[NewDivision]) -> str:
    while name in {one.name for one in planned}:
        name = f"{name[: LONGEST_NAME - 1]}*"
    return name


def _follow(ended: Season, name: str, *, by: Account, now: datetime) -> Season:
    """Create a season with the rules of the one that has ended."""
    fields = [field.attname for field in Season._meta.concrete_fields]
    same = {field: getattr(ended, field) for field in fields if field not in NOT_COPIED}
    try:
        with transaction.atomic():
            season = Season.objects.create(code=new_code(), name=name, **same)
    except IntegrityError:
        raise Invalid({"name": [_("The club already has a season with this name.")]}) from None
    data = {"name": name, "game": season.game, "follows": ended.code}
    audit.note_season(season, "season.create", data, by=by, now=now)
    return season


def _store(league: League, season: Season, found: Prospect) -> None:
    made = leagues.store_divisions(league=league, season=season, divisions=found.divisions)
    field = "player" if league.team_size is None else "team"
    Entrant.objects.bulk_create(
        Entrant(division=division, **{field: found.named[move.key]})
        for division, moves in zip(made, found.moves, strict=True)
        for move in moves
    )


def _check_sizes(sizes: Sequence[int] | None) -> None:
    if sizes is None:
        return
    if not 1 <= len(sizes) <= MOST_DIVISIONS:
        said = _("A league has 1 to %(most)d divisions.") % {"most": MOST_DIVISIONS}
        raise Invalid({"sizes": [said]})
    said = _("Choose a number from 1 to %(most)d.") % {"most": MOST_ENTRANTS}
    wrong = [number for number, size in enumerate(sizes) if not 1 <= size <= MOST_ENTRANTS]
    if wrong:
        raise Invalid({f"sizes.{number}": [said] for number in wrong})


def _check_new(
    league: League,
    entrants: Sequence[Player | Team],
    named: Mapping[str, Player | Team],
) -> None:
    kind = Player if league.team_size is None else Team
    seen = set(named)
    errors = {}
    for number, one in enumerate(entrants):
        if not isinstance(one, kind):
            said = _("Name players in a league of players, and teams in a league of teams.")
        elif one.code in seen:
            said = _("%(name)s is already in the league.")
        else:
            seen.add(one.code)
            continue
        errors[f"entrants.{number}"] = [said % {"name": one.name}]
    if errors:
        raise Invalid(errors)
