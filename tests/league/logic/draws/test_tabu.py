"""The search for tables by the best of all exchanges: what it says it costs, and how soon."""

import random
import time
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from engine.kernels.binding import Bindings
from league.logic.draws import explain, swiss, tabu
from league.logic.draws.costs import costs_of, ordered
from league.logic.draws.crowd import SQUARE
from league.logic.draws.model import Entrant, Past, Rules, Session

SKAT = Rules(sizes=(3, 4), size=4, sitting_out=True)
FOUR = Rules(sizes=(4,), size=4)
PAIRS = Rules(sizes=(4,), size=4, sides=(0, 1, 0, 1))
SIX = Rules(sizes=(6,), size=6, sides=(0, 1, 2, 0, 1, 2), fill="byes")
JOINED = ((1, 2), (7, 8), (2, 20))


def entrants(players, *, session=0, clubs=5):
    return [
        Entrant(key, Decimal(key * (7 + session) % 11), group=key % clubs if key % 4 else None)
        for key in range(1, players + 1)
    ]


def before(players, rules, *, sessions=3, clubs=5):
    """Return sessions that were drawn from scores that move."""
    past = Past()
    for number in range(sessions):
        people = entrants(players, session=number, clubs=clubs)
        draw = swiss.draw(people, past, rules, f"{number}")
        past = Past((*past.sessions, draw.as_session(rules)))
    return past


def by_lot(players, *, sessions=3):
    """Return sessions for which everybody was seated by lot."""
    lots, keys = random.Random(players), range(1, players + 1)
    seatings = [lots.sample(keys, players) for _ in range(sessions)]
    fours = [tuple(zip(*[iter(one)] * 4, strict=True)) for one in seatings]
    return Past(tuple(map(Session, fours)))


def together(one, other, costs):
    """Return what it costs that two share a table."""
    if one == other:
        return 0
    met = costs.met.get(ordered(one, other), 0)
    return costs.gap(one, other) + costs.group(one, other) + met


def least_exchange(tables, costs):
    """Return what the exchange of two players at different tables costs that costs least more."""
    keys = [key for table in tables for key in table]
    shared = np.array([[together(one, other, costs) for other in keys] for one in keys])
    place = np.arange(len(keys))
    number = place // 4
    at = np.add.reduceat(shared, place[::4], axis=1)
    own = at[place, number]
    more = at[:, number] - own[:, None] - shared
    apart = number[:, None] != number
    return (more + more.T)[apart].min()


@pytest.fixture
def plain(monkeypatch):
    """Nothing is compiled."""
    monkeypatch.setattr(swiss, "kernels", lambda: Bindings(is_compiled=False))


def told(monkeypatch):
    """Note what each search says that the tables it has found cost."""
    costs = []

    def bound(k):
        search = tabu.bound_search(k)

        def noted(*what):
            costs.append(search(*what))
            return costs[-1]

        return noted

    monkeypatch.setattr(swiss, "bound_search", bound)
    return costs


@pytest.mark.parametrize(
    "rules",
    [
        SKAT,
        replace(SKAT, apart=((1, 3), (4, 5))),
        replace(SKAT, together=JOINED),
        FOUR,
        Rules(sizes=(2,), size=2),
        Rules(sizes=(4, 5, 6), size=5),
        replace(PAIRS, weights=replace(PAIRS.weights, partner=500, side_gap=7000)),
        SIX,
    ],
)
@pytest.mark.parametrize("players", [13, 23])
def test_search_finds_tables_that_cost_what_it_says(monkeypatch, rules, players):
    """But for seats, which are given out afterwards, and then partners at a table change again."""
    past, people = before(players, rules), entrants(players, session=3)
    costs = told(monkeypatch)
    draw = swiss.draw(people, past, rules, "s")
    parts = [part for table in explain.explain(draw, people, past, rules) for part in table.parts]
    cost = sum(part.cost for part in parts if part.name != "seats")
    assert len(costs) == swiss.TRIES
    assert cost == min(costs) if not rules.sides else cost <= min(costs)


def test_search_ends_where_nothing_costs_anything(monkeypatch):
    costs = told(monkeypatch)
    swiss.draw(entrants(23, clubs=3), Past(), replace(SKAT, sizes=(3, 4), size=3), "s")
    assert costs[-1] == 0
    assert len(costs) < swiss.TRIES


@pytest.mark.only("compiled", "else this takes a minute")
@pytest.mark.parametrize("players", [40, 104, 200, SQUARE])
def test_no_exchange_of_two_players_makes_a_draw_cheaper(players):
    past, people = by_lot(players), entrants(players, clubs=players // 12)
    draw = swiss.draw(people, past, FOUR, "s")
    assert least_exchange(draw.tables, costs_of(people, past, FOUR)) >= 0


@pytest.mark.further
@pytest.mark.sweep(1)
@pytest.mark.only("compiled", "else this takes a minute")
@pytest.mark.parametrize("rules", [SKAT, replace(SKAT, together=JOINED), PAIRS])
def test_search_for_hundreds_is_quick(rules):
    """A quarter of this is usual."""
    past, people = by_lot(SQUARE), entrants(SQUARE)
    swiss.draw(people[:12], past, rules, "s")
    begun = time.process_time()
    swiss.draw(people, past, rules, "s")
    assert time.process_time() - begun < 2


@pytest.mark.slow
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("rules", [SKAT, PAIRS])
def test_search_for_hundreds_takes_seconds_where_nothing_is_compiled(rules):
    """A third of this is usual."""
    past, people = by_lot(152), entrants(152)
    begun = time.process_time()
    swiss.draw(people, past, rules, "s")
    assert time.process_time() - begun < 12


@pytest.mark.sweep(2)
@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize(
    ("rules", "players", "within_s"),
    [(SKAT, 23, 0.25), (replace(SKAT, together=JOINED), 23, 0.35), (PAIRS, 23, 0.6), (SKAT, 40, 1)],
)
def test_search_is_quick_where_nothing_is_compiled(rules, players, within_s):
    """A third of this is usual, of one core; two compilers beside take the rest of a second."""
    past, people = before(players, rules, sessions=2), entrants(players, session=2)
    begun = time.process_time()
    swiss.draw(people, past, rules, "s")
    assert time.process_time() - begun < within_s


@pytest.mark.usefixtures("plain")
def test_search_that_breaks_a_rule_begins_anew(monkeypatch):
    """Five who must not meet and four tables: no draw; it looks for one as long as it may."""
    costs = told(monkeypatch)
    monkeypatch.setattr(swiss, "LEAST_LOOKS", 20_000)
    monkeypatch.setattr(swiss, "LOOKS", 1000)
    apart = tuple((one, other) for one in range(1, 5) for other in range(one + 1, 6))
    rules = Rules(sizes=(3,), size=3, apart=apart)
    with pytest.raises(swiss.NoDraw):
        swiss.draw(entrants(12), Past(), rules, "s")
    assert len(costs) == swiss.TRIES * (1 + swiss.TRIES_TO_KEEP_RULES)
