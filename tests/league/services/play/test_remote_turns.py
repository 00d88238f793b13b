"""What remote bots are asked: all that their seat may know, and nothing of the deals to come."""

import random
from datetime import timedelta

import pytest

from bots.conversation.protocol import Act
from engine.conformance.laws import permute_unseen
from league.models import OnlineTable
from league.services.base.refusals import Forbidden
from league.services.play import positions, remote_turns, tables
from tests.league.services.play import acts, remote


@pytest.fixture
def to_fern(event, fern, bob, now):
    """A table of Bob, Fern and two built-in bots, when it is Fern's turn."""
    table = tables.open_table(event=event, by=bob, bots=["greedy", "greedy"], now=now)
    remote.join(table, fern, now)
    while not acts.look(table, fern.account).legal:
        acts.play_on(table, [bob], now)
    return acts.row(table)


def hands_of(position):
    """Return what each seat holds, by its own view."""
    return [position.table.view(number)["hand"] for number in range(position.table.players)]


def turn(table, by, now):
    return remote_turns.turn(table=acts.row(table), by=by, now=now)


def test_a_bot_is_asked_as_on_a_server_and_where(to_fern, fern, now):
    asked = turn(to_fern, fern.account, now)
    assert (asked.pop("table"), asked.pop("version")) == (to_fern.code, to_fern.version)
    request = Act.model_validate(asked)
    assert request.view.seat == to_fern.turn
    assert request.view.legal == list(acts.look(to_fern, fern.account).legal)


def test_any_seat_may_ask_and_only_who_is_to_act_is_asked(to_fern, fern, bob, carol, now):
    assert turn(to_fern, bob, now) is None
    with pytest.raises(Forbidden):
        turn(to_fern, carol, now)
    acts.act(to_fern, fern.account, now)
    assert turn(to_fern, fern.account, now) is None


def test_nobody_is_asked_before_the_match_and_between_rounds(gathering, fern, bob, now):
    assert turn(gathering, bob, now) is None
    remote.join(gathering, fern, now)
    tables.fill(table=acts.row(gathering), by=bob, bots=["greedy"] * 2, adds_number=True, now=now)
    assert acts.row(gathering).awaits == OnlineTable.Awaits.DEAL
    assert turn(gathering, fern.account, now) is None


def test_the_clock_says_what_is_left(to_fern, fern, now):
    asked = turn(to_fern, fern.account, now + timedelta(seconds=20.5))
    assert asked["clock"] == {"bank_ms": 39_500, "move_ms": 39_500}
    acts.watch(now, seconds=60)
    warned = turn(to_fern, fern.account, now + timedelta(seconds=61))
    assert warned["clock"]["move_ms"] == 14_000
    assert turn(to_fern, fern.account, now + timedelta(days=1))["clock"]["move_ms"] == 0


def test_the_same_position_asks_the_same(to_fern, fern, now):
    first = turn(to_fern, fern.account, now)
    acts.forget()
    assert turn(to_fern, fern.account, now) == first


def test_nothing_of_the_secret_is_told(to_fern, fern, now):
    asked = turn(to_fern, fern.account, now)
    assert to_fern.secret.hex() not in str(asked)
    assert 0 <= asked["seed"] < 2**32


def test_cards_that_the_seat_may_not_know_change_nothing(to_fern, fern, now):
    asked = turn(to_fern, fern.account, now)
    seat = to_fern.turn
    with positions.looking(to_fern) as position:
        hands = hands_of(position)
        permute_unseen(position.table.state, seat, random.Random(1))
    assert turn(to_fern, fern.account, now) == asked
    with positions.looking(to_fern) as position:
        others = [number for number in range(4) if hands_of(position)[number] != hands[number]]
    assert others
    assert seat not in others


def test_a_bot_is_told_its_tables(to_fern, fern, now):
    [own] = remote_turns.tables_of(fern)
    assert (own.table, own.is_your_turn, own.is_stood_in) == (to_fern, True, False)
    acts.act(to_fern, fern.account, now)
    [own] = remote_turns.tables_of(fern)
    assert not own.is_your_turn


def test_a_table_that_is_over_is_told_no_more(to_fern, fern, bob, now):
    acts.play_out(to_fern, [bob, fern.account], now)
    assert remote_turns.tables_of(fern) == []
