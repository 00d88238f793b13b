"""Many tables at once: the same matches as at the engine's own tables, and nothing told to others.

Kernels of every game are compiled for these; the quick tests are about the smallest games.
"""

import numpy as np
import pytest

import games
from bots.environments.observation import NOT_KNOWN, observed
from bots.environments.tables import NOBODY
from bots.environments.vector import VectorEnvironment
from bots.learned import encoder
from engine.conformance.look_alikes import look_alikes
from engine.play.table import Table
from engine.rules.errors import EngineError, IllegalAction

BRISCOLA, TRUCO = games.get("briscola"), games.get("truco")
CASES = [(game, players) for game in games.all() for players in game.players]
QUICK = {(BRISCOLA, 2), (BRISCOLA, 3), (TRUCO, 4)}
every_game = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(
            *case,
            id=f"{case[0].slug}-{case[1]}",
            marks=() if case in QUICK else (pytest.mark.further, pytest.mark.slow),
        )
        for case in CASES
    ],
)
pytestmark = [
    pytest.mark.sweep(len(CASES)),
    pytest.mark.only("compiled", "plain rules take minutes for so many tables"),
]


def played(environment, steps):
    """Play at random; return what was told at each step, in copies."""
    told = [tuple(array.copy() for array in environment.now)]
    for _ in range(steps):
        told.append(tuple(array.copy() for array in environment.step(environment.sample())))
    return told


def dealt_as(environment, index):
    """Return a table of the engine at which the same round is dealt."""
    s = environment.states[index]
    table = Table(environment.game, environment.players, native=True)
    deck = environment.game.pack.format_cards(environment.decks[index].tolist())
    table.deal(deck=deck, entropy=int(s.entropy).to_bytes(8, "big"), dealer=int(s.dealer))
    return table


def shown(table, seat):
    """Return what the net's encoder makes of what a seat believes, sorted as observations are."""
    mind = table.belief(seat)
    game, n = table.game, table.players
    bytes_ = np.array([mind], game.dtype).view(np.uint8)
    raw = encoder.raw_encoding(game)
    cards = [encoder.place_code(mind, mind, seat, int(card)) for card in raw.cards]
    codes = [encoder.number_code(bytes_, spec, seat, n) - spec[encoder.FIRST] for spec in raw.reads]
    there = [code for code in codes if code >= 0]
    return cards, sorted(there)


@every_game
def test_every_table_goes_as_the_engine_plays_it(game, players):
    environment = VectorEnvironment(game, 6, players=players, seed=3, deals=False)
    tables = [dealt_as(environment, index) for index in range(6)]
    while not environment.now.done.all():
        turns = environment.now.seat.copy()
        for index in np.flatnonzero(turns != NOBODY).tolist():
            legal = environment.legal[index, : environment.counts[index]].tolist()
            assert tables[index].legal_actions() == tuple(legal)
            assert np.flatnonzero(environment.now.mask[index]).tolist() == sorted(legal)
        actions = environment.sample()
        reward = environment.step(actions).reward
        for index in np.flatnonzero(turns != NOBODY).tolist():
            tables[index].play_actions([int(actions[index])])
            if environment.now.done[index]:
                sign = 1 if game.higher_wins else -1
                scores = [sign * score for score in tables[index].round_scores]
                assert reward[index].tolist() == scores
            else:
                assert environment.now.seat[index] == tables[index].turn


@every_game
def test_seats_are_told_what_nets_are_told(game, players):
    environment = VectorEnvironment(game, 2, players=players, seed=5, deals=False)
    tables = [dealt_as(environment, index) for index in range(2)]
    cards = len(environment.observed.cards)
    while not environment.now.done.any():
        for index, table in enumerate(tables):
            seen = environment.now.observation[index].tolist()
            assert (seen[:cards], sorted(seen[cards:])) == shown(table, table.turn)
        actions = environment.sample()
        environment.step(actions)
        for index, table in enumerate(tables):
            table.play_actions([int(actions[index])])


@every_game
def test_cards_that_a_seat_never_sees_change_nothing(game, players):
    environment = VectorEnvironment(game, 2, players=players)
    looked_at = 0
    for seed in range(3):
        for table, other, seat in look_alikes(game, players=players, seed=seed):
            environment.states[0], environment.states[1] = table.state, other.state
            one, two = environment.observe(seat)
            assert one.tolist() == two.tolist()
            open_one, open_two = environment.state(seat)
            looked_at += open_one.tolist() != open_two.tolist()
    assert looked_at


@every_game
def test_somebody_always_can_act(game, players):
    environment = VectorEnvironment(game, 16, players=players, rounds=None, seed=1)
    for _, mask, seat, _, _ in played(environment, 300):
        assert mask.any(axis=1).all()
        assert (seat >= 0).all()


@every_game
def test_codes_lie_within_their_slots(game, players):
    environment = VectorEnvironment(game, 16, players=players, seed=2)
    for observation, *_ in played(environment, 100):
        assert (observation >= 0).all()
        assert (observation < environment.observed.sizes).all()


def test_the_same_seed_is_the_same_play():
    one, two = (played(VectorEnvironment(BRISCOLA, 8, seed=4), 60) for _ in range(2))
    assert all(np.array_equal(*pair) for pair in zip(sum(one, ()), sum(two, ()), strict=True))


def test_another_seed_is_other_play():
    one, two = (VectorEnvironment(BRISCOLA, 8, seed=seed) for seed in (4, 5))
    assert not np.array_equal(one.decks, two.decks)


def test_a_table_does_not_depend_on_how_many_there_are():
    few, many = (VectorEnvironment(BRISCOLA, tables, seed=4) for tables in (2, 50))
    assert np.array_equal(few.decks, many.decks[:2])


def test_resetting_by_the_seed_begins_anew():
    environment = VectorEnvironment(BRISCOLA, 4, seed=4)
    first = played(environment, 10)
    environment.reset(4)
    again = played(environment, 10)
    assert all(np.array_equal(*pair) for pair in zip(sum(first, ()), sum(again, ()), strict=True))


def test_an_illegal_action_changes_nothing():
    environment = VectorEnvironment(BRISCOLA, 4)
    actions = environment.sample()
    actions[2] = next(card for card in range(128) if not environment.now.mask[2, card])
    before = environment.states.tobytes(), [array.tobytes() for array in environment.now]
    with pytest.raises(IllegalAction, match="table 2"):
        environment.step(actions)
    assert (environment.states.tobytes(), [a.tobytes() for a in environment.now]) == before


@pytest.mark.parametrize("action", [-1, 1 << 40])
def test_a_number_that_is_no_action_is_refused(action):
    environment = VectorEnvironment(BRISCOLA, 1)
    with pytest.raises(IllegalAction):
        environment.step([action])


def test_actions_are_one_for_each_table():
    with pytest.raises(EngineError, match="4 tables"):
        VectorEnvironment(BRISCOLA, 4).step([0])


def test_nothing_is_seen_from_a_seat_that_is_not_there():
    environment = VectorEnvironment(BRISCOLA, 2, players=2)
    with pytest.raises(EngineError, match="no seat 2"):
        environment.observe([0, 2])


@pytest.mark.parametrize("asked", [{"players": 7}, {"tables": 0}, {"others": "hard"}])
def test_what_a_match_cannot_have_is_refused(asked):
    with pytest.raises(EngineError):
        VectorEnvironment(**{"game": BRISCOLA, "tables": 2, **asked})


def test_matches_that_are_over_are_followed_by_others():
    environment = VectorEnvironment(BRISCOLA, 4, seed=1)
    dones = sum(done.astype(int) for *_, done in played(environment, 100))
    assert dones.tolist() == [2, 2, 2, 2]  # of 40 cards each


def test_rewards_of_a_match_add_up_to_its_totals():
    environment = VectorEnvironment(BRISCOLA, 4, seed=1, rounds=3, deals=False)
    told = played(environment, 3 * 40)
    assert environment.now.done.all()
    sums = sum(reward for *_, reward, _ in told)
    assert sums.tolist() == environment.states["totals"][:, :2].tolist()


def test_nothing_moves_at_a_table_that_is_over():
    environment = VectorEnvironment(BRISCOLA, 2, deals=False)
    played(environment, 40)
    before = environment.states.tobytes()
    told = environment.step(environment.sample())
    assert environment.states.tobytes() == before
    assert (told.done.all(), told.mask.any(), told.reward.any()) == (True, False, False)


def test_others_play_all_seats_but_ones_own():
    environment = VectorEnvironment(TRUCO, 8, others="greedy")
    for _, _, seat, _, _ in played(environment, 50):
        assert seat.tolist() == [0, 1, 2, 3] * 2


def test_all_cards_are_open_to_critics_only():
    environment = VectorEnvironment(BRISCOLA, 4)
    cards = len(environment.observed.cards)
    codes = environment.state()[:, :cards]
    assert (codes < NOT_KNOWN).all()
    assert (environment.now.observation[:, :cards] >= NOT_KNOWN).any()


def test_every_slot_has_columns_of_its_own():
    sight = observed(BRISCOLA, 2)
    first = sight.columns(np.zeros((1, sight.width), np.int16))[0]
    last = sight.columns((sight.sizes - 1).astype(np.int16)[None])[0]
    assert (first[1:] == last[:-1] + 1).all()
    assert last[-1] + 1 == sight.sizes.sum()


def test_arrays_that_nobody_wants_have_no_columns():
    environment = VectorEnvironment(BRISCOLA, 2, masks=False, observations=False)
    told = environment.step(environment.sample())
    assert (told.mask.shape, told.observation.shape) == ((2, 0), (2, 0))
