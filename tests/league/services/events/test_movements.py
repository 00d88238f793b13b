from itertools import combinations

import pytest

from league.models import AuditEntry, Bye, Event, PairRule, Session
from league.services.base.refusals import Conflict, Forbidden
from league.services.draws import drawing, draws, seating
from league.services.draws.seating import SwapPlayers
from league.services.events import movements
from tests.league.draws import register, tables
from tests.league.factories import NOW, EventFactory


def make(event, by, **options):
    return movements.make(event=Event.objects.get(pk=event.pk), by=by, now=NOW, **options)


def meetings(sessions):
    return [
        frozenset(pair)
        for session in sessions
        for table in tables(session)
        for pair in combinations(table, 2)
    ]


@pytest.fixture
def moving(event):
    """An event whose sessions follow a movement."""
    Event.objects.filter(pk=event.pk).update(draw="movement", table_size=4)
    return event


def test_in_a_movement_nobody_meets_twice(moving, alice):
    register(moving, 16)
    planned = make(moving, alice)
    assert [session.number for session in planned] == [1, 2, 3, 4, 5]
    met = meetings(planned)
    assert len(met) == len(set(met)) == 16 * 15 / 2


def test_a_plan_has_as_many_sessions_as_asked_for(moving, alice):
    register(moving, 16)
    assert len(make(moving, alice, sessions=3)) == 3


@pytest.mark.further
def test_the_same_seed_gives_the_same_plan(moving, alice):
    register(moving, 16)
    first = [tables(session) for session in make(moving, alice)]
    assert [tables(session) for session in make(moving, alice)] == first
    assert [tables(session) for session in make(moving, alice, seed=3)] != first


def test_a_plan_is_made_of_drafts(moving, alice):
    register(moving, 16)
    assert {session.status for session in make(moving, alice)} == {Session.Status.DRAFT}


def test_an_event_that_has_begun_is_not_planned_anew(moving, alice):
    register(moving, 16)
    first, *_rest = make(moving, alice)
    draws.publish(session=first, by=alice, now=NOW)
    with pytest.raises(Conflict, match="Session 1 is published"):
        make(moving, alice)


def test_more_sessions_than_there_are_is_told(moving, alice):
    register(moving, 16)
    with pytest.raises(Conflict, match="movements of up to 5 sessions"):
        make(moving, alice, sessions=6)


def test_a_movement_keeps_no_pairs(moving, alice):
    one, other, *_rest = register(moving, 16)
    PairRule.objects.create(event=moving, one=one, other=other, kind="apart")
    with pytest.raises(Conflict, match="A movement cannot follow pair rules or"):
        make(moving, alice)


def test_partners_of_a_whist_change(club, alice):
    event = EventFactory(season__club=club, season__game="truco", draw="movement")
    register(event, 8)
    planned = make(event, alice)
    partners = [
        frozenset(pair)
        for session in planned
        for table in tables(session)
        for pair in (table[::2], table[1::2])
    ]
    assert len(partners) == len(set(partners)) == 8 * 7 / 2


def test_everybody_meets_everybody_in_a_round_robin(club, alice):
    event = EventFactory(
        season__club=club, season__game="briscola", draw="round_robin", table_size=2
    )
    register(event, 5)
    planned = make(event, alice)
    assert len(planned) == 5
    assert len(set(meetings(planned))) == 10
    assert Bye.objects.filter(session__event=event).values("player").distinct().count() == 5


def test_a_round_robin_is_for_tables_of_two(moving, alice):
    Event.objects.filter(pk=moving.pk).update(draw="round_robin")
    register(moving, 8)
    with pytest.raises(Conflict, match="tables of two"):
        make(moving, alice)


def test_a_draw_by_standings_is_not_made_in_advance(event, alice):
    register(event, 8)
    with pytest.raises(Conflict, match="in advance"):
        make(event, alice)


@pytest.mark.parametrize("who", ["scorer", "bob", "mallory"])
def test_only_organisers_plan(moving, who, request):
    register(moving, 16)
    with pytest.raises(Forbidden):
        make(moving, request.getfixturevalue(who))


def test_a_plan_is_in_the_log_with_all_its_tables(moving, alice):
    register(moving, 16)
    planned = make(moving, alice)
    entries = AuditEntry.objects.filter(event=moving, action="draw.make")
    assert [len(entry.data["tables"]) for entry in entries] == [4] * len(planned)


def test_later_sessions_are_explained_by_those_before(moving, alice):
    register(moving, 16)
    last = make(moving, alice)[-1]
    last.refresh_from_db()
    reasons = {part["name"] for table in last.explanation["tables"] for part in table["parts"]}
    assert "repeats" not in reasons


def whys(session):
    """Return why each player with a bye or a seat at an odd table has it, by code."""
    session.refresh_from_db()
    return {code: one["why"] for one in session.explanation["reasons"] for code in one["players"]}


@pytest.fixture
def uneven(moving, alice):
    """The drafts of a movement with tables of five and one of four."""
    Event.objects.filter(pk=moving.pk).update(table_size=5)
    register(moving, 24)
    return make(moving, alice, sessions=2)


def test_what_a_movement_gave_is_said_to_be_planned(uneven):
    for session in uneven:
        assert set(whys(session).values()) == {"movement"}


def test_a_session_drawn_again_is_no_longer_as_planned(uneven, alice):
    first, second = uneven
    drawing.draw(session=second, seed=1, by=alice, now=NOW)
    assert "movement" not in whys(second).values()
    assert set(whys(first).values()) == {"movement"}


def test_who_is_swapped_no_longer_has_what_was_planned(uneven, alice):
    session = uneven[1]
    planned = whys(session)
    usual, odd = (
        next(table for table in tables(session) if (table[0].code in planned) == is_odd)
        for is_odd in (False, True)
    )
    wish = SwapPlayers(usual[0], odd[0])
    seating.change(session=session, wish=wish, by=alice, now=NOW)
    said = whys(session)
    assert said[usual[0].code] != "movement"
    assert said[odd[1].code] == "movement"
