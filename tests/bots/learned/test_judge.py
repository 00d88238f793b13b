"""The bot that has learned: it knows what its seat knows, and it has learned something."""

import random

import numpy as np
import pytest

import games
from bots import builtin
from bots.learned.judge import Judge
from bots.playing import runner
from engine.conformance.laws import permute_unseen
from engine.play.table import Table
from engine.rules.state import assign_state, copy_state

CASES = [(game, players) for game in games.all() for players in game.players]
IDS = [f"{game.slug}-{players}" for game, players in CASES]
TRUCO = games.get("truco")


def choice(judge, table, seed=1):
    """Return what is chosen for the seat to act."""
    mind = table.belief(table.turn)
    mind.rng = np.uint64(seed)
    return judge.choose(mind, np.array(table.legal_actions(), np.int32))


@pytest.mark.further
@pytest.mark.parametrize(("game", "players"), CASES, ids=IDS)
def test_choice_does_not_depend_on_hidden_cards(game, players):
    judge, chance = builtin.judge(game), random.Random(players)
    table = Table(game, players, secret=bytes(32))
    table.deal()
    while not table.round_over:
        chosen = choice(judge, table)
        assert chosen in table.legal_actions()
        truth = copy_state(table.state)
        permute_unseen(table.state, table.turn, chance)
        assert choice(judge, table) == chosen
        assign_state(table.state, truth)
        table.play_actions([chosen])


@pytest.mark.further
def test_same_seed_plays_the_same_match_again():
    records = []
    for _ in range(2):
        table = Table(TRUCO, 4, secret=bytes(32))
        runner.play_match(table, [builtin.get("learned")] * 4, seed=b"again")
        records.append([done.actions for done in table.rounds])
    assert records[0] == records[1]


def test_a_game_without_a_net_is_played_by_the_rule_of_thumb(monkeypatch, tmp_path):
    monkeypatch.setattr("bots.learned.judge.FILE", "there-is-none.npz")
    judge = Judge(TRUCO, builtin.rule_of_thumb(TRUCO))
    table = Table(TRUCO, 4, secret=bytes(32))
    table.deal()
    usual = builtin.driver(TRUCO)
    while not table.round_over:
        legal = np.array(table.legal_actions(), np.int32)
        mind = table.belief(table.turn)
        mind.rng = np.uint64(1)
        assert choice(judge, table) == usual.choose(1, mind, legal, len(legal))
        table.play_actions([legal[-1]])


def test_a_net_for_another_record_is_not_asked(monkeypatch):
    monkeypatch.setattr("bots.learned.judge.record_of", lambda game: "another")
    assert Judge(TRUCO, builtin.rule_of_thumb(TRUCO)).net is None


@pytest.mark.further
def test_it_beats_the_rule_of_thumb_beyond_doubt():
    leads = []
    for deal in range(60):
        for turn in range(2):
            table = Table(TRUCO, 4, secret=deal.to_bytes(32, "big"))
            seats = ["learned" if seat % 2 == turn else "greedy" for seat in range(4)]
            runner.play_match(table, [builtin.get(name) for name in seats], seed=b"%d" % deal)
            leads.append(table.totals[turn] - table.totals[1 - turn])
    means = np.mean(np.reshape(leads, (-1, 2)), axis=1)
    assert means.mean() > 3 * means.std(ddof=1) / len(means) ** 0.5
