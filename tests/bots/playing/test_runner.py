import pytest

import games
from bots import builtin
from bots.playing import runner
from bots.sandbox import Reason
from engine.play.table import Table
from engine.records.document import record_of, validate

GAME = games.get("mit-list-und-tuecke")
GREEDY, RANDOM = builtin.get("greedy"), builtin.get("random")


class First:
    """Plays the first legal action, and remembers what it was shown."""

    def __init__(self):
        self.views = []

    def act(self, view):
        self.views.append(view)
        return view["legal"][0]


class Broken:
    def __init__(self, answer):
        self.answer = answer

    def act(self, view):
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def played(players, *, seed=b"seed", secret=bytes(32)):
    table = Table(GAME, len(players), secret=secret)
    return table, runner.play_match(table, players, seed=seed)


def test_match_of_built_in_bots_is_played_to_a_valid_end():
    table, faults = played([GREEDY, RANDOM, GREEDY, RANDOM, RANDOM])
    verdict = validate(record_of(table))
    assert (verdict.ok, verdict.complete, faults) == (True, True, [])


def test_same_seed_plays_the_same_match():
    first, second = (played([GREEDY, RANDOM, RANDOM, GREEDY])[0] for _ in range(2))
    assert record_of(first) == record_of(second)


def test_another_seed_plays_another_match():
    first, second = (played([RANDOM] * 4, seed=seed)[0] for seed in (b"a", b"b"))
    assert record_of(first) != record_of(second)


def test_player_is_shown_its_own_seat_only():
    first = First()
    played([RANDOM, first, GREEDY, RANDOM])
    assert {view["seat"] for view in first.views} == {1}
    assert all(view["turn"] == 1 for view in first.views)
    assert not any(view["hands"][0]["cards"] for view in first.views)


def test_built_in_bot_plays_the_same_whoever_else_is_at_the_table():
    """A bot driven by kernels decides as when it is asked between others' decisions."""
    alone = Table(GAME, 4, secret=bytes(32))
    runner.play_match(alone, [GREEDY, RANDOM, GREEDY, GREEDY], seed=b"s")
    table = Table(GAME, 4, secret=bytes(32))
    table.deal()
    texts = iter(record_of(alone)["rounds"][0]["actions"])
    while not table.round_over:
        before = len(table.rounds[-1].actions)
        runner.advance(table, [GREEDY, None, GREEDY, GREEDY], seed=b"s")
        for _ in range(len(table.rounds[-1].actions) - before):
            next(texts)
        if not table.round_over:
            table.play(next(texts))
    assert table.rounds[0].actions == alone.rounds[0].actions


@pytest.mark.parametrize(
    ("answer", "reason", "detail"),
    [
        ("R99", Reason.ILLEGAL_ACTION, "'R99' is not a card of this game"),
        (None, Reason.ILLEGAL_ACTION, "an action is a text"),
        (RuntimeError("out of cards"), Reason.CRASH, "RuntimeError: out of cards"),
    ],
)
def test_fault_ends_that_players_part_and_the_match_goes_on(answer, reason, detail):
    table, faults = played([GREEDY, Broken(answer), GREEDY, RANDOM])
    assert [(one.seat, one.round, one.reason, one.detail) for one in faults] == [
        (1, 0, reason, detail)
    ]
    assert table.over
    assert validate(record_of(table)).ok


def test_player_is_needed_for_each_seat():
    with pytest.raises(ValueError, match="3 players for 4 seats"):
        runner.play_match(Table(GAME, 4), [GREEDY] * 3, seed=b"")


def test_unknown_bot_names_those_there_are():
    with pytest.raises(builtin.UnknownBot, match="random, greedy"):
        builtin.get("deep thought")
