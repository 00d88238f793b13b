"""Who is told what has changed knows the whole view."""

import json

import pytest

import games
from bots.conversation import changes
from engine.conformance.random_play import table_by_chance

TABLES = [
    pytest.param(game, game.players[-1], id=f"{game.slug}-{game.players[-1]}")
    for game in games.all()
]


def views(game, players, seed):
    """Yield the seat to act and its view, action by action, of a whole match."""
    table, chance = table_by_chance(game, players, seed)
    while not table.over:
        if table.round_over:
            table.deal()
        while table.turn is not None:
            yield table.turn, table.view(table.turn)
            table.play(chance.choice(table.legal()))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_changes_make_the_next_view_of_the_last(game, players):
    last, told, whole = {}, 0, 0
    for seat, view in views(game, players, 1):
        message = changes.told(last[seat], view) if seat in last else None
        if message is None:
            whole += 1
        else:
            told += 1
            line = json.dumps(message)
            assert changes.applied(last[seat], json.loads(line)) == view
            assert len(line) < len(json.dumps(view))
        last[seat] = view
    assert told > whole


def test_only_what_is_new_is_told():
    before = {"round": 0, "turn": 1, "hand": ["C5"], "log": [{"seat": 0, "action": "C2"}]}
    now = before | {"turn": 0, "log": [*before["log"], {"seat": 1, "action": "C5"}]}
    assert changes.told(before, now) == {
        "changes": {"turn": 0, "log": [{"seat": 1, "action": "C5"}]},
        "kept": 1,
    }


def test_who_knows_all_is_told_nothing():
    view = {"round": 0, "turn": 1, "log": []}
    assert changes.told(view, dict(view)) == {"changes": {}}


def test_actions_that_are_uncovered_are_told_again():
    hidden, open_ = {"seat": 0, "action": "a card face down"}, {"seat": 0, "action": "C2"}
    before = {"round": 0, "log": [hidden, {"seat": 1, "action": "C5"}]}
    now = {"round": 0, "log": [open_, {"seat": 1, "action": "C5"}, {"seat": 0, "action": "C6"}]}
    message = changes.told(before, now)
    assert (message["kept"], message["changes"]["log"]) == (0, now["log"])
    assert changes.applied(before, message) == now


@pytest.mark.parametrize("now", [{"round": 1, "log": []}, {"round": 0, "log": []}])
def test_another_round_and_a_pile_that_is_gone_need_the_whole_view(now):
    before = {"round": 0, "log": [], "upcard": {"count": 1, "cards": ["C2"]}}
    assert changes.told(before, now) is None
