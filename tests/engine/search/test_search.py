"""Tree search: the same position the same move, no peeking, and what it must find."""

import os
import random
import subprocess
import sys

import numpy as np
import pytest

import games
from bots import builtin
from bots.playing import runner
from engine.conformance.laws import permute_unseen
from engine.play.table import Table
from engine.rules.state import assign_state, copy_state
from engine.search.playout import utilities
from engine.search.searcher import Comparison, Tree

SEARCHED = os.environ.get("SEARCHED_GAMES", "gong-zhu skat truco").split()
"""Games that are searched here: compiling a search takes seconds a game."""
GONG_ZHU, SKAT = games.get("gong-zhu"), games.get("skat")


def dealt(game, seed=1, players=None):
    table = Table(game, players or game.players[0], secret=seed.to_bytes(32, "big"))
    table.deal()
    return table


def mind_of(table, seed=1):
    mind = table.belief(table.turn)
    mind.rng = np.uint64(seed)
    return mind


def chosen(table, *, simulations=20, seed=1):
    return builtin.searcher(table.game).choose(
        mind_of(table, seed), calls=table.calls(), simulations=simulations
    )


@pytest.mark.further
@pytest.mark.parametrize("slug", SEARCHED)
def test_move_is_legal_and_does_not_depend_on_hidden_cards(slug):
    table, chance = dealt(games.get(slug)), random.Random(1)
    while not table.round_over:
        move = chosen(table)
        truth = copy_state(table._followed().state)
        permute_unseen(table._followed().state, table.turn, chance)
        assert chosen(table) == move
        assign_state(table._followed().state, truth)
        assert move in table.legal_actions()
        table.play_actions([move])


def test_simulations_in_pieces_are_the_same():
    table = dealt(GONG_ZHU)
    for _ in range(4):
        table.play("pass")
    searcher, mind = builtin.searcher(GONG_ZHU), mind_of(table)
    whole, parts = (searcher.begin(mind, simulations=300) for _ in range(2))
    whole.go_on(300)
    for _ in range(3):
        parts.go_on(100)
    assert whole.report() == parts.report()
    assert sum(visits for _, visits, _ in whole.report()) == 300


def at_the_first_bid(hand):
    """Return a table of Skat where the forehand, with these cards, bids after two passes."""
    table = Table(SKAT, 3, secret=bytes(32), dealer=0)
    table.deal(hands=["", hand, ""])
    for _ in range(2):
        table.play("pass")
    return table


STRONG = "CJ SJ CA CT CK CQ HA HT SA D7"
NOTHING = "HJ S8 SQ SK C9 CT D8 DQ HQ HK"


def test_bids_are_all_tried_and_the_better_half_again():
    thinking = builtin.searcher(SKAT).consider(mind_of(at_the_first_bid(STRONG)), simulations=100)
    assert isinstance(thinking, Comparison)
    report = thinking.report()
    bids = len(report)
    turns = (bids - 1).bit_length()
    assert {action for action, _tried, _worth in report} == set(thinking._choices.tolist())
    tried = sorted({times for _action, times, _worth in report}, reverse=True)
    assert len(tried) == turns
    assert [times for _action, times, _worth in report].count(tried[0]) == 2
    assert thinking.deals == tried[0]
    assert thinking.runner_up()[1] == tried[0]
    assert thinking.runner_up()[2] <= report[0][2]


def test_what_a_call_is_worth_does_not_hang_on_the_deals_of_another():
    """All choices meet the same deals: what brings the same in each is worth the same."""
    table = at_the_first_bid(NOTHING)
    thinking = builtin.searcher(SKAT).begin(mind_of(table), simulations=1)
    thinking._choices[:] = thinking._choices[0]
    thinking.go_on(50)
    assert len({worth for _action, _tried, worth in thinking.report()}) == 1


SEARCH = """
import numpy as np
import games
from bots import builtin
from engine.play.table import Table
game = games.get("gong-zhu")
table = Table(game, 4, secret=bytes(32))
table.deal()
while len(table.rounds[-1].actions) < 44 or len(table.legal()) < 2:
    table.play(table.legal()[0])
mind = table.belief(table.turn)
mind.rng = np.uint64(3)
thinking = builtin.searcher(game).begin(mind, calls=table.calls(), simulations=12)
thinking.go_on(12)
print(thinking.report())
"""


def search_in_a_process(**environment):
    command = [sys.executable, "-W", "ignore", "-c", SEARCH]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.slow
def test_search_is_the_same_uncompiled():
    """Uncompiled, an array that is too short is an error instead of memory overwritten."""
    assert search_in_a_process() == search_in_a_process(NUMBA_DISABLE_JIT="1")


class Counted(Tree):
    """A search of which nothing is known but how often it has looked at each action."""

    def __init__(self, visits, simulations):
        self.visits, self.deals, self._size = visits, sum(visits), simulations

    def report(self):
        return [(action, times, 0.0) for action, times in enumerate(self.visits)]


@pytest.mark.parametrize(
    ("visits", "simulations", "settled"),
    [((3, 7), 13, True), ((3, 7), 14, False), ((10,), 10, False), ((10,), 20, False)],
)
def test_lead_that_cannot_be_caught_up_is_settled(visits, simulations, settled):
    assert Counted(visits, simulations).is_settled() is settled


@pytest.mark.slow
def test_unbeatable_hand_is_not_passed():
    table = at_the_first_bid("CJ SJ HJ DJ CA CT CK CQ SA ST")
    assert SKAT.format_action(table.state, chosen(table, simulations=300)) == "bid 18"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_held_on_nothing(seed):
    table = Table(SKAT, 3, secret=bytes([seed]) * 32, dealer=0)
    table.deal(hands=["", NOTHING, ""])
    table.play("bid 18")
    assert table.turn == 1
    assert SKAT.format_action(table.state, chosen(table, simulations=1000, seed=seed)) == "pass"


@pytest.mark.slow
def test_search_leads_random_bots():
    bots = [builtin.get(name) for name in ("easy", "random", "random", "random")]
    leads = []
    for seed in range(12):
        table = Table(GONG_ZHU, 4, secret=seed.to_bytes(32, "big"))
        runner.play_match(table, bots, seed=b"%d" % seed)
        leads.append(table.totals[0] - sum(table.totals[1:]) / 3)
    assert np.mean(leads) > 3 * np.std(leads, ddof=1) / len(leads) ** 0.5


def worth(scores, totals, *, sides=(0, 1, 2, 3), sign=1, scale=100.0, over=0):
    s = dealt(GONG_ZHU).state
    s.scores[:], s.totals[:], s.over = scores, totals, over
    found = np.zeros(4)
    largest = utilities(s, (1.0, np.array(sides, np.int64), sign), scale, found)
    return found.tolist(), largest


def test_worth_of_a_round_is_the_lead_over_the_others():
    assert worth([90, 0, 0, -30], [0] * 4) == ([100, -20, -20, -60], 100)


def test_partners_are_not_rivals():
    assert worth([6, 0, 6, 0], [0] * 4, sides=(0, 1, 0, 1)) == ([6, -6, 6, -6], 6)


def test_fewer_are_better_where_the_game_says_so():
    assert worth([90, 0, 0, -30], [0] * 4, sign=-1)[0] == [-100, 20, 20, 60]


def test_end_of_the_match_is_worth_its_places():
    assert worth([0] * 4, [5, 9, 5, 1], over=1)[0] == [0, 100, 0, -100]
