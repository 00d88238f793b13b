"""League days: events of a division at whose tables one of each team sits, and their line-ups.

`league.logic.league_days` decides who meets whom. The draws are drafts as all others: moved by
hand, priced and published by their own services. The tables of a whole division of players are
for `division_days`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db import transaction
from django.utils.translation import gettext as _

import games
from league.logic.league_days import league_day
from league.models import (
    Account,
    Bye,
    Division,
    Entrant,
    Event,
    Fixture,
    LineUp,
    Player,
    Registration,
    Role,
    Seat,
    Session,
    TeamMember,
)
from league.services.accounts import agreements
from league.services.base import audit, formats, log, rights
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.draws import draws
from league.services.events import events
from league.services.registration import places, plans
from league.services.registration.plans import Plan
from league.services.seasons import seasons

from . import division_days, fixtures

MOST_SESSIONS = 12

Round: TypeAlias = Sequence[Sequence[int | None]]
"""The tables of a session, in primary keys of players; None for an empty seat."""


@dataclass(frozen=True, slots=True)
class Side:
    """Who plays for an entrant on a league day, in order."""

    entrant: Entrant
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who sits at which table in one session, and who has a bye."""

    tables: list[list[Player]]
    byes: list[Player]


@agreements.asking
def hold(
    *,
    division: Division,
    name: str,
    sessions: int,
    fixture: Fixture | None = None,
    absent: Collection[Player] = (),
    fill: str = Event.Fill.SIZES,
    starts_at: datetime | None = None,
    by: Account,
    now: datetime,
) -> Event:
    """Make an event of a division, or of a `fixture` of it, and draw its sessions as drafts.

    For each team its first members play who are not `absent`. Where a seat stays empty the table
    is smaller, if `fill` and the game allow that, or its players have a bye. A whole division of
    players is drawn session by session, the first one at once. A fixture begins at `starts_at`, by
    default in the evening of its date. The number of queries does not depend on that of teams.
    """
    season = division.season
    rights.require_role(club=season.club, account=by, role=Role.ORGANISER)
    seasons.require_open(season)
    _check(sessions, fill)
    if fixture is not None:
        _check_fixture(division, fixture)
        starts_at = starts_at or fixtures.start_of(fixture)
    is_whole = fixture is None and division.league.team_size is None
    with transaction.atomic():
        sides = _sides(division, fixture, absent)
        if not is_whole:
            _check_sides(division, sides)
        players = [player for side in sides for player in side.players]
        agreements.require(club=season.club, players=players, by=by, now=now)
        plan = Plan(
            draw=Event.Draw.SWISS if is_whole else Event.Draw.FREE,
            fill=fill,
            table_size=None if is_whole else len(sides),
            is_open=False,
            planned_sessions=sessions,
            starts_at=starts_at,
        )
        event = events.create_event(season=season, name=name, by=by, now=now, **plan)
        _take_fixture(fixture, event)
        fixtures.clear_unplayable(division, by=by, now=now)
        _line_up(event, sides, by=by, now=now)
        if is_whole:
            division_days.draw_first(event=event, division=division, by=by, now=now)
        else:
            _draw_all(event, sides, sessions, by=by, now=now)
    return event


@agreements.asking
def substitute(*, event: Event, out: Player, to: Player, by: Account, now: datetime) -> LineUp:
    """Let another member of the team take the seats of a player in the sessions not yet published.

    What both have won counts for their team. The captain of the team may do it, too.
    """
    with transaction.atomic():
        held = plans.hold(event)
        left = _line_up_of(held, out)
        _require_lead(left.entrant, by)
        seasons.require_open(event.season)
        _check_substitute(left, to)
        agreements.require(club=event.season.club, players=[to], by=by, now=now)
        drafts = _drafts(held, out)
        _require_free(to, drafts)
        _hand_over(held, drafts, out, to, by=by, now=now)
        taken = LineUp.objects.create(
            event=event, entrant=left.entrant, player=to, position=left.position
        )
        _note_drafts(drafts, held, by=by, now=now)
    return taken


def _sides(division: Division, fixture: Fixture | None, absent: Collection[Player]) -> list[Side]:
    """Return who plays for each entrant, those of a fixture or all who have not left.

    Of a whole division of players, those who are not absent.
    """
    rows = division.entrants.select_related("player", "team").order_by("pk")
    gone = {player.pk for player in absent}
    if fixture is None:
        entrants = list(rows.filter(withdrawn_at=None).exclude(player__in=gone))
    else:
        both = rows.in_bulk([fixture.home_id, fixture.away_id])
        entrants = [both[fixture.home_id], both[fixture.away_id]]
    teams = [one.team_id for one in entrants if one.team_id]
    members = TeamMember.objects.filter(team__in=teams).select_related("player")
    there: dict[int, list[Player]] = {team: [] for team in teams}
    for member in members.order_by("position"):
        if member.player_id not in gone:
            there[member.team_id].append(member.player)
    size = division.league.team_size
    return [
        Side(one, (one.player,) if one.player else tuple(there[one.team_id or 0][:size]))
        for one in entrants
    ]


def _check(sessions: int, fill: str) -> None:
    errors = {}
    if not 1 <= sessions <= MOST_SESSIONS:
        said = _("Choose a number from 1 to %(most)d.") % {"most": MOST_SESSIONS}
        errors["sessions"] = [said]
    if fill not in Event.Fill.values:
        choice = ", ".join(Event.Fill.values)
        errors["fill"] = [_("Choose one of: %(choice)s.") % {"choice": choice}]
    elif fill == Event.Fill.BOTS:
        errors["fill"] = [plans.no_bots()]
    if errors:
        raise Invalid(errors)


def _check_fixture(division: Division, fixture: Fixture) -> None:
    if fixture.division_id != division.pk:
        raise Invalid({"fixture": [_("This fixture belongs to another division.")]})
    fixtures.require_pairs(division)


def _check_sides(division: Division, sides: Sequence[Side]) -> None:
    game = games.get(division.season.game)
    allowed = formats.sizes(game)
    if len(sides) not in allowed:
        said = _(
            "Each table takes one player of each team, and tables have %(sizes)s seats. Divide "
            "these %(count)d teams differently."
        )
        if formats.seats_pairs(game):
            said = _(
                "Each table takes one player of each team, and tables have %(sizes)s seats. Play "
                "fixtures between these %(count)d teams, or divide them differently."
            )
        choice = ", ".join(map(str, allowed))
        raise Conflict(division, said % {"sizes": choice, "count": len(sides)})
    players = [player for side in sides for player in side.players]
    if not players:
        raise Conflict(
            division, _("No team has players who are present. Add players to the teams.")
        )
    seen: set[int] = set()
    for player in players:
        if player.pk in seen:
            said = _("%(name)s is in two of the teams. Remove the player from one of them.")
            raise Conflict(division, said % {"name": player.shown_name})
        seen.add(player.pk)


def _take_fixture(fixture: Fixture | None, event: Event) -> None:
    if fixture is None:
        return
    if not Fixture.objects.filter(pk=fixture.pk, event=None).update(event=event):
        fixture.refresh_from_db()
        raise Conflict(fixture, _("This fixture has already been played."))
    fixture.event = event


def _line_up(event: Event, sides: Sequence[Side], *, by: Account, now: datetime) -> None:
    """Write who plays for whom; as a group, those of a team are kept apart in later changes."""
    LineUp.objects.bulk_create(
        LineUp(event=event, entrant=side.entrant, player=player, position=position)
        for side in sides
        for position, player in enumerate(side.players, start=1)
    )
    entries = [
        places.Entry(player, group=side.entrant.name if side.entrant.team_id else "")
        for side in sides
        for player in side.players
    ]
    places.enter(event, entries, first_session=1, by=by, now=now)


def _draw_all(
    event: Event, sides: Sequence[Side], sessions: int, *, by: Account, now: datetime
) -> None:
    """Draw all sessions of a day on which one of each team sits at every table."""
    drawn = _drawn(event, sides, sessions)
    if not any(one.tables for one in drawn):
        said = _("No table would have enough players. Add players to the teams.")
        raise Invalid({"fill": [said]})
    _store(event, drawn, by=by, now=now)


def _drawn(event: Event, sides: Sequence[Side], sessions: int) -> list[Drawn]:
    """Return the draws of all sessions; from the event's seed, the same for the same line-ups."""
    players = {player.pk: player for side in sides for player in side.players}
    teams = [[player.pk for player in side.players] for side in sides]
    allowed = formats.sizes(games.get(event.season.game))
    smaller = allowed if event.fill == Event.Fill.SIZES else (len(sides),)
    return [
        _seated(tables, players, smaller)
        for tables in league_day(teams, rounds=sessions, seed=str(event.seed))
    ]


def _seated(tables: Round, players: dict[int, Player], sizes: Collection[int]) -> Drawn:
    """Return the tables of a session with their empty seats left out."""
    drawn = Drawn([], [])
    for table in tables:
        there = [players[key] for key in table if key is not None]
        if there and len(there) in sizes:
            drawn.tables.append(there)
        else:
            drawn.byes.extend(there)
    return drawn


def _store(event: Event, drawn: Sequence[Drawn], *, by: Account, now: datetime) -> None:
    """Write the drafts, and note each as any other draw."""
    made = Session.objects.bulk_create(
        Session(event=event, number=number) for number in range(1, len(drawn) + 1)
    )
    for session, one in zip(made, drawn, strict=True):
        audit.note_session(session, "session.create", {"number": session.number}, by=by, now=now)
        draws.store(session=session, tables=one.tables, byes=one.byes, seed=event.seed)
        data = log.draw_of(session, one.byes) | {"seed": str(event.seed)}
        audit.note_session(session, "draw.make", data, by=by, now=now)


def _line_up_of(event: Event, player: Player) -> LineUp:
    rows = LineUp.objects.select_related("entrant__team__captain", "entrant__team__club")
    found = rows.filter(event=event, player=player, entrant__team__isnull=False).first()
    if found is None:
        said = _("%(name)s plays for no team in this event.") % {"name": player.shown_name}
        raise Invalid({"out": [said]})
    return found


def _drafts(event: Event, out: Player) -> list[Session]:
    """Return the drafts in which a player is there, locked; raises Conflict without any."""
    there = Registration.objects.get(event=event, player=out)
    drafts = event.sessions.select_for_update().filter(
        status=Session.Status.DRAFT, number__gte=there.first_session
    )
    found = list(drafts.order_by("number"))
    if not found:
        said = _("All sessions are published. Unpublish a draw to seat a substitute.")
        raise Conflict(event, said)
    return found


def _require_free(to: Player, drafts: Sequence[Session]) -> None:
    """Raise Conflict where a substitute has a seat or a bye in one of the drafts already."""
    seats = Seat.objects.filter(match__session__in=drafts, player=to)
    byes = Bye.objects.filter(session__in=drafts, player=to)
    taken = {
        *seats.values_list("match__session", flat=True),
        *byes.values_list("session", flat=True),
    }
    for session in drafts:
        if session.pk in taken:
            said = _(
                "%(name)s already has a place in session %(number)d. Change the draft of that "
                "session first."
            )
            raise Conflict(session, said % {"name": to.shown_name, "number": session.number})


def _require_lead(entrant: Entrant, by: Account) -> None:
    if entrant.team is None or not rights.may_lead(entrant.team, by):
        raise Forbidden(_("Only the captain of the team or an organiser can do this."))


def _check_substitute(left: LineUp, to: Player) -> None:
    if not TeamMember.objects.filter(team=left.entrant.team_id, player=to).exists():
        said = _("%(name)s is not in the team. Add the player to the team first.")
        raise Invalid({"to": [said % {"name": to.shown_name}]})
    if LineUp.objects.filter(event=left.event_id, player=to).exists():
        said = _("%(name)s already has a place in this event.") % {"name": to.shown_name}
        raise Invalid({"to": [said]})


def _hand_over(
    event: Event,
    drafts: Sequence[Session],
    out: Player,
    to: Player,
    *,
    by: Account,
    now: datetime,
) -> None:
    """Give seats and byes of drafts to another player, who is there from the first of them on.

    Noted with the event.
    """
    first = drafts[0].number
    Seat.objects.filter(match__session__in=drafts, player=out).update(player=to)
    Bye.objects.filter(session__in=drafts, player=out).update(player=to)
    left = Registration.objects.get(event=event, player=out)
    Registration.objects.filter(pk=left.pk).update(last_session=first - 1)
    came, _is_new = Registration.objects.update_or_create(
        event=event,
        player=to,
        defaults={
            "status": Registration.Status.REGISTERED,
            "first_session": first,
            "last_session": None,
            "checked_in_at": None,
            "fixed_table": None,
            "group": left.group,
            "replaces": None,
            "registered_at": now,
            "registered_by": by,
        },
    )
    data = {
        "out": out.code,
        "by": to.code,
        "registration": came.code,
        "left": left.code,
        "first_session": first,
        "replaces": None,
    }
    audit.note_event(event, "day.substitute", data, by=by, now=now)


def _note_drafts(drafts: Sequence[Session], event: Event, *, by: Account, now: datetime) -> None:
    """Note the drafts as they are now; three queries a draft."""
    for session in drafts:
        session.event = event
        data = {"tables": log.tables_of(session)}
        audit.note_session(session, "draw.change", data, by=by, now=now)
