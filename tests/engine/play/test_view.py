import json

import numpy as np
import pytest

import games
from engine.play.table import Table
from engine.rules.errors import EngineError
from engine.rules.state import Reading, copy_states

GAME = games.get("mit-list-und-tuecke")


@pytest.fixture
def table():
    table = Table(GAME, players=4, secret=bytes(32))
    table.deal()
    return table


def test_seat_sees_its_own_hand_only(table):
    hands = table.view(2)["hands"]
    assert [len(hand["cards"]) for hand in hands] == [0, 0, 14, 0]


def test_onlooker_sees_no_hand(table):
    view = table.view(None)
    assert [hand["cards"] for hand in view["hands"]] == [[]] * 4
    assert view["hand"] == []


def test_played_card_is_seen_by_all(table):
    card = table.legal()[0]
    seat = table.turn
    table.play(card)
    assert table.view(None)["table"] == [{"seat": seat, "card": card}]


def test_legal_actions_are_told_to_the_seat_to_act_only(table):
    assert table.view(table.turn)["legal"] == table.legal()
    assert table.view((table.turn + 1) % 4)["legal"] == []


def test_turn_is_told_whoever_is_to_act(table):
    first_trick = []
    for _ in range(4):
        first_trick.append(table.view(None)["turn"])
        table.play(table.legal()[0])
    assert sorted(first_trick) == [0, 1, 2, 3]


def test_log_tells_what_was_done(table):
    seat, card = table.turn, table.legal()[0]
    table.play(card)
    assert table.view(None)["log"] == [{"seat": seat, "action": card}]


def test_view_is_json(table):
    view = table.view(0)
    assert json.loads(json.dumps(view)) == view


def test_no_text_of_a_hidden_card_is_anywhere_in_a_view(table):
    hidden = {card for seat in (0, 1, 2) for card in table.view(seat)["hand"]}
    words = set(json.dumps(table.view(3)).replace('"', " ").replace(",", " ").split())
    assert not hidden & words


def test_open_view_shows_every_hand(table):
    assert [len(hand["cards"]) for hand in table.open_view()["hands"]] == [14] * 4


def test_view_of_a_seat_that_is_none_is_refused(table):
    with pytest.raises(EngineError):
        table.view(4)


def test_end_of_a_round_reveals_no_hand(table):
    while not table.round_over:
        table.play(table.legal()[0])
    assert all(not hand["cards"] for hand in table.view(None)["hands"])


def test_reading_holds_what_the_fields_hold(table):
    read = Reading(copy_states(table.state))
    for name in table.state.dtype.names:
        assert np.array_equal(getattr(read, name), table.state[name])
