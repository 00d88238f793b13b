"""Every way in which somebody puts somebody else into a club passes the gate of agreements."""

import ast
import inspect
from decimal import Decimal
from pathlib import Path

import pytest

from league import services
from league.models import Agreement, Role, Season, TeamMember
from league.services.archives import past_results
from league.services.base.refusals import Conflict, Unagreed
from league.services.clubs import clubs, people_lists, teams
from league.services.corrections import merges
from league.services.draws import draws, late_seats, pairings
from league.services.events import attendance, handicaps, sessions
from league.services.leagues import league_days, leagues, next_season
from league.services.registration import registrations, rosters
from league.services.seasons import penalties
from tests.league.factories import (
    DivisionFactory,
    EntrantFactory,
    MatchFactory,
    MembershipFactory,
    PersonFactory,
    PlayerFactory,
    RegistrationFactory,
    SeasonFactory,
    SessionFactory,
    TeamFactory,
)
from tests.league.leagues import enter_teams, make_division, make_players, members

SOURCES = sorted(Path(services.__file__).parent.rglob("*.py"))

EXCUSED = {
    "agreements.ask": "is the gate",
    "agreements.consent": "is the gate",
    "agreements.require": "is the gate",
    "agreements.review": "has matches looked at again",
    "agreements.take_over": "of a player who counts already",
    "allegiances.choose": "of somebody who is there, for a club they belong to",
    "allegiances.keep_own": "takes away",
    "allegiances.store": "of somebody who is there, for a club they belong to",
    "allegiances.store_named": "of somebody who is there, for a club they belong to",
    "attendance.take_out_of_all": "takes out",
    "challenges.ask_again": "of bots",
    "challenges.challenge": "of bots",
    "contacts.may_see": "of somebody of the club",
    "contacts.set_contact": "of somebody of the club",
    "contacts.text_of": "of somebody of the club",
    "draws.store": "of a draw that others have checked; publishing checks once more",
    "erasures.erase": "takes out",
    "erasures.erase_guest": "takes out",
    "events.choose_bots": "of bots",
    "handicaps.end": "takes away",
    "guests.rename": "of somebody who is there already",
    "invitations.invite": "of a guest, who agrees by using it",
    "invitations.take_back": "of a guest",
    "invitations.invite_all": "of guests, who agree by using it",
    "ladders.leave": "of bots",
    "ladders.leave_all": "of bots",
    "open_evenings.seat_by_hand": "of those who wait, who are registered",
    "late_seats.offers": "stores nothing",
    "mailed_invitations.send": "of a guest, who agrees by using it",
    "merges.preview": "stores nothing",
    "next_season.preview": "stores nothing",
    "people.register_guests": "makes people without accounts",
    "personal_data.lines": "reads",
    "prizes.hand_out": "of somebody of the ranking",
    "prizes.take_back": "of somebody who was handed a prize",
    "post.post_to_address": "sends a mail",
    "tables.leave_all": "takes out",
}
"""Functions that take players and put nobody into a club, and why."""


@pytest.fixture
def stranger(db):
    return PersonFactory(name="Carol Miller")


def admit(stranger, *, club, **act):
    clubs.admit(club=club, player=stranger, role=Role.MEMBER, **act)


def raise_role(stranger, *, club, **act):
    row = MembershipFactory(club=club, player=stranger, agreed=False)
    clubs.change_role(membership=row, role=Role.SCORER, **act)


def register(stranger, *, event, **act):
    registrations.register(event=event, player=stranger, **act)


def register_list(stranger, *, event, **act):
    content = f"name,code\n{stranger.name},{stranger.code}\n".encode()
    rosters.import_roster(event=event, content=content, **act)


def admit_list(stranger, *, club, **act):
    content = f"name,code\n{stranger.name},{stranger.code}\n".encode()
    people_lists.import_people(club=club, content=content, **act)


def import_results(stranger, *, season, **act):
    places = [stranger, *PlayerFactory.create_batch(3)]
    rows = [f"2024-03-15;1;{one.code};{number}" for number, one in enumerate(places)]
    content = "\n".join(["date;table;code;score", *rows]).encode()
    past_results.import_results(season=season, content=content, **act)


def replace(stranger, *, event, **act):
    row = RegistrationFactory(event=event)
    attendance.replace(registration=row, player=stranger, **act)


def seat(stranger, *, draft, **act):
    table = [stranger, *PlayerFactory.create_batch(3)]
    draws.seat_players(session=draft, tables=[table], **act)


def seat_late(stranger, *, event, **act):
    RegistrationFactory(event=event, player=stranger, agreed=False)
    session = SessionFactory(event=event, number=1)
    match = MatchFactory(session=session, players=PlayerFactory.create_batch(4))
    late_seats.seat(match=match, player=stranger, **act)


def pair(stranger, *, event, **act):
    pairings.set_pairs(event=event, together=[(stranger, PlayerFactory())], apart=[], **act)


def penalise(stranger, *, season, **act):
    penalties.penalise(season=season, player=stranger, points=Decimal(1), reason="came late", **act)


def give_handicap(stranger, *, event, **act):
    RegistrationFactory(event=event, player=stranger, agreed=False)
    wanted = [handicaps.Wanted(stranger, Decimal(1))]
    handicaps.set_handicaps(event=event, handicaps=wanted, **act)


def make_team(stranger, *, club, **act):
    teams.create_team(club=club, name="Foxes", members=[stranger], **act)


def change_team(stranger, *, club, **act):
    team = TeamFactory(club=club)
    teams.set_members(team=team, members=[stranger], captain=stranger, **act)


def enter_division(stranger, *, season, **act):
    leagues.enter(division=DivisionFactory(season=season), players=[stranger], **act)


def enter_next_season(stranger, *, club, **act):
    ended = SeasonFactory(club=club, status=Season.Status.CLOSED)
    division = DivisionFactory(season=ended)
    EntrantFactory.create_batch(2, division=division)
    next_season.make(league=division.league, name="2027", entrants=[stranger], **act)


def _division_with(stranger, season):
    """Return a division of teams, one of which has a stranger as its last member."""
    division = make_division(season)
    first, *_others = enter_teams(division, 4, 4, 4, 4)
    TeamMember.objects.create(team=first.team, player=stranger, position=5)
    return division, first


def line_up(stranger, *, season, **act):
    division, first = _division_with(stranger, season)
    league_days.hold(division=division, name="Day", sessions=1, absent=members(first)[:1], **act)


def line_up_alone(stranger, *, season, **act):
    division = make_players(season, 3)
    division.entrants.create(player=stranger)
    league_days.hold(division=division, name="Day", sessions=1, **act)


def substitute(stranger, *, season, **act):
    division, first = _division_with(stranger, season)
    day = league_days.hold(division=division, name="Day", sessions=1, **act)
    league_days.substitute(event=day, out=members(first)[0], to=stranger, **act)


def merge(stranger, *, event, **act):
    guest = RegistrationFactory(event=event, player=PlayerFactory(name="Carol M.")).player
    merges.merge(gone=guest, stays=stranger, **act)


WAYS = [
    admit,
    raise_role,
    register,
    register_list,
    admit_list,
    import_results,
    replace,
    seat,
    seat_late,
    pair,
    penalise,
    give_handicap,
    make_team,
    change_team,
    enter_division,
    enter_next_season,
    line_up,
    line_up_alone,
    substitute,
    merge,
]


@pytest.fixture
def given(club, season, event, draft, owner, now):  # noqa: PLR0917
    return {"club": club, "season": season, "event": event, "draft": draft, "by": owner, "now": now}


def call(way, stranger, given):
    wanted = [*inspect.signature(way).parameters][1:-1]
    way(stranger, **{name: given[name] for name in [*wanted, "by", "now"]})


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_a_stranger_is_not_put_into_a_club_but_asked(way, stranger, given):
    with pytest.raises(Unagreed, match="Carol Miller"):
        call(way, stranger, given)
    assert stranger.agreements.get().status == Agreement.Status.ASKED


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_who_has_agreed_is_put_into_a_club(way, stranger, given):
    given["club"].agreements.create(player=stranger, status="agreed", answered_at=given["now"])
    call(way, stranger, given)


def test_a_lower_role_needs_no_agreement(club, stranger, owner, now):
    row = MembershipFactory(club=club, player=stranger, role=Role.OWNER, agreed=False)
    clubs.change_role(membership=row, role=Role.MEMBER, by=owner, now=now)
    assert row.role == Role.MEMBER


def test_a_draw_with_somebody_who_has_not_agreed_is_not_published(draft, stranger, alice, now):
    table = [stranger, *PlayerFactory.create_batch(3)]
    draws.store(session=draft, tables=[table])
    with pytest.raises(Conflict, match="not agreed to play in this club: Carol Miller"):
        draws.publish(session=draft, by=alice, now=now)
    assert "Carol Miller" in sessions.why_not_published(draft)


def test_a_preview_of_a_list_asks_nobody(event, stranger, alice, now):
    content = f"name,code\n{stranger.name},{stranger.code}\n".encode()
    with pytest.raises(Unagreed):
        rosters.import_roster(event=event, content=content, preview=True, by=alice, now=now)
    assert not stranger.agreements.exists()


def functions():
    """Yield module and tree of every public function of the services."""
    for source in SOURCES:
        for tree in ast.parse(source.read_text()).body:
            if isinstance(tree, ast.FunctionDef) and not tree.name.startswith("_"):
                yield source.stem, tree


def has(tree, text):
    return text in ast.unparse(tree)


GATED = {
    f"{module}.{tree.name}"
    for module, tree in functions()
    if any(has(decorator, "agreements.asking") for decorator in tree.decorator_list)
}


@pytest.mark.further
def test_whatever_requires_agreements_asks_who_is_missing():
    required = {
        f"{module}.{tree.name}"
        for module, tree in functions()
        if has(tree, "agreements.require(") and module != "agreements"
    }
    assert required <= GATED


def test_every_gate_is_tried_here():
    tried = "\n".join(inspect.getsource(way) for way in WAYS)
    untried = {name for name in GATED if f"{name}(" not in tried}
    assert untried == {"season_imports.import_season"}  # in test_counting


def test_every_function_that_takes_players_is_gated_or_excused():
    taking = {
        f"{module}.{tree.name}"
        for module, tree in functions()
        if any(has(arg, "Player") for arg in tree.args.kwonlyargs)
    }
    assert taking - GATED == EXCUSED.keys()
