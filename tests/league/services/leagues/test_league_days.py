from itertools import combinations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import AuditEntry, Bye, Event, Registration, Seat, TeamMember
from league.services.base.refusals import Conflict, Forbidden, Invalid
from league.services.draws import draws, seating
from league.services.leagues import fixtures, league_days
from league.services.registration.registrations import present
from tests.league.draws import tables
from tests.league.factories import NOW, PlayerFactory
from tests.league.leagues import enter_teams, hold, make_division, members


@pytest.fixture
def division(season):
    """A division of teams of four."""
    return make_division(season)


@pytest.fixture
def teams(division):
    """Four teams of four, the first with a substitute."""
    return enter_teams(division, 5, 4, 4, 4)


def drawn(event):
    return [tables(session) for session in event.sessions.order_by("number")]


def side_of(entrants):
    return {player: entrant for entrant in entrants for player in members(entrant)}


def test_one_of_each_team_sits_at_every_table(division, teams, alice):
    sides = side_of(teams)
    for session in drawn(hold(division, alice)):
        assert len(session) == 4
        assert all({sides[player] for player in table} == set(teams) for table in session)


def test_opponents_change(division, teams, alice):
    met = [
        frozenset(pair)
        for session in drawn(hold(division, alice))
        for table in session
        for pair in combinations(table, 2)
    ]
    assert len(met) == len(set(met)) == 4 * 4 * 6


def test_a_day_is_made_of_drafts_that_nobody_registers_for(division, teams, alice):
    event = hold(division, alice)
    assert {session.status for session in event.sessions.all()} == {"draft"}
    assert (event.draw, event.is_open, event.season) == ("free", False, division.season)


def test_the_first_of_a_team_play(division, teams, alice):
    event = hold(division, alice)
    assert members(teams[0])[4] not in {player for table in drawn(event)[0] for player in table}


def test_a_substitute_plays_for_who_is_absent(division, teams, alice):
    first, *_rest, substitute = members(teams[0])
    event = hold(division, alice, absent=[first])
    there = {player for table in drawn(event)[0] for player in table}
    assert substitute in there
    assert first not in there


def test_an_incomplete_table_has_byes(division, teams, alice):
    event = hold(division, alice, absent=members(teams[1])[:1], fill="byes")
    assert [len(session) for session in drawn(event)] == [3] * 4
    assert Bye.objects.filter(session__event=event).count() == 4 * 3


def test_an_incomplete_table_is_smaller_where_the_game_allows_it(season, division, teams, alice):
    season.game = "skat"
    season.save()
    division.season.refresh_from_db()
    event = hold(division, alice, absent=members(teams[1])[:1])
    assert [sorted(map(len, session)) for session in drawn(event)] == [[3, 4, 4, 4]] * 4


def test_a_table_that_would_be_too_small_has_byes(division, teams, alice):
    event = hold(division, alice, absent=members(teams[1])[:1], fill="sizes")
    assert [len(session) for session in drawn(event)] == [3] * 4


def test_a_day_without_a_table_is_refused(division, alice):
    enter_teams(division, 4, 4, 4, 0)
    with pytest.raises(Invalid, match="Add players to the teams"):
        hold(division, alice)
    assert not Event.objects.exists()


def test_so_many_teams_that_no_table_takes_them_are_told(division, alice):
    enter_teams(division, 4, 4, 4)
    with pytest.raises(Conflict, match="tables have 4, 5, 6 seats"):
        hold(division, alice)


def test_nobody_plays_for_two_teams(division, teams, alice):
    TeamMember.objects.create(team=teams[1].team, player=members(teams[0])[0], position=0)
    with pytest.raises(Conflict, match="in two of the teams"):
        hold(division, alice)


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"sessions": 0}, "sessions"),
        ({"sessions": 13}, "sessions"),
        ({"fill": "x"}, "fill"),
        ({"fill": "bots"}, "fill"),
    ],
)
def test_a_day_that_cannot_be_names_the_field(division, teams, alice, options, path):
    with pytest.raises(Invalid) as refusal:
        hold(division, alice, **options)
    assert list(refusal.value.errors) == [path]


def test_a_team_that_has_left_is_not_drawn(division, alice):
    *_others, gone = enter_teams(division, 4, 4, 4, 4, 4)
    gone.withdrawn_at = NOW
    gone.save()
    assert {len(table) for table in drawn(hold(division, alice))[0]} == {4}


def test_a_day_costs_the_same_for_any_number_of_players(season, alice):
    def queries(size):
        division = make_division(season, team_size=size)
        enter_teams(division, *[size] * 4)
        with CaptureQueriesContext(connection) as found:
            hold(division, alice, name=f"Day {size}")
        return len(found)

    assert queries(9) == queries(4)


def test_a_fixture_is_held_once(division, alice, season):
    season.game = "briscola"
    season.save()
    division.season.refresh_from_db()
    enter_teams(division, 3, 3)
    [fixture] = fixtures.draw_calendar(division=division, dates=[NOW.date()], by=alice, now=NOW)
    event = hold(division, alice, fixture=fixture, sessions=3)
    fixture.refresh_from_db()
    assert fixture.event == event
    assert [len(table) for table in drawn(event)[0]] == [2, 2, 2]
    with pytest.raises(Conflict, match="already been played"):
        hold(division, alice, fixture=fixture, name="Again")


def test_a_substitute_takes_the_seats_that_are_not_published(division, teams, alice):
    event = hold(division, alice)
    first, *_rest, other = members(teams[0])
    draws.publish(session=event.sessions.get(number=1), by=alice, now=NOW)
    league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)
    seats = Seat.objects.filter(match__session__event=event)
    assert list(seats.filter(player=first).values_list("match__session__number", flat=True)) == [1]
    assert sorted(seats.filter(player=other).values_list("match__session__number", flat=True)) == [
        2,
        3,
        4,
    ]
    assert Registration.objects.get(player=first).last_session == 1
    assert Registration.objects.get(player=other).first_session == 2


@pytest.mark.parametrize("left", [{"status": "withdrawn"}, {"last_session": 0}])
def test_a_substitute_who_had_left_is_there_again(division, teams, alice, left):
    event = hold(division, alice)
    first, *_rest, other = members(teams[0])
    Registration.objects.create(event=event, player=other, registered_at=NOW, **left)
    league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)
    assert present(event, 1).filter(player=other).exists()


def test_a_captain_sends_a_substitute(division, teams, bob, alice):
    event = hold(division, alice)
    first, *_rest, other = members(teams[0])
    with pytest.raises(Forbidden, match="captain"):
        league_days.substitute(event=event, out=first, to=other, by=bob, now=NOW)
    teams[0].team.captain = bob.player
    teams[0].team.save()
    league_days.substitute(event=event, out=first, to=other, by=bob, now=NOW)


def test_a_substitute_is_a_member_without_a_place(division, teams, alice):
    event = hold(division, alice)
    first, second, *_rest = members(teams[0])
    for to in (second, PlayerFactory()):
        with pytest.raises(Invalid) as refusal:
            league_days.substitute(event=event, out=first, to=to, by=alice, now=NOW)
        assert list(refusal.value.errors) == ["to"]
    with pytest.raises(Invalid, match="plays for no team"):
        league_days.substitute(event=event, out=PlayerFactory(), to=first, by=alice, now=NOW)


def test_a_substitute_who_has_a_bye_already_is_refused(division, teams, alice):
    event = hold(division, alice)
    first, *_rest, other = members(teams[0])
    session = event.sessions.get(number=2)
    Bye.objects.create(session=session, player=first)
    Bye.objects.create(session=session, player=other)
    with pytest.raises(Conflict, match="already has a place in session 2"):
        league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)


def test_a_substitute_who_sits_at_a_table_already_is_refused(division, teams, alice):
    event = hold(division, alice)
    first, *_rest, other = members(teams[0])
    session = event.sessions.get(number=3)
    draws.seat_players(
        session=session, tables=[[other, *tables(session)[0][1:]]], by=alice, now=NOW
    )
    with pytest.raises(Conflict, match="already has a place in session 3"):
        league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)


def test_who_came_later_hands_over_no_earlier_draft(division, alice):
    """The first session is a draft again after its draw was undone."""
    teams = enter_teams(division, 6, 4, 4, 4)
    event = hold(division, alice)
    first, *_rest, second, third = members(teams[0])
    event.sessions.filter(number=1).update(status="published")
    league_days.substitute(event=event, out=first, to=second, by=alice, now=NOW)
    event.sessions.filter(number=1).update(status="draft")
    league_days.substitute(event=event, out=second, to=third, by=alice, now=NOW)
    assert Registration.objects.get(player=third).first_session == 2
    assert Seat.objects.filter(match__session__event=event, player=first).count() == 1


def test_a_published_day_has_no_seat_for_a_substitute(division, teams, alice):
    event = hold(division, alice)
    event.sessions.update(status="published")
    first, *_rest, other = members(teams[0])
    with pytest.raises(Conflict, match="published"):
        league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)


def test_a_change_by_hand_keeps_the_teams_apart(division, teams, alice):
    session = hold(division, alice).sessions.get(number=1)
    [one, *_], [other, *_], *_rest = tables(session)
    wish = seating.SwapPlayers(one, other)
    price = seating.price(session=session, wish=wish, by=alice)
    assert price["total"] > 0


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_hold_league_days(division, teams, who, request):
    with pytest.raises(Forbidden):
        hold(division, request.getfixturevalue(who))


def test_a_day_is_in_the_log_with_all_its_tables(division, teams, alice):
    event = hold(division, alice)
    entries = AuditEntry.objects.filter(event=event, action="draw.make")
    assert [len(entry.data["tables"]) for entry in entries] == [4] * 4


def test_a_substitute_is_in_the_log_with_the_tables_that_change(division, teams, alice):
    event = hold(division, alice, sessions=1)
    first, *_rest, other = members(teams[0])
    league_days.substitute(event=event, out=first, to=other, by=alice, now=NOW)
    logged = AuditEntry.objects.get(event=event, action="draw.change").data["tables"]
    assert [table["seats"] for table in logged] == [
        [player.code for player in table] for table in tables(event.sessions.get())
    ]
