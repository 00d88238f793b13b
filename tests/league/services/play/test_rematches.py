"""After a match those who sat there go on with one press."""

import pytest

from league.models import OnlineTable
from league.services.base.refusals import Conflict, Forbidden
from league.services.play import rematches, tables
from tests.league.services.play import acts

pytestmark = pytest.mark.slow

Status = OnlineTable.Status


@pytest.fixture
def over(event, bob, dora, now):
    """A table of Bob, Dora and two bots whose match is over."""
    table = tables.open_table(event=event, by=bob, bots=["greedy", "random"], move_s=20, now=now)
    tables.join(table=table, by=dora, now=now)
    return acts.play_out(table, [bob, dora], now)


def again(table, by, now):
    return rematches.play_again(table=acts.row(table), by=by, now=now)


def test_the_next_table_has_the_same_seats_bots_and_time(over, bob, now):
    found = again(over, bob, now)
    seated = [seat.player.builtin or seat.player.name for seat in found.seats.all()]
    assert (found.size, found.move_s, seated) == (4, 20, ["Bob", "greedy", "random"])
    assert rematches.next_of(acts.row(over)) == found


def test_the_others_sit_down_at_it_with_one_press(over, bob, dora, now):
    first, second = again(over, bob, now), again(over, dora, now)
    assert first == second
    assert acts.row(first).status == Status.PLAYING


def test_whoever_presses_twice_is_led_to_the_same_table(over, bob, now):
    assert again(over, bob, now) == again(over, bob, now)


def test_alone_the_next_deal_waits_for_ones_number(event, bob, now):
    table = tables.open_table(event=event, by=bob, bots=["greedy"] * 3, now=now)
    over = acts.play_out(table, [bob], now)
    found = rematches.play_again(table=acts.row(over), by=bob, adds_number=True, now=now)
    assert acts.look(found, bob).may_add


def test_a_next_table_that_was_left_is_followed_by_another(over, bob, dora, now):
    first = again(over, bob, now)
    tables.leave(table=first, by=bob, now=now)
    second = again(over, dora, now)
    assert second != first
    assert rematches.next_of(acts.row(over)) == second


def test_those_who_look_on_do_not_go_on(over, carol, now):
    with pytest.raises(Forbidden):
        again(over, carol, now)


def test_one_goes_on_after_the_match(table, bob, now):
    with pytest.raises(Conflict, match="not over yet"):
        again(table, bob, now)
