import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.play.table import Table
from engine.records.document import record_of
from league.models import Player
from league.web.games import felt
from league.web.results.replay import replay

NAMES = ["Alice", "Bob", "Carol", "Dora"]


@pytest.fixture(scope="module")
def record():
    table = Table(games.get("mit-list-und-tuecke"), 4, secret=bytes(32))
    runner.play_match(table, [builtin.get("random")] * 4, seed=bytes(32))
    return record_of(table)


def at(record, round_number, step):
    return replay(record, round_number=round_number, step=step, names=NAMES)


def actions(record, round_number):
    return record["rounds"][round_number]["actions"]


def counts(view, pile):
    return [cards["count"] for cards in view[pile]]


def test_step_0_is_the_deal(record):
    assert counts(at(record, 0, 0).view, "hands") == [14, 14, 14, 14]


def test_step_0_has_no_current_action(record):
    assert at(record, 0, 0).current is None


def test_step_1_shows_the_first_card_on_the_table(record):
    [played] = at(record, 0, 1).view["table"]
    assert played["card"] == actions(record, 0)[0]


def test_every_action_is_a_step(record):
    assert at(record, 2, 0).last == len(actions(record, 2))


def test_last_step_has_the_scores_of_the_record(record):
    assert at(record, 1, 999).view["round_scores"] == record["rounds"][1]["scores"]


def test_totals_add_up_over_the_rounds(record):
    assert at(record, 3, 999).view["totals"] == record["totals"]


@pytest.mark.parametrize(("asked", "shown"), [(-3, 0), (99, 3)])
def test_round_out_of_range_becomes_the_nearest(record, asked, shown):
    assert at(record, asked, 0).round == shown


@pytest.mark.further
def test_no_card_is_lost_at_any_step(record):
    for step in range(len(actions(record, 0)) + 1):
        view = at(record, 0, step).view
        piles = sum(sum(counts(view, pile)) for pile in ("hands", "won", "aside"))
        assert piles + len(view["table"]) + view.get("discard", {"count": 0})["count"] == 56


def test_next_trick_is_where_the_next_card_is_led(record):
    shown = at(record, 0, 0)
    after = at(record, 0, shown.next_trick)
    assert (after.view["trick"], after.view["table"]) == (1, [])


def test_previous_trick_goes_back_to_the_start_of_this_one(record):
    start = at(record, 0, 0).next_trick
    assert at(record, 0, start + 2).previous_trick == start


def test_previous_trick_of_a_start_is_the_trick_before(record):
    assert at(record, 0, at(record, 0, 0).next_trick).previous_trick == 0


def test_next_trick_of_the_last_one_is_the_end(record):
    shown = at(record, 0, 999)
    assert shown.next_trick == shown.last


def test_blocked_round_says_who_could_not_play():
    game = games.get("mit-list-und-tuecke")
    found = None
    for number in range(40):
        table = Table(game, 6, secret=bytes([number]) * 32)
        runner.play_match(table, [builtin.get("random")] * 6, seed=bytes(32))
        record = record_of(table)
        shown = replay(record, round_number=0, step=999, names=["x"] * 6)
        if shown.view["table"]:
            found = shown
            break
    assert "cannot add" in found.end


def places(record, step):
    shown = at(record, 0, step)
    players = [Player(name=name) for name in NAMES]
    return felt.places(shown.view, shown.pack, players)


def test_place_to_act_after_the_deal_is_left_of_the_dealer(record):
    [place] = [place for place in places(record, 0) if place.is_turn]
    assert place.number == (record["rounds"][0]["dealer"] + 1) % 4


def test_places_show_four_stacks_each(record):
    assert {len(place.stacks) for place in places(record, 30)} == {4}


def test_stacks_hold_what_was_won(record):
    view = at(record, 0, 40).view
    assert [place.won for place in places(record, 40)] == counts(view, "won")


def test_score_shows_only_when_the_round_is_over(record):
    assert [place.score for place in places(record, 5)] == [None] * 4


def test_names_at_a_table_are_told_apart_by_seat():
    players = [Player(name=name) for name in ("random", "Bob", "random")]
    assert felt.seat_names(players) == ["random 1", "Bob", "random 3"]
