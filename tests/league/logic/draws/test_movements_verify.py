"""The verifier notices whatever is changed in a movement."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from league.logic.draws.movements import (
    Breach,
    Fault,
    Kind,
    Movement,
    best,
    breaches,
    howell,
    round_robin,
    whist,
)

WHOLE = [best(15, 3, 7), best(16, 4, 5), best(25, 5, 6), whist(8), whist(13), howell(8)]


def faults(movement):
    return {breach.fault for breach in breaches(movement)}


def golfers(*sessions, players=4, sizes=(2,), kind=Kind.GOLFER):
    return Movement("of a test", kind, players, sizes, sessions)


def with_place(movement, session, table, seat, player):
    """Return a movement with somebody else in a place."""
    rows = [[list(places) for places in tables] for tables in movement.sessions]
    rows[session][table][seat] = player
    sessions = tuple(tuple(tuple(places) for places in tables) for tables in rows)
    return replace(movement, sessions=sessions)


@st.composite
def places(draw, movement):
    session = draw(st.integers(0, len(movement.sessions) - 1))
    table = draw(st.integers(0, len(movement.sessions[session]) - 1))
    return session, table, draw(st.integers(0, movement.table_size - 1))


@given(st.data(), st.sampled_from(WHOLE))
def test_somebody_else_in_a_place_is_noticed(data, movement):
    session, table, seat = data.draw(places(movement))
    there = movement.sessions[session][table][seat]
    player = data.draw(st.integers(-1, movement.players).filter(lambda one: one != there))
    assert breaches(with_place(movement, session, table, seat, player))


@given(st.data(), st.sampled_from(WHOLE))
def test_two_who_change_tables_are_noticed(data, movement):
    session, table, seat = data.draw(places(movement))
    tables = range(len(movement.sessions[session]))
    other = data.draw(st.sampled_from([one for one in tables if one != table]))
    first, second = (movement.sessions[session][at][seat] for at in (table, other))
    changed = with_place(movement, session, table, seat, second)
    assert breaches(with_place(changed, session, other, seat, first))


@given(st.data(), st.sampled_from(WHOLE))
def test_a_table_that_is_missing_is_noticed(data, movement):
    session, table, _ = data.draw(places(movement))
    rows = [list(tables) for tables in movement.sessions]
    del rows[session][table]
    assert breaches(replace(movement, sessions=tuple(map(tuple, rows))))


@given(st.data(), st.sampled_from(WHOLE))
def test_a_session_played_twice_is_noticed(data, movement):
    again = data.draw(st.sampled_from(movement.sessions))
    assert breaches(replace(movement, sessions=(*movement.sessions, again)))


@given(st.data(), st.sampled_from([whist(8), whist(13)]))
def test_a_change_of_partners_is_noticed(data, movement):
    session, table, _ = data.draw(places(movement))
    one, other, *_ = movement.sessions[session][table]
    changed = with_place(movement, session, table, 0, other)
    assert Fault.PARTNERS in faults(with_place(changed, session, table, 1, one))


def test_a_breach_says_who_and_where():
    assert breaches(golfers(((0, 1), (1, 2)))) == [
        Breach(Fault.TWICE, (1,), 0),
    ]


def test_a_pair_that_meets_twice_is_a_breach():
    assert Breach(Fault.REPEAT, (0, 1)) in breaches(golfers(((0, 1), (2, 3)), ((1, 0), (3, 2))))


def test_a_wrong_size_is_a_breach():
    assert breaches(golfers(((0, 1, 2),))) == [Breach(Fault.SIZE, (0, 1, 2), 0)]


def test_an_unknown_player_is_a_breach():
    assert breaches(golfers(((0, 4),))) == [Breach(Fault.UNKNOWN, (4,), 0)]


def test_a_second_bye_before_everybody_had_one_is_a_breach():
    movement = golfers(((0, 1),), ((0, 2),), ((1, 2),), players=4)
    assert [breach for breach in breaches(movement) if breach.fault == Fault.BYES] == [
        Breach(Fault.BYES, (3,), 1),
        Breach(Fault.BYES, (3,), 2),
    ]


def test_a_second_short_table_before_everybody_had_one_is_a_breach():
    movement = golfers(((0, 1, 2), (3, 4)), ((0, 5, 6), (3, 7)), players=8, sizes=(3, 2))
    assert Breach(Fault.SHORT, (3,), 1) in breaches(movement)


def test_uneven_seats_are_a_breach():
    movement = golfers(((0, 1), (2, 3)), ((0, 2), (1, 3)))
    assert faults(movement) == {Fault.SEATS}


def test_pairs_that_never_meet_are_a_breach_where_all_should():
    short = replace(round_robin(4), sessions=round_robin(4).sessions[:2])
    assert Fault.MISSED in faults(short)


def test_a_board_at_two_tables_is_a_breach():
    movement = howell(8)
    first = (movement.boards[0][0],) * len(movement.boards[0])
    assert Fault.BOARDS in faults(replace(movement, boards=(first, *movement.boards[1:])))
