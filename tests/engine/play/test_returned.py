"""What a table returns is the caller's: no later call changes it, and it changes no table."""

import pickle
from copy import deepcopy

import pytest

import games
from engine.play.table import Table
from engine.records.document import record_of
from engine.rules.errors import EngineError

SKAT, CINCH = games.get("skat"), games.get("cinch")


@pytest.fixture
def table():
    table = Table(SKAT, 3, secret=bytes(32))
    table.deal()
    return table


def play_round(table):
    while not table.round_over:
        table.play(table.legal()[0])


LOOKS = {
    "legal": Table.legal,
    "legal_actions": Table.legal_actions,
    "mind": lambda table: table.mind(0),
    "belief": lambda table: table.belief(0),
    "calls": Table.calls,
    "view": lambda table: table.view(0),
    "open_view": Table.open_view,
    "told": lambda table: table.told(0),
    "rounds": lambda table: [done.dealer for done in table.rounds],
    "totals": lambda table: table.totals,
}


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_returned_value_outlasts_later_calls(table, look):
    kept = look(table)
    before = pickle.dumps(kept)
    play_round(table)
    table.deal()
    play_round(table)
    assert pickle.dumps(look(table)) != before
    assert pickle.dumps(kept) == before


@pytest.mark.parametrize("look", ["mind", "belief"])
def test_knowledge_of_two_seats_is_kept_side_by_side(table, look):
    first, second = (getattr(table, look)(seat) for seat in (0, 1))
    assert first.hand[0].any()
    assert second.hand[1].any()


def test_rounds_of_then_are_still_those_of_then(table):
    kept = table.rounds
    play_round(table)
    table.deal()
    assert (len(kept), len(table.rounds)) == (1, 2)


def fill(state):
    for name in state.dtype.names:
        state[name] = 1


def spoil_calls(calls):
    calls.said[:] = 1
    calls.shown[:] = 1
    calls.positions[:] = calls.positions[-1]


SPOILS = {
    "mind": lambda table: fill(table.mind(0)),
    "belief": lambda table: fill(table.belief(0)),
    "calls": lambda table: spoil_calls(table.calls()),
    "round_scores": lambda table: table.round_scores.clear(),
    "scores of a view": lambda table: table.view(0)["round_scores"].clear(),
    "history": lambda table: table.view(0)["history"][0]["scores"].clear(),
    "open view": lambda table: table.open_view()["history"][0]["scores"].clear(),
    "totals": lambda table: table.totals.clear(),
    "format": lambda table: table.format.clear(),
    "told": lambda table: table.told(0)[0].clear(),
    "scores of a record": lambda table: record_of(table)["rounds"][0]["scores"].clear(),
}


def shown(table):
    """Return all that a table shows."""
    known = table.mind(0).tobytes(), table.belief(0).tobytes(), table.calls().tobytes()
    return known, table.view(0), table.open_view(), table.round_scores, record_of(table)


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
def test_changing_a_returned_value_changes_no_table(table, spoil):
    play_round(table)
    before = deepcopy(shown(table))
    spoil(table)
    assert shown(table) == before


def test_changing_numbers_beside_an_action_changes_no_table():
    table = Table(CINCH, 4, secret=bytes(32))
    table.deal()
    for text in ("bid 14", "pass", "pass", "pass", "trump S"):
        table.play(text)
    table.told(0)[-1]["put_away"].clear()
    assert len(table.told(0)[-1]["put_away"]) == 4


@pytest.mark.parametrize("look", ["mind", "belief", "view", "told"])
@pytest.mark.parametrize("seat", [-1, 3, 15])
def test_seat_that_is_not_there_is_refused(table, look, seat):
    with pytest.raises(EngineError, match="no seat"):
        getattr(table, look)(seat)


def test_before_the_first_deal_nothing_is_to_be_told_from_actions():
    table = Table(SKAT, 3, secret=bytes(32))
    assert table.belief(0).tobytes() == table.mind(0).tobytes()
    assert table.calls().said[-1] == 0
