"""Looking back notices deals that belief would lay out if it forgot what it has noted."""

import os

import numpy as np
import pytest

import games
from engine.conformance.hindsight import ABSENT, CAME_LATE, Hindsight, _check_hands
from engine.conformance.laws import permute_unseen
from engine.inference.belief import Deals
from engine.play.table import Table
from engine.rules.state import HAND, UNKNOWN, copy_state

ASKED = os.environ.get("BELIEF_GAMES", "linger-longer").split()
"""Games that are looked at here: the check is compiled for each."""
TELLING = ["gong-zhu", "skat", "rolling-stone", "linger-longer", "loo", "fipsen", "cinch"]
"""Games in which a card that is played tells about the rest of the hand."""
DUTIES = [slug for slug in TELLING if slug in ASKED]


def positions(slug, players, rounds=6):
    """Yield a table at every position of some rounds, and what looks back from there."""
    for number in range(rounds):
        table = Table(games.get(slug), players, secret=number.to_bytes(32, "big"))
        hindsight = Hindsight(table.game)
        table.deal()
        while not table.round_over:
            hindsight.follow(table)
            yield table, hindsight
            legal = table.legal_actions()
            table.play_actions([legal[(7 * len(table.rounds[-1].actions)) % len(legal)]])


def faults(slug, change, players=None):
    """Return what is wrong with deals laid out by a changed belief."""
    found = []
    for table, hindsight in positions(slug, players or games.get(slug).players[0]):
        mind = table.belief(table.turn)
        changed = copy_state(mind)
        change(changed)
        world = Deals(table.game, changed, seed=1).next()
        world.lacks[:], world.since[:] = mind.lacks, mind.since
        found.append(hindsight.fault(table.turn, mind, world))
    return {fault for fault in found if fault}


def forget(mind):
    mind.lacks[:] = 0


def let_all_come(mind):
    mind.since[:] = 9


@pytest.mark.further
@pytest.mark.parametrize("slug", DUTIES)
def test_hands_that_had_to_follow_are_noticed(slug):
    assert any("cannot have come" in fault for fault in faults(slug, forget))


@pytest.mark.slow
def test_cards_that_cannot_have_been_drawn_are_noticed():
    assert any("cannot have come" in fault for fault in faults("linger-longer", let_all_come))


@pytest.mark.further
@pytest.mark.parametrize("slug", DUTIES)
def test_nothing_is_wrong_with_what_belief_lays_out(slug):
    assert faults(slug, lambda mind: None, games.get(slug).players[-1]) == set()


@pytest.mark.slow
def test_cards_that_the_seat_knows_stay_where_they_are():
    table, hindsight = next(positions("skat", 3))
    mind = table.belief(table.turn)
    world = copy_state(table.state)
    for name in ("rng", "entropy"):
        world[name] = np.uint64(0)
    assert hindsight.fault(table.turn, mind, world) is None
    permute_unseen(world, (table.turn + 1) % 3, np.random.default_rng(1))
    assert "would know otherwise" in hindsight.fault(table.turn, mind, world)


def test_card_that_forbids_an_action_came_after_it():
    """One that is in the hand from just then on did not come so late: it cannot have come."""
    game, seat, other, done, card = games.get("skat"), 0, 1, 2, 5
    state = game.state(players=3, rounds=1, dealer=0, options=game.options())
    state.place[:] = UNKNOWN
    states = np.array([state] * (done + 2)).view(np.recarray)
    states["turn"] = [2, other, 2, 2]
    states["place"][1:, card], states["count"][1:, HAND + other] = HAND + other, 1
    places = np.full(len(state.place), ABSENT, np.uint8)
    places[card] = HAND + other

    def legal(s, out):
        out[0] = 9
        return int(s.place[card] != HAND + other)

    found = _check_hands(states, np.array([0, 9]), done, seat, places, np.zeros(1, int), legal)
    assert found == CAME_LATE - other
