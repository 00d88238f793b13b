"""Worlds that a seat cannot tell apart: the law about them, what bots hear and do in them."""

import os

import numpy as np
import pytest

import games
from bots import builtin
from bots.playing.herald import Herald
from engine.conformance import laws
from engine.conformance.look_alikes import look_alikes
from engine.play.table import Table

SEEDS = int(os.environ.get("LOOK_ALIKES", "25"))
SIMULATIONS = 12
CASES = [(game, players) for game in games.all() for players in game.players]
IDS = [f"{game.slug}-{players}" for game, players in CASES]
GONG_ZHU = games.get("gong-zhu")


class Ear:
    """A player who keeps what it is told."""

    hears_events = True

    def __init__(self):
        self.heard = []

    def tell(self, news):
        self.heard.append(news.model_dump(warnings=False, exclude_unset=True))


def heralds(tables, seat):
    """Return ears at a seat of each table, and who tells them of what is played there."""
    ears = [Ear() for _ in tables]
    seated = [[ear if i == seat else None for i in range(tables[0].players)] for ear in ears]
    told = [Herald(table, players) for table, players in zip(tables, seated, strict=True)]
    for herald in told:
        herald.round_begins()
    return ears, told


def check_news(game, players, seed):
    """Let what a seat is told in look-alikes be the same."""
    tables, ears, told = (), [], []
    for table, other, seat in look_alikes(game, players=players, seed=seed):
        if tables != (table, other):
            tables = (table, other)
            ears, told = heralds(tables, seat)
        for herald in told:
            herald.actions(seat)
        assert ears[0].heard == ears[1].heard


def choices(table, *, searches):
    """Return what policies would play for the seat to act, and what net and search would."""
    game, seat = table.game, table.turn
    legal, driver = np.array(table.legal_actions(), np.int32), builtin.driver(game)
    chosen = []
    for which in range(2):
        mind = table.mind(seat)
        mind.rng = np.uint64(7)
        chosen.append(driver.choose(which, mind, legal, len(legal)))
    if searches:
        mind = table.belief(seat)
        mind.rng = np.uint64(7)
        chosen.append(builtin.judge(game).choose(mind, legal))
        chosen.append(
            builtin.searcher(game).choose(mind, calls=table.calls(), simulations=SIMULATIONS)
        )
    return chosen


def check_choices(game, players, seed, *, searches):
    """Let built-in bots play the same in look-alikes."""
    for table, other, seat in look_alikes(game, players=players, seed=seed):
        if table.turn == seat:
            assert choices(table, searches=searches) == choices(other, searches=searches)


@pytest.mark.parametrize(("game", "players"), CASES, ids=IDS)
def test_bots_hear_and_play_the_same_in_look_alikes(game, players):
    check_news(game, players, 0)
    check_choices(game, players, 0, searches=False)


def test_passes_tell_nothing_of_cards_that_might_have_been_exposed():
    """Gong Zhu: a seat that passes is remembered, whether it had a choice or not."""
    remembered = set()
    for hands in (["S2 C2", "HA", "C9"], ["S2 C2", "C9", "HA"]):
        table = Table(GONG_ZHU, 4, secret=bytes(32), dealer=3)
        table.deal(hands=[*hands, ""], entropy=bytes(8))
        for _ in range(4):
            table.play("pass")
        table.belief(0)
        remembered.add(table.calls().tobytes())
    assert len(remembered) == 1


def test_most_pairs_of_worlds_go_on_for_a_while():
    lengths = {}
    for seed in range(6):
        for table, _other, _seat in look_alikes(GONG_ZHU, players=4, seed=seed):
            lengths[id(table), seed] = len(table.rounds[0].actions)
    assert max(lengths.values()) > 20


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), CASES, ids=IDS)
def test_searching_bots_play_the_same_in_look_alikes(game, players):
    for seed in range(SEEDS):
        laws.look_alikes_are_alike(game, players=players, seed=seed)
        check_news(game, players, seed)
    for seed in range(3):
        check_choices(game, players, seed, searches=True)
