"""Leagues: founded with their divisions, players and teams entered and withdrawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.models import Account, Club, Division, Entrant, League, Player, Role, Season, Team
from league.services.accounts import agreements
from league.services.base import audit, rights
from league.services.base.names import clean_name
from league.services.base.refusals import Conflict, Invalid
from league.services.seasons import seasons

LONGEST_NAME = 80
MOST_DIVISIONS = 30
MOST_ENTRANTS = 200
MOST_MOVED = 50
LARGEST_TEAM = 12


@dataclass(frozen=True, slots=True)
class NewDivision:
    """A division to be made; how many go up and down at the end of a season."""

    name: str
    promoted: int = 0
    relegated: int = 0


def create_league(
    *,
    club: Club,
    season: Season,
    name: str,
    divisions: Sequence[NewDivision],
    team_size: int | None = None,
    by: Account,
    now: datetime,
) -> League:
    """Create a league with its divisions in its first season, the highest first.

    `team_size` is how many of a team play; without it, players are entered.
    """
    rights.require_role(club=club, account=by, role=Role.ORGANISER)
    name = clean_name(name)
    _check_season(club, season)
    _check_team_size(team_size)
    clean = _clean_divisions(divisions)
    try:
        with transaction.atomic():
            league = League.objects.create(club=club, name=name, team_size=team_size)
            rows = store_divisions(league=league, season=season, divisions=clean)
            data = {"name": name, "season": season.code, "team_size": team_size}
            note(league, "league.create", data | _told(rows), by=by, now=now)
    except IntegrityError:
        raise Invalid({"name": [_("The club already has a league with this name.")]}) from None
    return league


def store_divisions(
    *, league: League, season: Season, divisions: Sequence[NewDivision]
) -> list[Division]:
    """Write the divisions of a season, the highest first."""
    return Division.objects.bulk_create(
        Division(
            league=league,
            season=season,
            level=level,
            name=one.name,
            promoted=one.promoted,
            relegated=one.relegated,
        )
        for level, one in enumerate(divisions, start=1)
    )


@agreements.asking
def enter(
    *,
    division: Division,
    players: Sequence[Player] = (),
    teams: Sequence[Team] = (),
    by: Account,
    now: datetime,
) -> list[Entrant]:
    """Enter players or teams in a division; who had withdrawn comes back.

    Raises Invalid naming those who are in another division of the season already.
    """
    league = division.league
    rights.require_role(club=league.club, account=by, role=Role.ORGANISER)
    seasons.require_open(division.season)
    _check_kind(league, players, teams)
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)  # nobody is in two divisions
        agreements.require(club=league.club, players=players, by=by, now=now)
        _check_elsewhere(division, players, teams)
        _check_room(division, len(players) + len(teams))
        rows = [Entrant(division=division, player=player) for player in players]
        rows += [Entrant(division=division, team=team) for team in teams]
        Entrant.objects.bulk_create(rows, ignore_conflicts=True)
        wanted = Entrant.objects.filter(division=division)
        named = wanted.filter(player__in=players) if players else wanted.filter(team__in=teams)
        named.update(withdrawn_at=None)
        codes = [player.code for player in players] + [team.code for team in teams]
        data = {"division": division.code, "entrants": codes}
        note(league, "league.enter", data, by=by, now=now)
    return list(named.select_related("player", "team").order_by("pk"))


def withdraw(*, entrant: Entrant, by: Account, now: datetime) -> Entrant:
    """Let a player or team leave the league: what was played counts, next season it is gone.

    Also once the season is closed, which is when most say that they leave.
    """
    rights.require_role(club=entrant.division.league.club, account=by, role=Role.ORGANISER)
    return take_out(entrant=entrant, by=by, now=now)


def take_out(*, entrant: Entrant, by: Account, now: datetime) -> Entrant:
    """Withdraw an entrant, as `withdraw` does; that this may be done is for the caller to check."""
    league = entrant.division.league
    with transaction.atomic():
        staying = Entrant.objects.filter(pk=entrant.pk, withdrawn_at=None)
        if not staying.update(withdrawn_at=now):
            entrant.refresh_from_db()
            said = _("%(name)s has already left. Enter the player again to undo that.")
            raise Conflict(entrant, said % {"name": entrant.name})
        data = {"division": entrant.division.code, "entrant": entrant.key}
        note(league, "league.withdraw", data, by=by, now=now)
    entrant.withdrawn_at = now
    return entrant


def note(
    league: League, action: str, data: Mapping[str, Any], *, by: Account, now: datetime
) -> None:
    """Add an entry about a league to the audit trail."""
    audit.note(
        by=by, club=league.club, action=action, subject=f"league:{league.code}", data=data, now=now
    )


def _told(divisions: Sequence[Division]) -> dict[str, Any]:
    fields = ("code", "name", "promoted", "relegated")
    return {"divisions": [{field: getattr(row, field) for field in fields} for row in divisions]}


def _clean_divisions(divisions: Sequence[NewDivision]) -> list[NewDivision]:
    if not 1 <= len(divisions) <= MOST_DIVISIONS:
        said = _("A league has 1 to %(most)d divisions.") % {"most": MOST_DIVISIONS}
        raise Invalid({"divisions": [said]})
    clean, seen = [], set()
    for number, one in enumerate(divisions):
        path = f"divisions.{number}"
        name = clean_name(one.name, field=f"{path}.name", longest=LONGEST_NAME)
        if name in seen:
            raise Invalid({f"{path}.name": [_("Two divisions cannot have the same name.")]})
        for field in ("promoted", "relegated"):
            if not 0 <= getattr(one, field) <= MOST_MOVED:
                said = _("Choose a number from 0 to %(most)d.") % {"most": MOST_MOVED}
                raise Invalid({f"{path}.{field}": [said]})
        seen.add(name)
        clean.append(NewDivision(name, promoted=one.promoted, relegated=one.relegated))
    return clean


def _check_season(club: Club, season: Season) -> None:
    if season.club_id != club.pk:
        raise Invalid({"season": [_("This season belongs to another club.")]})
    if season.kind == Season.Kind.LADDER:
        raise Invalid({"season": [_("A ladder has no divisions. Choose a season with events.")]})
    seasons.require_open(season)


def _check_team_size(team_size: int | None) -> None:
    if team_size is not None and not 1 <= team_size <= LARGEST_TEAM:
        said = _("Choose a number from 1 to %(most)d.") % {"most": LARGEST_TEAM}
        raise Invalid({"team_size": [said]})


def _check_kind(league: League, players: Sequence[Player], teams: Sequence[Team]) -> None:
    if league.team_size is None and (teams or not players):
        raise Invalid({"players": [_("This is a league of players. Enter players.")]})
    if league.team_size is not None and (players or not teams):
        raise Invalid({"teams": [_("This is a league of teams. Enter teams.")]})


def _check_elsewhere(division: Division, players: Sequence[Player], teams: Sequence[Team]) -> None:
    """Refuse whoever is in another division of the league in the same season; two queries."""
    others = Entrant.objects.filter(
        division__league=division.league_id, division__season=division.season_id
    ).exclude(division=division)
    names = [player.shown_name for player in players] + [team.name for team in teams]
    keys = [player.pk for player in players] + [team.pk for team in teams]
    field = "players" if players else "teams"
    taken = set(others.values_list("player" if players else "team", flat=True))
    said = _("%(name)s is in another division of this season.")
    if errors := {
        f"{field}.{number}": [said % {"name": name}]
        for number, (key, name) in enumerate(zip(keys, names, strict=True))
        if key in taken
    }:
        raise Invalid(errors)


def _check_room(division: Division, count: int) -> None:
    if division.entrants.count() + count > MOST_ENTRANTS:
        said = _("A division can have at most %(most)d players or teams.") % {"most": MOST_ENTRANTS}
        raise Conflict(division, said)
